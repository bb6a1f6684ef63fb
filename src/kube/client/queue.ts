/**
 * A queue of keys: one waits at most once and is never handed to two workers at a time. A key that
 * is added while it is worked on comes out again when that is done.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/workqueue/queue.go
 */
import { NO_DURATION, type SimDuration } from '#base';
import type { QueueMetrics } from './queue-metrics';

/** What a worker gets. */
export type Got =
  | { readonly shutdown: false; readonly item: string }
  | { readonly shutdown: true; readonly item: undefined };

/**
 * What happens to a key, in the words of the trace. wait: it is added after a length of time.
 * requeue: the same after a failure, by what the limiter says.
 */
export type QueueOp = 'add' | 'get' | 'done' | 'wait' | 'requeue' | 'forget';

export interface QueueParts {
  /** Hears of every change of the queue. */
  readonly tell?: (op: QueueOp, item: string, delay: SimDuration) => void;
  /** Wakes a worker that waits, in a task of its own. Without it: at once. */
  readonly wake?: (run: () => void) => void;
  readonly metrics?: QueueMetrics;
}

export class Queue {
  readonly #parts: QueueParts;
  readonly #queue: string[] = [];
  /** Waits, or is to be worked on again. */
  readonly #dirty = new Set<string>();
  readonly #processing = new Set<string>();
  readonly #getters: ((got: Got) => void)[] = [];
  readonly #drained: (() => void)[] = [];
  #shuttingDown = false;
  #handing = false;

  constructor(parts: QueueParts = {}) {
    this.#parts = parts;
  }

  /** Keys that wait. */
  get len(): number {
    return this.#queue.length;
  }

  get shuttingDown(): boolean {
    return this.#shuttingDown;
  }

  add(item: string): void {
    if (this.#shuttingDown || this.#dirty.has(item)) return;
    this.#parts.metrics?.add(item);
    this.#parts.tell?.('add', item, NO_DURATION);
    this.#dirty.add(item);
    if (this.#processing.has(item)) return;
    this.#queue.push(item);
    this.#signal();
  }

  /** Hands over the next key when there is one, or the word that none will come. */
  get(take: (got: Got) => void): void {
    this.#getters.push(take);
    if (this.#queue.length > 0 || this.#shuttingDown) this.#signal();
  }

  /** The worker has finished with the key. */
  done(item: string): void {
    this.#parts.metrics?.done(item);
    this.#parts.tell?.('done', item, NO_DURATION);
    this.#processing.delete(item);
    if (this.#dirty.has(item)) {
      this.#queue.push(item);
      this.#signal();
    } else if (this.#processing.size === 0) this.#release();
  }

  /** Nothing is added any more; what waits is still handed out. */
  shutDown(): void {
    this.#stop();
    this.#release();
  }

  /** The same; `drained` is called when no key is being worked on. */
  shutDownWithDrain(drained: () => void): void {
    this.#stop();
    this.#drained.push(drained);
    if (this.#processing.size === 0) this.#release();
  }

  #stop(): void {
    this.#shuttingDown = true;
    for (let left = this.#getters.length; left > 0; left -= 1) this.#signal();
  }

  #release(): void {
    for (const drained of this.#drained.splice(0)) drained();
  }

  #signal(): void {
    const { wake } = this.#parts;
    if (wake) wake(() => this.#handOut());
    else if (!this.#handing) {
      this.#handing = true;
      for (let more = true; more; ) more = this.#handOut();
      this.#handing = false;
    }
  }

  /** One key to one worker. @returns whether there were both. */
  #handOut(): boolean {
    if (this.#getters.length === 0) return false;
    const item = this.#queue.shift();
    if (item === undefined && !this.#shuttingDown) return false;
    const take = this.#getters.shift() as (got: Got) => void;
    if (item === undefined) {
      take({ shutdown: true, item });
      return true;
    }
    this.#parts.metrics?.get(item);
    this.#parts.tell?.('get', item, NO_DURATION);
    this.#processing.add(item);
    this.#dirty.delete(item);
    take({ shutdown: false, item });
    return true;
  }
}
