/**
 * A gRPC channel to one server: while it cannot connect it fails calls at once and tries again by
 * itself, with growing waits. Errors read as grpc-go prints them.
 *
 * Upstream    grpc-go v1.51 clientconn.go, backoff/backoff.go, internal/transport/http2_client.go
 * Simplified  addresses in errors are process names
 */
import { micros, NO_DURATION, seconds } from '#base';
import {
  type Call,
  type CallFields,
  type CallSpec,
  type DialOptions,
  type Process,
  type Reply,
  RpcClient,
} from '#kernel';
import type { Seq } from '#trace';

/** First and longest wait before it connects again. Source: backoff.DefaultConfig. */
const RECONNECT_MIN_US = seconds(1);
const RECONNECT_MAX_US = seconds(120);
/** Growth of that wait in tenths, and its spread either way in per cent. Same source. */
const RECONNECT_GROWTH_TENTHS = 16;
const RECONNECT_JITTER_PERCENT = 20;

/** Text of every error that says the server cannot be reached now. */
const UNAVAILABLE = 'rpc error: code = Unavailable desc = ';
/** A call after the channel was closed. Source: clientconn.go ErrClientConnClosing. */
const CLOSING = 'rpc error: code = Canceled desc = grpc: the client connection is closing';
/** Source: Go context.DeadlineExceeded. */
export const DEADLINE_EXCEEDED = 'context deadline exceeded';

export interface ChannelOptions {
  readonly server: string;
  /** Writes the request records. */
  readonly actor: string;
  readonly dial: DialOptions;
}

/** Why a call failed, as grpc-go prints it; `seq` is the record that says so. */
export interface ChannelFailure {
  readonly error: string;
  readonly seq: Seq;
}

export class GrpcChannel {
  readonly #process: Process;
  readonly #options: ChannelOptions;
  readonly #rpc: RpcClient;
  /** Why it cannot connect; undefined while it can. */
  #failing: string | undefined;
  #waitUs: number = RECONNECT_MIN_US;
  #waiting: (() => void)[] = [];
  #connecting = false;
  #closed = false;

  constructor(process: Process, options: ChannelOptions) {
    this.#process = process;
    this.#options = options;
    this.#rpc = new RpcClient(process, options.actor, options.server, options.dial);
  }

  /** Whether calls fail at once. */
  get failing(): boolean {
    return this.#failing !== undefined;
  }

  /**
   * Sends a call, or fails it in a task of its own while the channel is failing. `done` gets the
   * body of the answer, or the failure; for a stream `onEnd` gets why it ended.
   */
  call(
    spec: CallSpec,
    done: (body: unknown, failure: ChannelFailure | undefined, seq: Seq) => void,
  ): Call | undefined {
    if (this.#failing !== undefined || this.#closed) {
      const closing = this.#closed ? CLOSING : undefined;
      this.#process.later(NO_DURATION, () => {
        this.failNow(spec.fields, closing, (failure) => done({}, failure, failure.seq));
      });
      return undefined;
    }
    return this.#rpc.call(spec, (reply) => {
      const { seq } = reply;
      if (reply.ok) done(reply.body, undefined, seq);
      else done({}, { error: this.#errorOf(reply), seq }, seq);
    });
  }

  /** Calls back as soon as the channel can be used again. */
  whenUp(go: () => void): void {
    if (this.#failing === undefined) go();
    else this.#waiting.push(go);
  }

  /** Calls back as soon as there is a connection; opens one if there is none. */
  whenConnected(go: () => void): void {
    if (this.#closed) return;
    this.#waiting.push(go);
    if (this.#failing !== undefined || this.#connecting) return;
    this.#connecting = true;
    this.#rpc.connect((failure) => {
      this.#connecting = false;
      if (!failure) this.#up();
      else if (this.#failing === undefined) this.#fail(failure.reason);
    });
  }

  /** Tries once to connect; `done` hears whether it is up, or why not. */
  connect(done: (failure: string | undefined) => void): void {
    this.#rpc.connect((failure) => {
      if (!failure) this.#up();
      done(failure && dialError(failure.reason));
    });
  }

  /**
   * Fails a call that never left the process; its records say so.
   * @param reason the error; undefined for why the channel is failing.
   */
  failNow(
    fields: CallFields,
    reason: string | undefined,
    done: (failure: ChannelFailure) => void,
  ): void {
    const { sim, name } = this.#process;
    const { actor, server } = this.#options;
    const error = reason ?? dialError(this.#failing ?? '');
    const id = sim.nextId();
    const request = { id, client: name, server, ...fields };
    const sent = this.#process.write('request', actor, request);
    const answer = { id, code: 0, reason: error, resourceVersion: 0 };
    const seq = this.#process.write('response', actor, answer, sent);
    sim.onBehalfOf(seq, () => done({ error, seq }));
  }

  /** Calls in progress are forgotten, later ones fail. */
  close(): void {
    this.#closed = true;
    this.#waiting = [];
    this.#rpc.close();
  }

  #errorOf({ reason }: Reply & { readonly ok: false }): string {
    if (reason === DEADLINE_EXCEEDED) return reason;
    if (!isDialFailure(reason)) return streamError(reason);
    if (this.#failing === undefined) this.#fail(reason);
    return dialError(reason);
  }

  #fail(reason: string): void {
    this.#failing = reason;
    this.#waitUs = RECONNECT_MIN_US;
    this.#reconnectLater();
  }

  #reconnectLater(): void {
    const spread = Math.floor((this.#waitUs * RECONNECT_JITTER_PERCENT) / 100);
    const wait = this.#waitUs + this.#process.random('grpc-backoff').int(-spread, spread);
    const longer = Math.floor((this.#waitUs * RECONNECT_GROWTH_TENTHS) / 10);
    this.#waitUs = Math.min(longer, RECONNECT_MAX_US);
    this.#process.later(micros(wait), () => {
      if (this.#closed || this.#failing === undefined) return;
      this.#rpc.connect((failure) => {
        if (!failure) this.#up();
        else {
          this.#failing = failure.reason;
          this.#reconnectLater();
        }
      });
    });
  }

  #up(): void {
    this.#failing = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }
}

/** Whether the server could not be reached, which says nothing about the call itself. */
export const isUnavailable = (error: string): boolean => error.startsWith(UNAVAILABLE);

/** How the kernel says that TCP came up and TLS did not. */
const HANDSHAKE = 'tls handshake: ';

const isDialFailure = (reason: string): boolean =>
  reason.startsWith('dial tcp') || reason.startsWith(HANDSHAKE);

/** Why no connection came up. Source: clientconn.go, http2_client.go newHTTP2Client. */
function dialError(reason: string): string {
  if (reason.startsWith(HANDSHAKE)) {
    const what = reason.slice(HANDSHAKE.length);
    const why = what === 'timed out' ? DEADLINE_EXCEEDED : `read: ${what}`;
    const text = `transport: authentication handshake failed: ${why}`;
    return `${UNAVAILABLE}connection error: desc = "${text}"`;
  }
  return `${UNAVAILABLE}connection error: desc = "transport: Error while dialing ${reason}"`;
}

/**
 * Why a connection that was there is not any more. Source: http2_client.go keepalive and reader.
 */
export function streamError(reason: string): string {
  if (reason.startsWith('etcdserver:')) return reason;
  if (reason.startsWith('keepalive')) {
    return `${UNAVAILABLE}keepalive ping failed to receive ACK within timeout`;
  }
  return `${UNAVAILABLE}error reading from server: ${reason}`;
}
