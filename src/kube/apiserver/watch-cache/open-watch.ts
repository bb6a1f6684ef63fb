/**
 * Lets a client into a cache: with all objects, or with the events after its version.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go (Watch,
 *             waitUntilWatchCacheFreshAndForceAllEvents), watch_cache.go
 *             (getAllEventsSinceLocked)
 * Simplified  the bookmark at the end of the initial events comes right after them
 */
import type { Procedure, Process } from '#kernel';
import type { Storage, StorageFailure, StorageResult } from '../storage/storage';
import { CacheWatcher } from './cache-watcher';
import type { Dispatcher } from './dispatcher';
import { suggestedWatchChannelSize } from './event-window';
import type { WatchCache } from './watch-cache';
import type { OpenedWatch, WatchAsk } from './watch-source';

export interface OpenWatchParts {
  readonly process: Process;
  readonly cache: WatchCache;
  readonly dispatcher: Dispatcher;
  /** There is an index that a client who looks for one value makes use of. */
  readonly indexed: boolean;
  /** Told why a version is refused. */
  readonly expired: (why: string) => void;
}

export function openCacheWatch(
  { process, cache, dispatcher, indexed, expired }: OpenWatchParts,
  ask: WatchAsk,
): StorageResult<OpenedWatch> {
  const { key, allowBookmarks = false, sendInitialEvents } = ask;
  const asked = Number(ask.resourceVersion);
  const all = sendInitialEvents ?? asked === 0;
  const after = all || asked === 0 ? cache.revision : asked;
  const since = cache.eventsSince(after);
  if (!since.ok) {
    const message = `too old resource version: ${after} (${since.oldest})`;
    expired(message);
    return { ok: true, value: errorWatch({ kind: 'expired', message }), revision: 0 };
  }
  const watcher: CacheWatcher = new CacheWatcher({
    process,
    ask,
    channelSize: suggestedWatchChannelSize(cache.capacity, indexed, !key.endsWith('/')),
    initial: all ? cache.elements : [],
    missed: since.events,
    after,
    initialEventsEnd: sendInitialEvents && allowBookmarks ? cache.revision : undefined,
    forget: (gone) => dispatcher.forget(gone),
    blocked: (slow) => dispatcher.blocked(slow),
  });
  dispatcher.add(watcher, allowBookmarks);
  return { ok: true, value: watcher, revision: cache.revision };
}

/** Waits until the cache is as fresh as the initial events must be. */
export function* initialEventsFresh(
  storage: Storage,
  prefix: string,
  cache: WatchCache,
  { resourceVersion }: WatchAsk,
): Procedure<StorageFailure | undefined> {
  if (resourceVersion !== '') return yield* cache.waitUntilFresh(Number(resourceVersion));
  const current = yield* storage.list(prefix, { limit: 1 });
  return current.ok ? yield* cache.waitUntilFresh(current.revision) : current.failure;
}

/** A watch that says one thing and ends. Upstream: newErrorWatcher. */
const errorWatch = (failure: StorageFailure): OpenedWatch => ({
  begin: (sink) => sink.onEnd(failure),
  stop: () => {},
});
