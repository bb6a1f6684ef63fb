/**
 * What a delete does to an object that may not go at once.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/rest/delete.go
 *             (BeforeDelete), pkg/registry/generic/registry/store.go
 *             (deletionFinalizersForGarbageCollection, markAsDeleting)
 */
import { type FieldError, invalid, notSupported } from '../../api/field-error';
import { FINALIZER_FOREGROUND, FINALIZER_ORPHAN, uidOf, withMeta } from '../../api/meta';
import type { ApiResource, KubeObject, Status } from '../../api/objects';
import { newConflict, newInvalid } from '../../api/status';
import { formatTime, parseTime } from '../../api/timestamps';
import type { Strategy } from './strategy';

/** The body of a delete. Upstream: metav1.DeleteOptions. */
export interface DeleteRequestOptions {
  readonly propagationPolicy?: string;
  readonly orphanDependents?: boolean;
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** In the order in which upstream prints them. */
const PROPAGATION_POLICIES = ['Foreground', 'Background', 'Orphan'];

/** Upstream: ValidateDeleteOptions. */
export function validateDeleteOptions(options: DeleteRequestOptions): Status | undefined {
  const { propagationPolicy, orphanDependents } = options;
  const errors: FieldError[] = [];
  if (propagationPolicy !== undefined && orphanDependents !== undefined) {
    const detail = 'orphanDependents and deletionPropagation cannot be both set';
    errors.push(invalid('propagationPolicy', propagationPolicy, detail));
  }
  if (propagationPolicy !== undefined && !PROPAGATION_POLICIES.includes(propagationPolicy)) {
    const supported = [...PROPAGATION_POLICIES, 'nil'];
    errors.push(notSupported('propagationPolicy', propagationPolicy, supported));
  }
  if (errors.length === 0) return undefined;
  return newInvalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors);
}

/** Preconditions are looked at early; storage looks again. Upstream: BeforeDelete. */
export function beforeDelete(
  of: ApiResource,
  object: KubeObject,
  options: DeleteRequestOptions,
): Status | undefined {
  const refusal = validateDeleteOptions(options);
  if (refusal) return refusal;
  const { uid, resourceVersion } = options.preconditions ?? {};
  const { name = '', resourceVersion: version } = object.metadata;
  const subject = { group: of.group, resource: of.kind };
  if (uid !== undefined && uid !== uidOf(object)) {
    const cause =
      `the UID in the precondition (${uid}) does not match the UID in record ` +
      `(${uidOf(object)}). The object might have been deleted and then recreated`;
    return newConflict(subject, name, cause);
  }
  if (resourceVersion !== undefined && resourceVersion !== version) {
    const cause =
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ` +
      `ResourceVersion in record (${version}). The object might have been modified`;
    return newConflict(subject, name, cause);
  }
  return undefined;
}

/** Finalizers of the object and what follows from the options for the garbage collector. */
export function deletionFinalizers(
  strategy: Strategy,
  object: KubeObject,
  options: DeleteRequestOptions,
): { readonly changed: boolean; readonly finalizers: readonly string[] } {
  const given = object.metadata.finalizers ?? [];
  const kept = given.filter((name) => name !== FINALIZER_ORPHAN && name !== FINALIZER_FOREGROUND);
  const wanted = collectorFinalizer(strategy, given, options);
  const finalizers = wanted === undefined ? kept : [...kept, wanted];
  const changed =
    finalizers.length !== given.length || finalizers.some((name) => !given.includes(name));
  return { changed, finalizers: changed ? finalizers : given };
}

/** Upstream: shouldOrphanDependents and shouldDeleteDependents; never both. */
function collectorFinalizer(
  { garbageCollection }: Strategy,
  given: readonly string[],
  { orphanDependents, propagationPolicy }: DeleteRequestOptions,
): string | undefined {
  if (garbageCollection === 'Unsupported') return undefined;
  if (orphanDependents !== undefined) return orphanDependents ? FINALIZER_ORPHAN : undefined;
  if (propagationPolicy === 'Orphan') return FINALIZER_ORPHAN;
  if (propagationPolicy === 'Foreground') return FINALIZER_FOREGROUND;
  if (propagationPolicy === 'Background') return undefined;
  const existing = given.find((name) => name === FINALIZER_ORPHAN || name === FINALIZER_FOREGROUND);
  if (existing !== undefined) return existing;
  return garbageCollection === 'OrphanDependents' ? FINALIZER_ORPHAN : undefined;
}

/** Marks an object that waits for its finalizers. @param nowMs the server's clock. */
export function markAsDeleting(
  object: KubeObject,
  finalizers: readonly string[],
  nowMs: number,
): KubeObject {
  const { deletionTimestamp, generation } = object.metadata;
  const set = deletionTimestamp === undefined ? undefined : parseTime(deletionTimestamp);
  const bumped = deletionTimestamp === undefined && generation ? generation + 1 : generation;
  return withMeta(object, {
    finalizers,
    generation: bumped,
    deletionTimestamp: set === undefined || set > nowMs ? formatTime(nowMs) : deletionTimestamp,
    deletionGracePeriodSeconds: 0,
  });
}
