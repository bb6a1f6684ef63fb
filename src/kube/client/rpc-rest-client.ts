/**
 * A client of one API server over the network, or of the very server that it lives in (loopback).
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest (client.go, request.go)
 * Acts as     loopback, client
 * Simplified  no rate limit and no retry of answers that carry Retry-After
 */
import { formatGoDuration, type SimDuration, seconds } from '#base';
import {
  type Call,
  type CallFields,
  type CallSpec,
  type Effect,
  type Procedure,
  type Process,
  perform,
  type Reply,
  RpcClient,
} from '#kernel';
import { withWholeItems } from '../api/list-items';
import { nameOf, namespaceOf } from '../api/meta';
import type { ApiResource, KubeList, KubeObject, Status } from '../api/objects';
import { APPLY_PATCH, type PatchBody } from '../api/patch-body';
import { encodeQuery } from '../api/query-string';
import { METHOD_OF_VERB, pathOf } from '../api/request-path';
import type { RequestContext } from './request-context';
import {
  listOf,
  listQuery,
  requestRefusal,
  type Sent,
  transformResponse,
  undecodable,
  writeOf,
} from './request-rules';
import type {
  DeleteOptions,
  FormOptions,
  ListOptions,
  PatchRequest,
  RawTarget,
  RestClient,
  RestResult,
  RestWatchEvent,
  WatchOptions,
  WriteOptions,
  Written,
} from './rest-client';
import { ThrottledLogger } from './throttled-logger';
import type { TokenBucket } from './token-bucket';
import { addressOf, HTTP2_DIAL, SILENT, transportError } from './transport';

export interface RpcRestClientOptions {
  readonly process: Process;
  /** Writes the requests. */
  readonly actor: string;
  /** Name of the server's process; the client's own for loopback. */
  readonly server: string;
  readonly user: string;
  readonly userAgent: string;
  /** Host and port by which the server is called, as errors print it. */
  readonly address?: string;
  /** Longest wait for an answer; also sent as `timeout=`. Does not end watches. */
  readonly timeout?: SimDuration;
  /** Lets requests through; absent: all at once. A watch never waits for it. */
  readonly limiter?: TokenBucket | undefined;
  /** Ends requests before their time-out; not watches. */
  readonly context?: RequestContext;
  /** Hears what answers warn of. Upstream: rest.Config.WarningHandler. */
  readonly onWarning?: (text: string) => void;
}

/** Codes from which on an answer is an error. */
const FIRST_ERROR_CODE = 300;
/** What the timeout of Go's HTTP client says of itself. */
const CLIENT_TIMEOUT = ' (Client.Timeout exceeded while awaiting headers)';

export class RpcRestClient implements RestClient {
  readonly #rpc: RpcClient;
  readonly #options: RpcRestClientOptions;
  readonly #address: string;
  readonly #throttled = new ThrottledLogger();

  constructor(options: RpcRestClientOptions, rpc?: RpcClient) {
    const { process, actor, server, address } = options;
    this.#options = options;
    this.#address = address ?? addressOf(process.name, server);
    this.#rpc = rpc ?? new RpcClient(process, actor, server, HTTP2_DIAL);
  }

