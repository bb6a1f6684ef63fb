/** The window of events and the store of a watch cache, as cases give them. */
import { asTime, seconds } from '#base';
import { runProcedure } from '#kernel';
import {
  EventWindow,
  type Indexer,
  type KubeObject,
  type StorageFailure,
  suggestedWatchChannelSize,
  WatchCache,
  type WindowBounds,
} from '#kube';
import { type Answer, type Question, Unsupported } from './adapter';
import { pod, podKey, statusOf } from './cacher-stand';
import type { Json } from './case';
import { ErrorFact, type Fact, type Facts, Shown } from './facts';
import { Fields, isCount } from './read-fields';
import { Rig } from './rig';

const MOST_EVENTS = 1_000;
/** For how long events are to be kept, s. Source: eventFreshDuration. */
const FRESH_SECONDS = 75;

interface Tick {
  readonly revision: number;
  readonly at: ReturnType<typeof asTime>;
}

const tick = (revision: number, atSeconds: number): Tick => ({
  revision,
  at: asTime(seconds(atSeconds)),
});

export function channelSize({ given, when }: Question): Answer {
  new Fields(when, 'when').only('op');
  const inputs = new Fields(given, 'given').only('capacity', 'indexExists', 'triggerUsed');
  const [exists, used] = [inputs.flag('indexExists'), inputs.flag('triggerUsed')];
  return { facts: { size: suggestedWatchChannelSize(inputs.count('capacity'), exists, used) } };
}

/** A window that is full, at the time at which its next event would come. */
export function resize({ given, when }: Question): Answer {
  new Fields(when, 'when').only('op');
  const inputs = new Fields(given, 'given').only(
    ...['capacity', 'startIndex', 'eventCount', 'lowerBound', 'upperBound'],
    ...['secondsBetweenEvents', 'freshSeconds'],
  );
  if (inputs.number('freshSeconds') !== FRESH_SECONDS) {
    throw new Unsupported(`given.freshSeconds: it is ${FRESH_SECONDS}`);
  }
  const [start, events] = [inputs.count('startIndex', 0, MOST_EVENTS), inputs.count('eventCount')];
  const capacity = inputs.count('capacity', undefined, MOST_EVENTS);
  if (events > capacity) throw new Unsupported('given.eventCount: more than it can hold');
  const bounds = { lower: inputs.count('lowerBound'), upper: inputs.count('upperBound') };
  const window = new EventWindow<Tick>({ capacity, ...bounds });
  const gap = inputs.atLeast('secondsBetweenEvents', 0);
  // What was there before the first of the events has been dropped by a list.
  for (let index = 0; index < start; index += 1) {
    window.add(tick(index + 1, 0));
    window.replace(index + 1);
  }
  for (let index = 0; index < events; index += 1) window.add(tick(start + index + 1, index * gap));
  window.resize(asTime(seconds(events * gap)));
  const { startIndex, endIndex } = window;
  return { facts: { capacity: window.capacity, startIndex, endIndex } };
}

