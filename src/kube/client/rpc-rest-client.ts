/**
 * A client of one API server over the network, or of the very server that it lives in (loopback).
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest (client.go, request.go)
 * Acts as     loopback, client
 */
import { formatGoDuration, seconds } from '#base';
import type { Procedure } from '#kernel';
import { withWholeItems } from '../api/list-items';
import { nameOf, namespaceOf } from '../api/meta';
import type { ApiResource, KubeList, KubeObject, Status } from '../api/objects';
import { APPLY_PATCH, type PatchBody } from '../api/patch-body';
import { listOf, listQuery, type Sent, writeOf } from './request-rules';
import { RestCaller, type RestCallerOptions, type Transport } from './rest-caller';
import type {
  DeleteOptions,
  FormOptions,
  ListOptions,
  PatchRequest,
  RawTarget,
  RestClient,
  RestResult,
  WatchOptions,
  WriteOptions,
  Written,
} from './rest-client';

export type { Route, Transport } from './rest-caller';

export class RpcRestClient implements RestClient {
  readonly #caller: RestCaller;

  readonly #options: RestCallerOptions;

  constructor(options: RestCallerOptions, transport?: Transport) {
    this.#options = options;
    this.#caller = new RestCaller(options, transport);
  }

  hearing(onWarning: (text: string) => void): RestClient {
    return new RpcRestClient({ ...this.#options, onWarning }, this.#caller.transport);
  }

  get(
    of: ApiResource,
    namespace: string,
    name: string,
    form?: FormOptions,
  ): Procedure<RestResult<KubeObject>> {
    if (!form) return this.#caller.send({ verb: 'get', of, namespace, name });
    const { includeObject, accept, subresource } = form;
    const query = { includeObject };
    return this.#caller.send({ verb: 'get', of, namespace, name, subresource, query, accept });
  }

  list(
    of: ApiResource,
    namespace: string,
    options: ListOptions = {},
  ): Procedure<RestResult<KubeList>> {
    return this.#caller.send(listOf(of, namespace, options), withWholeItems);
  }

  create(of: ApiResource, object: KubeObject, options?: WriteOptions): Written {
    return this.#caller.send(writeOf('create', of, object, options));
  }

  update(of: ApiResource, object: KubeObject, options?: WriteOptions): Written {
    return this.#caller.send(writeOf('update', of, object, options));
  }

  updateSubresource(of: ApiResource, object: KubeObject, subresource: string): Written {
    const [namespace, name] = [namespaceOf(object), nameOf(object)];
    return this.#caller.send({ verb: 'update', of, namespace, name, subresource, body: object });
  }

  patch(
    of: ApiResource,
    namespace: string,
    name: string,
    { subresource = '', options, ...body }: PatchRequest,
  ): Procedure<RestResult<KubeObject>> {
    const query = { ...options };
    return this.#caller.send({ verb: 'patch', of, namespace, name, subresource, query, body });
  }

  applyStatus(of: ApiResource, object: KubeObject, fieldManager: string): Written {
    const query = { fieldManager, force: true };
    const body: PatchBody = { contentType: APPLY_PATCH, patch: object };
    const [namespace, name] = [namespaceOf(object), nameOf(object)];
    return this.#caller.send({
      verb: 'patch',
      of,
      namespace,
      name,
      subresource: 'status',
      query,
      body,
    });
  }

  delete(
    of: ApiResource,
    namespace: string,
    name: string,
    options?: DeleteOptions,
  ): Procedure<RestResult<KubeObject | Status>> {
    return this.#caller.send({ verb: 'delete', of, namespace, name, body: options });
  }

  deleteCollection(
    of: ApiResource,
    namespace: string,
    options?: DeleteOptions,
  ): Procedure<RestResult<KubeList>> {
    return this.#caller.send({ verb: 'deletecollection', of, namespace, name: '', body: options });
  }

  raw(path: string, accept?: string): Procedure<RestResult<string>> {
    return this.#caller.send({ verb: 'get', of: undefined, namespace: '', name: path, accept });
  }

  getPath(of: ApiResource, target: RawTarget): Procedure<RestResult<unknown>> {
    return this.#caller.send({ ...target, of });
  }

  *watch(
    of: ApiResource,
    namespace: string,
    options: WatchOptions,
  ): Procedure<RestResult<{ readonly stop: () => void }>> {
    const { allowWatchBookmarks, timeoutSeconds } = options;
    const timeout =
      timeoutSeconds === undefined ? undefined : formatGoDuration(seconds(timeoutSeconds));
    const further = { allowWatchBookmarks, timeoutSeconds, timeout, watch: true };
    const query = Object.assign({}, listQuery(options), further);
    const sent: Sent = { verb: 'watch', of, namespace, name: '', query };
    return yield* this.#caller.watch(sent, options);
  }

  /** Closes the connection; calls in progress are forgotten. */
  close(): void {
    this.#caller.close();
  }
}
