/**
 * One watch of storage for all REST watchers of a resource. It keeps the latest events, so that a
 * watcher that joins later from a version in that window misses none, and goes on while nobody
 * listens, as the watch cache does; so a client may come back with an old version.
 *
 * Gapless: the watch of storage begins after the version that its first watcher asked for and
 * delivers every later event of the prefix in order; a watcher gets those after its own version.
 * When etcd cannot be reached the watch goes on after the last event as soon as it can.
 *
 * Upstream    etcd v3.5 client/v3/watch.go (the watch that resumes by itself)
 * Simplified  stands in for the watch cache, which also keeps the objects, serves reads, keeps
 *             events for about 75 s and refuses older versions. Waits before a resumption are our
 *             own; upstream asks its channel, which has waits as well
 */
import { type SimDuration, seconds } from '#base';
import type { Process } from '#kernel';
import type { Storage, StorageFailure, StorageWatchEvent } from '../storage/storage';

/** Events that are kept. Source: the watch cache's capacity at start, defaultLowerBoundCapacity. */
const WINDOW = 100;
/** Events beyond the window that pile up before they are dropped together. */
const SLACK = 100;
/** First and longest wait before a broken watch is resumed; it doubles. */
const RESUME_MIN = seconds(0.1);
const RESUME_MAX = seconds(5);
/** How gRPC begins to say that a server cannot be reached. Source: grpc status codes. */
const UNAVAILABLE = 'rpc error: code = Unavailable';

export interface HubListener {
  onEvent(event: StorageWatchEvent): void;
  /** The watch of storage has ended; no more events come. */
  onEnd(failure: StorageFailure): void;
}

export interface WatchHubOptions {
  readonly process: Process;
  readonly storage: Storage;
  readonly prefix: string;
  /** Goes on when its last watcher has left. */
  readonly shared: boolean;
}

interface Joined {
  readonly listener: HubListener;
  readonly after: number;
}

export class WatchHub {
  readonly #options: WatchHubOptions;
  readonly #joined = new Set<Joined>();
  #window: StorageWatchEvent[] = [];
  /** Every event after this version is in the window or still to come. */
  #completeAfter = 0;
  /** The newest version that was delivered, or asked for. */
  #seen = 0;
  #running = false;
  #resumeWait: SimDuration = RESUME_MIN;
  #watch: { stop(): void } | undefined;

  constructor(options: WatchHubOptions) {
    this.#options = options;
  }

  /** Delivers all events after version `after`, the known ones at once. */
  join(after: number, listener: HubListener): { leave(): void } {
    if (this.#running && after < this.#completeAfter) {
      // From before the window: a watch of storage of its own.
      return new WatchHub({ ...this.#options, shared: false }).join(after, listener);
    }
    const joined = { listener, after };
    this.#joined.add(joined);
    if (!this.#running) this.#start(after);
    else for (const event of this.#window) deliver(joined, event);
    return { leave: () => this.#leave(joined) };
  }

  #start(after: number): void {
    this.#running = true;
    this.#window = [];
    this.#completeAfter = after;
    this.#seen = after;
    this.#resumeWait = RESUME_MIN;
    this.#open();
  }

  #open(): void {
    let open = true;
    const { storage, prefix } = this.#options;
    const watch = storage.watch(prefix, this.#seen, {
      onEvent: (event) => {
        if (open) this.#onEvent(event);
      },
      onProgress: (revision) => {
        if (open && revision > this.#seen) this.#seen = revision;
      },
      onEnd: (failure) => {
        if (open) this.#onEnd(failure);
      },
    });
    const stop = () => {
      open = false;
      watch.stop();
    };
    this.#watch = { stop };
  }

  #onEvent(event: StorageWatchEvent): void {
    this.#seen = event.revision;
    this.#resumeWait = RESUME_MIN;
    this.#window.push(event);
    if (this.#window.length > WINDOW + SLACK) this.#trim();
    for (const joined of [...this.#joined]) deliver(joined, event);
  }

  /** Events of one revision are dropped together or not at all. */
  #trim(): void {
    const dropped = this.#window[this.#window.length - WINDOW - 1].revision;
    this.#window = this.#window.filter(({ revision }) => revision > dropped);
    this.#completeAfter = dropped;
  }

  #onEnd(failure: StorageFailure): void {
    this.#watch = undefined;
    if (failure.kind === 'raw' && failure.message.startsWith(UNAVAILABLE)) {
      this.#resumeLater();
      return;
    }
    this.#running = false;
    const joined = [...this.#joined];
    this.#joined.clear();
    for (const { listener } of joined) listener.onEnd(failure);
  }

  #resumeLater(): void {
    const wait = this.#resumeWait;
    this.#resumeWait = Math.min(wait * 2, RESUME_MAX) as SimDuration;
    this.#options.process.later(wait, () => {
      if (this.#running && !this.#watch) this.#open();
    });
  }

  #leave(joined: Joined): void {
    if (!this.#joined.delete(joined) || this.#options.shared || this.#joined.size > 0) return;
    this.#running = false;
    this.#watch?.stop();
    this.#watch = undefined;
  }
}

function deliver({ listener, after }: Joined, event: StorageWatchEvent): void {
  if (event.revision > after) listener.onEvent(event);
}
