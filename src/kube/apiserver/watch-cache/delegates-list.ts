/**
 * Which lists the watch cache leaves to etcd.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go
 *             (shouldDelegateList, GetList)
 */
import type { Storage } from '../storage/storage';

type ListOptions = Parameters<Storage['list']>[1];

/**
 * Whether etcd must be asked.
 * @param decided the cache is filled, or the version is none, which the cache itself refuses.
 */
export function delegatesList(
  { resourceVersion = '', match, limit = 0, startKey }: ListOptions,
  { consistentLists, resilient }: { consistentLists?: boolean; resilient?: boolean },
  decided: boolean,
): boolean {
  const consistent = resourceVersion === '';
  if (consistent && !consistentLists) return true;
  if (startKey !== undefined || (limit > 0 && resourceVersion !== '0')) return true;
  if (match !== undefined && match !== 'NotOlderThan') return true;
  if (decided || Number(resourceVersion) > 0) return false;
  // Before it is filled: any version will do, unless the list is long and many would ask.
  return consistent || !resilient || limit > 0;
}
