/** Area `event-correlator`: which Events are counted, combined and dropped. */
import { after, asTime, type SimTime, seconds } from '#base';
import {
  aggregateKeys,
  aggregateMessage,
  type CoreEvent,
  type Correlated,
  EventCorrelator,
  spamKey,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { Shown } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields, textsOf } from '../read-fields';
import { durationIn } from '../time-facts';

export const eventCorrelatorAdapter: AreaAdapter = { area: 'event-correlator', calls: { list } };

/** Most Events before the one that is looked at. */
const MOST = 10_000;
/** When the clock of a case begins, ms since 1970 and µs. */
const EPOCH_MS = 1_500_000_000_000;
const CLOCK =
  'every reading of the clock first moves it forward by intervalSeconds; per event the test ' +
  'reads it once, the aggregator once and the spam filter once, so events are 3 intervals apart';
const FED_BACK = 'the returned event is fed back as the stored state';
/** Of Events whose cases leave them out. */
const DEFAULT_KIND = 'Pod';

function list(question: Question): Answer {
  const [step, ...more] = stepsOf(question.when);
  if (step === undefined || more.length > 0) throw new Unsupported('when: expected one step');
  const op = step.text('op');
  if (op === 'correlate') return correlate(question, step);
  const given = new Fields(question.given, 'given');
  step.only('op');
  if (op === 'aggregate message') {
    const event = given.only('event').inside('event').only('reason', 'message');
    textsOf(event, 'reason');
    return { facts: { message: aggregateMessage({ message: event.text('message') }) } };
  }
  if (op === 'aggregate key and local key of each') return keys(given.only('events'));
  throw new Unsupported(`op ${op}`);
}

/** A clock that moves on each time that it is read. */
class ReadClock {
  readonly #interval: number;
  #now = asTime(0);

  constructor(intervalSeconds: number) {
    this.#interval = intervalSeconds;
  }

  read(): SimTime {
    this.#now = after(this.#now, seconds(this.#interval));
    return this.#now;
  }

  wallMs(now: SimTime): number {
    return EPOCH_MS + now / 1_000;
  }
}

/** What a key may be made of; source and object are what the default one has. */
const KEY_PARTS: Readonly<Record<string, (event: CoreEvent) => string>> = {
  'source + object': spamKey,
  reason: ({ reason }) => reason,
  message: ({ message }) => message,
  type: ({ type }) => type,
};
const SPAM_KEY = /^(?:default \()?(source \+ object)((?: \+ \w+)*)\)?$/;

function spamKeyOf(words: string): (event: CoreEvent) => string {
  const [, whole, more = ''] = SPAM_KEY.exec(words) ?? [];
  const names = [whole, ...more.split(' + ').slice(1)];
  const parts = names.map((name = '') => KEY_PARTS[name]);
  if (parts.includes(undefined as never)) throw new Unsupported(`correlator.spamKey: ${words}`);
  return (event) => parts.map((part) => part(event)).join('');
}

function correlate({ given }: Question, step: Fields): Answer {
  const inputs = new Fields(given, 'given').only(
    ...['correlator', 'clock', 'intervalSeconds', 'previousEvents', 'afterEachNotSkipped'],
  );
  inputs.said('clock', CLOCK).said('afterEachNotSkipped', FED_BACK);
  const clock = new ReadClock(inputs.atLeast('intervalSeconds', 0));
  const correlator = correlatorOf(inputs.inside('correlator'), clock);
  const one = (event: CoreEvent): Correlated => {
    clock.read();
    const correlated = correlator.correlate(event);
    if (!correlated.skip) correlator.updateState(correlated.event);
    return correlated;
  };
  for (const event of previousIn(inputs)) one(event);
  const last = one(eventOf(step.only('op', 'event').inside('event')));
  if (last.skip) return { facts: { skip: true, count: null, message: null, fieldPath: null } };
  const { count, message, involvedObject } = last.event;
  return { facts: { skip: false, count, message, fieldPath: involvedObject.fieldPath ?? null } };
}

function correlatorOf(fields: Fields, clock: ReadClock): EventCorrelator {
  fields.only('lru', 'spamBurst', 'spamQps', 'aggregateMaxEvents', 'aggregateInterval', 'spamKey');
  const given = (name: string) => (fields.has(name) ? fields.count(name) : undefined);
  return new EventCorrelator({
    now: () => clock.read(),
    wallMs: (now) => clock.wallMs(now),
    maxEntries: given('lru'),
    maxEvents: given('aggregateMaxEvents'),
    spamBurst: given('spamBurst'),
    spamQps: fields.has('spamQps') ? rateIn(fields) : undefined,
    maxInterval: fields.has('aggregateInterval')
      ? durationIn(fields, 'aggregateInterval')
      : undefined,
    spamKey: fields.has('spamKey') ? spamKeyOf(fields.text('spamKey')) : undefined,
  });
}

