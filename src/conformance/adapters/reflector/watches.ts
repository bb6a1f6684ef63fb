/** Streams of events: what they bring, how they end, and what is done then. */
import { millis, NO_DURATION, parseGoDuration, type SimDuration } from '#base';
import type { KubeObject } from '#kube';
import { type Answer, type Question, Unsupported } from '../../adapter';
import { isObject, type Json } from '../../case';
import { type Facts, PrefixFact } from '../../facts';
import type { Listed, Stream, Watched } from '../../list-watch-stand';
import { stepsOf } from '../../queue-stand';
import { Fields } from '../../read-fields';
import {
  errorOf,
  kindOf,
  objectOf,
  pod,
  ReflectorStand,
  SteppedClock,
} from '../../reflector-stand';
import { BetweenFact, durationIn, durationOf } from '../../time-facts';

const ONE_LIST: Listed = { resourceVersion: '1', items: [] };
const OPEN: Watched = { serve: () => {} };
const MOST_TRIES = 1_000;

function onlyListAndWatch(when: Json): void {
  const [step, ...more] = stepsOf(when);
  if (more.length > 0 || step?.only('op').text('op') !== 'listAndWatch') {
    throw new Unsupported('when: expected listAndWatch');
  }
}

const errorIn = ({ errors }: ReflectorStand) => errors[0] ?? null;

/** A list, then the events that the steps say, and the end of the stream or of the reflector. */
export function stream(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('expectedKind', 'store', 'list');
  const inside = inputs.has('expectedKind');
  if (inputs.has('store') && inputs.value('store') !== 'records version updates') {
    inputs.list('store');
  }
  const items = Array.isArray(inputs.value('store'))
    ? inputs.list('store').map((each, index) => objectOf(each, `given.store[${index}]`))
    : [];
  const version = inputs.has('list') ? inputs.inside('list').only('rv').text('rv') : '';
  const of = inside ? kindOf(inputs.text('expectedKind')) : undefined;
  const stand = new ReflectorStand(
    question,
    { list: () => ({ resourceVersion: version, items }), watch: () => OPEN },
    { of },
  );
  stand.start();
  for (const step of stepsOf(question.when)) take(stand, step);
  const watchError = stand.reflector.lastWatchError;
  const how = watchError === undefined ? null : new PrefixFact(watchError);
  return {
    facts: {
      error: inside ? how : errorIn(stand),
      store: stand.store.all().map(fieldsOf),
      lastSyncResourceVersion: stand.reflector.lastSyncResourceVersion,
      versionUpdates: stand.versions,
      watchIsStopped: stand.server.streams[0].stopped,
    },
  };
}

const ENDS = ['watch stream closes at once without events', 'stream closes'];
const STOPS = ['stop signalled before any event', 'stop'];
const TYPES = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'];

function take(stand: ReflectorStand, step: Fields): void {
  step.only('op', 'event', 'object', 'rv');
  const current = stand.server.streams.at(-1) as Stream;
  if (step.has('op')) {
    step.only('op');
    const op = step.text('op');
    if (STOPS.includes(op)) stand.stop();
    else if (ENDS.includes(op)) current.close();
    else throw new Unsupported(`when: ${op}`);
  } else {
    const type = step.text('event');
    if (!TYPES.includes(type)) throw new Unsupported(`event ${type}`);
    current.send(type, eventObject(step));
  }
  stand.settle();
}

function eventObject(step: Fields): unknown {
  if (step.has('rv')) return pod('foo', step.text('rv'));
  // An error may be anything.
  if (step.text('event') === 'ERROR' && typeof step.value('object') === 'string') {
    return step.text('object');
  }
  return objectOf(step.value('object'), 'when.object');
}

const fieldsOf = ({ kind, metadata }: KubeObject): Facts => ({
  kind,
  name: metadata.name,
  resourceVersion: metadata.resourceVersion,
});

