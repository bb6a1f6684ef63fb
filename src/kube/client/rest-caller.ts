/**
 * Makes the calls of a client: each request with its time limit, its retries, and what its answer
 * or its error means.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest/request.go (request, Watch)
 */
import { after, formatGoDuration, NO_DURATION, type SimDuration, type SimTime } from '#base';
import {
  type Call,
  type CallFields,
  type CallSpec,
  type DialOptions,
  type Effect,
  type Procedure,
  type Process,
  type Reply,
  RpcClient,
} from '#kernel';
import { encodeQuery } from '../api/query-string';
import { METHOD_OF_VERB, pathOf } from '../api/request-path';
import { KnownRequests } from './known-requests';
import { DEADLINE_EXCEEDED, type RequestContext } from './request-context';
import { type Sent, transformResponse, undecodable } from './request-rules';
import type { RestResult, RestWatchEvent, WatchOptions } from './rest-client';
import { adviceOf, type CallEnd, type RepeatedCall, Sender } from './send-again';
import type { ThrottledLogger } from './throttled-logger';
import type { TokenBucket } from './token-bucket';
import { addressOf, HTTP2_DIAL, PLAIN_HTTP, SILENT, transportError } from './transport';
import type { URLBackoff } from './url-backoff';
import { isRetryable, type Mode, type RequestError } from './with-retry';

export interface RestCallerOptions {
  readonly process: Process;
  /** Writes the requests. */
  readonly actor: string;
  /** Name of the server's process; the client's own for loopback. */
  readonly server: string;
  readonly user: string;
  readonly userAgent: string;
  /** Host and port by which the server is called, as errors print it. */
  readonly address?: string | undefined;
  /** Other processes of its address, one of which may listen there at another time. */
  readonly others?: readonly string[] | undefined;
  /** What else is known of how the server is called; absent: by its name, with TLS. */
  readonly route?: Route | undefined;
  /** Longest wait for an answer; also sent as `timeout=`. Does not end watches. */
  readonly timeout?: SimDuration;
  /** Lets requests through; absent: all at once. A watch never waits for it. */
  readonly limiter?: TokenBucket | undefined;
  /** Says that requests wait for it; that of the process. */
  readonly throttled?: ThrottledLogger;
  /** Ends requests before their time-out; not watches. */
  readonly context?: RequestContext;
  /** Makes the back-off of a request; absent: there is none. */
  readonly backoff?: (() => URLBackoff) | undefined;
  /** Times that a request is sent again; absent: client-go's. */
  readonly maxRetries?: number;
  /** Hears what answers warn of. Upstream: rest.Config.WarningHandler. */
  readonly onWarning?: (text: string) => void;
}

/** How a configuration says that a server is called. */
export interface Route extends Pick<DialOptions, 'silent' | 'refusal'> {
  readonly scheme: string;
  /** Host and port that the address stands for. */
  readonly peer: string;
}

/** What carries requests. */
export type Transport = Pick<RpcClient, 'call' | 'close'>;

/** Codes from which on an answer is an error. */
const FIRST_ERROR_CODE = 300;
/** What the timeout of Go's HTTP client says of itself. */
const CLIENT_TIMEOUT = ' (Client.Timeout exceeded while awaiting headers)';

/** What a watch hands on, and in which form it asks. */
export type Hearer = Pick<WatchOptions, 'accept' | 'onEvent' | 'onEnd'>;

export class RestCaller {
  readonly #rpc: Transport;
  readonly #options: RestCallerOptions;
  readonly #address: string;
  readonly #sender: Sender;
  readonly #known: KnownRequests;

  constructor(options: RestCallerOptions, rpc?: Transport) {
    const { process, actor, server, address, limiter, throttled, backoff } = options;
    this.#options = options;
    this.#known = new KnownRequests((sent) => this.#fields(sent));
    this.#sender = new Sender({ process, actor, limiter, throttled, backoff });
    this.#address = address ?? addressOf(process.name, server);
    this.#rpc = rpc ?? new RpcClient(process, actor, server, dialOf(options));
  }

