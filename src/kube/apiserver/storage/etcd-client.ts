/**
 * One etcd client of an API server. Calls that only read, and those for leases, are sent again
 * while etcd cannot be reached or has no leader, as the client's retry interceptor does; a write
 * is never sent twice. Errors read as the Go client prints them.
 *
 * Upstream    etcd v3.5 client/v3 (client.go toErr, retry.go, retry_interceptor.go), kubernetes
 *             v1.27 staging/src/k8s.io/apiserver/pkg/storage/storagebackend/factory/etcd3.go
 * Acts as     etcd-client
 * Simplified  the wait between attempts has no jitter. While the channel is failing, attempts
 *             pass without a record.
 */
import { micros, millis, type SimDuration, seconds } from '#base';
import { type CallFields, type DialOptions, type Procedure, type Process, perform } from '#kernel';
import type { Seq } from '#trace';
import {
  type CompactRequest,
  ETCD_ERROR,
  type EtcdError,
  type EtcdVerb,
  type LeaseGrantRequest,
  type LeaseGrantResponse,
  type LeaseRequest,
  type LeaseTtlResponse,
  type ProgressRequest,
  type RangeRequest,
  type RangeResponse,
  type RevisionResponse,
  type StatusResponse,
  type TxnRequest,
  type TxnResponse,
  type WatchRequest,
} from '../../etcd/api';
import { type EtcdWatchListener, openEtcdWatch } from './etcd-watch';
import { DEADLINE_EXCEEDED, GrpcChannel, isUnavailable } from './grpc-channel';

/**
 * Source: storagebackend/factory/etcd3.go dialTimeout, keepaliveTime, keepaliveTimeout. grpc-go
 * asks only while a stream is open, and gives the socket that same timeout (TCP_USER_TIMEOUT).
 */
const KEEPALIVE_TIMEOUT = seconds(10);
const DIAL: DialOptions = {
  dialTimeout: seconds(20),
  keepaliveIdle: seconds(30),
  keepaliveTimeout: KEEPALIVE_TIMEOUT,
  keepaliveOnlyInCalls: true,
  userTimeout: KEEPALIVE_TIMEOUT,
};
/** How often a repeatable call is tried. Source: client/v3/options.go defaultUnaryMaxRetries. */
const MAX_ATTEMPTS = 100;
/** Wait between two attempts. Source: client/v3/options.go defaultBackoffWaitBetween. */
const ATTEMPT_WAIT = millis(25);

/** An answer, or the error as the Go client prints it. `seq` is the response record. */
export type EtcdReply<T> =
  | { readonly ok: true; readonly body: T; readonly seq: Seq }
  | { readonly ok: false; readonly error: string; readonly seq: Seq };

export interface EtcdClientOptions {
  /** Name of the etcd process. */
  readonly server: string;
  /** Writes the request records. */
  readonly actor: string;
  /** Deadline of each call but watches; absent for none. */
  readonly callTimeout?: SimDuration;
}

interface EtcdCall {
  readonly fields: CallFields;
  readonly body: unknown;
  /** May be sent again when etcd could not be reached. */
  readonly repeatable: boolean;
}

type Resume = (reply: EtcdReply<unknown>) => void;

/** A call on its way through its attempts. */
interface Trial extends EtcdCall {
  /** When its context ends, µs; Infinity for never. */
  readonly deadline: number;
  readonly resume: Resume;
  /** Attempts left. */
  left: number;
}

export class EtcdClient {
  readonly #process: Process;
  readonly #options: EtcdClientOptions;
  readonly #channel: GrpcChannel;
  #closed = false;

  constructor(process: Process, options: EtcdClientOptions) {
    const { server, actor } = options;
    this.#process = process;
    this.#options = options;
    this.#channel = new GrpcChannel(process, { server, actor, dial: DIAL });
  }

  /** Name of the etcd process. */
  get endpoint(): string {
    return this.#options.server;
  }

  range(body: RangeRequest): Procedure<EtcdReply<RangeResponse>> {
    const { key, revision = 0, limit = 0, countOnly = false } = body;
    const query: string[] = [];
    if (revision > 0) query.push(`revision=${revision}`);
    if (limit > 0) query.push(`limit=${limit}`);
    if (countOnly) query.push('countOnly');
    const fields = fieldsOf('range', 'kv', key, query.join('&'));
    return this.#perform({ fields, body, repeatable: true });
  }

  /** Its records are named after the first operation of the successful branch. */
  txn(body: TxnRequest): Procedure<EtcdReply<TxnResponse>> {
    const first = body.success[0] ?? body.failure[0];
    const fields = fieldsOf('txn', 'kv', first?.key ?? '', first?.kind ?? '');
    return this.#perform({ fields, body, repeatable: false });
  }

  grant(body: LeaseGrantRequest): Procedure<EtcdReply<LeaseGrantResponse>> {
    const fields = fieldsOf('grant', 'lease', '', `ttl=${body.ttlSeconds}`);
    return this.#perform({ fields, body, repeatable: true });
  }

  keepAlive(body: LeaseRequest): Procedure<EtcdReply<LeaseGrantResponse>> {
    return this.#lease('keepalive', body);
  }

