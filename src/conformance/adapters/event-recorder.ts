/** Area `event-recorder`: what a recorder writes, and how often it tries. */
import { type SimDuration, seconds } from '#base';
import {
  CoreEventRecorder,
  type KubeObject,
  newNotFound,
  type RestClient,
  type RestResult,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Facts } from '../facts';
import { PathsFact } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields, textsOf } from '../read-fields';
import { Rig } from '../rig';
import { durationIn } from '../time-facts';

export const eventRecorderAdapter: AreaAdapter = { area: 'event-recorder', calls: { list } };

/** Longest wait until everything is written. */
const PATIENCE = seconds(1_000);
const EVENT = { group: '', resource: 'events' };
const FAILS =
  /^fails with (request construction|unexpected object|any other) error while attempts < (\d+)$/;
const CROWD = /^(\d+) different objects and reasons at once$/;
const EACH = /^each event fails (\d+) times, then succeeds$/;
const MOST = 10_000;
const CLOCK = 'fake, +1s before each event';

interface Call {
  readonly verb: 'create' | 'patch';
  readonly event: KubeObject;
}

/** What the API answers to the nth try of an Event, from 1; undefined: it takes it. */
type Answers = (verb: Call['verb'], attempt: number) => RestResult<KubeObject> | undefined;

class Stand {
  readonly calls: Call[] = [];
  readonly rig: Rig;
  readonly recorder: CoreEventRecorder;
  readonly attempts = new Map<string, number>();
  readonly #from: number;
  readonly #stored = new Map<string, KubeObject>();

  constructor({ switches }: Question, component: string, sleep: SimDuration, answers: Answers) {
    this.rig = new Rig({ switches });
    this.#from = this.rig.sim.recorder.table.length;
    const write = (verb: Call['verb'], event: KubeObject): RestResult<KubeObject> => {
      const name = event.metadata.name ?? '';
      const attempt = (this.attempts.get(name) ?? 0) + 1;
      this.attempts.set(name, attempt);
      this.calls.push({ verb, event });
      const refused = answers(verb, attempt);
      if (refused) return refused;
      const metadata = { ...event.metadata, resourceVersion: String(this.calls.length) };
      const object = { ...event, metadata };
      this.#stored.set(name, object);
      return { ok: true, code: 200, object, seq: 0 };
    };
    // biome-ignore-start lint/correctness/useYield: answers that are there at once.
    const client: Pick<RestClient, 'create' | 'patch'> = {
      create: function* (_of, event) {
        return write('create', event);
      },
      patch: (_of, _namespace, name, { patch }) => {
        const stored = this.#stored.get(name) ?? { metadata: { name } };
        return (function* () {
          return write('patch', { ...stored, ...(patch as object) });
        })();
      },
    };
    // biome-ignore-end lint/correctness/useYield: see above.
    const { process } = this.rig;
    const parts = { process, actor: this.rig.actor('events'), component, sleep, logs: true };
    this.recorder = new CoreEventRecorder({ ...parts, client: client as RestClient });
  }

  settle(): void {
    this.rig.advance(PATIENCE);
  }

