/**
 * Deletes all that is in a namespace, says in its status what is left, and takes the finalizer
 * `kubernetes` off when nothing is.
 *
 * Upstream    kubernetes v1.27-v1.33
 *             pkg/controller/namespace/deletion/namespaced_resources_deleter.go
 * Reads       the Namespace, discovery, lists of each namespaced resource
 * Writes      Namespaces (status, finalize); deletes each namespaced resource
 * Simplified  what a resource does not support is read off the discovery of each deletion, not off
 *             one that is made at the start; lists bring whole objects, not their metadata alone;
 *             resources go in the order of discovery, not in one that is drawn
 */
import { formatTime, seconds } from '#base';
import type { Procedure } from '#kernel';
import { uidOf, withMeta } from '../../api/meta';
import type { KubeObject } from '../../api/objects';
import { NAMESPACES } from '../../api/resources';
import { DiscoveryClient, type DiscoveryResult, discoveryError } from '../../client/discovery';
import type { DiscoveredResource } from '../../client/discovery-documents';
import { errorText, type RestClient, type RestResult, reasonOf } from '../../client/rest-client';
import { isConflict } from '../../client/retry';
import type { ControllerContext, SyncEnd } from '../controller';
import { type NamespaceCondition, NamespaceConditionUpdater } from './namespace-conditions';
import { type Left, ResourceDeletion } from './resource-deletion';

/** Upstream: v1.FinalizerKubernetes. */
const FINALIZER = 'kubernetes';
/** Pods go before all else. */
const ORDERED = 'OrderedNamespaceDeletion';

interface NamespaceParts {
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly NamespaceCondition[];
  };
}

const partsOf = (namespace: KubeObject): NamespaceParts => namespace as NamespaceParts;
const isPods = ({ group, resource }: DiscoveredResource) => group === '' && resource === 'pods';

/** What a deletion of the content came to. */
interface Content {
  /** Seconds until another look is worth it. */
  readonly estimate: number;
  readonly errors: readonly string[];
}

/** What is left of all resources so far. */
class Totals {
  readonly remaining = new Map<string, number>();
  readonly finalizers = new Map<string, number>();
  readonly errors: string[] = [];
  estimate = 0;

  add({ group, resource }: DiscoveredResource, left: Left): void {
    this.estimate = Math.max(this.estimate, left.estimate);
    if (left.remaining === 0) return;
    this.remaining.set(`${resource}.${group}`, left.remaining);
    for (const [finalizer, count] of left.finalizers) {
      this.finalizers.set(finalizer, (this.finalizers.get(finalizer) ?? 0) + count);
    }
  }
}

export class NamespacedResourcesDeleter {
  readonly #context: ControllerContext;
  readonly #client: RestClient;

  constructor(context: ControllerContext, client: RestClient) {
    this.#context = context;
    this.#client = client;
  }

  /** @returns how the sync of the namespace ends. */
  *delete(name: string): Procedure<SyncEnd> {
    const found = yield* this.#client.get(NAMESPACES, '', name);
    if (!found.ok) return endOf(found);
    if (found.object.metadata.deletionTimestamp === undefined) return undefined;
    const marked = yield* this.#retryOnConflict(found.object, (latest) => this.#mark(latest));
    if (typeof marked === 'string') return marked;
    if (!marked.ok) return endOf(marked);
    const namespace = marked.object;
    const { spec } = partsOf(namespace);
    if (namespace.metadata.deletionTimestamp === undefined) return undefined;
    if ((spec?.finalizers ?? []).length === 0) return undefined;
    const { estimate, errors } = yield* this.#deleteAllContent(namespace);
    if (errors.length > 0) return errors.length > 1 ? `[${errors.join(', ')}]` : errors[0];
    // Upstream: ResourcesRemainingError.
    if (estimate > 0) return { after: seconds(Math.floor(estimate / 2) + 1) };
    const done = yield* this.#retryOnConflict(namespace, (latest) => this.#finalize(latest));
    return typeof done === 'string' ? done : endOf(done);
  }

