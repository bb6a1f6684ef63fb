/**
 * A repair loop for a case: over a stored range, Services in etcd, and a REST API for its list and
 * its Events. A run is a run of the loop's machine; three minutes pass between two.
 */
import { asTime, seconds } from '#base';
import type { Procedure } from '#kernel';
import {
  type AllocationError,
  EventRecorder,
  etcdKeyOf,
  type InitialKey,
  immediately,
  NO_ALLOCATION,
  type RangeAllocation,
  RepairLoop,
  type RepairParts,
  type RepairSubject,
  type RestClient,
  RuntimeErrors,
  SERVICES,
  type Switches,
} from '#kube';
import { Unsupported } from './adapter';
import type { Json } from './case';
import { typedAs } from './given-objects';
import { Fields, textsOf } from './read-fields';
import { refusal } from './recorded-client';
import type { CallFault } from './repair-faults';
import { type Rig, storedNamespace } from './rig';

/** Longest run: two polls of 30 s, four tries. */
const RUN_LIMIT = seconds(120);
/** Until the Events of a run are written. */
const REST = seconds(1);
const SECOND_US = 1_000_000;
const CONTROLLER = 'repair-controller';

/** A Service of a case as it is stored, with its namespace. */
export function serviceKeys(namespace: string, name: string, spec: Json): readonly InitialKey[] {
  const metadata = { name, namespace, uid: `uid-${namespace}-${name}` };
  const service = { kind: 'Service', apiVersion: 'v1', metadata, spec };
  const value = typedAs(SERVICES, service, `service ${namespace}/${name}`);
  return [storedNamespace(namespace), { key: etcdKeyOf(SERVICES, namespace, name), value }];
}

/** The Services of a case. */
export function givenServices(given: Fields): readonly InitialKey[] {
  const seen = new Set<string>();
  return given.list('services', []).flatMap((value, index) => {
    const service = new Fields(value, `given.services[${index}]`).only('namespace', 'name', 'spec');
    const [namespace, name] = [service.text('namespace'), service.text('name')];
    const key = `${namespace}/${name}`;
    if (seen.has(key)) throw new Unsupported(`given.services[${index}]: ${key} is there already`);
    seen.add(key);
    return serviceKeys(namespace, name, service.value('spec'));
  });
}

/** A range in memory, to make the data of. */
interface Memory<T> {
  /** @returns why it could not. */
  allocate(item: T): Procedure<AllocationError | undefined>;
  snapshot(object: RangeAllocation): RangeAllocation;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The stored range of a case: with its data, or with the items that are allocated in it. */
export function givenStored<T>(
  given: Fields,
  field: string,
  configured: string,
  read: (range: string, items: readonly Json[]) => { memory: Memory<T>; items: readonly T[] },
): { readonly object: RangeAllocation; readonly items: readonly T[] } | undefined {
  if (!given.has(field)) return undefined;
  const stored = given.inside(field).only('range', 'data', 'resourceVersion', 'allocated');
  textsOf(stored, 'resourceVersion');
  const range = stored.text('range', configured);
  const object = { ...NO_ALLOCATION, range, data: stored.text('data', '') };
  if (!BASE64.test(object.data)) throw new Unsupported(`given.${field}.data: expected base64`);
  if (!stored.has('allocated')) return { object, items: [] };
  if (object.data !== '') throw new Unsupported(`given.${field}: both data and allocated`);
  const { memory, items } = read(range, stored.list('allocated'));
  items.forEach((item, index) => {
    const error = immediately(memory.allocate(item));
    if (error) throw new Unsupported(`given.${field}.allocated[${index}]: ${error.message}`);
  });
  return { object: memory.snapshot(object), items };
}

export interface Told {
  readonly regarding: string;
  readonly type: string;
  readonly reason: string;
  readonly action: string;
  readonly note: string;
}

export interface StandParts<T extends string | number> {
  readonly rig: Rig;
  readonly switches: Switches;
  readonly subject: RepairSubject<T>;
  /** Of the list of Services. */
  readonly listFault: CallFault | undefined;
  /** Where what is told goes. */
  readonly events: Told[];
}

/** One loop. */
export class RepairStand<T extends string | number> {
  readonly #rig: Rig;
  readonly #actor: string;
  readonly #loop: RepairLoop<T>;
  readonly #subject: RepairSubject<T>;
  readonly #events: Told[];
  #started = false;

