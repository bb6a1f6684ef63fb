/**
 * DELETE of a collection: each object of the list by itself.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go
 *             (Store.DeleteCollection)
 * Simplified  one worker, as --delete-collection-workers has it by default
 */
import type { Procedure } from '#kernel';
import type { KubeList } from '../../api/objects';
import type { Outcome } from './outcome';
import type { DeleteRequest, RegistryStore } from './registry-store';

/** @param listing gives what is to be deleted. @returns the list, or the first refusal. */
export function* deleteCollection(
  store: RegistryStore,
  listing: Procedure<Outcome>,
  { options, dryRun }: Pick<DeleteRequest, 'options' | 'dryRun'>,
): Procedure<Outcome> {
  const listed = yield* listing;
  if (!listed.ok) return listed;
  for (const { metadata } of (listed.body as unknown as KubeList).items) {
    const { namespace = '', name = '' } = metadata;
    const deleted = yield* store.delete({ namespace, name, options, dryRun });
    if (!deleted.ok && deleted.status.reason !== 'NotFound') return deleted;
  }
  return listed;
}