/** A stream that breaks after an event; the next one has the others. */
export function broken(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('list', 'events', 'streamBreaksAfterRV');
  onlyListAndWatch(question.when);
  const list = inputs.inside('list').only('resourceVersion', 'items');
  const events = inputs.list('events').map((each, at) => objectOf(each, `given.events[${at}]`));
  const breaks = inputs.text('streamBreaksAfterRV');
  const versionOf = ({ metadata }: KubeObject) => metadata.resourceVersion;
  const cut = events.findIndex((event) => versionOf(event) === breaks) + 1;
  const items = list.list('items', []).map((each, at) => objectOf(each, `given.list.items[${at}]`));
  const stand = new ReflectorStand(question, {
    list: () => ({ resourceVersion: list.text('resourceVersion'), items }),
    watch: (number) => ({
      serve: (each) => {
        if (number > 2) return;
        const part = number === 1 ? events.slice(0, cut) : events.slice(cut);
        for (const event of part) each.send('ADDED', event);
        if (number === 1) each.close();
      },
    }),
  });
  stand.start();
  stand.settle();
  return {
    facts: {
      watchResourceVersions: stand.server.watchVersions,
      delivered: stand.delivered.map(({ metadata }) => ({
        name: metadata.name,
        resourceVersion: metadata.resourceVersion,
      })),
      lists: stand.server.lists.length,
    },
  };
}

/** Waits of a test's clock: it is wound on by more and more, up to this. */
const LONGEST_STEP = millis(100);

/** Watches that are refused so often; no list comes between. */
export function refused(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('backoff', 'watchFailures');
  onlyListAndWatch(question.when);
  const waits = inputs.inside('backoff').only('initial', 'max', 'reset', 'factor', 'jitter');
  const failures = inputs.inside('watchFailures').only('error', 'times');
  const times = failures.count('times', undefined, MOST_TRIES);
  const error = errorOf(failures.text('error'));
  const stand = new ReflectorStand(
    question,
    { list: () => ONE_LIST, watch: (number) => (number <= times ? { error } : OPEN) },
    {
      backoff: {
        initial: durationIn(waits, 'initial'),
        max: durationIn(waits, 'max'),
        reset: durationIn(waits, 'reset'),
        factor: waits.atLeast('factor', 0),
        jitter: waits.atLeast('jitter', 0),
      },
    },
  );
  stand.start();
  const clock = new SteppedClock(stand);
  let length = millis(2);
  // What is not tried again ends the list-and-watch.
  const goesOn = () => stand.server.streams.length === 0 && stand.errors.length === 0;
  for (let steps = 0; steps <= 2 * MOST_TRIES && goesOn(); steps += 1) {
    clock.step(length);
    length = Math.min(2 * length, LONGEST_STEP) as SimDuration;
  }
  stand.stop();
  const elapsed = new BetweenFact(clock.passed);
  return { facts: { error: errorIn(stand), lists: stand.server.lists.length, elapsed } };
}

/** Watches that fail each in its own way. */
export function failing(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('watchResults');
  onlyListAndWatch(question.when);
  const results = inputs.texts('watchResults').map(resultOf);
  const stand = new ReflectorStand(question, {
    list: () => ONE_LIST,
    watch: (number) => results[number - 1] ?? OPEN,
  });
  stand.start();
  // The story is over when the list-and-watch is.
  stand.until(() => stand.server.watchVersions.length >= results.length || isOver(stand));
  stand.settle();
  return { facts: { connectionBackoffs: stand.entered('watching.waiting') } };
}

const isOver = (stand: ReflectorStand): boolean => stand.entered('backingOff') > 0;

const RESULTS: readonly (readonly [RegExp, (words: string) => Watched])[] = [
  [/^call error (.+)$/, (code) => ({ error: errorOf(code) })],
  [
    /^stream whose first event is ERROR with an? (\w+) Status$/,
    (code) => ({ serve: (each) => each.send('ERROR', errorOf(code)) }),
  ],
  [/^stream that closes at once()$/, () => ({ serve: (each) => each.close() })],
];

