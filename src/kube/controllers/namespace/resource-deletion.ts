/**
 * Deletes the objects of one resource in a namespace, and looks what is left of them.
 *
 * Upstream    kubernetes v1.27 pkg/controller/namespace/deletion/namespaced_resources_deleter.go
 *             (deleteAllContentForGroupVersionResource, estimateGracefulTermination)
 */
import type { Procedure, Process } from '#kernel';
import { nameOf, namespaceOf } from '../../api/meta';
import type { KubeList, KubeObject } from '../../api/objects';
import { PODS } from '../../api/resources';
import { parseTime } from '../../api/timestamps';
import type { DiscoveredResource } from '../../client/discovery-documents';
import { errorText, type RestClient, type RestResult, reasonOf } from '../../client/rest-client';

/** Seconds that whoever clears a finalizer is given. Upstream: finalizerEstimateSeconds. */
const FINALIZER_ESTIMATE = 15;
const MS_A_SECOND = 1_000;
const BACKGROUND = { propagationPolicy: 'Background' } as const;

/** What is left of a resource. */
export interface Left {
  /** Seconds until another look is worth it. */
  readonly estimate: number;
  readonly remaining: number;
  readonly finalizers: ReadonlyMap<string, number>;
  readonly error?: string;
}

export interface ResourceDeletionParts {
  readonly process: Process;
  readonly client: RestClient;
  readonly namespace: KubeObject;
  readonly of: DiscoveredResource;
}

/** The server has no such collection or no such verb: nothing to delete there. */
const isUnsupported = (result: RestResult<unknown>): boolean =>
  ['MethodNotAllowed', 'NotFound'].includes(reasonOf(result));

const nothing = (estimate: number, error?: string): Left => {
  const none = { estimate, remaining: 0, finalizers: new Map<string, number>() };
  return error === undefined ? none : { ...none, error };
};

export class ResourceDeletion {
  readonly #parts: ResourceDeletionParts;
  readonly #name: string;

  constructor(parts: ResourceDeletionParts) {
    this.#parts = parts;
    this.#name = nameOf(parts.namespace);
  }

  *run(): Procedure<Left> {
    const { of } = this.#parts;
    const { estimate, error } = yield* this.#estimateGracefulTermination();
    if (error !== undefined) return nothing(0, error);
    const refused = yield* this.#deleteCollection();
    if (refused !== undefined) return nothing(estimate, refused);
    if (!of.verbs.includes('list')) return nothing(estimate);
    const listed = yield* this.#list();
    if (!listed.ok) {
      return isUnsupported(listed) ? nothing(estimate) : nothing(estimate, errorText(listed));
    }
    return this.#left(listed.object, estimate);
  }

  #left({ items }: KubeList, estimate: number): Left {
    if (items.length === 0) return nothing(0);
    const { of } = this.#parts;
    const finalizers = new Map<string, number>();
    for (const each of items.flatMap(({ metadata }) => metadata.finalizers ?? [])) {
      finalizers.set(each, (finalizers.get(each) ?? 0) + 1);
    }
    const remaining = items.length;
    if (estimate > 0) return { estimate, remaining, finalizers };
    if (finalizers.size > 0) return { estimate: FINALIZER_ESTIMATE, remaining, finalizers };
    const what = `${of.group}/${of.version}, Resource=${of.resource}`;
    const error = `unexpected items still remain in namespace: ${this.#name} for gvr: ${what}`;
    return { estimate, remaining, finalizers, error };
  }

  /** @returns why it failed. */
  *#deleteCollection(): Procedure<string | undefined> {
    const { client, of } = this.#parts;
    if (of.verbs.includes('deletecollection')) {
      const deleted = yield* client.deleteCollection(of, this.#name, BACKGROUND);
      if (deleted.ok) return undefined;
      if (!isUnsupported(deleted)) return errorText(deleted);
    }
    if (!of.verbs.includes('list')) return undefined;
    return yield* this.#deleteEachItem();
  }

  *#deleteEachItem(): Procedure<string | undefined> {
    const { client, of } = this.#parts;
    const listed = yield* this.#list();
    if (!listed.ok) return isUnsupported(listed) ? undefined : errorText(listed);
    for (const item of listed.object.items) {
      const deleted = yield* client.delete(of, namespaceOf(item), nameOf(item), BACKGROUND);
      if (!deleted.ok && !isUnsupported(deleted)) return errorText(deleted);
    }
    return undefined;
  }

  #list(): Procedure<RestResult<KubeList>> {
    const { client, of } = this.#parts;
    return client.list(of, this.#name);
  }

  /** The longest grace of a Pod, as long as it is not over; nothing else has any. */
  *#estimateGracefulTermination(): Procedure<{
    readonly estimate: number;
    readonly error?: string;
  }> {
    const { client, of, namespace, process } = this.#parts;
    if (of.group !== '' || of.resource !== PODS.resource) return { estimate: 0 };
    const pods = yield* client.list(PODS, this.#name);
    if (!pods.ok) return { estimate: 0, error: errorText(pods) };
    const estimate = Math.max(0, ...pods.object.items.map(graceOf));
    const deletedAt = parseTime(namespace.metadata.deletionTimestamp ?? '') ?? 0;
    const over = process.wallMs() - deletedAt >= estimate * MS_A_SECOND;
    return { estimate: over ? 0 : estimate };
  }
}

interface PodParts {
  readonly spec?: { readonly terminationGracePeriodSeconds?: number };
  readonly status?: { readonly phase?: string };
}

function graceOf(pod: KubeObject): number {
  const { spec, status } = pod as PodParts;
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return 0;
  return spec?.terminationGracePeriodSeconds ?? 0;
}