/** A number a second, as itself or as `1/300`. */
function rateIn(fields: Fields): number {
  if (typeof fields.value('spamQps') === 'number') return fields.atLeast('spamQps', 0);
  const [, part, whole] = /^([\d.]+) ?\/ ?([\d.]+)$/.exec(fields.text('spamQps')) ?? [];
  const rate = Number(part) / Number(whole);
  if (!Number.isFinite(rate)) throw new Unsupported('correlator.spamQps: expected a rate');
  return rate;
}

const NTH = '<n, from 0>';

/** A list of Events, or so many of one, whose messages may be numbered. */
function previousIn(inputs: Fields): readonly CoreEvent[] {
  if (!inputs.has('previousEvents')) return [];
  if (Array.isArray(inputs.value('previousEvents'))) {
    return inputs.list('previousEvents').map((each) => eventOf(new Fields(each, 'previousEvents')));
  }
  const previous = inputs.inside('previousEvents').only('count', 'template', 'messageOfNth');
  const count = previous.count('count', undefined, MOST);
  if (count === 0 && !previous.has('template')) return [];
  const template = eventOf(previous.inside('template'));
  return Array.from({ length: count }, (_, index) => {
    if (!previous.has('messageOfNth')) return template;
    const message = previous.text('messageOfNth').replace(NTH, String(index));
    return { ...template, message };
  });
}

function eventOf(fields: Fields): CoreEvent {
  fields.only('reason', 'message', 'involvedObject', 'object', 'source', 'type', 'count');
  const about = fields.inside(fields.has('object') ? 'object' : 'involvedObject');
  about.only('kind', 'namespace', 'name', 'uid', 'apiVersion', 'fieldPath');
  const source = fields.has('source')
    ? fields.inside('source').only('component', 'host')
    : undefined;
  return {
    metadata: { name: about.text('name'), namespace: about.text('namespace', '') },
    involvedObject: {
      kind: about.text('kind', DEFAULT_KIND),
      name: about.text('name'),
      apiVersion: about.text('apiVersion', ''),
      ...textsOf(about, 'namespace', 'uid', 'fieldPath'),
    },
    reason: fields.text('reason'),
    message: fields.text('message'),
    source: { component: source?.text('component', ''), host: source?.text('host', '') },
    count: fields.count('count', 1),
    type: fields.text('type', 'Normal'),
  };
}

type Keys = ReturnType<typeof aggregateKeys>;

/** Pairs of Events, counted from 1: of those that a case names, the ones that are so. */
class PairsFact extends Shown {
  readonly #keys: readonly Keys[];
  readonly #fits: (one: Keys, other: Keys) => boolean;

  constructor(keys: readonly Keys[], fits: (one: Keys, other: Keys) => boolean) {
    super();
    this.#keys = keys;
    this.#fits = fits;
  }

  show(want: Json | undefined): Json {
    const named: readonly Json[] = Array.isArray(want) ? want : [];
    return (named.length > 0 ? named : this.#all).filter((pair) => this.#holds(pair));
  }

  get #all(): readonly Json[] {
    return this.#keys.flatMap((_, later) =>
      this.#keys.slice(0, later).map((__, earlier) => [earlier + 1, later + 1]),
    );
  }

  #holds(pair: Json): boolean {
    const [one, other] = Array.isArray(pair) ? pair.map((at) => this.#keys[Number(at) - 1]) : [];
    return one !== undefined && other !== undefined && this.#fits(one, other);
  }
}

/** Local keys tell those Events apart that are combined. */
function keys(given: Fields): Answer {
  const all = given.list('events').map((each) => aggregateKeys(eventOf(new Fields(each, 'event'))));
  if (all.length === 0) throw new Unsupported('given.events: expected some');
  const pairs = (fits: (one: Keys, other: Keys) => boolean) => new PairsFact(all, fits);
  const alike = (one: Keys, other: Keys) => one.aggregateKey === other.aggregateKey;
  const same = (one: Keys, other: Keys) => one.localKey === other.localKey;
  return {
    facts: {
      aggregateKeyEqual: pairs(alike),
      aggregateKeyDifferent: pairs((one, other) => !alike(one, other)),
      localKeyEqual: pairs(same),
      localKeyDifferent: pairs((one, other) => !same(one, other)),
    },
  };
}
