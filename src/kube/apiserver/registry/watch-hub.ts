/**
 * One watch of storage for all REST watchers of a prefix. It keeps the latest events, so that a
 * watcher that joins later from a version in that window misses none.
 *
 * Gapless: the watch of storage begins after the version that its first watcher asked for and
 * delivers every later event of the prefix in order; a watcher gets those after its own version.
 *
 * Simplified  stands in for the watch cache, which also keeps the objects and serves reads
 */
import type { Storage, StorageFailure, StorageWatchEvent } from '../storage/storage';

/** Events that are kept. Source: the watch cache's capacity at start, defaultLowerBoundCapacity. */
const WINDOW = 100;

export interface HubListener {
  onEvent(event: StorageWatchEvent): void;
  /** The watch of storage has ended; no more events come. */
  onEnd(failure: StorageFailure): void;
}

interface Joined {
  readonly listener: HubListener;
  readonly after: number;
}

export class WatchHub {
  readonly #storage: Storage;
  readonly #prefix: string;
  readonly #joined = new Set<Joined>();
  #window: StorageWatchEvent[] = [];
  /** Every event after this version is in the window or still to come. */
  #completeAfter = 0;
  #watch: { stop(): void } | undefined;

  constructor(storage: Storage, prefix: string) {
    this.#storage = storage;
    this.#prefix = prefix;
  }

  /** Delivers all events after version `after`, the known ones at once. */
  join(after: number, listener: HubListener): { leave(): void } {
    const joined = { listener, after };
    const running = this.#watch !== undefined;
    if (running && after < this.#completeAfter) return this.#watchAlone(after, listener);
    this.#joined.add(joined);
    if (!running) this.#start(after);
    else for (const event of this.#window) deliver(joined, event);
    return { leave: () => this.#leave(joined) };
  }

  #start(after: number): void {
    this.#window = [];
    this.#completeAfter = after;
    this.#watch = this.#storage.watch(this.#prefix, after, {
      onEvent: (event) => this.#onEvent(event),
      onEnd: (failure) => this.#onEnd(failure),
    });
  }

  /** From before the window: a watch of storage of its own. */
  #watchAlone(after: number, listener: HubListener): { leave(): void } {
    const watch = this.#storage.watch(this.#prefix, after, {
      onEvent: (event) => listener.onEvent(event),
      onEnd: (failure) => listener.onEnd(failure),
    });
    return { leave: () => watch.stop() };
  }

  #onEvent(event: StorageWatchEvent): void {
    this.#window.push(event);
    // Events of one revision are dropped together or not at all.
    if (this.#window.length > WINDOW) {
      const dropped = this.#window[0].revision;
      this.#window = this.#window.filter(({ revision }) => revision > dropped);
      this.#completeAfter = dropped;
    }
    for (const joined of [...this.#joined]) deliver(joined, event);
  }

  #onEnd(failure: StorageFailure): void {
    this.#watch = undefined;
    const joined = [...this.#joined];
    this.#joined.clear();
    for (const { listener } of joined) listener.onEnd(failure);
  }

  #leave(joined: Joined): void {
    if (!this.#joined.delete(joined) || this.#joined.size > 0) return;
    this.#watch?.stop();
    this.#watch = undefined;
  }
}

function deliver({ listener, after }: Joined, event: StorageWatchEvent): void {
  if (event.revision > after) listener.onEvent(event);
}
