/**
 * One etcd client of an API server: a gRPC channel and the calls over it.
 *
 * While the channel cannot connect it fails calls at once and tries again by itself, with growing waits.
 * Calls that only read, and those for leases, wait for it a while, as the client's retry interceptor
 * does; a write is never sent twice. Errors read as the Go client prints them.
 *
 * Upstream    etcd v3.5 client/v3 (client.go, retry.go, retry_interceptor.go), grpc-go v1.51
 *             (clientconn.go, internal/transport/http2_client.go), kubernetes v1.27
 *             staging/src/k8s.io/apiserver/pkg/storage/storagebackend/factory/etcd3.go
 * Simplified  a call that is sent again draws no backoff of 25 ms and no record for each vain attempt.
 *             A watch whose connection is lost ends (upstream goes on by itself at the next revision).
 *             Addresses in errors are process names.
 */
import { micros, type SimDuration, seconds } from '#base';
import {
  type Call,
  type CallFields,
  type Procedure,
  type Process,
  perform,
  type Reply,
  RpcClient,
} from '#kernel';
import type { Seq } from '#trace';
import type {
  CompactRequest,
  EtcdError,
  LeaseGrantRequest,
  LeaseGrantResponse,
  LeaseRequest,
  LeaseTtlResponse,
  RangeRequest,
  RangeResponse,
  RevisionResponse,
  StatusResponse,
  TxnRequest,
  TxnResponse,
  WatchPiece,
  WatchRequest,
} from '../../etcd/api';
import type { EtcdVerb } from '../../etcd/etcd-server';

/** Source: storagebackend/factory/etcd3.go dialTimeout, keepaliveTime, keepaliveTimeout. */
const DIAL = {
  dialTimeout: seconds(20),
  keepaliveIdle: seconds(30),
  keepaliveTimeout: seconds(10),
};
/** How long a repeatable call is tried: 100 attempts, 25 ms apart. Source: client/v3/options.go. */
const RETRY_WINDOW = seconds(2.5);
/** First and longest wait of the channel before it connects again. Source: grpc-go backoff.go. */
const RECONNECT_MIN = seconds(1);
const RECONNECT_MAX = seconds(120);
/** Growth of that wait in tenths, and its spread either way in per cent. Same source. */
const RECONNECT_GROWTH_TENTHS = 16;
const RECONNECT_JITTER_PERCENT = 20;

/** An answer, or the error as the Go client prints it. `seq` is the response record. */
export type EtcdReply<T> =
  | { readonly ok: true; readonly body: T; readonly seq: Seq }
  | { readonly ok: false; readonly error: string; readonly seq: Seq };

export interface EtcdClientOptions {
  /** Name of the etcd process. */
  readonly server: string;
  /** Writes the request records. */
  readonly actor: string;
  /** Deadline of each call; absent for none. */
  readonly callTimeout?: SimDuration;
}

export interface EtcdWatchListener {
  readonly onPiece: (piece: WatchPiece, seq: Seq) => void;
  /** The stream has ended; the error as the Go client prints it. */
  readonly onEnd: (error: string, seq: Seq) => void;
}

interface EtcdCall {
  readonly verb: EtcdVerb;
  /** Service of the call: `kv`, `lease`, `watch`, `maintenance`. */
  readonly resource: string;
  readonly name: string;
  readonly query: string;
  readonly body: unknown;
  /** May be sent again after `Unavailable`. */
  readonly repeatable: boolean;
}

export class EtcdClient {
  readonly #process: Process;
  readonly #options: EtcdClientOptions;
  readonly #rpc: RpcClient;
  /** Why the channel cannot connect; undefined while it can. */
  #failing: string | undefined;
  #backoff: number = RECONNECT_MIN;
  #reconnected: (() => void)[] = [];
  #closed = false;

  constructor(process: Process, options: EtcdClientOptions) {
    this.#process = process;
    this.#options = options;
    this.#rpc = new RpcClient(process, options.actor, options.server, DIAL);
  }

  /** Name of the etcd process. */
  get endpoint(): string {
    return this.#options.server;
  }

  range(body: RangeRequest): Procedure<EtcdReply<RangeResponse>> {
    const { revision = 0, limit = 0 } = body;
    const query =
      (revision > 0 ? `revision=${revision}` : '') + (limit > 0 ? ` limit=${limit}` : '');
    const rest = { query: query.trim(), body, repeatable: true };
    return this.#perform({ verb: 'range', resource: 'kv', name: body.key, ...rest });
  }