  constructor({ rig, switches, subject, listFault, events }: StandParts<T>) {
    this.#rig = rig;
    this.#events = events;
    this.#actor = rig.actor(CONTROLLER);
    this.#subject = subject;
    const { process } = rig;
    const client = rig.loopback();
    const parts: RepairParts<T> = {
      process,
      actor: this.#actor,
      client: listing(client, listFault),
      subject,
      switches,
      errors: new RuntimeErrors(process),
      recorder: this.#recorder(client, switches),
      quiet: new Set(),
    };
    this.#loop = new RepairLoop(parts, () => {});
  }

  /** The product's recorder, listened to. */
  #recorder(client: ReturnType<Rig['loopback']>, switches: Switches): RepairParts<T>['recorder'] {
    const { process } = this.#rig;
    const who = { reportingController: CONTROLLER, hostname: process.name };
    const inner = new EventRecorder({ process, actor: this.#actor, client, switches, ...who });
    return {
      startRecordingToSink: () => inner.startRecordingToSink(),
      shutdown: () => inner.shutdown(),
      eventf: (object, words) => {
        const { namespace, name } = object.metadata;
        const { type, reason, action, note } = words;
        const regarding = `${object.kind} ${namespace}/${name}`;
        this.#events.push({ regarding, type, reason, action, note });
        inner.eventf(object, words);
      },
    };
  }

  /** One run, to its end. @returns its error and its log. */
  run(): RunEnd {
    const { sim } = this.#rig;
    const begun = sim.recorder.length;
    if (this.#started) this.#until(() => this.#entered('readingSnapshot', begun) > 0);
    else this.#loop.start();
    this.#started = true;
    this.#until(() => this.#entered('waiting', begun) > 0);
    this.#rig.advance(REST);
    const logs = this.#rig.logsSince(begun, 'error');
    const failed = this.#entered('reportingError', begun) > 0;
    return { logs, error: failed ? logs[logs.length - 1] : undefined };
  }

  /** No run follows, and what was remembered is lost with the process. */
  stop(): void {
    this.#loop.stop();
    this.#rig.advance(REST);
  }

  /** Lengths of the loop's waits of that name, s. */
  waits(name: string): readonly number[] {
    const { table } = this.#rig.sim.recorder;
    const lengths: number[] = [];
    for (let seq = 0; seq < table.length; seq += 1) {
      const timer = table.recordOf(seq, 'timer');
      if (timer?.actor === this.#actor && timer.name === name && timer.phase === 'armed') {
        lengths.push((timer.firesAt - timer.t) / SECOND_US);
      }
    }
    return lengths;
  }

  /** What the process remembers of items that look leaked. */
  get leakCounters(): ReadonlyMap<T, number> {
    return new Map(this.#subject.ranges.flatMap(({ leaks }) => [...leaks]));
  }

  /** How often a state was entered since a record. */
  #entered(state: string, since: number): number {
    const { table } = this.#rig.sim.recorder;
    let count = 0;
    for (let seq = since; seq < table.length; seq += 1) {
      const record = table.recordOf(seq, 'state');
      if (record?.actor === this.#actor && record.to === state) count += 1;
    }
    return count;
  }

  #until(done: () => boolean): void {
    const { sim } = this.#rig;
    const limit = asTime(sim.now + RUN_LIMIT + seconds(180));
    while (!done()) {
      if (sim.advance(limit, 1)) throw new Unsupported('a run that does not end');
    }
  }
}

/** A client that lists, except where the case says that it cannot. */
function listing(
  client: Pick<RestClient, 'list'>,
  fault: CallFault | undefined,
): Pick<RestClient, 'list'> {
  return {
    list: (of, namespace, options) => {
      const status = fault?.next(0);
      return status ? refusal(status) : client.list(of, namespace, options);
    },
  };
}

export interface RunEnd {
  readonly logs: readonly string[];
  readonly error: string | undefined;
}
