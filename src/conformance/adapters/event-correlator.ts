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

/**
 * Which of the Events, counted from 1, have keys as the first one has. Local keys tell those apart
 * that are combined.
 */
function keys(given: Fields): Answer {
  const all = given.list('events').map((each) => aggregateKeys(eventOf(new Fields(each, 'event'))));
  const [first] = all;
  if (first === undefined) throw new Unsupported('given.events: expected some');
  type Keys = typeof first;
  const pairs = (fits: (keys: Keys) => boolean): Json =>
    all.flatMap((each, index) => (index > 0 && fits(each) ? [[1, index + 1]] : []));
  const alike = ({ aggregateKey }: Keys) => aggregateKey === first.aggregateKey;
  return {
    facts: {
      aggregateKeyEqual: pairs(alike),
      aggregateKeyDifferent: pairs((each) => !alike(each)),
      localKeyEqual: pairs((each) => alike(each) && each.localKey === first.localKey),
      localKeyDifferent: pairs((each) => alike(each) && each.localKey !== first.localKey),
    },
  };
}