  /** Upstream: retryOnConflictError. */
  *#retryOnConflict(
    namespace: KubeObject,
    attempt: (latest: KubeObject) => Procedure<RestResult<KubeObject>>,
  ): Procedure<RestResult<KubeObject> | string> {
    let latest = namespace;
    for (;;) {
      const result = yield* attempt(latest);
      if (result.ok || !isConflict(result)) return result;
      const again = yield* this.#client.get(NAMESPACES, '', latest.metadata.name ?? '');
      if (!again.ok) return again;
      if (uidOf(again.object) !== uidOf(latest)) return 'namespace uid has changed across retries';
      latest = again.object;
    }
  }

  /** Upstream: updateNamespaceStatusFunc. */
  *#mark(namespace: KubeObject): Procedure<RestResult<KubeObject>> {
    const { status } = partsOf(namespace);
    const { deletionTimestamp } = namespace.metadata;
    if (deletionTimestamp === undefined || status?.phase === 'Terminating') {
      return { ok: true, code: 200, object: namespace, seq: 0 };
    }
    const object = { ...namespace, status: { ...status, phase: 'Terminating' } };
    return yield* this.#client.updateSubresource(NAMESPACES, object, 'status');
  }

  /** Upstream: finalizeNamespace. */
  *#finalize(namespace: KubeObject): Procedure<RestResult<KubeObject>> {
    const { spec } = partsOf(namespace);
    const finalizers = (spec?.finalizers ?? []).filter((each) => each !== FINALIZER).toSorted();
    const { apiVersion, kind } = namespace;
    const bare: KubeObject = { apiVersion, kind, metadata: {} };
    const object = { ...withMeta(bare, namespace.metadata), spec: { ...spec, finalizers } };
    return yield* this.#client.updateSubresource(NAMESPACES, object, 'finalize');
  }

  *#deleteAllContent(namespace: KubeObject): Procedure<Content> {
    const { process, profile, gateOn } = this.#context;
    const conditions = new NamespaceConditionUpdater(formatTime(process.wallMs()));
    const totals = new Totals();
    const found = yield* new DiscoveryClient(this.#client, profile).preferredResources();
    const error = errorOf(found);
    if (error !== undefined) {
      totals.errors.push(error);
      conditions.processDiscoverResourcesError(found.failures.length, error);
    }
    const deletable = found.resources.filter(
      ({ namespaced, verbs }) => namespaced && verbs.includes('delete'),
    );
    const ordered = gateOn(ORDERED);
    const first = ordered ? deletable.filter(isPods) : [];
    const rest = ordered ? deletable.filter((each) => !isPods(each)) : deletable;
    const words = `failed to delete pods for namespace: ${namespace.metadata.name}, err: `;
    yield* this.#deleteEach(namespace, first, { conditions, totals, words });
    if (totals.remaining.size === 0) {
      yield* this.#deleteEach(namespace, rest, { conditions, totals, words: '' });
    }
    conditions.processContentTotals(totals);
    yield* this.#writeConditions(namespace, conditions);
    return totals;
  }

  *#deleteEach(
    namespace: KubeObject,
    resources: readonly DiscoveredResource[],
    { conditions, totals, words }: DeletionSoFar,
  ): Procedure<void> {
    const { process } = this.#context;
    for (const of of resources) {
      const deletion = new ResourceDeletion({ process, client: this.#client, namespace, of });
      const left = yield* deletion.run();
      if (left.error !== undefined) {
        totals.errors.push(`${words}${left.error}`);
        conditions.processDeleteContentError(left.error);
      }
      totals.add(of, left);
    }
  }

  /** Upstream: updateNamespaceStatusFunc of the conditions; a failure is only logged. */
  *#writeConditions(namespace: KubeObject, updater: NamespaceConditionUpdater): Procedure<void> {
    const { status } = partsOf(namespace);
    const conditions = updater.update(status?.conditions ?? []);
    if (!conditions) return;
    const object = { ...namespace, status: { ...status, conditions } };
    const written = yield* this.#client.updateSubresource(NAMESPACES, object, 'status');
    if (written.ok) return;
    const { actor, errors } = this.#context;
    const what = `couldn't update status condition for namespace "${namespace.metadata.name}"`;
    yield* errors.handleError(actor, `${what}: ${errorText(written)}`);
  }
}

interface DeletionSoFar {
  readonly conditions: NamespaceConditionUpdater;
  readonly totals: Totals;
  /** Before each error. */
  readonly words: string;
}

/** What is discovered in part is good enough to go on with; but it is an error in the end. */
function errorOf({ error, failures }: DiscoveryResult): string | undefined {
  if (error) return errorText(error);
  return failures.length > 0 ? discoveryError(failures) : undefined;
}

/** A namespace that is not found is gone: all is well. */
const endOf = (result: RestResult<KubeObject>): string | undefined =>
  result.ok || reasonOf(result) === 'NotFound' ? undefined : errorText(result);
