/**
 * GET of a list.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go (GetList);
 *             pkg/registry/generic/registry/store.go (ListPredicate)
 */
import type { Procedure } from '#kernel';
import type { KubeList, KubeObject, Status } from '../../api/objects';
import { apiVersionOf } from '../../api/resources';
import { newBadRequest } from '../../api/status';
import { decodeContinue, encodeContinue } from '../storage/continue-token';
import { versionFault } from '../storage/resource-version';
import type { Storage, StoredList } from '../storage/storage';
import { EVERYTHING, type ParsedListOptions } from './list-options';
import { OK, type Outcome, refused, served } from './outcome';
import type { RegistryStore } from './registry-store';

/** Largest page of one read when selectors drop items. Source: maxLimit. */
const MAX_PAGE = 10_000;

/** What is left of the options where lists have no pages. Upstream: etcd3 store's pagingEnabled. */
export const withoutPages = (options: ParsedListOptions): ParsedListOptions => ({
  ...options,
  limit: 0,
  continue: '',
});

interface Page {
  readonly resourceVersion: string | undefined;
  readonly match: 'Exact' | 'NotOlderThan' | undefined;
  readonly startKey: string | undefined;
}

/** Lists the objects whose keys begin with `prefix`, or the one that has it as its whole key. */
export function* getList(
  store: RegistryStore,
  storage: Storage,
  prefix: string,
  options: ParsedListOptions,
): Procedure<Outcome<KubeList>> {
  const first = firstPage(prefix, options);
  if (typeof first === 'string') return refused(newBadRequest(first));
  const { limit } = options;
  const items: KubeObject[] = [];
  let page = first;
  let size = limit;
  for (;;) {
    const read = yield* storage.list(prefix, {
      ...page,
      ...(size > 0 ? { limit: size } : {}),
    });
    if (!read.ok) return refused(store.failed(read.failure, 'list', ''));
    const { value, revision } = read;
    const next = take(items, value, value.whole ? 0 : limit, options.matches);
    if (next === undefined) return served(OK, asList(store, items, revision), revision);
    if (limit > 0 && items.length >= limit) {
      const remaining = options.matches ? 0 : value.count - value.items.length;
      const more = { token: encodeContinue(next, prefix, revision), remaining };
      return served(OK, asList(store, items, revision, more), revision);
    }
    size = Math.min(size * 2, MAX_PAGE);
    page = { resourceVersion: String(revision), match: 'Exact', startKey: next };
  }
}

/** All objects of a kind, for the server itself, as its watch cache has them. */
export function* listCached(store: RegistryStore): Procedure<readonly KubeObject[] | Status> {
  const options = { ...EVERYTHING, resourceVersion: '0' };
  const found = yield* getList(store, store.storageOf({}), store.rangeOf('', ''), options);
  return found.ok ? found.body.items : found.status;
}

function firstPage(prefix: string, options: ParsedListOptions): Page | string {
  const { resourceVersion, resourceVersionMatch } = options;
  if (options.continue === '') {
    const match = resourceVersionMatch === '' ? undefined : resourceVersionMatch;
    return {
      resourceVersion: resourceVersion === '' ? undefined : resourceVersion,
      match: match as Page['match'],
      startKey: undefined,
    };
  }
  const fault = versionFault(resourceVersion);
  if (fault !== undefined) return `invalid resource version: ${fault}`;
  const place = decodeContinue(options.continue, prefix);
  if (typeof place === 'string') return `invalid continue token: ${place}`;
  if (resourceVersion !== '' && resourceVersion !== '0') {
    return 'specifying resource version is not allowed when using continue';
  }
  const { startKey, revision } = place;
  if (revision < 0) return { resourceVersion: undefined, match: undefined, startKey };
  return { resourceVersion: String(revision), match: 'Exact', startKey };
}

/** Adds what matches. @returns the key of the next item to look at, undefined when all were. */
function take(
  items: KubeObject[],
  read: StoredList,
  limit: number,
  matches: ParsedListOptions['matches'],
): string | undefined {
  for (let index = 0; index < read.items.length; index += 1) {
    if (limit > 0 && items.length >= limit) return read.keys[index];
    const item = read.items[index];
    if (!matches || matches(item)) items.push(item);
  }
  if (!read.more) return undefined;
  // The key right after the last one. Upstream appends a zero byte as well.
  return `${read.keys[read.keys.length - 1]}\u0000`;
}

function asList(
  { of, onRead }: RegistryStore,
  items: readonly KubeObject[],
  revision: number,
  more?: { readonly token: string; readonly remaining: number },
): KubeList {
  return {
    kind: `${of.kind}List`,
    apiVersion: apiVersionOf(of),
    metadata: {
      resourceVersion: String(revision),
      ...(more ? { continue: more.token } : {}),
      ...(more && more.remaining > 0 ? { remainingItemCount: more.remaining } : {}),
    },
    items: onRead ? items.map(onRead) : items,
  };
}
