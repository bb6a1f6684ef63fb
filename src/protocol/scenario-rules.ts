/**
 * Rules between the fields of a scenario. They read the document as it was written, whatever is
 * wrong with it elsewhere, and pass over what has the wrong form: the schema has said so already.
 */
import { parseGoDuration } from '#base';
import { askRules } from './ask';
import { EXPECTATION_COMPARISONS, EXPECTATION_SUBJECTS, EXPECTATION_TIMES } from './expectation';
import { type FieldFault, type FieldPath, isMapping, valueAt } from './fault-path';
import {
  API_VERBS,
  narrationSteps,
  PROCESS_VERBS,
  STEP_FIELDS,
  type StepSchemas,
} from './step-schema';
import { FAULTS_MAX } from './untrusted';
import { eitherOf, quote, suggestion } from './wording';

type Mapping = Readonly<Record<string, unknown>>;

/** Names in the trace that are no API server's. Members of the store are `etcd-a` and so on. */
const RESERVED_NAME = /^(etcd(-[a-z0-9]+)?|scenario|simulation|kubectl)$/;
/** The store's process. */
const STORE = 'etcd';
/** The process that sends what the timeline's API verbs ask for. */
const CLIENT = 'kubectl';

/** The mappings of the list at `path`, with their paths. */
function mappingsAt(document: unknown, path: FieldPath): { at: FieldPath; item: Mapping }[] {
  const list = valueAt(document, path);
  if (!Array.isArray(list)) return [];
  return list.flatMap((item, index) => (isMapping(item) ? [{ at: [...path, index], item }] : []));
}

function given(item: Mapping, fields: readonly string[]): string[] {
  return fields.filter((field) => Object.hasOwn(item, field) && item[field] !== undefined);
}

/** Lists of processes that a document has. */
const SERVERS = 'apiServers';
const COMPONENTS = ['controllerManagers', 'schedulers'];

/** Names of a list's processes that have a usable one. */
function namesIn(document: unknown, lists: readonly string[]): string[] {
  return lists.flatMap((list) =>
    mappingsAt(document, ['spec', list]).flatMap(({ item }) =>
      typeof item.name === 'string' ? [item.name] : [],
    ),
  );
}

function apiServerRules(document: unknown): FieldFault[] {
  return mappingsAt(document, ['spec', SERVERS]).flatMap(({ at, item }) => {
    if (item.flags === undefined || item.manifest === undefined) return [];
    return [{ at, reason: 'has both flags and manifest; give one of them' }];
  });
}

/** Every process has a name of its own. */
function nameRules(document: unknown): FieldFault[] {
  const faults: FieldFault[] = [];
  const firstUse = new Map<string, string>();
  for (const list of [SERVERS, ...COMPONENTS]) {
    mappingsAt(document, ['spec', list]).forEach(({ at, item }, index) => {
      const { name } = item;
      if (typeof name !== 'string') return;
      const place = [...at, 'name'];
      if (RESERVED_NAME.test(name)) {
        faults.push({ at: place, reason: `${quote(name)} is the name of something else` });
      }
      const first = firstUse.get(name);
      if (first === undefined) firstUse.set(name, `spec.${list}[${index}]`);
      else faults.push({ at: place, reason: `${quote(name)} is already the name of ${first}` });
    });
  }
  return faults;
}

/** A component is a client of an API server that there is. */
function componentRules(document: unknown): FieldFault[] {
  const servers = namesIn(document, [SERVERS]);
  return COMPONENTS.flatMap((list) =>
    mappingsAt(document, ['spec', list]).flatMap(({ at, item }) => {
      if (item.server !== undefined) return processFault([...at, 'server'], item.server, servers);
      if (servers.length > 0) return [];
      return [{ at, reason: 'needs an API server, and spec.apiServers has none' }];
    }),
  );
}

/** Most process names that a message lists. */
const LISTED_MAX = 10;

/** The fault of naming a process that does not exist, or none. */
function processFault(at: FieldPath, name: unknown, known: readonly string[]): FieldFault[] {
  if (typeof name !== 'string' || known.includes(name)) return [];
  const hint = suggestion(name, known);
  const listed = known.slice(0, LISTED_MAX).join(', ');
  const there = known.length === 0 ? 'there is none' : `there are ${listed}`;
  return [
    { at, reason: `no process is called ${quote(name)}${hint === '' ? `; ${there}` : hint}` },
  ];
}

interface KnownNames {
  readonly servers: readonly string[];
  readonly components: readonly string[];
}

/**
 * Process names in a step must be those of processes; what kind of process a verb takes is its own
 * rule.
 */
function processRules(at: FieldPath, step: Mapping, known: KnownNames): FieldFault[] {
  const { servers } = known;
  const processes = [...servers, ...known.components, STORE];
  const faults = PROCESS_VERBS.flatMap((verb) =>
    processFault([...at, verb], step[verb], processes),
  );
  for (const verb of ['partition', 'delay']) {
    for (const side of ['between', 'and']) {
      const names = valueAt(step, [verb, side]);
      if (!Array.isArray(names)) continue;
      names.forEach((name, index) => {
        faults.push(...processFault([...at, verb, side, index], name, [...processes, CLIENT]));
      });
    }
  }
  for (const verb of ['hook', 'clock']) {
    const names = verb === 'hook' ? servers : processes;
    faults.push(...processFault([...at, verb, 'process'], valueAt(step, [verb, 'process']), names));
  }
  faults.push(...processFault([...at, 'server'], step.server, servers));
  return faults;
}

