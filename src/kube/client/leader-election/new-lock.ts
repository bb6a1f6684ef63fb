/**
 * The lock that a component's flags ask for.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/
 *             interface.go (New)
 */
import { bad, good, type Result } from '#base';
import { CONFIG_MAPS, ENDPOINTS } from '../../api/resources';
import type { Switches } from '../../profile';
import { MultiLock } from './multi-lock';
import { annotationLock, type LockParts, leaseLock, type ResourceLock } from './resource-lock';

const REMOVED_WITH = ' (using version v0.27.x)';

/** What each removed kind is to be replaced by. */
const removed = (kind: string, two: boolean): string | undefined => {
  const version = two ? '' : REMOVED_WITH;
  if (kind === 'endpoints') {
    return `endpoints lock is removed, migrate to endpointsleases${version}`;
  }
  if (kind === 'configmaps') {
    return `configmaps lock is removed, migrate to configmapsleases${version}`;
  }
  if (two) return undefined;
  if (kind === 'endpointsleases') return 'endpointsleases lock is removed, migrate to leases';
  // Upstream's own words.
  return kind === 'configmapsleases'
    ? 'configmapsleases lock is removed, migrated to leases'
    : undefined;
};

/** The lock of before 1.12. @returns it, or why there is none. */
export function olderLock(kind: string, parts: LockParts): Result<ResourceLock> {
  if (kind === 'endpoints') return good(annotationLock(parts, ENDPOINTS));
  if (kind === 'configmaps') return good(annotationLock(parts, CONFIG_MAPS));
  return bad([{ path: 'resourceLock', reason: `Invalid lock-type ${kind}` }]);
}

/** @returns the lock, or why there is none. */
export function newLock(
  kind: string,
  parts: LockParts,
  { multiLocks }: Pick<Switches, 'multiLocks'>,
): Result<ResourceLock> {
  const gone = removed(kind, multiLocks);
  if (gone !== undefined) return bad([{ path: 'resourceLock', reason: gone }]);
  const lease = leaseLock(parts);
  if (kind === 'leases') return good(lease);
  if (kind === 'endpointsleases') {
    return good(new MultiLock(annotationLock(parts, ENDPOINTS), lease));
  }
  if (kind === 'configmapsleases') {
    return good(new MultiLock(annotationLock(parts, CONFIG_MAPS), lease));
  }
  return bad([{ path: 'resourceLock', reason: `Invalid lock-type ${kind}` }]);
}
