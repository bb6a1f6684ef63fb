/**
 * Areas `service-ip-fields`, `service-ips`, `service-nodeports` and `service-update`: Services are
 * created, changed and deleted in the registry of a server with the ranges of the case.
 */
import {
  defaultOnRead,
  draftOf,
  familyOf,
  type KubeObject,
  normalizeClusterIPs,
  patchAllocatedValues,
  SERVICES,
  type ServiceSpec,
  specOf,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { type Fact, type Facts, PathsFact } from '../facts';
import { typedAs } from '../given-objects';
import { Fields, opAlone } from '../read-fields';
import { allocations, heldBy, resultFacts, WordsFact } from '../service-facts';
import { familiesOf, objectIn, type Result, ServiceStand } from '../service-stand';
import { NamedFact } from '../step-outcome';

const byCreating = { create: createOne };

export const serviceIPFieldsAdapter: AreaAdapter = { area: 'service-ip-fields', calls: byCreating };

export const serviceNodePortsAdapter: AreaAdapter = {
  area: 'service-nodeports',
  calls: byCreating,
};

export const serviceUpdateAdapter: AreaAdapter = {
  area: 'service-update',
  calls: { ...byCreating, sequence },
};

export const serviceIPsAdapter: AreaAdapter = {
  area: 'service-ips',
  calls: {
    ...byCreating,
    sequence,
    normalizeClusterIPs: normalize,
    patchAllocatedValues: patch,
    defaultOnRead: read,
  },
};

function createOne(question: Question): Answer {
  const stand = new ServiceStand(question);
  const step = new Fields(question.when, 'when').only('op', 'service', 'dryRun');
  const service = stand.serviceOf(step.value('service'), 'when.service');
  const takenBefore = stand.taken;
  const result = stand.create(service, dryRunOf(step));
  const facts = resultFacts(stand, result);
  if (!result.ok) return { facts };
  return {
    facts: {
      ...facts,
      allocatorsUnchanged: stand.taken === takenBefore,
      clusterIPsAreValidIPs: areAddresses(specOf(objectIn(result))),
      ...portFacts(stand, specOf(service), specOf(objectIn(result))),
    },
  };
}

/** An address is what a family can be told of. */
function areAddresses({ clusterIPs = [], ipFamilies = [] }: ServiceSpec): boolean {
  if (clusterIPs.length === 0 || clusterIPs.length !== ipFamilies.length) return false;
  return clusterIPs.every((ip, index) => familyOf(ip) === ipFamilies[index]);
}

function portFacts(stand: ServiceStand, asked: ServiceSpec, made: ServiceSpec): Facts {
  const { ports = [] } = made;
  const wanted = asked.ports ?? [];
  const kept = wanted.every(({ nodePort }, at) => !nodePort || ports[at]?.nodePort === nodePort);
  const numbers = new Map<number, Set<number>>();
  for (const { port, nodePort } of ports) {
    if (nodePort) numbers.set(nodePort, (numbers.get(nodePort) ?? new Set()).add(port));
  }
  return {
    everyPortHasAllocatedNodePort: stand.heldPorts(made) === 'all',
    requestedNodePortsKept: kept,
    sameNodePortOnlyForSamePortNumber: [...numbers.values()].every(({ size }) => size === 1),
  };
}

function dryRunOf(step: Fields): boolean {
  const values = step.texts('dryRun', []);
  if (values.some((value) => value !== 'All')) throw new Unsupported('when.dryRun: expected All');
  return values.length > 0;
}

const CHANGES: Readonly<Record<string, (object: KubeObject) => KubeObject>> = {
  'remove finalizers': ({ metadata: { finalizers: _, ...metadata }, ...object }) => ({
    ...object,
    metadata,
  }),
};
const SAME_VALUES = 'the clusterIP, clusterIPs and ports of the first service';

/** Steps of one Service after another, and what each one did. */
class Story {
  readonly #stand: ServiceStand;
  readonly facts: Record<string, Fact> = {};
  /** As they were made, oldest first. */
  readonly #made: KubeObject[] = [];
  /** As the server last answered. */
  #last: KubeObject | undefined;

  constructor(question: Question) {
    this.#stand = new ServiceStand(question);
  }

  step(step: Fields): void {
    const op = step.text('op');
    if (op === 'create') this.#create(step.only('op', 'service', 'name', 'with'));
    else if (op === 'update') this.#update(step.only('op', 'service', 'dryRun', 'change'));
    else if (op === 'delete') this.#delete(step.only('op', 'name'));
    else if (op === 'allocator.allocate') this.#stand.take(step.only('op', 'ip').text('ip'));
    else throw new Unsupported(`op ${op}: no such step`);
  }

  #create(step: Fields): void {
    const [first] = this.#made;
    const service = first ? this.#again(step, first) : this.#given(step);
    const result = this.#stand.create(service);
    if (first) {
      this.facts.secondCreate = new WordsFact({
        'accepted with the same values': result.ok && sameValues(objectIn(result), first),
      });
    } else {
      this.facts.create = asked(resultFacts(this.#stand, result));
      if (result.ok) this.facts.afterCreate = allocations(this.#stand, objectIn(result));
    }
    this.#keep(result);
  }

  #again(step: Fields, first: KubeObject): KubeObject {
    const words = step.text('with');
    if (words !== SAME_VALUES) throw new Unsupported(`with: ${words}`);
    const { clusterIP, clusterIPs, ports, ...spec } = specOf(first);
    const given = { ...spec, clusterIP, clusterIPs, ports };
    const metadata = { name: step.text('name'), namespace: first.metadata.namespace };
    return { ...first, metadata, spec: given } as KubeObject;
  }

  #given(step: Fields): KubeObject {
    return this.#stand.serviceOf(step.value('service'), 'service');
  }

  #update(step: Fields): void {
    const before = this.#known();
    const dryRun = dryRunOf(step);
    const service = step.has('change') ? changed(step, before) : this.#given(step);
    const result = this.#stand.update(service, before, dryRun);
    this.facts.update = asked(resultFacts(this.#stand, result, before));
    if (step.has('change')) this.facts.afterUpdate = this.#end(before);
    if (dryRun && result.ok)
      this.facts.updateResult = dryResult(this.#stand, before, objectIn(result));
    if (!dryRun) this.#keep(result);
  }

  #delete(step: Fields): void {
    const before = this.#known();
    const name = step.text('name', before.metadata.name);
    const heldBefore = JSON.stringify(heldBy(this.#stand, before));
    const gone = this.#stand.delete(name);
    if (!gone.ok) throw new Unsupported(`delete: ${gone.status.message}`);
    const found = this.#stand.get(name);
    const words = allocations(this.#stand, before);
    const isKept = JSON.stringify(heldBy(this.#stand, before)) === heldBefore;
    this.facts.delete = words;
    this.facts.afterDelete = found.ok
      ? { deleted: false, allocations: isKept ? 'kept' : words }
      : words;
    if (found.ok) this.#last = objectIn(found);
  }

  /** What came of a Service that should be gone. */
  #end(before: KubeObject): Fact {
    const found = this.#stand.get(before.metadata.name ?? '');
    const get = found.ok ? 'found' : (found.status.reason ?? '');
    return { get, allocations: allocations(this.#stand, before) };
  }

  #known(): KubeObject {
    if (!this.#last) throw new Unsupported('a step of a Service that was never made');
    return this.#last;
  }

  #keep(result: Result): void {
    if (!result.ok) return;
    if (this.#made.length === 0 || this.#last === undefined) this.#made.push(objectIn(result));
    this.#last = objectIn(result);
  }
}

/** Of all that is known of an answer, what the case names. */
const asked = (facts: Facts): Fact =>
  new NamedFact((name) => {
    if (!Object.hasOwn(facts, name)) throw new Unsupported(`${name}: nothing that a step gives`);
    return facts[name];
  });

function changed(step: Fields, before: KubeObject): KubeObject {
  const words = step.text('change');
  if (!Object.hasOwn(CHANGES, words)) throw new Unsupported(`change: ${words}`);
  return CHANGES[words](before);
}

function sameValues(made: KubeObject, first: KubeObject): boolean {
  const valuesOf = ({ clusterIP, clusterIPs, ports }: ServiceSpec) => [
    clusterIP,
    clusterIPs,
    ports,
  ];
  return JSON.stringify(valuesOf(specOf(made))) === JSON.stringify(valuesOf(specOf(first)));
}

const EMPTY = 'clusterIP, clusterIPs, nodePorts and healthCheckNodePort are empty';

/** What a dry run of an update answered, and what it left as it was. */
function dryResult(stand: ServiceStand, before: KubeObject, answered: KubeObject): Fact {
  const { clusterIP = '', clusterIPs = [], ports = [], healthCheckNodePort } = specOf(answered);
  const nodePorts = ports.filter(({ nodePort }) => nodePort);
  const empty =
    clusterIP === '' && clusterIPs.length === 0 && nodePorts.length === 0 && !healthCheckNodePort;
  const whole =
    clusterIPs.length > 0 && nodePorts.length === ports.length && healthCheckNodePort !== undefined;
  const kept = Object.values(heldBy(stand, before)).every((held) => held === 'all');
  const free = Object.values(heldBy(stand, answered)).every((held) => held === 'none');
  return new WordsFact({
    [`${EMPTY}; the values of the stored service stay allocated`]: empty && kept,
    'clusterIPs, every nodePort and healthCheckNodePort have values but none is allocated':
      whole && free,
  });
}

function sequence(question: Question): Answer {
  const steps = new Fields(question.when, 'when').only('sequence').list('sequence');
  const story = new Story(question);
  steps.forEach((step, index) => {
    story.step(new Fields(step, `when.sequence[${index}]`));
  });
  return { facts: story.facts };
}

const specIn = (value: Json, path: string): ServiceSpec =>
  specOf(typedAs(SERVICES, new Fields(value, path).all, path));

function normalize({ given, when }: Question): Answer {
  opAlone(when);
  const inputs = new Fields(given, 'given').only('before', 'after');
  const draft = draftOf(specIn(inputs.value('after'), 'given.after'));
  const before = inputs.has('before') ? specIn(inputs.value('before'), 'given.before') : undefined;
  normalizeClusterIPs(draft, before);
  return { facts: { clusterIP: draft.clusterIP ?? '', clusterIPs: draft.clusterIPs } };
}

function patch({ given, when }: Question): Answer {
  opAlone(when);
  const inputs = new Fields(given, 'given').only('before', 'update');
  const before = specIn(inputs.value('before'), 'given.before');
  const draft = draftOf(specIn(inputs.value('update'), 'given.update'));
  patchAllocatedValues(draft, before);
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const [port] = draft.ports;
  return {
    facts: {
      clusterIPsCopiedFromBefore:
        draft.clusterIP === before.clusterIP && same(draft.clusterIPs, before.clusterIPs),
      nodePortCopiedFromBefore: port?.nodePort === before.ports?.[0]?.nodePort,
      healthCheckNodePortCopiedFromBefore: draft.healthCheckNodePort === before.healthCheckNodePort,
    },
  };
}

/** One Service, a list of them, or something else, as it comes out of storage. */
function read({ given, when }: Question): Answer {
  opAlone(when);
  const inputs = new Fields(given, 'given').only('clusterFamilies', 'read');
  const [primary] = familiesOf(inputs);
  const stored = inputs.inside('read');
  if (stored.has('items')) stored.only('kind', 'items');
  const isService = /^(?:Service(?:List)?)?$/.test(stored.text('kind', ''));
  const items = stored
    .list('items', [inputs.value('read')])
    .map(
      (item): KubeObject => (isService ? typedAs(SERVICES, item, 'given.read') : (item as never)),
    );
  const shown = items.map((item) => defaultOnRead(item, primary));
  return {
    facts: {
      fields: new PathsFact(shown[0] && specOf(shown[0])),
      unchanged: shown.every((item, index) => item === items[index]),
    },
  };
}
