/**
 * Owner references that stand twice in what is written: one is kept, and the client is told.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go
 *             (dedupOwnerReferencesAndAddWarning)
 */
import { semanticDeepEqual } from '../../api/equality';
import { withMeta } from '../../api/meta';
import type { KubeObject, OwnerReference } from '../../api/objects';

/** Source: DuplicateOwnerReferences...WarningFormat. */
const WARNING = {
  sent: '.metadata.ownerReferences contains duplicate entries',
  patched: '.metadata.ownerReferences contains duplicate entries after mutating admission happens',
} as const;
const ADVICE =
  'API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; ' +
  'please fix your requests; duplicate UID(s) observed: ';

/** @param how a whole object was sent, or it comes of a patch */
export function withoutEqualOwners(
  object: KubeObject,
  how: keyof typeof WARNING,
  warn: ((text: string) => void) | undefined,
): KubeObject {
  const given = object.metadata.ownerReferences;
  if (!given || given.length < 2) return object;
  const kept: OwnerReference[] = [];
  const twice: string[] = [];
  for (const owner of given) {
    if (kept.some((other) => semanticDeepEqual(other, owner))) twice.push(owner.uid);
    else kept.push(owner);
  }
  if (twice.length === 0) return object;
  warn?.(`${WARNING[how]}; ${ADVICE}${twice.join(', ')}`);
  return withMeta(object, { ownerReferences: kept });
}
