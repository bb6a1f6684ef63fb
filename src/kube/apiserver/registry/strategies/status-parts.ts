/**
 * What kinds with a spec and a status have in common: an update changes the one, an update of the
 * subresource the other, and a new spec is a new generation.
 *
 * Upstream    kubernetes v1.27 pkg/registry/flowcontrol, kube-aggregator pkg/registry/apiservice,
 *             apiextensions-apiserver pkg/registry/customresourcedefinition (strategy.go of each)
 */
import { semanticDeepEqual } from '../../../api/equality';
import { withMeta } from '../../../api/meta';
import type { KubeObject } from '../../../api/objects';
import type { UpdateStrategy } from '../strategy';

/** The object with that status; with none where it is undefined. */
export function withStatus(object: KubeObject, status: unknown): KubeObject {
  const { status: _, ...rest } = object;
  return (status === undefined ? rest : { ...rest, status }) as KubeObject;
}

/** A new object is of the first generation. */
export const firstGeneration = (object: KubeObject): KubeObject =>
  withMeta(object, { generation: 1 });

/** The status is what it was; a changed spec counts. */
export function keepStatus(object: KubeObject, old: KubeObject): KubeObject {
  const kept = withStatus(object, old.status);
  if (semanticDeepEqual(kept.spec, old.spec)) return kept;
  return withMeta(kept, { generation: (old.metadata.generation ?? 0) + 1 });
}

/** Only the status is taken from the request. Upstream: ResetObjectMetaForStatus and the spec. */
export const statusUpdate: UpdateStrategy = {
  prepareForUpdate: (object, old) => {
    const { resourceVersion } = object.metadata;
    return withStatus(withMeta(old, { resourceVersion }), object.status);
  },
  validateUpdate: () => [],
};