  hearing(onWarning: (text: string) => void): RestClient {
    return new RpcRestClient({ ...this.#options, onWarning }, this.#rpc);
  }

  get(
    of: ApiResource,
    namespace: string,
    name: string,
    form?: FormOptions,
  ): Procedure<RestResult<KubeObject>> {
    if (!form) return this.#send({ verb: 'get', of, namespace, name });
    const query = { includeObject: form.includeObject };
    return this.#send({ verb: 'get', of, namespace, name, query, accept: form.accept });
  }

  list(
    of: ApiResource,
    namespace: string,
    options: ListOptions = {},
  ): Procedure<RestResult<KubeList>> {
    return this.#send(listOf(of, namespace, options), withWholeItems);
  }

  create(of: ApiResource, object: KubeObject, options?: WriteOptions): Written {
    return this.#send(writeOf('create', of, object, options));
  }

  update(of: ApiResource, object: KubeObject, options?: WriteOptions): Written {
    return this.#send(writeOf('update', of, object, options));
  }

  updateSubresource(of: ApiResource, object: KubeObject, subresource: string): Written {
    const [namespace, name] = [namespaceOf(object), nameOf(object)];
    return this.#send({ verb: 'update', of, namespace, name, subresource, body: object });
  }

  patch(
    of: ApiResource,
    namespace: string,
    name: string,
    { subresource = '', options, ...body }: PatchRequest,
  ): Procedure<RestResult<KubeObject>> {
    const query = { ...options };
    return this.#send({ verb: 'patch', of, namespace, name, subresource, query, body });
  }

  applyStatus(of: ApiResource, object: KubeObject, fieldManager: string): Written {
    const query = { fieldManager, force: true };
    const body: PatchBody = { contentType: APPLY_PATCH, patch: object };
    const [namespace, name] = [namespaceOf(object), nameOf(object)];
    return this.#send({ verb: 'patch', of, namespace, name, subresource: 'status', query, body });
  }

  delete(
    of: ApiResource,
    namespace: string,
    name: string,
    options?: DeleteOptions,
  ): Procedure<RestResult<KubeObject | Status>> {
    return this.#send({ verb: 'delete', of, namespace, name, body: options });
  }

  deleteCollection(
    of: ApiResource,
    namespace: string,
    options?: DeleteOptions,
  ): Procedure<RestResult<KubeList>> {
    return this.#send({ verb: 'deletecollection', of, namespace, name: '', body: options });
  }

  raw(path: string, accept?: string): Procedure<RestResult<string>> {
    return this.#send({ verb: 'get', of: undefined, namespace: '', name: path, accept });
  }

  getPath(of: ApiResource, target: RawTarget): Procedure<RestResult<unknown>> {
    return this.#send({ ...target, of });
  }

  *watch(
    of: ApiResource,
    namespace: string,
    options: WatchOptions,
  ): Procedure<RestResult<{ readonly stop: () => void }>> {
    const { allowWatchBookmarks, timeoutSeconds } = options;
    const timeout =
      timeoutSeconds === undefined ? undefined : formatGoDuration(seconds(timeoutSeconds));
    const given = { ...listQuery(options), allowWatchBookmarks, timeoutSeconds, timeout };
    const query = { ...given, watch: true };
    const sent: Sent = { verb: 'watch', of, namespace, name: '', query };
    const fields = this.#fields(sent);
    let call: Call | undefined;
    const reply = yield* perform<Reply>((resume) => {
      const onPiece = (piece: unknown, seq: number) =>
        options.onEvent({ ...(piece as Omit<RestWatchEvent, 'seq'>), seq });
      const onEnd = (reason: string) => {
        // The record of the connection's end.
        const { cause } = this.#options.process.sim;
        if (reason === SILENT && cause !== null) options.onEvent(undecodable(cause));
        options.onEnd(reason);
      };
      const spec = { fields, body: undefined, accept: options.accept, onPiece, onEnd };
      call = this.#rpc.call(spec, resume);
    });
    const stop = () => call?.cancel();
    return this.#result(sent, fields, reply, () => ({ stop }));
  }

  /** Closes the connection; calls in progress are forgotten. */
  close(): void {
    this.#rpc.close();
  }

  *#send<T>(sent: Sent, take?: (body: T) => T): Procedure<RestResult<T>> {
    const refused = requestRefusal(sent);
    if (refused !== undefined) return this.#notMade(refused);
    if (this.#options.limiter) yield* this.#throttle(this.#options.limiter, sent);
    const fields = this.#fields(sent);
    const { timeout, context } = this.#options;
    const spec: CallSpec = { fields, body: sent.body, accept: sent.accept, timeout };
    // Yielded without `perform`: every request passes here, and each generator on the way costs.
    const call: Effect<Reply> = (resume) => {
      if (context) this.#callWithin(context, spec, resume);
      else this.#rpc.call(spec, resume);
    };
    const reply: Reply = yield call;
    return this.#result(sent, fields, reply, (body) => (take ? take(body as T) : (body as T)));
  }

  /** Upstream: tryThrottle. */
  *#throttle(limiter: TokenBucket, { verb, of, name }: Sent): Procedure<void> {
    const wait = limiter.reserve();
    if (wait === 0) return;
    const { process, actor } = this.#options;
    yield* perform<void>((resume) => {
      process.timer(actor, 'client-side throttling', wait, () => resume());
    });
    if (!this.#throttled.attempt(wait, process.ownTime())) return;
    const what = `${METHOD_OF_VERB[verb]}:${of?.resource ?? name}`;
    const why = 'due to client-side throttling, not priority and fairness';
    process.log(actor, 'info', `Waited for ${formatGoDuration(wait)} ${why}, request: ${what}`);
  }

  #notMade(transport: string): RestResult<never> {
    const seq = this.#options.process.sim.cause ?? 0;
    return { ok: false, status: undefined, transport, construction: true, seq };
  }

  #callWithin(context: RequestContext, spec: CallSpec, resume: (reply: Reply) => void): void {
    const timeout = context.left(this.#options.process.ownTime(), spec.timeout);
    const call = this.#rpc.call({ ...spec, timeout }, (reply) => {
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
        : { ...query, timeout: formatGoDuration(timeout) };
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
    reply: Reply,
    take: (body: unknown) => T,
  ): RestResult<T> {
    const { seq } = reply;
    const method = METHOD_OF_VERB[verb];
    const of = raw ? undefined : sent;
    if (!reply.ok) {
      const transport = this.#transportError(fields, method, reply.reason);
      return { ok: false, status: undefined, transport, seq };
    }
    const { code, body, warnings = [] } = reply;
    for (const text of warnings) this.#options.onWarning?.(text);
    if (code < FIRST_ERROR_CODE) return { ok: true, code, object: take(body), seq };
    const asked = { method, of, name: of === undefined || verb === 'create' ? '' : name };
    return { ok: false, status: transformResponse(code, body, asked), transport: undefined, seq };
  }

  #transportError(fields: CallFields, method: string, reason: string): string {
    const { server, timeout, context, process } = this.#options;
    const path = pathOf(fields, fields.verb);
    const own = timeout !== undefined && !context?.hasExpired(process.ownTime());
    const timedOut = reason === 'context deadline exceeded' && own;
    return transportError({
      method,
      address: this.#address,
      server,
      path: fields.query === '' ? path : `${path}?${fields.query}`,
      reason: timedOut ? `${reason}${CLIENT_TIMEOUT}` : reason,
    });
  }
}
