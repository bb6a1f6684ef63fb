/**
 * The watch caches of one server: one for each place in etcd, shared by the versions of a kind.
 * Events have none.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/options/etcd.go
 *             (StorageWithCacher), cmd/kube-apiserver/app/server.go (the size 0 of Events)
 * Simplified  the cache of a custom resource stays when its definition goes
 */
import type { Process } from '#kernel';
import type { ApiResource } from '../../api/objects';
import { EVENTS } from '../../api/resources';
import { etcdPrefixOf } from '../storage/keys';
import type { Storage } from '../storage/storage';
import { Cacher } from '../watch-cache/cacher';
import { uncachedWatches } from '../watch-cache/uncached-watch';
import type { WatchSource } from '../watch-cache/watch-source';

export interface WatchCacheOptions {
  /** --watch-cache. */
  readonly enabled: boolean;
  /** Gate ConsistentListFromCache. */
  readonly consistentLists: boolean;
  /** Whether watches may say sendInitialEvents: before 1.27 nobody knows of it. */
  readonly initialEvents: 'unknown' | 'off' | 'on';
  /** Who comes before a cache is filled is refused, from 1.31 on. */
  readonly resilient: boolean;
}

export const DEFAULT_WATCH_CACHE: WatchCacheOptions = {
  enabled: true,
  consistentLists: false,
  initialEvents: 'off',
  resilient: false,
};

interface StorageCachesParts extends WatchCacheOptions {
  readonly process: Process;
  readonly storage: Storage;
  readonly etcdPrefix: string;
}

/** Kinds whose clients may look for one name by an index. Source: their NewREST, TriggerFunc. */
const INDEXED = new Set(['configmaps', 'secrets']);

export class StorageCaches {
  readonly #parts: StorageCachesParts;
  readonly #cachers = new Map<string, Cacher>();
  readonly #uncached: WatchSource;
  /** Which resources are served; undefined before the caches are started. */
  #served: ((of: ApiResource) => boolean) | undefined;
  /** The resources of a cache, by version. */
  readonly #resources = new Map<Cacher, Map<string, ApiResource>>();

  constructor(parts: StorageCachesParts) {
    this.#parts = parts;
    this.#uncached = uncachedWatches(parts.storage);
  }

  /** Storage of a kind; its cache is made at the first asking. */
  storageOf(of: ApiResource): Storage {
    return this.#cacherOf(of) ?? this.#parts.storage;
  }

  watchesOf(of: ApiResource): WatchSource {
    return this.#cacherOf(of) ?? this.#uncached;
  }

  /** Fills those of the resources that are served; later ones as they come. */
  start(served: (of: ApiResource) => boolean): void {
    this.#served = served;
    for (const cacher of this.#cachers.values()) this.#startServed(cacher);
  }

  stop(): void {
    for (const cacher of this.#cachers.values()) cacher.stop();
  }

  #cacherOf(of: ApiResource): Cacher | undefined {
    const { process, storage, etcdPrefix, enabled, consistentLists, resilient } = this.#parts;
    if (!enabled || of.resource === EVENTS.resource) return undefined;
    const prefix = etcdPrefixOf(of, '', etcdPrefix);
    let cacher = this.#cachers.get(prefix);
    if (!cacher) {
      cacher = new Cacher({
        process,
        actor: `${process.name}/watch-cache/${of.resource}`,
        resource: of.group === '' ? of.resource : `${of.resource}.${of.group}`,
        storage,
        prefix,
        consistentLists,
        resilient,
        indexed: INDEXED.has(of.resource),
      });
      this.#cachers.set(prefix, cacher);
    }
    const versions = this.#resources.get(cacher) ?? new Map<string, ApiResource>();
    this.#resources.set(cacher, versions.set(of.version, of));
    this.#startServed(cacher);
    return cacher;
  }

  #startServed(cacher: Cacher): void {
    const served = this.#served;
    const versions = this.#resources.get(cacher)?.values() ?? [];
    if (served && [...versions].some(served)) cacher.start();
  }
}