export function sinceAfterGrowth({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only('capacity', 'replaceAtRV', 'events');
  const capacity = inputs.count('capacity', undefined, MOST_EVENTS);
  const window = new EventWindow<Tick>({ capacity, lower: 1, upper: MOST_EVENTS });
  window.replace(inputs.count('replaceAtRV'));
  for (const value of inputs.list('events')) {
    const event = new Fields(value, 'given.events').only('rv', 't');
    window.add(tick(event.count('rv'), event.atLeast('t', 0)));
  }
  const found = window.since(new Fields(when, 'when').only('since').count('since'));
  return { facts: { errorContains: new TooOld(found.ok) } };
}

/** The refusal of a version from before the window, or nothing. */
class TooOld extends Shown {
  readonly #served: boolean;

  constructor(served: boolean) {
    super();
    this.#served = served;
  }

  show(): Json {
    return this.#served ? null : 'too old resource version';
  }
}

/** A sequence of writes, and of questions for the events since a version. */
export function windowSequence({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only('capacity', 'resizing', 'replace');
  const { process } = new Rig({ switches });
  const capacity = inputs.count('capacity', undefined, MOST_EVENTS);
  const upper = inputs.flag('resizing', true) ? MOST_EVENTS : capacity;
  const cache = new WatchCache({ process, bounds: { capacity, lower: capacity, upper } });
  if (inputs.has('replace')) {
    const list = inputs.inside('replace').only('objects', 'rv');
    cache.replace(list.list('objects').map(elementOf), list.count('rv'));
  }
  const since: Fact[] = [];
  const steps = new Fields(when, 'when').only('sequence').list('sequence');
  steps.forEach((value, index) => {
    const step = new Fields(value, `when.sequence[${index}]`).only('op', 'rv', 'rvs', 'since');
    if (!step.has('op')) since.push(new SinceFact(cache, step.count('since')));
    else for (const rv of revisionsOf(step)) write(cache, step.text('op'), rv);
  });
  return { facts: { since } };
}

const revisionsOf = (step: Fields): readonly number[] =>
  step.has('rvs')
    ? step.list('rvs').map((rv) => new Fields({ rv }, 'rvs').count('rv'))
    : [step.count('rv')];

const WRITES = { add: 'ADDED', update: 'MODIFIED', delete: 'DELETED' } as const;

function write(cache: WatchCache, op: string, revision: number): void {
  if (!(op in WRITES)) throw new Unsupported(`op ${op}: no such step`);
  const type = WRITES[op as keyof typeof WRITES];
  const object = pod('pod', revision);
  const event = { type, key: podKey('pod'), object, revision, etcdSeq: 0 };
  cache.process({ ...event, created: op === 'add', previous: undefined });
}

function elementOf(value: Json) {
  const [[name, revision = null] = [], ...more] = Object.entries(new Fields(value, 'objects').all);
  if (name === undefined || !isCount(revision) || more.length > 0) {
    throw new Unsupported('objects: expected a name and its version');
  }
  return { key: podKey(name), object: pod(name, revision) };
}

/** The events since a version, asked when they are, in the form of the case. */
class SinceFact extends Shown {
  readonly #since: number;
  readonly #found: ReturnType<WatchCache['eventsSince']>;

  constructor(cache: WatchCache, since: number) {
    super();
    this.#since = since;
    this.#found = cache.eventsSince(since);
  }

  show(want: Json | undefined): Json {
    const found = this.#found;
    if (typeof want !== 'object' || want === null || Array.isArray(want)) {
      if (!found.ok) return 'error contains too old resource version';
      return found.events.map(({ type, revision }) => `${type} ${revision}`);
    }
    const of = (
      value: (event: { type: string; revision: number; previous?: KubeObject }) => Json,
    ) => (found.ok ? found.events.map(value) : null);
    const all: Readonly<Record<string, Json>> = {
      since: this.#since,
      error: found.ok ? null : 'too old',
      events: of(({ type, revision }) => [type, revision]),
      eventRVs: of(({ revision }) => revision),
      prevObjects: of(({ previous }) => Number(previous?.metadata.resourceVersion)),
    };
    return Object.fromEntries(Object.keys(want).map((key) => [key, all[key] ?? null]));
  }
}

const BOUNDS: WindowBounds = { capacity: 100, lower: 100, upper: MOST_EVENTS };

/** `l:label` and `f:spec.nodeName`: of a label, and of the one field that a case has. */
const INDEXERS: Readonly<Record<string, Indexer>> = {
  'l:label': ({ metadata }) => [metadata.labels?.label ?? ''],
  'f:spec.nodeName': ({ spec }) => [String((spec as { nodeName?: string })?.nodeName ?? '')],
};

/** Objects that come in while a read waits for them. */
class FreshStand {
  readonly rig: Rig;
  readonly cache: WatchCache;

  constructor({ given, switches }: Question) {
    this.rig = new Rig({ switches });
    const inputs = new Fields(given, 'given').only(
      ...['capacity', 'indexers', 'objectsAddedInBackground', 'currentRV', 'blockTimeoutSeconds'],
    );
    const names = inputs.texts('indexers', []);
    const unknown = names.find((name) => !(name in INDEXERS));
    if (unknown !== undefined) throw new Unsupported(`given.indexers: ${unknown}`);
    const indexers = Object.fromEntries(names.map((name) => [name, INDEXERS[name]]));
    const capacity = inputs.count('capacity', BOUNDS.capacity, MOST_EVENTS);
    const bounds = { ...BOUNDS, capacity };
    this.cache = new WatchCache({ process: this.rig.process, bounds, indexers });
    if (inputs.count('currentRV', 0) !== 0) throw new Unsupported('given.currentRV: expected 0');
    if (inputs.has('blockTimeoutSeconds') && inputs.count('blockTimeoutSeconds') !== 3) {
      throw new Unsupported('given.blockTimeoutSeconds: it is 3');
    }
    const added = inputs.list('objectsAddedInBackground', []).map(addedObject);
    added.forEach((object, index) => {
      this.rig.process.later(seconds(0.1 * (index + 1)), () => this.#add(object));
    });
  }

  #add(object: KubeObject): void {
    const revision = Number(object.metadata.resourceVersion);
    const key = podKey(object.metadata.name ?? '');
    const event = { type: 'ADDED', key, object, revision, etcdSeq: 0 } as const;
    this.cache.process({ ...event, created: true, previous: undefined });
  }
}

function addedObject(value: Json): KubeObject {
  const fields = new Fields(value, 'given.objectsAddedInBackground');
  if (!fields.has('name')) return elementOf(value).object;
  fields.only('name', 'rv', 'node', 'label');
  const object = pod(fields.text('name'), fields.count('rv'));
  const labels = { label: fields.text('label') };
  const metadata = { ...object.metadata, labels };
  return { ...object, metadata, spec: { nodeName: fields.text('node') } };
}

const refusalFact = (failure: StorageFailure): ErrorFact => {
  const status = statusOf(failure);
  const [cause] = status?.details?.causes ?? [];
  const parts = { reason: status?.reason, code: status?.code, cause: cause?.reason };
  return new ErrorFact(status?.message ?? failure.kind, parts);
};

export function freshGet(question: Question): Answer {
  const stand = new FreshStand(question);
  const inputs = ['op', 'resourceVersion', 'key', 'clockAdvanced'];
  const step = new Fields(question.when, 'when').only(...inputs);
  const name = /^prefix\/ns\/([\w-]+)$/.exec(step.text('key'))?.[1];
  if (name === undefined) throw new Unsupported(`when.key: ${step.text('key')}`);
  const revision = step.count('resourceVersion');
  let facts: Facts = {};
  runProcedure(stand.cache.waitUntilFreshAndGet(revision, podKey(name)), (found) => {
    if (!found.ok) facts = { error: refusalFact(found.failure) };
    else {
      const version = found.value?.metadata.resourceVersion;
      const rv = version === undefined ? null : Number(version);
      facts = { error: null, exists: found.value !== undefined, rv };
    }
  });
  stand.rig.advance(seconds(step.atLeast('clockAdvanced', 0, 1)));
  return { facts };
}

export function freshList(question: Question): Answer {
  const stand = new FreshStand(question);
  const inputs = ['op', 'resourceVersion', 'matchValues', 'clockAdvanced'];
  const step = new Fields(question.when, 'when').only(...inputs);
  const values = step.texts('matchValues', []).map((text) => {
    const [index, value = ''] = text.split('=');
    return { index, value };
  });
  const results: Fact[] = [];
  const reading = stand.cache.waitUntilFreshAndList(step.count('resourceVersion'), values);
  let facts: Answer['facts'] = { error: null };
  runProcedure(reading, (found) => {
    results.push(null);
    if (!found.ok) facts = { error: refusalFact(found.failure) };
    else {
      const { elements, revision, indexUsed } = found.value;
      facts = { error: null, count: elements.length, listRV: revision, indexUsed };
    }
  });
  stand.rig.advance(seconds(step.atLeast('clockAdvanced', 0, 1)));
  return { facts: results.length > 0 ? facts : {} };
}