function verbRules(at: FieldPath, step: Mapping, steps: StepSchemas | undefined): FieldFault[] {
  const notVerbs: readonly string[] = STEP_FIELDS;
  const verbs = Object.keys(step).filter((key) => !notVerbs.includes(key));
  if (verbs.length === 0) {
    const known = [...(steps ?? []), ...narrationSteps()].map(({ verb }) => verb);
    return [{ at, reason: `has no verb; expected one of ${known.join(', ')}` }];
  }
  if (verbs.length > 1) {
    const found = verbs.map((verb) => quote(verb)).join(' and ');
    return [{ at, reason: `a step has exactly one verb, found ${found}; write a step for each` }];
  }
  const [verb] = verbs;
  const faults: FieldFault[] = [];
  const modelled = [...(steps ?? []), ...narrationSteps()].find((step) => step.verb === verb);
  if (step.for !== undefined && modelled?.undoable === false) {
    faults.push({ at: [...at, 'for'], reason: `${verb} cannot be undone, so it has no "for"` });
  }
  if (!API_VERBS.includes(verb)) {
    for (const field of given(step, ['server', 'user'])) {
      const reason = `${verb} does not go through an API server, so it has no "${field}"`;
      faults.push({ at: [...at, field], reason });
    }
  }
  return faults;
}

/** Says that exactly one of `fields` must be there, unless it is so. */
function exactlyOne(at: FieldPath, item: Mapping, fields: readonly string[]): FieldFault[] {
  const found = given(item, fields);
  if (found.length === 1) return [];
  const what = `exactly one of ${eitherOf(fields)}`;
  return [{ at, reason: `needs ${what}, found ${found.length === 0 ? 'none' : found.join(', ')}` }];
}

/** Says that `fields` mean nothing without `owner`, for each that is there. */
function onlyWith(
  at: FieldPath,
  item: Mapping,
  fields: readonly string[],
  owner: string,
): FieldFault[] {
  return given(item, fields).map((field) => ({
    at: [...at, field],
    reason: `has a meaning only with ${owner}`,
  }));
}

/** @param components who can hold a lease. */
function expectationRules(
  at: FieldPath,
  item: Mapping,
  components: readonly string[],
): FieldFault[] {
  const faults = exactlyOne(at, item, EXPECTATION_SUBJECTS);
  faults.push(
    ...processFault([...at, 'leader', 'is'], valueAt(item, ['leader', 'is']), components),
  );
  const timed = given(item, ['object', 'event', 'log', 'leader']).length > 0;
  if (timed) faults.push(...exactlyOne(at, item, EXPECTATION_TIMES));
  else faults.push(...onlyWith(at, item, EXPECTATION_TIMES, 'object, event, log or leader'));
  if (item.invariant === undefined) faults.push(...onlyWith(at, item, ['broken'], 'invariant'));
  if (item.object !== undefined) faults.push(...exactlyOne(at, item, EXPECTATION_COMPARISONS));
  else faults.push(...onlyWith(at, item, [...EXPECTATION_COMPARISONS, 'jsonPath'], 'object'));
  if (given(item, ['always', 'never']).length === 0) {
    faults.push(...onlyWith(at, item, ['from', 'until'], 'always or never'));
  }
  const from = parseGoDuration(String(item.from));
  const until = parseGoDuration(String(item.until));
  if (from !== undefined && until !== undefined && from > until) {
    const reason = `is after until (${quote(String(item.until))})`;
    faults.push({ at: [...at, 'from'], reason });
  }
  return faults;
}

function etcdDataRules(document: unknown): FieldFault[] {
  const seen = new Set<unknown>();
  return mappingsAt(document, ['spec', 'etcdData']).flatMap(({ at, item }) => {
    const again = seen.has(item.key);
    seen.add(item.key);
    if (!again || typeof item.key !== 'string') return [];
    return [{ at: [...at, 'key'], reason: `${quote(item.key)} is given twice` }];
  });
}

/** What an object before the start must have to be stored under a key. */
function objectRules(document: unknown): FieldFault[] {
  return mappingsAt(document, ['spec', 'objects']).flatMap(({ at, item }) =>
    [['apiVersion'], ['kind'], ['metadata', 'name']].flatMap((path) => {
      const found = valueAt(item, path);
      if (typeof found === 'string' && found !== '') return [];
      return [{ at: [...at, ...path], reason: 'is missing; every stored object has one' }];
    }),
  );
}

function timelineRules(document: unknown, steps: StepSchemas | undefined): FieldFault[] {
  const known = {
    servers: namesIn(document, [SERVERS]),
    components: namesIn(document, COMPONENTS),
  };
  const expected = mappingsAt(document, ['spec', 'expect']).flatMap(({ item }) =>
    typeof item.name === 'string' ? [item.name] : [],
  );
  const faults: FieldFault[] = [];
  for (const { at, item } of mappingsAt(document, ['spec', 'timeline'])) {
    // Enough is known to refuse it; a hostile timeline is not read to its end.
    if (faults.length > FAULTS_MAX) break;
    faults.push(...verbRules(at, item, steps), ...processRules(at, item, known));
    faults.push(...askRules([...at, 'ask'], item.ask, expected));
  }
  return faults;
}

/** Every broken rule between fields. `steps` as in `scenarioSchema`. */
export function ruleFaults(document: unknown, steps: StepSchemas | undefined): FieldFault[] {
  return [
    ...apiServerRules(document),
    ...nameRules(document),
    ...componentRules(document),
    ...objectRules(document),
    ...etcdDataRules(document),
    ...timelineRules(document, steps),
    ...mappingsAt(document, ['spec', 'expect']).flatMap(({ at, item }) =>
      expectationRules(at, item, namesIn(document, COMPONENTS)),
    ),
  ];
}
