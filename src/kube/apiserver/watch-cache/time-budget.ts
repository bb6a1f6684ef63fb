/**
 * How long a cache may wait for slow watchers in all.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/cacher/time_budget.go
 * Simplified  it is refilled as time passes, and not once a second; what a wait did not use is gone
 */
import { millis, type SimDuration, type SimTime } from '#base';

/** What a second adds, and the most there can be. Source: refreshPerSecond, maxBudget. */
const PER_SECOND: SimDuration = millis(50);
const MOST: SimDuration = millis(100);
const US_PER_SECOND = 1_000_000;

export class TimeBudget {
  #left: number = MOST;
  #asOf: SimTime;

  constructor(now: SimTime) {
    this.#asOf = now;
  }

  /** All there is. */
  takeAvailable(now: SimTime): SimDuration {
    const earned = Math.floor(((now - this.#asOf) * PER_SECOND) / US_PER_SECOND);
    const left = Math.min(MOST, this.#left + earned);
    this.#asOf = now;
    this.#left = 0;
    return left as SimDuration;
  }
}
