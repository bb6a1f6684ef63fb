/**
 * A CustomResourceDefinition goes in two phases: the first delete marks it, the object goes when
 * the finalizer that it then gets is gone.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiextensions-apiserver
 *             pkg/registry/customresourcedefinition/etcd.go (REST.Delete)
 */
import type { Procedure } from '#kernel';
import { withMeta } from '../../api/meta';
import type { KubeObject } from '../../api/objects';
import { formatTime } from '../../api/timestamps';
import { beforeDelete } from './before-delete';
import { OK, type Outcome, refused, served } from './outcome';
import { type DeleteRequest, RegistryStore } from './registry-store';
import { crdCondition, withCondition } from './strategies/crd-conditions';

export const CRD_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';
export const TERMINATING = 'Terminating';

const PENDING = crdCondition(
  TERMINATING,
  'True',
  'InstanceDeletionPending',
  'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
);

export class CrdStore extends RegistryStore {
  override *delete(request: DeleteRequest): Procedure<Outcome> {
    const { name, options } = request;
    const found = yield* this.get('', name);
    if (!found.ok) return found;
    const crd = found.body as KubeObject;
    const refusal = beforeDelete(this.of, crd, options);
    if (refusal) return refused(refusal);
    if (crd.metadata.deletionTimestamp !== undefined) return yield* super.delete(request);
    const uid = options.preconditions?.uid ?? crd.metadata.uid;
    const now = formatTime(this.parts.wallMs());
    const result = yield* this.storageOf(request).guaranteedUpdate(this.keyOf('', name), {
      ignoreNotFound: false,
      preconditions: { ...options.preconditions, uid },
      update: (existing) => {
        const denied = this.deleteDenied(request, existing as KubeObject);
        if (denied) return { kind: 'refuse', refusal: denied };
        return { kind: 'write', object: marked(existing as KubeObject, now) };
      },
    });
    if (!result.ok) return refused(this.failed(result.failure, 'update', name));
    return served(OK, result.value, Number(result.value.metadata.resourceVersion));
  }
}

function marked(crd: KubeObject, now: string): KubeObject {
  const { deletionTimestamp = now, finalizers = [] } = crd.metadata;
  const own = finalizers.includes(CRD_FINALIZER) ? finalizers : [...finalizers, CRD_FINALIZER];
  return withCondition(withMeta(crd, { deletionTimestamp, finalizers: own }), PENDING, now);
}
