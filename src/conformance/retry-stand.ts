/** A client whose answers a case has written down, one for each time that it sends a request. */
import { NO_DURATION, type SimDuration, type SimTime, seconds } from '#base';
import type { Call, CallSpec, Procedure, Process, Reply } from '#kernel';
import {
  type KubeObject,
  PODS,
  RequestContext,
  type RestResult,
  RpcRestClient,
  type Switches,
  type Transport,
  URLBackoff,
} from '#kube';
import { Unsupported } from './adapter';
import { Rig } from './rig';

/** What the server returns to one request: an answer, an error, or the end of the caller's wait. */
export type Returned =
  | { readonly code: number; readonly retryAfter: string | undefined }
  | { readonly error: string }
  | 'cancelled';

const METADATA = { name: 'foo', namespace: 'default' };
/** How long a lost call waits for its caller to go. */
const MOMENT = seconds(1);

/** Answers each call with what comes next. */
class ScriptedTransport implements Transport {
  readonly #process: Process;
  readonly #script: (attempt: number) => Returned | undefined;
  readonly #cancel: () => void;
  readonly bodies: unknown[] = [];
  readonly sentAt: SimTime[] = [];
  /** Answers whose body has been read to its end, or left. */
  closed = 0;

  constructor(
    process: Process,
    script: (attempt: number) => Returned | undefined,
    cancel: () => void,
  ) {
    this.#process = process;
    this.#script = script;
    this.#cancel = cancel;
  }

  call(spec: CallSpec, onReply: (reply: Reply) => void): Call {
    this.bodies.push(spec.body);
    const { sim } = this.#process;
    this.sentAt.push(sim.now);
    const returned = this.#script(this.bodies.length);
    if (returned === undefined) {
      throw new Unsupported(`given: no answer to attempt ${this.bodies.length}`);
    }
    const fail = (reason: string) => onReply({ ok: false, reason, seq: 0 });
    if (returned === 'cancelled') this.#process.later(MOMENT, this.#cancel);
    else this.#process.later(NO_DURATION, () => this.#return(spec, returned, onReply));
    const cancel = () => {
      this.closed += 1;
    };
    return { id: sim.nextId(), requestSeq: 0, cancel, abort: fail };
  }

  #return(
    { onPiece }: CallSpec,
    returned: Exclude<Returned, 'cancelled'>,
    onReply: (reply: Reply) => void,
  ): void {
    if ('error' in returned) {
      onReply({ ok: false, reason: returned.error, seq: 0 });
      return;
    }
    const { code, retryAfter } = returned;
    // A stream stays open until somebody stops it.
    if (!onPiece || code !== 200) this.closed += 1;
    const headers = retryAfter === undefined ? undefined : { 'Retry-After': retryAfter };
    onReply({ ok: true, code, body: { metadata: METADATA }, seq: 0, headers });
  }

  close(): void {}
}

/** Counts how often it is asked before a request. */
export class CountedBackoff extends URLBackoff {
  sleeps = 0;

  override calculate(url: string): SimDuration {
    this.sleeps += 1;
    return super.calculate(url);
  }
}

export interface RetryStandOptions {
  readonly switches: Switches;
  readonly script: (attempt: number) => Returned | undefined;
  readonly maxRetries: number | undefined;
  readonly backoff?: { readonly initial: SimDuration; readonly max: SimDuration };
}

export class RetryStand {
  readonly #rig: Rig;
  readonly #client: RpcRestClient;
  readonly #transport: ScriptedTransport;
  readonly backoff: CountedBackoff;

  constructor({ switches, script, maxRetries, backoff }: RetryStandOptions) {
    this.#rig = new Rig({ switches });
    const { process, sim } = this.#rig;
    const context = new RequestContext();
    this.#transport = new ScriptedTransport(process, script, () => context.cancel());
    const lengths = backoff ?? { initial: NO_DURATION, max: NO_DURATION };
    this.backoff = new CountedBackoff({ now: () => sim.now, ...lengths });
    const names = { server: process.name, user: 'tester', userAgent: 'tester' };
    this.#client = new RpcRestClient(
      {
        ...{ process, actor: this.#rig.actor('client'), context },
        ...names,
        ...(maxRetries === undefined ? {} : { maxRetries }),
        backoff: () => this.backoff,
      },
      this.#transport,
    );
  }

  do(): RestResult<unknown> {
    return this.#perform(this.#client.get(PODS, METADATA.namespace, METADATA.name));
  }

  stream(): RestResult<unknown> {
    const target = { ...METADATA, verb: 'get', subresource: '', query: {}, raw: true } as const;
    return this.#perform(this.#client.getPath(PODS, target));
  }

  create(object: KubeObject): RestResult<unknown> {
    return this.#perform(this.#client.create(PODS, object));
  }

  update(object: KubeObject): RestResult<unknown> {
    return this.#perform(this.#client.update(PODS, object));
  }

  delete(): RestResult<unknown> {
    return this.#perform(this.#client.delete(PODS, METADATA.namespace, METADATA.name));
  }

  /** Opens a watch and leaves it. `ended`: it brought nothing. */
  watch(): { readonly result: RestResult<unknown>; readonly ended: boolean } {
    const heard: string[] = [];
    const events = { onEvent: () => {}, onEnd: (reason: string) => heard.push(reason) };
    const result = this.#perform(this.#client.watch(PODS, METADATA.namespace, events));
    this.#rig.advance(MOMENT);
    if (result.ok) result.object.stop();
    return { result, ended: heard.length > 0 };
  }

  get attempts(): number {
    return this.#transport.bodies.length;
  }

  get bodies(): readonly unknown[] {
    return this.#transport.bodies;
  }

  get sentAt(): readonly SimTime[] {
    return this.#transport.sentAt;
  }

  get closed(): number {
    return this.#transport.closed;
  }

  get now(): SimTime {
    return this.#rig.sim.now;
  }

  /** Retries as the trace tells of them: with each the body is sent from its beginning. */
  get rewinds(): number {
    const { recorder } = this.#rig.sim;
    const all = Array.from({ length: recorder.length }, (_, seq) => recorder.table.record(seq));
    return all.filter((each) => each.kind === 'decision' && each.outcome === 'retry').length;
  }

  #perform<T>(procedure: Procedure<T>): T {
    return this.#rig.perform(procedure);
  }
}
