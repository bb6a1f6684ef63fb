/**
 * A queue to which keys can be added later: after a length of time, or after one that grows with
 * their failures.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/workqueue (delaying_queue.go,
 *             rate_limiting_queue.go)
 * Simplified  each key that waits has its own timer; nobody is held up who adds more than 1000 at
 *             once
 */
import { after, NO_DURATION, type SimDuration, type SimTime } from '#base';
import type { Process, Timer } from '#kernel';
import { Queue, type QueueOp, type QueueParts } from './queue';
import type { RateLimiter } from './rate-limiters';

interface Delayed {
  readonly at: SimTime;
  readonly timer: Timer;
}

export interface DelayingQueueParts extends QueueParts {
  readonly process: Process;
  /** Arms the timers of keys that wait. */
  readonly actor: string;
  readonly limiter: RateLimiter;
  /** Name of a key's timer. */
  readonly timerName: (item: string) => string;
}

/** Upstream: RateLimitingInterface. */
export class DelayingQueue extends Queue {
  readonly #delaying: DelayingQueueParts;
  readonly #delayed = new Map<string, Delayed>();

  constructor(parts: DelayingQueueParts) {
    super(parts);
    this.#delaying = parts;
  }

  /** The earlier of two waits of one key counts. */
  addAfter(item: string, wait: SimDuration, name?: string): void {
    this.#delay('wait', item, wait, name);
  }

  /** After the wait that the limiter says. */
  addRateLimited(item: string, name?: string): void {
    this.#delay('requeue', item, this.#delaying.limiter.when(item), name);
  }

  #delay(op: QueueOp, item: string, wait: SimDuration, name?: string): void {
    if (this.shuttingDown) return;
    this.#delaying.metrics?.retry();
    if (wait <= 0) {
      this.add(item);
      return;
    }
    const { process, actor, timerName, tell } = this.#delaying;
    const at = after(process.ownTime(), wait);
    const before = this.#delayed.get(item);
    const holds = before !== undefined && before.at <= at;
    // A failure counts, even where an earlier wait of the key holds.
    if (!holds || op === 'requeue') tell?.(op, item, wait);
    if (holds) return;
    before?.timer.cancel();
    const timer = process.timer(actor, name ?? timerName(item), wait, () => {
      this.#delayed.delete(item);
      this.add(item);
    });
    this.#delayed.set(item, { at, timer });
  }

  /** How often the key has failed in a row. */
  numRequeues(item: string): number {
    return this.#delaying.limiter.numRequeues(item);
  }

  forget(item: string): void {
    const { limiter, tell } = this.#delaying;
    if (tell && limiter.numRequeues(item) > 0) tell('forget', item, NO_DURATION);
    limiter.forget(item);
  }

  override shutDown(): void {
    super.shutDown();
    for (const { timer } of this.#delayed.values()) timer.cancel();
    this.#delayed.clear();
  }
}
