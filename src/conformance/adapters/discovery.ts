/** Area `discovery`: groups and resources of servers that fail as the case says. */
import { formatGoDuration } from '#base';
import { type Procedure, runProcedure } from '#kernel';
import {
  DiscoveryClient,
  type DiscoverySource,
  errorText,
  MemoryDiscovery,
  type RestClient,
  type RestResult,
  transformResponse,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { JsonObject } from '../case';
import { ErrorFact, type Facts } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { DescribedFact, durationIn } from '../time-facts';

export const discoveryAdapter: AreaAdapter = { area: 'discovery', calls: { list } };

type Failed = Extract<RestResult<unknown>, { ok: false }>;
type Source = ReturnType<DiscoverySource['groupsAndMaybeResources']>;

/** Upstream's tests are of a client that asks for plain documents. */
const PROFILE = '1.25';
const EVERYTHING = /^answers (\d{3}) to everything$/;
const FIRST_TIMES = new RegExp(
  '^/apis/([\\w.]+)/(\\w+) ' +
    '(?:answers (\\d{3}) (?:the first (\\d+) times?(?:\\(s\\))?|always)|works);' +
    ' /api, /apis, /api/v1 work$',
);
/** Of an error that does not go away by itself. */
const PERMANENT = 403;
const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2 };
const RESOURCE = { name: 'things', kind: 'Thing', namespaced: true, verbs: ['get'] };

function list({ given, when }: Question): Answer {
  const steps = stepsOf(when);
  const op = steps[0]?.text('op');
  const inputs = new Fields(given, 'given');
  if (inputs.has('groupList') || inputs.has('resources')) return remembered(inputs, steps);
  if (steps.length > 1) throw new Unsupported('when: expected one step');
  steps[0]?.only('op');
  if (op === 'apply discovery defaults') return defaults(inputs.only('config'));
  const client = new DiscoveryClient(clientOf(inputs.only('server').text('server')), PROFILE);
  if (op === 'serverGroups') {
    const got = ended(client.serverGroups());
    const groups = got.ok ? got.value.map(({ name }) => name) : null;
    return { facts: { groups, error: new ErrorFact(got.ok ? undefined : errorText(got)) } };
  }
  if (op !== 'serverPreferredResources') throw new Unsupported(`op ${op}`);
  const { resources, failures, error } = ended(client.preferredResources());
  const lists = new Set(resources.map(({ group, version }) => `${group}/${version}`));
  const partly = (words: string) => words === 'partial discovery failure';
  const failed = failures.length > 0 ? new DescribedFact('partial', partly) : null;
  return { facts: { resources: lists.size, error: error ? errorText(error) : failed } };
}

function defaults(inputs: Fields): Answer {
  const config = inputs.has('config') ? inputs.inside('config') : new Fields({}, 'given.config');
  // No length of time is none of its own.
  const own = durationIn(config.only('timeout'), 'timeout', '0s');
  const wishes = own > 0 ? { timeout: own } : {};
  const { timeout } = new DiscoveryClient(clientOf('answers 404 to everything'), PROFILE, wishes);
  return { facts: { timeout: formatGoDuration(timeout) } };
}

/** What a procedure comes to whose answers are there at once. */
function ended<T>(procedure: Procedure<T>): T {
  const results: T[] = [];
  runProcedure(procedure, (result) => results.push(result));
  const [result] = results;
  if (result === undefined) throw new Unsupported('when: an answer does not come');
  return result;
}

function refusal(code: number): Failed {
  const asked = { method: 'GET', of: undefined, name: '' };
  const status = transformResponse(code, '', asked);
  return { ok: false, status, transport: undefined, seq: 0 };
}

/** A server by the sentence of the case. */
function clientOf(sentence: string): RestClient {
  const everything = EVERYTHING.exec(sentence)?.[1];
  const [, group = '', version = '', code, times] = FIRST_TIMES.exec(sentence) ?? [];
  if (everything === undefined && version === '') {
    throw new Unsupported(`given.server: ${sentence}`);
  }
  const always = code === undefined ? 0 : Number.POSITIVE_INFINITY;
  let left = times === undefined ? always : Number(times);
  const versions = [{ version }];
  const documents: Readonly<Record<string, object>> = {
    '/api': { versions: ['v1'] },
    '/apis': { groups: [{ name: group, versions, preferredVersion: { version } }] },
    '/api/v1': { resources: [RESOURCE] },
    [`/apis/${group}/${version}`]: { resources: [RESOURCE] },
  };
  const answer = (path: string): RestResult<string> => {
    if (everything !== undefined) return refusal(Number(everything));
    const [asked] = path.split('?');
    if (asked === `/apis/${group}/${version}` && left > 0) {
      left -= 1;
      return refusal(Number(code));
    }
    return { ok: true, code: 200, object: JSON.stringify(documents[asked]), seq: 0 };
  };
  // biome-ignore-start lint/correctness/useYield: answers that are there at once.
  const client: Pick<RestClient, 'raw'> = {
    raw: function* (path) {
      return answer(path);
    },
  };
  // biome-ignore-end lint/correctness/useYield: see above.
  return client as RestClient;
}