  get transport(): Transport {
    return this.#rpc;
  }

  close(): void {
    this.#rpc.close();
  }

  *watch(sent: Sent, options: Hearer): Procedure<RestResult<{ readonly stop: () => void }>> {
    const fields = this.#fields(sent);
    let call: Call | undefined;
    const attempt: Effect<Reply> = (resume) => {
      const onPiece = (piece: unknown, seq: number) => {
        const { type, object } = piece as Omit<RestWatchEvent, 'seq'>;
        options.onEvent({ type, object, seq });
      };
      const onEnd = (reason: string) => {
        // The record of the connection's end.
        const { cause } = this.#options.process.sim;
        if (reason === SILENT && cause !== null) options.onEvent(undecodable(cause));
        options.onEnd(reason);
      };
      const { accept } = options;
      const spec = { fields, body: undefined, accept, onPiece, onEnd };
      call = this.#rpc.call(spec, resume);
    };
    const stop = () => call?.cancel();
    const first: Reply = this.#options.backoff ? undefined : yield attempt;
    const end =
      first && this.#sender.isLast(first)
        ? { reply: first, transport: undefined }
        : yield* this.#sender.send(this.#repeated('watch', fields, attempt), first);
    const { reply } = end;
    if (!reply.ok && isRetryable('watch', 'GET', this.#error(fields, reply.reason).inner ?? '')) {
      // Upstream: NewEmptyWatch.
      let stopped = false;
      this.#options.process.later(NO_DURATION, () => {
        if (!stopped) options.onEnd(reply.reason);
      });
      const stopEmpty = () => {
        stopped = true;
      };
      return { ok: true, code: 0, object: { stop: stopEmpty }, seq: reply.seq };
    }
    return this.#result(sent, fields, end, () => ({ stop }));
  }

  /** @param take makes of a body what the caller gets */
  *send<T>(sent: Sent, take: (body: T) => T = asIs<T>): Procedure<RestResult<T>> {
    const { refused, fields } = this.#known.of(sent);
    if (refused !== undefined) return this.#notMade(refused);
    const { limiter, timeout, context, process } = this.#options;
    if (limiter) {
      const method = METHOD_OF_VERB[sent.verb];
      yield* this.#sender.throttle(limiter, { method, url: () => this.#urlOf(fields) });
    }
    const { body, accept } = sent;
    const spec: CallSpec = { fields, body, accept, timeout };
    const began = process.ownTime();
    // Yielded without `perform`: every request passes here, and each generator on the way costs.
    const attempt: Effect<Reply> = (resume) => {
      const left = process.ownTime() === began ? spec : { ...spec, timeout: this.#left(began) };
      if (context) this.#callWithin(context, left, resume);
      else this.#rpc.call(left, resume);
    };
    const first: Reply = this.#options.backoff ? undefined : yield attempt;
    if (first && this.#sender.isLast(first)) {
      return this.#result(sent, fields, { reply: first, transport: undefined }, take);
    }
    const call = this.#repeated(sent.raw ? 'stream' : 'do', fields, attempt, began);
    return this.#result(sent, fields, yield* this.#sender.send(call, first), take);
  }

  /** What is left of the time of a request that began then. */
  #left(began: SimTime): SimDuration | undefined {
    const { timeout, process } = this.#options;
    if (timeout === undefined) return undefined;
    return Math.max(after(began, timeout) - process.ownTime(), NO_DURATION) as SimDuration;
  }

  /** A request as its retries see it; those of a watch have no time limit. */
  #repeated(mode: Mode, fields: CallFields, attempt: Effect<Reply>, began?: SimTime): RepeatedCall {
    const { maxRetries, context, process } = this.#options;
    const left = () => {
      if (began === undefined) return undefined;
      const own = this.#left(began);
      return context ? context.left(process.ownTime(), own) : own;
    };
    return {
      ...{ mode, method: METHOD_OF_VERB[fields.verb], url: () => this.#urlOf(fields) },
      ...{ maxRetries, attempt, left },
      error: (reason, first) => this.#error(fields, reason, first),
      over: () => {
        const said = mode === 'watch' ? undefined : context?.error(process.ownTime());
        return said ?? (left() === NO_DURATION ? DEADLINE_EXCEEDED : undefined);
      },
    };
  }

  #notMade(transport: string): RestResult<never> {
    const seq = this.#options.process.sim.cause ?? 0;
    return { ok: false, status: undefined, transport, construction: true, seq };
  }

  #callWithin(context: RequestContext, spec: CallSpec, resume: (reply: Reply) => void): void {
    const timeout = context.left(this.#options.process.ownTime(), spec.timeout);
    const { fields, body, accept } = spec;
    const call = this.#rpc.call({ fields, body, accept, timeout }, (reply) => {
      context.ended(call);
      resume(reply);
    });
    context.began(call);
  }

  #fields({ verb, of, namespace, name, subresource = '', query }: Sent): CallFields {
    const { user, userAgent, timeout } = this.#options;
    const timed =
      timeout === undefined || verb === 'watch'
        ? query
        : Object.assign({}, query, { timeout: formatGoDuration(timeout) });
    return {
      verb,
      group: of?.group ?? '',
      version: of?.version ?? '',
      resource: of?.resource ?? '',
      subresource,
      namespace: of?.namespaced ? namespace : '',
      name,
      query: timed ? encodeQuery(timed) : '',
      user,
      userAgent,
    };
  }

  #result<T>(
    { verb, of: sent, name, raw }: Sent,
    fields: CallFields,
    { reply: ended, transport }: CallEnd,
    take: (body: T) => T,
  ): RestResult<T> {
    const reply = answered(ended);
    const { seq } = reply;
    if (!reply.ok) {
      const text = transport ?? this.#error(fields, reply.reason).text;
      return { ok: false, status: undefined, transport: text, seq };
    }
    const method = METHOD_OF_VERB[verb];
    const of = raw ? undefined : sent;
    const { code, body, warnings = [] } = reply;
    for (const text of warnings) this.#options.onWarning?.(text);
    if (code < FIRST_ERROR_CODE) return { ok: true, code, object: take(body as T), seq };
    const named = of === undefined || verb === 'create' ? '' : name;
    const asked = { method, of, name: named, retryAfterSeconds: adviceOf(reply) };
    return { ok: false, status: transformResponse(code, body, asked), transport: undefined, seq };
  }

  #error(fields: CallFields, reason: string, first = true): RequestError {
    const { route, timeout, context, process } = this.#options;
    const { verb } = fields;
    const own =
      first && timeout !== undefined && verb !== 'watch' && !context?.hasExpired(process.ownTime());
    const timedOut = reason === DEADLINE_EXCEEDED && own;
    return transportError({
      method: METHOD_OF_VERB[verb],
      ...{ address: this.#address, peer: route?.peer, scheme: route?.scheme },
      path: targetOf(fields),
      reason: timedOut ? `${reason}${CLIENT_TIMEOUT}` : reason,
    });
  }

  #urlOf(fields: CallFields): string {
    return this.#address + targetOf(fields);
  }
}

const dialOf = ({ route, others }: RestCallerOptions): DialOptions => ({
  ...HTTP2_DIAL,
  silent: route?.silent,
  refusal: route?.refusal,
  others,
});

/** A server answers who does not speak TLS, though it takes no request. */
const answered = (reply: Reply): Reply =>
  reply.ok || reply.reason !== PLAIN_HTTP
    ? reply
    : { ok: true, code: 400, body: `${PLAIN_HTTP}\n`, seq: reply.seq };

const asIs = <T>(body: T): T => body;

/** Path and query. */
function targetOf(fields: CallFields): string {
  const path = pathOf(fields, fields.verb);
  return fields.query === '' ? path : `${path}?${fields.query}`;
}
