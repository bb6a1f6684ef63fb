/** An elector of a case before an API server that answers as the case says. */
import { asTime, micros, parseGoDuration, type SimTime } from '#base';
import { type Procedure, type Process, perform } from '#kernel';
import {
  type ApiResource,
  apiVersionOf,
  type ElectionRecord,
  type KubeObject,
  LEASES,
  LeaderElector,
  leaseLock,
  NO_RECORD,
  newConflict,
  newLock,
  type ResourceLock,
  type RestClient,
  type RestResult,
  rawRecord,
  type Status,
} from '#kube';
import { type Question, Unsupported } from './adapter';
import { Fields, textsOf } from './read-fields';
import { Rig } from './rig';
import { statusOfReason } from './status-reasons';
import { durationIn } from './time-facts';

/** Names of fields in which a case gives what an elector is to know and do. */
const INPUTS = [
  ...['identity', 'lock', 'leaseDuration', 'renewDeadline', 'retryPeriod', 'coordinated'],
  ...['observedRecord', 'observedRawRecord', 'observedTime', 'serverScript', 'server'],
] as const;

/** Of components. Source: their defaults. */
const DEFAULTS = { renewDeadline: '9s', retryPeriod: '2s' };

/** One answer of the server, or what it does with a write. */
interface Answered {
  readonly verb: string;
  readonly resource: string;
  readonly result: Fields;
}

/** An object that says nothing of a leader. */
const BARE = /^(?:without|no) \w+/;

/** Requests of a lock, answered one after another. */
class ScriptedServer {
  readonly calls: string[] = [];
  readonly #script: readonly Answered[];
  #next = 0;

  constructor(script: readonly Answered[]) {
    this.#script = script;
  }

  answer(verb: string, of: ApiResource, object: KubeObject): RestResult<KubeObject> {
    const call = `${verb} ${of.resource}`;
    this.calls.push(call);
    const answer = this.#script[this.#next];
    this.#next += 1;
    if (!answer || `${answer.verb} ${answer.resource}` !== call) {
      return refused(newConflict(of, object.metadata.name ?? '', `unexpected call: ${call}`));
    }
    const { result } = answer;
    result.only('error', 'record', 'object', 'ok').said('ok', 'echo of the submitted object');
    if (result.has('object') && !BARE.test(result.text('object'))) {
      throw new Unsupported(`result.object: ${result.text('object')}`);
    }
    if (result.has('error')) return refused(errorOf(result.text('error'), of, object));
    if (result.has('record')) return taken(stored(of, recordIn(result.inside('record')), object));
    return taken(object);
  }
}

const taken = (object: KubeObject): RestResult<KubeObject> => ({
  ok: true,
  code: 200,
  object,
  seq: 0,
});

const refused = (status: Status): RestResult<KubeObject> => ({
  ok: false,
  status,
  transport: undefined,
  seq: 0,
});

function errorOf(reason: string, of: ApiResource, { metadata }: KubeObject): Status {
  const status = statusOfReason(reason, of, metadata.name ?? '');
  if (!status) throw new Unsupported(`result.error: ${reason}`);
  return status;
}

/** What the server has: the record in the form of the resource. */
function stored(of: ApiResource, record: ElectionRecord, { metadata }: KubeObject): KubeObject {
  const bare: KubeObject = { kind: of.kind, apiVersion: apiVersionOf(of), metadata };
  const { holderIdentity, leaseDurationSeconds, leaderTransitions } = record;
  if (of.resource === LEASES.resource) {
    const { strategy, preferredHolder } = record;
    const told = { holderIdentity, leaseDurationSeconds, leaseTransitions: leaderTransitions };
    return { ...bare, spec: { ...told, strategy, preferredHolder } };
  }
  const annotation = { 'control-plane.alpha.kubernetes.io/leader': rawRecord(record) };
  return { ...bare, metadata: { ...metadata, annotations: annotation } };
}

/** Of coordinated elections only. */
export const COORDINATED = ['strategy', 'preferredHolder'] as const;

export function recordIn(fields: Fields): ElectionRecord {
  fields.only('holderIdentity', 'leaseDurationSeconds', 'leaderTransitions', ...COORDINATED);
  return {
    ...NO_RECORD,
    holderIdentity: fields.text('holderIdentity', ''),
    leaseDurationSeconds: fields.count('leaseDurationSeconds', 0),
    leaderTransitions: fields.count('leaderTransitions', 0),
    ...textsOf(fields, ...COORDINATED),
  };
}

const nothing = (name: string, namespace: string): KubeObject => ({
  metadata: { name, namespace },
});

/** Between a request and its answer: the clock of an elector never stands still. */
const MOMENT = micros(1);

