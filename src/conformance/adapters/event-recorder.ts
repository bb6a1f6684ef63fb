/** Area `event-recorder`: what a recorder writes, and how often it tries. */
import { type SimDuration, seconds } from '#base';
import { CoreEventRecorder, type KubeObject, type RestClient, type RestResult } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Facts } from '../facts';
import { PathsFact } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields, textsOf } from '../read-fields';
import { Rig } from '../rig';
import { statusOfReason } from '../status-reasons';
import { durationIn } from '../time-facts';

export const eventRecorderAdapter: AreaAdapter = { area: 'event-recorder', calls: { list } };

/** Longest wait until everything is written. */
const PATIENCE = seconds(1_000);
const FAILS = /^fails with (?:an? )?([\w ]+?)(?: error)? while attempts < (\d+)$/;
/** Kinds of errors in the words of cases. */
const CONSTRUCTION = /^(?:request )?construction$/;
const STATUS = /\bstatus$|^StatusError$/i;
const OTHER = /^(?:unexpected object|any other|another|other|random|network)$/;
const REFUSED = /^(\d+) (\w+)$/;
const CROWD = /^(\d+) different objects and reasons at once$/;
const EACH = /^each event fails (\d+) times?, then succeeds$/;
const EVENT = { group: '', resource: 'events' };
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
  const failure = failureOf(what);
  const sleep = durationIn(inputs, 'sleepBetween', '0s');
  const answers: Answers = (_, attempt) => (attempt < Number(most) ? failure : undefined);
  const stand = new Stand(question, 'eventTest', sleep, answers);
  stand.recorder.eventf(SOMETHING, 'Normal', 'Started', 'a message');
  stand.settle();
  return { facts: { createAttempts: stand.calls.length } };
}

function failureOf(what: string): RestResult<KubeObject> {
  if (CONSTRUCTION.test(what)) return noAnswer(what, true);
  if (STATUS.test(what)) return refusal('InternalError');
  if (OTHER.test(what)) return noAnswer(what, false);
  throw new Unsupported(`sink.create: ${what} error`);
}

function refusal(reason: string): RestResult<KubeObject> {
  const status = statusOfReason(reason, EVENT, 'foo');
  if (!status) throw new Unsupported(`given.sink: ${reason}`);
  return { ok: false, status, transport: undefined, seq: 0 };
}

/** `ok`, or `404 NotFound`. */
function answerIn(sink: Fields, verb: Call['verb']): RestResult<KubeObject> | undefined {
  const words = sink.text(verb, 'ok');
  if (words === 'ok') return undefined;
  const [, code, reason = ''] = REFUSED.exec(words) ?? [];
  const refused = refusal(reason);
  if (refused.ok || String(refused.status?.code) !== code) {
    throw new Unsupported(`sink.${verb}: ${words}`);
  }
  return refused;
}

/** An Event that was seen before, and what comes of the next one. */
function expired(question: Question): Answer {
  oneStep(question);
  const inputs = new Fields(question.given, 'given').only('event', 'sink');
  const event = inputs.inside('event').only('count', 'resourceVersion');
  textsOf(event, 'resourceVersion');
  const sink = inputs.inside('sink').only('patch', 'create');
  const answers = { patch: answerIn(sink, 'patch'), create: answerIn(sink, 'create') };
  let last = false;
  const stand = new Stand(question, 'eventTest', NO_SLEEP, (verb) =>
    last ? answers[verb] : undefined,
  );
  let before = 0;
  for (let left = event.count('count', undefined, MOST); left > 0; left -= 1) {
    before = stand.calls.length;
    last = left === 1;
    stand.recorder.eventf(SOMETHING, 'Normal', 'Started', 'a message');
    stand.settle();
  }
  const calls = stand.calls.slice(before);
  const created = calls.find(({ verb }) => verb === 'create');
  return {
    facts: {
      sinkCalls: calls.map(({ verb }) => verb),
      createdEventResourceVersion: created ? (created.event.metadata.resourceVersion ?? '') : null,
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