function resultOf(words: string): Watched {
  for (const [form, make] of RESULTS) {
    const found = form.exec(words);
    if (found) return make(found[1]);
  }
  throw new Unsupported(`given.watchResults: ${words}`);
}

const EVERY_WATCH = /^advances the clock ([\w.]+) and yields one ERROR event with (\w+)$/;

interface ExtraAdvance {
  /** Number of the watch, from 1. */
  readonly call: number;
  readonly length: SimDuration;
}

/** A number and a length of time, in words or by themselves: what goes by in one of the watches. */
function extraOf(value: Json): ExtraAdvance {
  const parts = isObject(value) ? Object.values(value) : String(value).split(/[\s,;:]+/);
  const lengths = parts.flatMap((part) => parseGoDuration(String(part)) ?? []);
  const calls = parts.flatMap((part) => /^(\d+)(?:st|nd|rd|th)?$/.exec(String(part))?.[1] ?? []);
  if (lengths.length !== 1 || calls.length !== 1) {
    throw new Unsupported('given.extraAdvance: expected a watch and a length of time');
  }
  return { call: Number(calls[0]), length: lengths[0] };
}

/** Watches that end with an internal error each, as long as they are opened again. */
export function internalErrors(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only(
    ...['maxInternalErrorRetryDuration', 'everyWatch', 'extraAdvance'],
  );
  onlyListAndWatch(question.when);
  const extra = inputs.has('extraAdvance') ? extraOf(inputs.value('extraAdvance')) : undefined;
  const [, words, reason] = EVERY_WATCH.exec(inputs.text('everyWatch')) ?? [];
  if (words === undefined) throw new Unsupported('given.everyWatch: no such sentence');
  const each = durationOf(words, 'given.everyWatch');
  const error = errorOf(reason);
  const watch = (number: number): Watched => ({
    after: (each + (number === extra?.call ? extra.length : NO_DURATION)) as SimDuration,
    serve: (stream) => stream.send('ERROR', error),
  });
  const stand = new ReflectorStand(
    question,
    { list: () => ONE_LIST, watch },
    {
      maxInternalErrorRetryDuration: durationIn(inputs, 'maxInternalErrorRetryDuration', '0s'),
    },
  );
  stand.start();
  const { server } = stand;
  stand.until(() => stand.entered('backingOff') > 0 || server.streams.length > MOST_TRIES);
  return { facts: { extraWatchCalls: server.watchVersions.length - 1 } };
}

const FAILS_AT = /^(?:succeeds (once|twice|\d+ times), )?the (\d+)(?:st|nd|rd|th) call fails$/;

/** The number of the call that fails, from 1. */
function failsAt(words: string): number {
  const [, successes, nth] = FAILS_AT.exec(words) ?? [];
  const before = { once: 1, twice: 2 }[successes ?? ''] ?? Number.parseInt(successes ?? '', 10);
  const fails = Number(nth);
  if (Number.isNaN(fails) || (successes !== undefined && before + 1 !== fails)) {
    throw new Unsupported('given.storeResync: no such sentence');
  }
  return fails;
}

/** A store that cannot tell of everything again: the list-and-watch ends. */
export function resync(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('resyncPeriod', 'storeResync');
  onlyListAndWatch(question.when);
  const fails = failsAt(inputs.text('storeResync'));
  let calls = 0;
  const stand = new ReflectorStand(
    question,
    { list: () => ONE_LIST, watch: () => OPEN },
    {
      resyncPeriod: durationIn(inputs, 'resyncPeriod'),
      resync: () => {
        calls += 1;
        return calls === fails ? 'the store cannot resync' : undefined;
      },
    },
  );
  stand.start();
  stand.until(() => isOver(stand));
  return { facts: { error: errorIn(stand), resyncCalls: calls } };
}
