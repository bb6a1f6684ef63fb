/**
 * Namespaces go in two phases: the first delete marks them Terminating, the object goes when its
 * spec.finalizers are empty.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/namespace/storage/storage.go (REST.Delete)
 */
import type { Procedure } from '#kernel';
import { FINALIZER_FOREGROUND, FINALIZER_ORPHAN, versionOf, withMeta } from '../../api/meta';
import type { KubeObject } from '../../api/objects';
import { newConflict, newInternalError } from '../../api/status';
import { formatTime } from '../../api/timestamps';
import type { DeleteRequestOptions } from './before-delete';
import { stillThere } from './delete-object';
import type { Outcome } from './outcome';
import { refused } from './outcome';
import { type DeleteRequest, RegistryStore } from './registry-store';
import { type Namespace, PHASE_TERMINATING } from './strategies/namespace';

export class NamespaceStore extends RegistryStore {
  override *delete(request: DeleteRequest): Procedure<Outcome> {
    const { name, options } = request;
    const found = yield* this.get('', name);
    if (!found.ok) return found;
    const namespace = found.body as Namespace;
    const conflict = this.#precondition(namespace, options);
    if (conflict) return conflict;
    const uid = options.preconditions?.uid ?? namespace.metadata.uid;
    const preconditions = { ...options.preconditions, uid };
    if (namespace.metadata.deletionTimestamp === undefined) {
      return yield* this.#terminate({ ...request, options: { ...options, preconditions } });
    }
    if ((namespace.spec?.finalizers ?? []).length > 0) {
      return stillThere([namespace, versionOf(namespace)], request);
    }
    return yield* super.delete({ ...request, options: { ...options, preconditions } });
  }

  #precondition(namespace: KubeObject, { preconditions }: DeleteRequestOptions) {
    const { name = '', uid, resourceVersion } = namespace.metadata;
    if (preconditions?.uid !== undefined && preconditions.uid !== uid) {
      const cause =
        `Precondition failed: UID in precondition: ${preconditions.uid}, ` +
        `UID in object meta: ${uid}`;
      return refused(newConflict(this.of, name, cause));
    }
    const version = preconditions?.resourceVersion;
    if (version === undefined || version === resourceVersion) return undefined;
    const cause =
      `Precondition failed: ResourceVersion in precondition: ${version}, ` +
      `ResourceVersion in object meta: ${resourceVersion}`;
    return refused(newConflict(this.of, name, cause));
  }

  *#terminate(request: DeleteRequest): Procedure<Outcome> {
    const { name, options } = request;
    const { wallMs } = this.parts;
    const result = yield* this.storageOf(request).guaranteedUpdate(this.keyOf('', name), {
      ignoreNotFound: false,
      preconditions: options.preconditions,
      update: (existing) => {
        const refusal = this.deleteDenied(request, existing as KubeObject);
        if (refusal) return { kind: 'refuse', refusal };
        return { kind: 'write', object: terminated(existing as Namespace, options, wallMs()) };
      },
    });
    if (result.ok) return stillThere([result.value, versionOf(result.value)], request);
    const status = this.failed(result.failure, 'update', name);
    const known = status.reason !== undefined;
    return refused(known ? status : newInternalError(status.message ?? ''));
  }
}

function terminated(
  namespace: Namespace,
  options: DeleteRequestOptions,
  nowMs: number,
): KubeObject {
  const { deletionTimestamp = formatTime(nowMs), finalizers = [] } = namespace.metadata;
  const { status, ...rest } = namespace;
  const marked = withMeta(rest as KubeObject, {
    deletionTimestamp,
    finalizers: namespaceFinalizers(finalizers, options),
  });
  return { ...marked, status: { ...status, phase: PHASE_TERMINATING } } as KubeObject;
}

/** Upstream: shouldHaveOrphanFinalizer, shouldHaveDeleteDependentsFinalizer. */
function namespaceFinalizers(
  given: readonly string[],
  { orphanDependents, propagationPolicy }: DeleteRequestOptions,
): readonly string[] {
  const asked = orphanDependents !== undefined || propagationPolicy !== undefined;
  if (!asked) return given;
  const orphan = orphanDependents ?? propagationPolicy === 'Orphan';
  const foreground = orphanDependents === undefined && propagationPolicy === 'Foreground';
  const kept = given.filter((name) => name !== FINALIZER_ORPHAN && name !== FINALIZER_FOREGROUND);
  return [
    ...kept,
    ...(orphan ? [FINALIZER_ORPHAN] : []),
    ...(foreground ? [FINALIZER_FOREGROUND] : []),
  ];
}
