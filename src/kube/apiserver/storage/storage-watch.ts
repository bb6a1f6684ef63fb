/**
 * A watch on storage: etcd's events as events of objects.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/etcd3 (watcher.go,
 *             event.go)
 * Simplified  no queue between etcd and the watcher, so none can run full
 */
import { runProcedure } from '#kernel';
import type { Seq } from '#trace';
import type { KubeObject } from '../../api/objects';
import {
  ETCD_ERROR,
  type KeyValue,
  prefixEnd,
  type WatchEvent,
  type WatchPiece,
} from '../../etcd/api';
import type { EtcdClient } from './etcd-client';
import { atRevision, type OptionalCodec, objectOf } from './plain-data';
import type { StorageFailure, StorageWatchEvent, StorageWatcher } from './storage';
import { rawFailure, watchFailure } from './storage-errors';

/**
 * Watches from after `fromRevision`; from 0 what is there comes first, as added objects.
 * @param prefix with a slash at its end, or one whole key.
 */
export function watchStorage(
  { client, codec }: { readonly client: EtcdClient; readonly codec: OptionalCodec },
  prefix: string,
  fromRevision: number,
  watcher: StorageWatcher,
): { stop(): void } {
  const range = prefix.endsWith('/')
    ? { key: prefix, rangeEnd: prefixEnd(prefix) }
    : { key: prefix };
  let stopped = false;
  let inner: { stop(): void } | undefined;
  const end = (failure: StorageFailure): void => {
    if (stopped) return;
    stopped = true;
    watcher.onEnd(failure);
  };
  const open = (startRevision: number): void => {
    const onEnd = (error: string) => end(watchFailure(error));
    const onPiece = (piece: WatchPiece) => {
      if (piece.kind === 'compacted') end(watchFailure(ETCD_ERROR.compacted));
      if (piece.kind === 'progress' && !stopped) watcher.onProgress?.(piece.revision);
      if (piece.kind !== 'events') return;
      for (const event of piece.events) if (!stopped) watcher.onEvent(storageEvent(codec, event));
    };
    inner = client.watch({ ...range, startRevision, progressNotify: true }, { onPiece, onEnd });
  };
  if (fromRevision > 0) open(fromRevision + 1);
  else {
    runProcedure(client.range(range), (reply) => {
      if (stopped) return;
      if (!reply.ok) {
        end(rawFailure(reply.error));
        return;
      }
      for (const kv of reply.body.kvs) if (!stopped) watcher.onEvent(present(codec, kv, reply.seq));
      if (!stopped) open(reply.body.revision + 1);
    });
  }
  return {
    stop: () => {
      stopped = true;
      inner?.stop();
    },
  };
}

/** An object that was there when the watch began. `etcdSeq` is the answer that named it. */
function present(codec: OptionalCodec, kv: KeyValue, seq: Seq): StorageWatchEvent {
  const object = objectOf(codec, kv);
  const { key, modRevision: revision } = kv;
  const previous = undefined;
  return { type: 'ADDED', key, object, revision, etcdSeq: seq, created: true, previous };
}

/** Upstream: parseEvent and transform. A deleted object carries the revision of its deletion. */
function storageEvent(
  codec: OptionalCodec,
  { type, kv, prevKv, etcdSeq }: WatchEvent,
): StorageWatchEvent {
  const { key, modRevision: revision } = kv;
  const previous = prevKv ? objectOf(codec, prevKv) : undefined;
  if (type === 'DELETE') {
    const last = (prevKv?.value ?? { metadata: {} }) as KubeObject;
    const object = atRevision(codec, last, revision);
    return { type: 'DELETED', key, object, revision, etcdSeq, created: false, previous };
  }
  const created = kv.createRevision === revision;
  const kind = created ? 'ADDED' : 'MODIFIED';
  const object = objectOf(codec, kv);
  return { type: kind, key, object, revision, etcdSeq, created, previous };
}