  lines(level: string, words: string): number {
    const lines = this.rig.logsSince(this.#from, level);
    return lines.filter((line) => line.includes(words)).length;
  }
}

function list(question: Question): Answer {
  const [first] = stepsOf(question.when);
  const op = first?.text('op');
  if (op === 'record one event') return tries(question);
  if (op === 'record the event') return expired(question);
  if (op === 'record all') return crowd(question);
  return events(question);
}

/** Such a case has one step without inputs of its own. */
function oneStep({ when }: Question): void {
  const [first, ...more] = stepsOf(when);
  if (more.length > 0) throw new Unsupported('when: expected one step');
  first.only('op');
}

const NO_SLEEP = 0 as SimDuration;
const taken: Answers = () => undefined;

function events(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('source', 'clock').said('clock', CLOCK);
  const component = inputs.inside('source').only('component').text('component');
  const stand = new Stand(question, component, NO_SLEEP, taken);
  for (const step of stepsOf(question.when)) {
    stand.rig.advance(seconds(1));
    tell(stand, step);
    stand.settle();
  }
  return { facts: { sinkCalls: stand.calls.map(callFact) } };
}

function tell(stand: Stand, step: Fields): void {
  step.only('op', 'object', 'type', 'reason', 'message');
  if (step.text('op') !== 'event') throw new Unsupported(`op ${step.text('op')}`);
  const about = step.inside('object');
  about.only('kind', 'namespace', 'name', 'uid', 'apiVersion', 'fieldPath');
  const type = step.text('type');
  if (type !== 'Normal' && type !== 'Warning') throw new Unsupported(`type: ${type}`);
  const reference = {
    ...textsOf(about, 'namespace', 'uid', 'fieldPath'),
    kind: about.text('kind'),
    name: about.text('name'),
    apiVersion: about.text('apiVersion'),
  };
  stand.recorder.eventf(reference, type, step.text('reason'), step.text('message'));
}

function callFact({ verb, event }: Call): PathsFact {
  const { metadata, involvedObject, reason, message, type, count } = event;
  const { name = '', namespace } = metadata;
  const about = involvedObject as { readonly namespace?: string };
  return new PathsFact({
    ...{ verb, namespace, involvedObject, reason, message, type, count },
    namePrefix: name.slice(0, name.lastIndexOf('.') + 1),
    involvedObjectNamespace: about.namespace ?? '',
  });
}

const SOMETHING = { kind: 'Pod', namespace: 'baz', name: 'foo', uid: 'bar', apiVersion: 'v1' };

const noAnswer = (transport: string, construction: boolean): RestResult<KubeObject> => ({
  ok: false,
  status: undefined,
  transport,
  ...(construction ? { construction: true } : {}),
  seq: 0,
});

function tries(question: Question): Answer {
  oneStep(question);
  const inputs = new Fields(question.given, 'given').only('sink', 'sleepBetween');
  const words = inputs.inside('sink').only('create').text('create');
  const [, what, most] = FAILS.exec(words) ?? [];
  if (what === undefined) throw new Unsupported(`sink.create: ${words}`);
  const failure = noAnswer(what, what === 'request construction');
  const sleep = durationIn(inputs, 'sleepBetween');
  const answers: Answers = (_, attempt) => (attempt < Number(most) ? failure : undefined);
  const stand = new Stand(question, 'eventTest', sleep, answers);
  stand.recorder.eventf(SOMETHING, 'Normal', 'Started', 'a message');
  stand.settle();
  return { facts: { createAttempts: stand.calls.length } };
}

/** An Event that was seen before and is not there any more. */
function expired(question: Question): Answer {
  oneStep(question);
  const inputs = new Fields(question.given, 'given').only('event', 'sink');
  const event = inputs.inside('event').only('count', 'resourceVersion');
  textsOf(event, 'resourceVersion');
  const sink = inputs.inside('sink').only('patch', 'create');
  if (sink.text('patch') !== '404 NotFound' || sink.text('create') !== 'ok') {
    throw new Unsupported('given.sink: expected 404 NotFound and ok');
  }
  const gone: RestResult<KubeObject> = {
    ...{ ok: false, status: newNotFound(EVENT, 'foo'), transport: undefined, seq: 0 },
  };
  const stand = new Stand(question, 'eventTest', NO_SLEEP, (verb) =>
    verb === 'patch' ? gone : undefined,
  );
  let before = 0;
  for (let left = event.count('count', undefined, MOST); left > 0; left -= 1) {
    before = stand.calls.length;
    stand.recorder.eventf(SOMETHING, 'Normal', 'Started', 'a message');
    stand.settle();
  }
  const last = stand.calls.slice(before);
  const created = last.find(({ verb }) => verb === 'create');
  return {
    facts: {
      sinkCalls: last.map(({ verb }) => verb),
      createdEventResourceVersion: created?.event.metadata.resourceVersion ?? '',
    },
  };
}

function crowd(question: Question): Answer {
  oneStep(question);
  const inputs = new Fields(question.given, 'given').only('events', 'sink');
  const count = Number(CROWD.exec(inputs.text('events'))?.[1]);
  const fails = Number(EACH.exec(inputs.text('sink'))?.[1]);
  if (!(count <= MOST) || !(fails <= MOST)) throw new Unsupported('given: expected numbers');
  const failure = noAnswer('some error', false);
  const answers: Answers = (_, attempt) => (attempt <= fails ? failure : undefined);
  const stand = new Stand(question, 'eventTest', NO_SLEEP, answers);
  for (let index = 0; index < count; index += 1) {
    const about = { ...SOMETHING, name: `object-${index}`, uid: String(index) };
    stand.recorder.eventf(about, 'Normal', `reason-${index}`, 'a message');
  }
  stand.settle();
  const attempts = [...new Set(stand.attempts.values())].map(String);
  const facts: Facts = {
    attemptsPerEvent: attempts.length === 1 ? attempts[0] : attempts,
    droppedByRecorder: stand.lines('error', 'too many queued events'),
    droppedByLogger: count - stand.lines('info', 'Event occurred'),
  };
  return { facts };
}
