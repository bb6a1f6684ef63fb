/**
 * What a component says to an API server: one call a REST verb, each a procedure. The
 * implementation stands in `rpc-rest-client.ts`.
 */
import type { Procedure } from '#kernel';
import type { Seq } from '#trace';
import type { ApiResource, KubeList, KubeObject, Status } from '../api/objects';
import type { PatchBody } from '../api/patch-body';

/** An answer: the object, or why not. `seq` is the response record. */
export type RestResult<T> =
  | { readonly ok: true; readonly code: number; readonly object: T; readonly seq: Seq }
  /** The server refused; `status` is what it said. */
  | {
      readonly ok: false;
      readonly status: Status;
      readonly transport: undefined;
      readonly seq: Seq;
    }
  /** No answer came; `transport` is the error text of the client. */
  | {
      readonly ok: false;
      readonly status: undefined;
      readonly transport: string;
      /** The request could not even be made. */
      readonly construction?: true;
      readonly seq: Seq;
    };

export interface RestWatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: KubeObject | Status;
  /** The watch record. */
  readonly seq: Seq;
}

/** In which form an answer is wanted. */
export interface FormOptions {
  /** The header Accept. */
  readonly accept?: string | undefined;
  /** Of a table: what each row has beside its cells. */
  readonly includeObject?: 'None' | 'Metadata' | 'Object' | undefined;
  /** Of one object. */
  readonly subresource?: string;
}

export interface ListOptions extends FormOptions {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  readonly limit?: number;
  /** Where the previous page ended. */
  readonly continue?: string;
}

export interface WatchOptions extends ListOptions {
  readonly allowWatchBookmarks?: boolean;
  readonly timeoutSeconds?: number;
  readonly onEvent: (event: RestWatchEvent) => void;
  /** The stream is over; watch again from the last version seen. */
  readonly onEnd: (reason: string) => void;
}

export interface DeleteOptions {
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  readonly gracePeriodSeconds?: number;
  readonly dryRun?: readonly ['All'];
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** Of a write. Upstream: metav1.CreateOptions, UpdateOptions, PatchOptions. */
export interface WriteOptions {
  readonly fieldManager?: string;
  readonly fieldValidation?: 'Ignore' | 'Strict' | 'Warn' | undefined;
  readonly dryRun?: 'All';
}

/** A patch, and the subresource it is for. */
export interface PatchRequest extends PatchBody {
  readonly subresource?: string;
  readonly options?: WriteOptions;
}

/** What a path of the API names besides its resource. */
export interface RawTarget {
  readonly verb: 'get' | 'list';
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
  readonly query: Readonly<Record<string, string>>;
  /** The client knows only the path: it checks nothing, and its errors name no resource. */
  readonly raw?: boolean;
}

/** What a write answers with. */
export type Written = Procedure<RestResult<KubeObject>>;

export interface RestClient {
  /** The same client, whose caller hears what answers warn of. */
  hearing?(onWarning: (text: string) => void): RestClient;
  get(
    of: ApiResource,
    namespace: string,
    name: string,
    form?: FormOptions,
  ): Procedure<RestResult<KubeObject>>;
  list(of: ApiResource, namespace: string, options?: ListOptions): Procedure<RestResult<KubeList>>;
  create(of: ApiResource, object: KubeObject, options?: WriteOptions): Written;
  update(of: ApiResource, object: KubeObject, options?: WriteOptions): Written;
  /** PUT of a subresource: `status`, `finalize`. */
  updateSubresource(
    of: ApiResource,
    object: KubeObject,
    subresource: string,
  ): Procedure<RestResult<KubeObject>>;
  patch(
    of: ApiResource,
    namespace: string,
    name: string,
    body: PatchRequest,
  ): Procedure<RestResult<KubeObject>>;
  /**
   * Server-side apply of a status, forced. Upstream: ApplyStatus.
   * @param object name and status, as far as the manager has a say in it
   */
  applyStatus(
    of: ApiResource,
    object: KubeObject,
    fieldManager: string,
  ): Procedure<RestResult<KubeObject>>;
  delete(
    of: ApiResource,
    namespace: string,
    name: string,
    options?: DeleteOptions,
  ): Procedure<RestResult<KubeObject | Status>>;
  /** What it answers with is a list of what was there. */
  deleteCollection(
    of: ApiResource,
    namespace: string,
    options?: DeleteOptions,
  ): Procedure<RestResult<KubeList>>;
  /** Starts a watch. The result says whether the server took it; `stop` ends it quietly. */
  watch(
    of: ApiResource,
    namespace: string,
    options: WatchOptions,
  ): Procedure<RestResult<{ readonly stop: () => void }>>;
  /** GET of a path outside the API, such as `/readyz`; the object is the body's text. */
  raw(path: string, accept?: string): Procedure<RestResult<string>>;
  /** A GET of one object or of a list with the query as it stands. */
  getPath(of: ApiResource, target: RawTarget): Procedure<RestResult<unknown>>;
}

/** The reason of a refusal; "" when no answer came. */
export function reasonOf(result: RestResult<unknown>): string {
  return result.ok ? '' : (result.status?.reason ?? '');
}

/** The text of an error as client-go prints it. */
export function errorText(result: RestResult<unknown>): string {
  if (result.ok) return '';
  return result.status?.message ?? result.transport ?? '';
}
