/**
 * A work queue with its workers: each takes a key, works on it, and takes the next.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/workqueue; the loop is that of
 *             every controller (runWorker, processNextWorkItem)
 */
import { NO_DURATION } from '#base';
import type { Process } from '#kernel';
import { DelayingQueue } from './delaying-queue';
import { QueueMetrics } from './queue-metrics';
import { defaultControllerRateLimiter, type RateLimiter } from './rate-limiters';

export interface WorkQueueParts {
  readonly process: Process;
  /** Arms the timers of keys that wait. */
  readonly actor: string;
  readonly name: string;
  readonly workers: number;
  /** Works on a key, and calls `done` at the end. */
  readonly work: (key: string, done: () => void) => void;
  /** Absent: the one that controllers have by default. */
  readonly limiter?: RateLimiter;
  /** A worker that waits takes a key at once, not in a task of its own. */
  readonly atOnce?: boolean;
}

export class WorkQueue extends DelayingQueue {
  readonly #parts: WorkQueueParts;

  constructor(parts: WorkQueueParts) {
    const { process, actor, name, limiter, atOnce = false } = parts;
    const now = () => process.sim.now;
    super({
      process,
      actor,
      limiter: limiter ?? defaultControllerRateLimiter(now),
      timerName: (key) => `${name}/${key}`,
      metrics: new QueueMetrics(now),
      wake: atOnce ? undefined : (run) => process.later(NO_DURATION, run),
    });
    this.#parts = parts;
  }

  /** Workers begin; keys may have been added before. */
  start(): void {
    for (let count = this.#parts.workers; count > 0; count -= 1) this.#takeNext();
  }

  #takeNext(): void {
    this.get(({ shutdown, item }) => {
      if (shutdown) return;
      this.#parts.work(item, () => {
        this.done(item);
        this.#takeNext();
      });
    });
  }
}
