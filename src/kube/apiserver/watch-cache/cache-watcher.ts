/**
 * One client that watches through a cache. What it does not read in time waits for it here, up to
 * a limit; a client that is slower than that is sent away and must watch again.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/cacher/cache_watcher.go
 * Simplified  the flow control of HTTP/2 is a number of pieces that may be under way; whether the
 *             client has read some is looked at from time to time; others do not wait meanwhile
 */
import { millis, type SimDuration, type SimTime } from '#base';
import type { Process, Task } from '#kernel';
import { withMeta } from '../../api/meta';
import type { KubeObject } from '../../api/objects';
import type { StorageFailure } from '../storage/storage';
import type { CachedElement, CachedEvent } from './watch-cache';
import {
  convertToWatchEvent,
  keyWanted,
  type OpenedWatch,
  type WatchAsk,
  type WatchOutput,
  type WatchSink,
} from './watch-source';

/**
 * Pieces that a stream takes though its client does not read: its window of 4 MiB, in objects of
 * 4 KiB. Source: golang.org/x/net/http2 transportDefaultStreamFlow.
 */
export const STREAM_PIECES = 1_024;
/** How often a full stream is looked at. */
const LOOK: SimDuration = millis(100);
/** Marks the bookmark after the initial events. Source: metav1.InitialEventsAnnotationKey. */
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

export interface CacheWatcherParts {
  readonly process: Process;
  readonly ask: WatchAsk;
  /** Events that may wait for the client; upstream has two channels of this size. */
  readonly channelSize: number;
  /** What it hears first. */
  readonly initial: readonly CachedElement[];
  readonly missed: readonly CachedEvent[];
  /** Later events only: it is not to go back in time. */
  readonly after: number;
  /** The version that the initial events end at; undefined when no bookmark says so. */
  readonly initialEventsEnd: number | undefined;
  /** Told when it has left. */
  readonly forget: (watcher: CacheWatcher) => void;
  /** Told when what waits exceeds the limit. */
  readonly blocked: (watcher: CacheWatcher) => void;
}

export class CacheWatcher implements OpenedWatch {
  readonly #parts: CacheWatcherParts;
  readonly #queue: WatchOutput[] = [];
  #sink: WatchSink | undefined;
  #look: Task | undefined;
  #over = false;

  constructor(parts: CacheWatcherParts) {
    this.#parts = parts;
  }

  get deadline(): SimTime | undefined {
    return this.#parts.ask.deadline;
  }

  /** Of the client's request; 0 where it has none. */
  get id(): number {
    return this.#parts.ask.id ?? 0;
  }

  /** How many events wait for the client. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Whether more waits than its channels hold. */
  get full(): boolean {
    return this.#queue.length > 2 * this.#parts.channelSize;
  }

  begin(sink: WatchSink): void {
    this.#sink = sink;
    const { initial, missed, initialEventsEnd } = this.#parts;
    for (const { key, object } of initial) {
      if (this.#wants(key, object)) this.#put({ type: 'ADDED', object, etcdSeq: null });
    }
    for (const event of missed) this.add(event);
    if (initialEventsEnd === undefined) return;
    this.#put(bookmark(initialEventsEnd, { [INITIAL_EVENTS_END]: 'true' }));
  }

  /** An event of the cache; events come in order. */
  add(event: CachedEvent): void {
    const { ask, after } = this.#parts;
    if (this.#over || event.revision <= after || !keyWanted(event.key, ask.key)) return;
    const output = convertToWatchEvent(event, ask.matches, (object) =>
      withMeta(object, { resourceVersion: String(event.revision) }),
    );
    if (output) this.#put(output);
  }

  /** Says how far the cache is, unless the client is behind. Upstream: nonblockingAdd. */
  addBookmark(revision: number): void {
    if (this.#queue.length === 0) this.#put(bookmark(revision));
  }

  /** The client is sent away; what waits for it is lost. */
  close(failure?: StorageFailure): void {
    if (this.#over) return;
    const sink = this.#sink;
    this.stop();
    sink?.onEnd(failure);
  }

  /** The client has gone. */
  stop(): void {
    if (this.#over) return;
    this.#over = true;
    this.#queue.length = 0;
    if (this.#look) this.#parts.process.sim.cancel(this.#look);
    this.#parts.forget(this);
  }

  #wants(key: string, object: KubeObject): boolean {
    const { ask } = this.#parts;
    return keyWanted(key, ask.key) && (ask.matches?.(object) ?? true);
  }

  #put(output: WatchOutput): void {
    if (this.#over) return;
    if (this.#queue.length === 0 && this.#takes()) {
      this.#sink?.onOutput(output);
      return;
    }
    this.#queue.push(output);
    this.#lookLater();
    if (this.full) this.#parts.blocked(this);
  }

  #takes(): boolean {
    const { underWay } = this.#parts.ask;
    return underWay === undefined || underWay() < STREAM_PIECES;
  }

  #lookLater(): void {
    this.#look ??= this.#parts.process.later(LOOK, () => {
      this.#look = undefined;
      while (this.#queue.length > 0 && this.#takes()) {
        this.#sink?.onOutput(this.#queue.shift() as WatchOutput);
      }
      if (this.#queue.length > 0) this.#lookLater();
    });
  }
}

function bookmark(revision: number, annotations?: Readonly<Record<string, string>>): WatchOutput {
  const resourceVersion = String(revision);
  const metadata = annotations ? { resourceVersion, annotations } : { resourceVersion };
  return { type: 'BOOKMARK', object: { metadata }, etcdSeq: null };
}
