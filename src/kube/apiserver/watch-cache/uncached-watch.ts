/**
 * A watch that goes to etcd itself: of Events, and of everything when the watch cache is off.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/etcd3/watcher.go
 */
import type { Procedure } from '#kernel';
import { withMeta } from '../../api/meta';
import type { Storage, StorageResult } from '../storage/storage';
import {
  convertToWatchEvent,
  keyWanted,
  type OpenedWatch,
  type WatchAsk,
  type WatchSource,
} from './watch-source';

export const uncachedWatches = (storage: Storage): WatchSource => ({
  openWatch: (ask) => openWatch(storage, ask),
});

// biome-ignore lint/correctness/useYield: nothing is waited for; a cache would be.
function* openWatch(storage: Storage, ask: WatchAsk): Procedure<StorageResult<OpenedWatch>> {
  return { ok: true, value: openedOver(storage, ask), revision: 0 };
}

function openedOver(storage: Storage, ask: WatchAsk): OpenedWatch {
  let inner: { stop(): void } | undefined;
  return {
    begin: (sink) => {
      inner = storage.watch(ask.key, Number(ask.resourceVersion), {
        onEvent: (event) => {
          if (!keyWanted(event.key, ask.key)) return;
          const { revision } = event;
          const output = convertToWatchEvent(event, ask.matches, (object) =>
            withMeta(object, { resourceVersion: String(revision) }),
          );
          if (output) sink.onOutput(output);
        },
        onEnd: (failure) => sink.onEnd(failure),
      });
    },
    stop: () => inner?.stop(),
  };
}
