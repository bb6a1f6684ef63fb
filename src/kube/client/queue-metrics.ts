/**
 * What a named work queue counts.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/workqueue/metrics.go
 * Simplified  work in progress is added up when it is asked for, not every 500 ms
 */
import { between, type SimDuration, type SimTime, seconds } from '#base';

const inSeconds = (length: number): number => length / seconds(1);

/** Number and sum of lengths of time. */
class Durations {
  count = 0;
  #sum = 0;

  observe(length: SimDuration): void {
    this.count += 1;
    this.#sum += length;
  }

  /** Source: workqueue_queue_duration_seconds_sum and the like. */
  get sumSeconds(): number {
    return inSeconds(this.#sum);
  }
}

export class QueueMetrics {
  readonly queueDuration = new Durations();
  readonly workDuration = new Durations();
  depth = 0;
  addsTotal = 0;
  retriesTotal = 0;
  unfinishedWorkSeconds = 0;
  longestRunningProcessorSeconds = 0;
  readonly #now: () => SimTime;
  readonly #added = new Map<string, SimTime>();
  readonly #begun = new Map<string, SimTime>();

  /** @param now the clock of the queue's process. */
  constructor(now: () => SimTime) {
    this.#now = now;
  }

  add(item: string): void {
    this.addsTotal += 1;
    this.depth += 1;
    if (!this.#added.has(item)) this.#added.set(item, this.#now());
  }

  get(item: string): void {
    this.depth -= 1;
    this.#begun.set(item, this.#now());
    const since = this.#added.get(item);
    if (since === undefined) return;
    this.queueDuration.observe(between(since, this.#now()));
    this.#added.delete(item);
  }

  done(item: string): void {
    const since = this.#begun.get(item);
    if (since === undefined) return;
    this.workDuration.observe(between(since, this.#now()));
    this.#begun.delete(item);
  }

  retry(): void {
    this.retriesTotal += 1;
  }

  /** Upstream: updateUnfinishedWork. */
  updateUnfinishedWork(): void {
    let total = 0;
    let longest = 0;
    for (const since of this.#begun.values()) {
      const length = between(since, this.#now());
      total += length;
      longest = Math.max(longest, length);
    }
    this.unfinishedWorkSeconds = inSeconds(total);
    this.longestRunningProcessorSeconds = inSeconds(longest);
  }
}