  txn(body: TxnRequest): Procedure<EtcdReply<TxnResponse>> {
    const name = (body.success[0] ?? body.failure[0])?.key ?? '';
    const query = body.success[0]?.kind ?? '';
    const rest = { query, body, repeatable: false };
    return this.#perform({ verb: 'txn', resource: 'kv', name, ...rest });
  }

  grant(body: LeaseGrantRequest): Procedure<EtcdReply<LeaseGrantResponse>> {
    const query = `ttl=${body.ttlSeconds}`;
    const rest = { query, body, repeatable: true };
    return this.#perform({ verb: 'grant', resource: 'lease', name: '', ...rest });
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
    const rest = { query: `revision=${body.revision}`, body, repeatable: false };
    return this.#perform({ verb: 'compact', resource: 'kv', name: '', ...rest });
  }

  status(): Procedure<EtcdReply<StatusResponse>> {
    const rest = { query: '', body: {}, repeatable: true };
    return this.#perform({ verb: 'status', resource: 'maintenance', name: '', ...rest });
  }

  /** Asks for a progress piece on every watch of this process. Upstream: RequestProgress. */
  requestProgress(): Procedure<EtcdReply<object>> {
    const rest = { query: '', body: {}, repeatable: true };
    return this.#perform({ verb: 'progress', resource: 'watch', name: '', ...rest });
  }

