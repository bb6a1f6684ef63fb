/**
 * Hands what is sent to everybody who watches. A watcher that is slow loses what it has no room
 * for, and hears nothing of that; nobody waits for it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/watch/mux.go
 *             (NewLongQueueBroadcaster, DropIfChannelFull)
 * Simplified  what is sent is handed on at once: the channel of what comes in is never full
 */

/** One who watches: what was sent since it came, as much as there was room for. */
export class BroadcastWatcher<T> {
  readonly #capacity: number;
  readonly #queue: T[] = [];
  #closed = false;
  #waiting: (() => void) | undefined;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Nothing more comes. */
  get closed(): boolean {
    return this.#closed;
  }

  /** The oldest that has not been taken; undefined when there is none. */
  take(): T | undefined {
    return this.#queue.shift();
  }

  /** Called once, when there is something to take. */
  whenSent(run: () => void): void {
    this.#waiting = run;
  }

  /** For the broadcaster. */
  offer(item: T): void {
    if (this.#queue.length >= this.#capacity) return;
    this.#queue.push(item);
    const run = this.#waiting;
    this.#waiting = undefined;
    run?.();
  }

  /** For the broadcaster. */
  close(): void {
    this.#closed = true;
  }
}

export class Broadcaster<T> {
  readonly #queueLength: number;
  readonly #watchers: BroadcastWatcher<T>[] = [];
  #stopped = false;

  /** @param queueLength what each watcher has room for */
  constructor(queueLength: number) {
    this.#queueLength = queueLength;
  }

  watch(): BroadcastWatcher<T> {
    const watcher = new BroadcastWatcher<T>(this.#queueLength);
    if (this.#stopped) watcher.close();
    else this.#watchers.push(watcher);
    return watcher;
  }

  /** @returns false when the broadcaster has been stopped. Upstream: ActionOrDrop. */
  action(item: T): boolean {
    if (this.#stopped) return false;
    for (const watcher of this.#watchers) watcher.offer(item);
    return true;
  }

  /** What was sent can still be taken. Upstream: Shutdown. */
  shutdown(): void {
    this.#stopped = true;
    for (const watcher of this.#watchers) watcher.close();
  }
}
