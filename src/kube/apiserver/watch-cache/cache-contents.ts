/**
 * What a cache holds: read from etcd as a whole, and given out as a list.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/cacher (lister_watcher.go,
 *             cacher.go GetList)
 */
import type { Procedure } from '#kernel';
import type { Storage, StorageResult, StoredList } from '../storage/storage';
import type { CachedElement } from './watch-cache';
import { keyWanted } from './watch-source';

type ListOptions = Parameters<Storage['list']>[1];

/** Page of the list that fills the cache. Source: storageWatchListPageSize. */
const LIST_PAGE = 10_000;

/** All objects of the resource, page by page at the version of the first page. */
export function* readAll(
  storage: Storage,
  prefix: string,
): Procedure<StorageResult<readonly CachedElement[]>> {
  const elements: CachedElement[] = [];
  let at: Pick<ListOptions, 'resourceVersion' | 'match' | 'startKey'> = {};
  for (;;) {
    const page = yield* storage.list(prefix, { ...at, limit: LIST_PAGE });
    if (!page.ok) return page;
    const { items, keys, more } = page.value;
    keys.forEach((key, index) => {
      elements.push({ key, object: items[index] });
    });
    if (!more) return { ok: true, value: elements, revision: page.revision };
    const resourceVersion = String(page.revision);
    at = { resourceVersion, match: 'Exact', startKey: `${keys[keys.length - 1]}\u0000` };
  }
}

export function storedList(
  elements: readonly CachedElement[],
  prefix: string,
  revision: number,
): StorageResult<StoredList> {
  const wanted = elements.filter(({ key }) => keyWanted(key, prefix));
  const items = wanted.map(({ object }) => object);
  const keys = wanted.map(({ key }) => key);
  const value = { items, keys, more: false, count: items.length, whole: true };
  return { ok: true, value, revision };
}