  /** Opens a watch; `stop` ends it quietly. */
  watch(body: WatchRequest, listener: EtcdWatchListener): { stop(): void } {
    let call: Call | undefined;
    let ended = false;
    const end = (error: string, seq: Seq): void => {
      if (ended) return;
      ended = true;
      listener.onEnd(error, seq);
    };
    const from = body.startRevision;
    const query = from > 0 ? `revision=${from}` : '';
    const fields = fieldsOf('watch', 'watch', body.key, query);
    const spec = {
      fields,
      body,
      onPiece: (piece: unknown, seq: Seq) => {
        if (!ended) listener.onPiece(piece as WatchPiece, seq);
      },
      onEnd: (reason: string, seq: Seq) => end(streamError(reason), seq),
    };
    const begin = (): void => {
      if (ended) return;
      call = this.#rpc.call(spec, (reply) => {
        const error = this.#errorOf(reply);
        if (error !== undefined) end(error, reply.seq);
      });
    };
    if (this.#failing === undefined) begin();
    else this.#failLater(fields, end);
    return {
      stop: () => {
        ended = true;
        call?.cancel();
      },
    };
  }

  /** Closes the channel; calls in progress are forgotten. */
  close(): void {
    this.#closed = true;
    this.#reconnected = [];
    this.#rpc.close();
  }

  #lease<T>(verb: EtcdVerb, body: LeaseRequest): Procedure<EtcdReply<T>> {
    const rest = { query: '', body, repeatable: true };
    return this.#perform({ verb, resource: 'lease', name: String(body.id), ...rest });
  }

  #perform<T>(call: EtcdCall): Procedure<EtcdReply<T>> {
    return perform((resume: (reply: EtcdReply<T>) => void) => {
      const giveUpAt = this.#process.sim.now + RETRY_WINDOW;
      this.#attempt(call, giveUpAt, resume as (reply: EtcdReply<unknown>) => void);
    });
  }

  #attempt(call: EtcdCall, giveUpAt: number, resume: (reply: EtcdReply<unknown>) => void): void {
    const { verb, resource, name, query, body, repeatable } = call;
    const fields = fieldsOf(verb, resource, name, query);
    if (this.#failing !== undefined) {
      if (repeatable) this.#whenConnected(call, giveUpAt, resume);
      else this.#failLater(fields, (error, seq) => resume({ ok: false, error, seq }));
      return;
    }
    const { callTimeout: timeout } = this.#options;
    this.#rpc.call({ fields, body, timeout }, (reply) => {
      const error = this.#errorOf(reply);
      if (error === undefined) {
        resume({ ok: true, body: (reply as { body: unknown }).body, seq: reply.seq });
      } else if (repeatable && isUnavailable(error) && this.#process.sim.now < giveUpAt) {
        this.#attempt(call, giveUpAt, resume);
      } else resume({ ok: false, error, seq: reply.seq });
    });
  }

  /** Sends a repeatable call as soon as the channel is up, or gives up in time. */
  #whenConnected(
    call: EtcdCall,
    giveUpAt: number,
    resume: (reply: EtcdReply<unknown>) => void,
  ): void {
    const { sim } = this.#process;
    let waiting = true;
    const { cause } = sim;
    this.#reconnected.push(() => {
      if (!waiting) return;
      waiting = false;
      this.#process.sim.onBehalfOf(cause, () => this.#attempt(call, giveUpAt, resume));
    });
    const left = micros(Math.max(0, giveUpAt - sim.now));
    this.#process.later(left, () => {
      if (!waiting || this.#closed) return;
      waiting = false;
      const fields = fieldsOf(call.verb, call.resource, call.name, call.query);
      this.#failNow(fields, (error, seq) => resume({ ok: false, error, seq }));
    });
  }

  /** Fails a call that never left the process; its records say so. */
  #failNow(fields: CallFields, done: (error: string, seq: Seq) => void): void {
    const { sim, name } = this.#process;
    const { actor, server } = this.#options;
    const id = sim.nextId();
    const ends = { id, client: name, server };
    const request = this.#process.write('request', actor, { ...ends, ...fields });
    const reason = this.#failing ?? '';
    const answer = { id, code: 0, reason, resourceVersion: 0 };
    const seq = this.#process.write('response', actor, answer, request);
    sim.onBehalfOf(seq, () => done(unavailable(reason), seq));
  }

  #failLater(fields: CallFields, done: (error: string, seq: Seq) => void): void {
    this.#process.later(micros(0), () => {
      if (!this.#closed) this.#failNow(fields, done);
    });
  }

  #errorOf(reply: Reply): string | undefined {
    if (reply.ok) return (reply.body as Partial<EtcdError>).etcdError;
    const { reason } = reply;
    if (reason === 'context deadline exceeded') return reason;
    if (!reason.startsWith('dial tcp')) return streamError(reason);
    this.#channelFailed(reason);
    return unavailable(reason);
  }

  #channelFailed(reason: string): void {
    if (this.#failing !== undefined || this.#closed) return;
    this.#failing = reason;
    this.#backoff = RECONNECT_MIN;
    this.#reconnectLater();
  }

  #reconnectLater(): void {
    const spread = Math.floor((this.#backoff * RECONNECT_JITTER_PERCENT) / 100);
    const stream = this.#process.random('etcd-reconnect');
    const wait = micros(this.#backoff + stream.int(-spread, spread));
    const longer = Math.floor((this.#backoff * RECONNECT_GROWTH_TENTHS) / 10);
    this.#backoff = Math.min(longer, RECONNECT_MAX);
    this.#process.later(wait, () => {
      if (!this.#closed) this.#rpc.connect((failure) => this.#dialed(failure?.reason));
    });
  }

  #dialed(failure: string | undefined): void {
    this.#failing = failure;
    if (failure !== undefined) {
      this.#reconnectLater();
      return;
    }
    const waiting = this.#reconnected;
    this.#reconnected = [];
    for (const go of waiting) go();
  }
}

function fieldsOf(verb: EtcdVerb, resource: string, name: string, query: string): CallFields {
  const none = { subresource: '', namespace: '', user: '', userAgent: '' };
  return { verb, group: 'etcdserverpb', version: 'v3', resource, name, query, ...none };
}

function isUnavailable(error: string): boolean {
  return error.startsWith('rpc error: code = Unavailable');
}

/** An error of the dial. Source: grpc-go clientconn.go and http2_client.go. */
function unavailable(reason: string): string {
  const desc = `connection error: desc = "transport: Error while dialing ${reason}"`;
  return `rpc error: code = Unavailable desc = ${desc}`;
}

/** An error of a connection that was there; etcd's own errors stay as they are. */
function streamError(reason: string): string {
  if (reason.startsWith('etcdserver:')) return reason;
  if (reason.startsWith('keepalive')) {
    const desc = 'keepalive ping failed to receive ACK within timeout';
    return `rpc error: code = Unavailable desc = ${desc}`;
  }
  return `rpc error: code = Unavailable desc = error reading from server: ${reason}`;
}
