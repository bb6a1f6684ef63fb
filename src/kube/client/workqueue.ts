/**
 * A work queue with its workers: each takes a key, works on it, and takes the next.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/workqueue; the loop is that of
 *             every controller (runWorker, processNextWorkItem)
 */
import { NO_DURATION, type SimDuration } from '#base';
import type { Process } from '#kernel';
import type { Seq } from '#trace';
import { DelayingQueue } from './delaying-queue';
import type { QueueOp } from './queue';
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
  /** It writes no records: for the API server's own loops. */
  readonly quiet?: boolean;
}

/** Writes what happens to keys: who takes one names why it came, who ends names its taking. */
class QueueTeller {
  readonly #parts: WorkQueueParts;
  readonly #added = new Map<string, Seq>();
  readonly #taken = new Map<string, Seq>();

  constructor(parts: WorkQueueParts) {
    this.#parts = parts;
  }

  tell(op: QueueOp, key: string, delay: SimDuration): void {
    const { process, actor, name: controller } = this.#parts;
    const { sim } = process;
    const before = { get: this.#added, done: this.#taken }[op as 'get' | 'done'];
    const cause = before?.get(key) ?? sim.cause;
    const seq = process.write('queue', actor, { controller, op, key, delay }, cause);
    before?.delete(key);
    if (op === 'add') this.#added.set(key, seq);
    if (op !== 'get') return;
    this.#taken.set(key, seq);
    // What the worker does, it does because it got the key.
    sim.cause = seq;
  }
}

export class WorkQueue extends DelayingQueue {
  readonly #parts: WorkQueueParts;

  constructor(parts: WorkQueueParts) {
    const { process, actor, name, limiter, atOnce = false, quiet = false } = parts;
    const teller = quiet ? undefined : new QueueTeller(parts);
    const now = () => process.ownTime();
    super({
      process,
      actor,
      limiter: limiter ?? defaultControllerRateLimiter(now),
      timerName: (key) => `${name}/${key}`,
      metrics: new QueueMetrics(now),
      tell: teller && ((op, key, delay) => teller.tell(op, key, delay)),
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