/** How a group version answers: first, and once it is repaired. */
class GroupOfCase {
  readonly version: string;
  #code: number | undefined;
  readonly #firstCode: number | undefined;

  constructor(version: string, sentence: string) {
    this.version = version;
    const what = /^(permanent error|\d{3})(?: at first, later fine)?$/.exec(sentence)?.[1];
    if (what === undefined && sentence !== 'fine') {
      throw new Unsupported(`given.resources.${version}: ${sentence}`);
    }
    this.#firstCode = what === undefined ? undefined : Number(what) || PERMANENT;
    this.#code = this.#firstCode;
  }

  get failed(): Failed | undefined {
    return this.#code === undefined ? undefined : refusal(this.#code);
  }

  repair(): void {
    this.#code = undefined;
  }

  /** Only what did fail breaks again. */
  breakForGood(): void {
    if (this.#firstCode !== undefined) this.#code = PERMANENT;
  }
}

const SHORT_LIST: JsonObject = { 'astronomy/v8beta1': 'fine' };

class RememberedStand {
  readonly #groups = new Map<string, GroupOfCase>();
  readonly #memory: MemoryDiscovery;
  /** Times that the list of groups still fails. */
  #listFails: number;

  constructor(inputs: Fields) {
    inputs.only('groupList', 'resources');
    const list = inputs.text('groupList', 'works');
    const fails = /^fails (?:(once|twice|\d+ times), then works|always)$/.exec(list);
    if (!fails && list !== 'works') throw new Unsupported(`given.groupList: ${list}`);
    const times = TIMES[fails?.[1] ?? ''] ?? Number.parseInt(fails?.[1] ?? 'always', 10);
    this.#listFails = fails ? times || Number.POSITIVE_INFINITY : 0;
    const given = inputs.has('resources') ? inputs.inside('resources').all : SHORT_LIST;
    for (const [name, sentence] of Object.entries(given)) {
      const [group, version = ''] = name.split('/');
      this.#groups.set(group, new GroupOfCase(version, String(sentence)));
    }
    this.#memory = new MemoryDiscovery(this.#source(), () => {});
  }

  run(step: Fields): Facts {
    const op = step.only('op').text('op');
    const asked = /^(?:get|resources of) (\w+)(?:\/(\w+))?$/.exec(op);
    if (asked) return this.#resources(asked[1], asked[2]);
    if (op === 'fresh') return { expect: this.#memory.fresh };
    if (op === 'serverGroups') return { expectError: !ended(this.#memory.serverGroups()).ok };
    if (op === 'invalidate') this.#memory.invalidate();
    else if (op === 'server is repaired') for (const each of this.#all()) each.repair();
    else if (op === 'server breaks permanently')
      for (const each of this.#all()) each.breakForGood();
    else throw new Unsupported(`op ${op}`);
    return {};
  }

  #all(): Iterable<GroupOfCase> {
    return this.#groups.values();
  }

  #resources(group: string, given: string | undefined): Facts {
    const version = given ?? this.#groups.get(group)?.version;
    if (version === undefined) throw new Unsupported(`no group ${group}`);
    return { expectError: !ended(this.#memory.resourcesOf(group, version)).ok };
  }

  // biome-ignore-start lint/correctness/useYield: answers that are there at once.
  #source(): DiscoverySource {
    const groups = this.#groups;
    const list = (): Failed | undefined => {
      if (this.#listFails === 0) return undefined;
      this.#listFails -= 1;
      return refusal(500);
    };
    return {
      *groupsAndMaybeResources(): Source {
        const failed = list();
        if (failed) return failed;
        const all = [...groups].map(([name, { version }]) => {
          return { name, versions: [version], preferred: version };
        });
        return { ok: true, value: { groups: all, versions: undefined, failures: [] } };
      },
      *resourcesOf(group, version) {
        const failed = groups.get(group)?.failed;
        if (failed) return failed;
        const of = { group, version, resource: 'things', kind: 'Thing', namespaced: true };
        return { ok: true, value: [{ ...of, verbs: [], preferred: true, singular: '' }] };
      },
    };
  }
  // biome-ignore-end lint/correctness/useYield: see above.
}

function remembered(inputs: Fields, steps: readonly Fields[]): Answer {
  const stand = new RememberedStand(inputs);
  return { facts: {}, steps: steps.map((step) => stand.run(step)) };
}