  revoke(body: LeaseRequest): Procedure<EtcdReply<RevisionResponse>> {
    return this.#lease('revoke', body);
  }

  timeToLive(body: LeaseRequest): Procedure<EtcdReply<LeaseTtlResponse>> {
    return this.#lease('ttl', body);
  }

  compact(body: CompactRequest): Procedure<EtcdReply<RevisionResponse>> {
    const fields = fieldsOf('compact', 'kv', '', `revision=${body.revision}`);
    return this.#perform({ fields, body, repeatable: false });
  }

  status(): Procedure<EtcdReply<StatusResponse>> {
    const fields = fieldsOf('status', 'maintenance', '', '');
    return this.#perform({ fields, body: {}, repeatable: true });
  }

  /** Asks for a progress piece on this process's watches of a key. Upstream: RequestProgress. */
  requestProgress(key: string): Procedure<EtcdReply<object>> {
    const fields = fieldsOf('progress', 'watch', key, '');
    return this.#perform({ fields, body: { key } satisfies ProgressRequest, repeatable: true });
  }

  /**
   * Opens a watch; `stop` ends it quietly. When etcd cannot be reached it goes on after the last
   * event as soon as it can.
   */
  watch(body: WatchRequest, listener: EtcdWatchListener): { stop(): void } {
    const { key, startRevision } = body;
    const query = startRevision > 0 ? `revision=${startRevision}` : '';
    return openEtcdWatch({
      channel: this.#channel,
      request: body,
      listener,
      fieldsFrom: (revision) =>
        fieldsOf('watch', 'watch', key, revision > 0 ? `revision=${revision}` : query),
    });
  }

  /** Tries once to connect; `done` hears whether the channel is up, or why not. */
  connect(done: (failure: string | undefined) => void): void {
    this.#channel.connect(done);
  }

  /** Closes the channel; calls in progress are forgotten. */
  close(): void {
    this.#closed = true;
    this.#channel.close();
  }

  #lease<T>(verb: EtcdVerb, body: LeaseRequest): Procedure<EtcdReply<T>> {
    const fields = fieldsOf(verb, 'lease', String(body.id), '');
    return this.#perform({ fields, body, repeatable: true });
  }

  #perform<T>(call: EtcdCall): Procedure<EtcdReply<T>> {
    return perform((resume: (reply: EtcdReply<T>) => void) => {
      const { callTimeout = Number.POSITIVE_INFINITY } = this.#options;
      const deadline = this.#process.ownTime() + callTimeout;
      const left = call.repeatable ? MAX_ATTEMPTS : 1;
      const { fields, body, repeatable } = call;
      this.#attempt({ fields, body, repeatable, deadline, left, resume: resume as Resume });
    });
  }

  #attempt(trial: Trial): void {
    const { fields, body, deadline, resume } = trial;
    if (trial.repeatable && this.#channel.failing) {
      this.#whenUp(trial);
      return;
    }
    const now = this.#process.ownTime();
    const timeout = deadline < Infinity ? micros(Math.max(0, deadline - now)) : undefined;
    this.#channel.call({ fields, body, timeout }, (answer, failure, seq) => {
      const error = failure?.error ?? (answer as Partial<EtcdError>).etcdError;
      trial.left -= 1;
      if (error === undefined) resume({ ok: true, body: answer, seq });
      else if (trial.left > 0 && isTransient(error)) this.#again(trial);
      else resume({ ok: false, error, seq });
    });
  }

  #again(trial: Trial): void {
    if (this.#channel.failing) this.#whenUp(trial);
    else {
      this.#process.later(ATTEMPT_WAIT, () => {
        if (!this.#closed) this.#attempt(trial);
      });
    }
  }

  /** Sends a call as soon as the channel is up, or gives up when its attempts would be over. */
  #whenUp(trial: Trial): void {
    const { sim } = this.#process;
    const now = this.#process.ownTime();
    const cause = sim.causeOfLater();
    const { deadline, fields, resume } = trial;
    let waiting = true;
    this.#channel.whenUp(() => {
      if (!waiting) return;
      waiting = false;
      trial.left -= Math.floor((this.#process.ownTime() - now) / ATTEMPT_WAIT);
      sim.onBehalfOf(cause, () => this.#attempt(trial));
    });
    const until = Math.min(deadline, now + trial.left * ATTEMPT_WAIT);
    this.#process.later(micros(until - now), () => {
      if (!waiting || this.#closed) return;
      waiting = false;
      const reason = this.#process.ownTime() >= deadline ? DEADLINE_EXCEEDED : undefined;
      this.#channel.failNow(fields, reason, ({ error, seq }) => {
        resume({ ok: false, error, seq });
      });
    });
  }
}

/** Whether a repeatable call is sent again. Upstream: isSafeRetryImmutableRPC. */
function isTransient(error: string): boolean {
  return isUnavailable(error) || error === ETCD_ERROR.timeout || error === ETCD_ERROR.noLeader;
}

function fieldsOf(verb: EtcdVerb, resource: string, name: string, query: string): CallFields {
  return {
    verb,
    group: 'etcdserverpb',
    version: 'v3',
    resource,
    subresource: '',
    namespace: '',
    name,
    query,
    user: '',
    userAgent: '',
  };
}