/** A client whose requests are answered a moment later. */
export function clientOf(
  process: Process,
  answer: (verb: string, of: ApiResource, object: KubeObject) => RestResult<KubeObject>,
): RestClient {
  const soon = (verb: string) =>
    function* (of: ApiResource, object: KubeObject): Procedure<RestResult<KubeObject>> {
      const result = answer(verb, of, object);
      return yield* perform<RestResult<KubeObject>>((resume) => {
        process.later(MOMENT, () => resume(result));
      });
    };
  const get = soon('get');
  const client: Pick<RestClient, 'get' | 'create' | 'update'> = {
    get: (of, namespace, name) => get(of, nothing(name, namespace)),
    create: soon('create'),
    update: soon('update'),
  };
  return client as RestClient;
}

export class ElectionStand {
  readonly rig: Rig;
  readonly elector: LeaderElector;
  /** What was reported. */
  readonly onNewLeader: string[] = [];
  readonly calls: readonly string[];

  constructor(question: Pick<Question, 'given' | 'switches'>) {
    const { given, switches } = question;
    const inputs = new Fields(given, 'given').only(...INPUTS);
    inputs.flag('coordinated', false);
    this.rig = new Rig({ switches });
    const script = inputs.list('serverScript', []).map(answeredOf);
    const server = new ScriptedServer(script);
    this.calls = server.calls;
    const client = clientOf(this.rig.process, (verb, of, object) =>
      server.answer(verb, of, object),
    );
    this.elector = makeElector(question, this.rig, client, (identity) => {
      this.onNewLeader.push(identity);
    });
    this.#observe(inputs);
  }

  /** What the elector has seen before the case begins. */
  #observe(inputs: Fields): void {
    const { observed } = this.elector;
    if (inputs.has('observedRecord')) observed.record = recordIn(inputs.inside('observedRecord'));
    const words = inputs.text('observedRawRecord', '');
    if (/^serialised .*twice, joined by a comma$/.test(words))
      observed.raw = [observed.record, observed.record];
    else if (/^serialised /.test(words)) observed.raw = [observed.record];
    else if (words !== '' && words !== 'empty')
      throw new Unsupported(`observedRawRecord: ${words}`);
    if (inputs.has('observedTime')) {
      observed.time = timeOf(inputs.text('observedTime'), this.rig.process.ownTime());
    }
  }
}

const RELATIVE = /^now ([+-]) ([\w.]+)$/;

function timeOf(words: string, now: SimTime): SimTime {
  if (words === 'now') return now;
  if (words === 'zero time') return asTime(Number.NEGATIVE_INFINITY);
  const [, sign, text = ''] = RELATIVE.exec(words) ?? [];
  const length = parseGoDuration(text);
  if (length === undefined) throw new Unsupported(`observedTime: ${words}`);
  return asTime(sign === '-' ? now - length : now + length);
}

function answeredOf(value: unknown, index: number): Answered {
  const path = `given.serverScript[${index}]`;
  const step = new Fields(value as never, path).only('verb', 'result');
  const [verb, resource] = step.text('verb').split(' ');
  return { verb, resource: resource ?? '', result: step.inside('result') };
}

/** An elector with the lock and the lengths of the case; nobody has checked them. */
export function makeElector(
  { given, switches }: Pick<Question, 'given' | 'switches'>,
  rig: Rig,
  client: RestClient,
  onNewLeader: (identity: string) => void,
): LeaderElector {
  const inputs = new Fields(given, 'given');
  const parts = { process: rig.process, actor: rig.actor('leader-election'), switches };
  const config = configOf(inputs, onNewLeader);
  const lock = lockOf(inputs, client, switches);
  return new LeaderElector(parts, { ...config, lock });
}

export const configOf = (inputs: Fields, onNewLeader?: (identity: string) => void) => ({
  leaseDuration: durationIn(inputs, 'leaseDuration'),
  renewDeadline: durationIn(inputs, 'renewDeadline', DEFAULTS.renewDeadline),
  retryPeriod: durationIn(inputs, 'retryPeriod', DEFAULTS.retryPeriod),
  callbacks: { onStartedLeading: () => {}, onStoppedLeading: () => {}, onNewLeader },
  releaseOnCancel: inputs.flag('releaseOnCancel', false),
  name: inputs.has('lock') ? inputs.inside('lock').text('name') : '',
});

/** One object of the kind, or as the type of the flag says. */
export function lockOf(
  inputs: Fields,
  client: RestClient,
  switches: Question['switches'],
): ResourceLock {
  const lock = inputs
    .inside('lock')
    .only(...['kind', 'type', 'namespace', 'name', 'primary', 'secondary']);
  textsOf(lock, 'primary', 'secondary');
  const identity = inputs.text('identity');
  const place = { namespace: lock.text('namespace'), name: lock.text('name') };
  const { leaseLockKeepsFailedGet: keepsFailedGet } = switches;
  const parts = { client, identity, ...place, keepsFailedGet };
  if (lock.has('kind')) {
    if (lock.text('kind') !== LEASES.kind) throw new Unsupported('lock.kind: expected Lease');
    return leaseLock(parts);
  }
  const made = newLock(lock.text('type'), parts, switches);
  if (made.ok) return made.value;
  throw new Unsupported(`lock.type: ${made.faults[0].reason}`);
}
