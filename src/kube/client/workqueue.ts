/**
 * A queue of keys for workers: a key waits at most once and is never worked on twice at a time; one
 * that failed comes back after a wait that doubles.
 *
 * Upstream    kubernetes v1.33 staging/src/k8s.io/client-go/util/workqueue (queue.go,
 *             delaying_queue.go, rate_limiting_queue.go, default_rate_limiters.go)
 * Simplified  no metrics; of the limiters the one by key alone: the bucket of 10 a second with a
 *             burst of 100, which all keys share, is left out
 */
import { after, millis, NO_DURATION, type SimDuration, type SimTime } from '#base';
import type { Process, Timer } from '#kernel';

/** Source: DefaultTypedControllerRateLimiter. */
const BASE_DELAY = millis(5);
const MAX_DELAY = millis(1_000_000);

interface Delayed {
  readonly at: SimTime;
  readonly timer: Timer;
}

export interface WorkQueueParts {
  readonly process: Process;
  /** Arms the timers of keys that wait. */
  readonly actor: string;
  readonly name: string;
  readonly workers: number;
  /** Works on a key, and calls `done` at the end. */
  readonly work: (key: string, done: () => void) => void;
}

export class WorkQueue {
  readonly #parts: WorkQueueParts;
  readonly #queue: string[] = [];
  /** Waits, or is to be worked on again. */
  readonly #dirty = new Set<string>();
  readonly #processing = new Set<string>();
  readonly #failures = new Map<string, number>();
  readonly #delayed = new Map<string, Delayed>();
  #running = false;

  constructor(parts: WorkQueueParts) {
    this.#parts = parts;
  }

  /** Workers begin; keys may have been added before. */
  start(): void {
    this.#running = true;
    this.#wake();
  }

  /** Nothing is taken up any more. Upstream: ShutDown. */
  shutDown(): void {
    this.#running = false;
    this.#queue.length = 0;
    for (const { timer } of this.#delayed.values()) timer.cancel();
    this.#delayed.clear();
  }

  add(key: string): void {
    if (this.#dirty.has(key)) return;
    this.#dirty.add(key);
    if (this.#processing.has(key)) return;
    this.#queue.push(key);
    this.#wake();
  }

  /** The earlier of two waits of one key counts. */
  addAfter(key: string, wait: SimDuration): void {
    if (wait <= 0) {
      this.add(key);
      return;
    }
    const { process, actor, name } = this.#parts;
    const at = after(process.sim.now, wait);
    const before = this.#delayed.get(key);
    if (before && before.at <= at) return;
    before?.timer.cancel();
    const timer = process.timer(actor, `${name}/${key}`, wait, () => {
      this.#delayed.delete(key);
      this.add(key);
    });
    this.#delayed.set(key, { at, timer });
  }

  /** After 5 ms, and twice as long for each failure in a row, at most 1000 s. */
  addRateLimited(key: string): void {
    const failures = this.numRequeues(key);
    this.#failures.set(key, failures + 1);
    let wait: number = BASE_DELAY;
    for (let count = 0; count < failures && wait < MAX_DELAY; count += 1) wait *= 2;
    this.addAfter(key, Math.min(wait, MAX_DELAY) as SimDuration);
  }

  /** How often the key has failed in a row. */
  numRequeues(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  /** A worker takes a key in a task of its own. */
  #wake(): void {
    if (this.#running) this.#parts.process.later(NO_DURATION, () => this.#take());
  }

  #take(): void {
    const { workers, work } = this.#parts;
    if (!this.#running || this.#processing.size >= workers) return;
    const key = this.#queue.shift();
    if (key === undefined) return;
    this.#dirty.delete(key);
    this.#processing.add(key);
    work(key, () => this.#done(key));
    if (this.#queue.length > 0) this.#wake();
  }

  #done(key: string): void {
    this.#processing.delete(key);
    if (this.#dirty.has(key)) this.#queue.push(key);
    if (this.#queue.length > 0) this.#wake();
  }
}
