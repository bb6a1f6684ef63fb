/**
 * What one API server knows of one resource: its objects as of some version, and the latest
 * events. Who asks for a version that it has not reached waits for it, but not for long.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/cacher/watch_cache.go
 * Simplified  lists are in order of key in every version (up to 1.26 upstream gives them in any)
 */
import { type SimDuration, type SimTime, seconds } from '#base';
import { type Procedure, type Process, perform } from '#kernel';
import type { Seq } from '#trace';
import type { KubeObject } from '../../api/objects';
import type { StorageFailure, StorageResult, StorageWatchEvent } from '../storage/storage';
import {
  DEFAULT_BOUNDS,
  EventWindow,
  type Resized,
  type Since,
  type WindowBounds,
} from './event-window';

/** Longest wait for a version. Source: blockTimeout. */
export const BLOCK_TIMEOUT: SimDuration = seconds(3);
/** What a client is told to wait then, s. Source: resourceVersionTooHighRetrySeconds. */
const TOO_HIGH_RETRY_SECONDS = 1;

/** An event of storage as it is kept. */
export interface CachedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  readonly object: KubeObject;
  readonly previous: KubeObject | undefined;
  readonly revision: number;
  readonly at: SimTime;
  /** The etcd record of that revision. */
  readonly etcdSeq: Seq;
}

export interface CachedElement {
  readonly key: string;
  readonly object: KubeObject;
}

/** An index by a value of each object, such as a label or a field. */
export type Indexer = (object: KubeObject) => readonly string[];
/** An index, and the value that is looked for. Upstream: storage.MatchValue. */
export interface MatchValue {
  readonly index: string;
  readonly value: string;
}

export interface WatchCacheOptions {
  readonly process: Process;
  readonly bounds?: WindowBounds;
  readonly indexers?: Readonly<Record<string, Indexer>>;
  /** Called while somebody waits for a version, and when nobody does any more. */
  readonly onWaiting?: (waiting: boolean) => void;
  /** Called when the window has become larger or smaller. */
  readonly onResize?: (resized: Resized) => void;
}

/** What a list from memory gives. */
export interface CacheList {
  readonly elements: readonly CachedElement[];
  /** The version that they are as of. */
  readonly revision: number;
  /** The index that was used; "" for none. */
  readonly indexUsed: string;
}

interface Waiter {
  readonly revision: number;
  readonly go: (reached: boolean) => void;
}

export class WatchCache {
  readonly #options: WatchCacheOptions;
  readonly #elements = new Map<string, KubeObject>();
  readonly #window: EventWindow<CachedEvent>;
  readonly #waiting = new Set<Waiter>();
  #revision = 0;
  /** In order of key; undefined when it must be made anew. */
  #sorted: readonly CachedElement[] | undefined;

  constructor(options: WatchCacheOptions) {
    this.#options = options;
    this.#window = new EventWindow(options.bounds ?? DEFAULT_BOUNDS);
  }

  /** The newest version that it has heard of. */
  get revision(): number {
    return this.#revision;
  }

  get capacity(): number {
    return this.#window.capacity;
  }

  /** Every event after this version is in the window; undefined before the first list. */
  get completeAfter(): number | undefined {
    return this.#window.completeAfter;
  }

  get(key: string): KubeObject | undefined {
    return this.#elements.get(key);
  }

  /** All objects, in order of key. */
  get elements(): readonly CachedElement[] {
    if (!this.#sorted) {
      const elements = [...this.#elements].map(([key, object]) => ({ key, object }));
      this.#sorted = elements.sort((a, b) => (a.key < b.key ? -1 : 1));
    }
    return this.#sorted;
  }

  /** Takes an event in. @returns as it is kept, with what was there before. */
  process(event: StorageWatchEvent): CachedEvent {
    const { type, key, object, revision, etcdSeq } = event;
    const at = this.#options.process.ownTime();
    const previous = this.#elements.get(key);
    const kept: CachedEvent = { type, key, object, previous, revision, at, etcdSeq };
    const resized = this.#window.add(kept);
    if (resized) this.#options.onResize?.(resized);
    if (type === 'DELETED') this.#elements.delete(key);
    else this.#elements.set(key, object);
    this.#sorted = undefined;
    this.#reach(revision);
    return kept;
  }

  /** Storage has delivered everything up to this version. */
  updateResourceVersion(revision: number): void {
    if (revision > this.#revision) this.#reach(revision);
  }

  /** Takes a list in: it is the whole content. */
  replace(elements: readonly CachedElement[], revision: number): void {
    this.#elements.clear();
    for (const { key, object } of elements) this.#elements.set(key, object);
    this.#sorted = undefined;
    this.#window.replace(revision);
    this.#reach(revision);
  }

  /** Events after a version. Upstream: getAllEventsSinceLocked. */
  eventsSince(revision: number): Since<CachedEvent> {
    return this.#window.since(revision);
  }

  /** Waits until the cache has seen a version. Upstream: waitUntilFreshAndBlock. */
  *waitUntilFresh(revision: number): Procedure<StorageFailure | undefined> {
    if (revision <= this.#revision) return undefined;
    const reached = yield* perform<boolean>((resume) => this.#wait(revision, resume));
    if (reached) return undefined;
    const { revision: current } = this;
    const retryAfterSeconds = TOO_HIGH_RETRY_SECONDS;
    return { kind: 'tooLarge', asked: revision, current, retryAfterSeconds };
  }

  /** Upstream: WaitUntilFreshAndGet. The value is undefined where nothing is. */
  *waitUntilFreshAndGet(
    revision: number,
    key: string,
  ): Procedure<StorageResult<KubeObject | undefined>> {
    const failure = yield* this.waitUntilFresh(revision);
    if (failure) return { ok: false, failure };
    return { ok: true, value: this.#elements.get(key), revision: this.#revision };
  }

  /** Upstream: WaitUntilFreshAndList. The first index that exists is used. */
  *waitUntilFreshAndList(
    revision: number,
    matchValues: readonly MatchValue[] = [],
  ): Procedure<StorageResult<CacheList>> {
    const failure = yield* this.waitUntilFresh(revision);
    if (failure) return { ok: false, failure };
    const now = this.#revision;
    const { indexers = {} } = this.#options;
    const match = matchValues.find(({ index }) => index in indexers);
    const all = this.elements;
    const elements = match
      ? all.filter(({ object }) => indexers[match.index](object).includes(match.value))
      : all;
    const value = { elements, revision: now, indexUsed: match?.index ?? '' };
    return { ok: true, value, revision: now };
  }

  #reach(revision: number): void {
    this.#revision = revision;
    if (this.#waiting.size === 0) return;
    for (const waiter of [...this.#waiting]) {
      if (waiter.revision <= revision) waiter.go(true);
    }
  }

  #wait(revision: number, resume: (reached: boolean) => void): void {
    const { process, onWaiting } = this.#options;
    const waiter: Waiter = {
      revision,
      go: (reached) => {
        if (!this.#waiting.delete(waiter)) return;
        process.sim.cancel(timeout);
        if (this.#waiting.size === 0) onWaiting?.(false);
        resume(reached);
      },
    };
    const timeout = process.later(BLOCK_TIMEOUT, () => waiter.go(false));
    this.#waiting.add(waiter);
    if (this.#waiting.size === 1) onWaiting?.(true);
  }
}
