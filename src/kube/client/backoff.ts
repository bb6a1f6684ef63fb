/**
 * Waits that grow after each failure and start again after a quiet time.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/wait
 *             (NewExponentialBackoffManager, Backoff.Step, Jitter)
 */
import { after, type SimDuration, type SimTime, TIME_ZERO } from '#base';
import type { RandomStream, Simulation } from '#kernel';

export interface BackoffOptions {
  readonly initial: SimDuration;
  readonly max: SimDuration;
  /** Time without a step after which the waits start again. */
  readonly reset: SimDuration;
}

/** Waits of `[d, 2d)` with d doubling up to the longest. Upstream: factor 2.0, jitter 1.0. */
export class ExponentialBackoff {
  readonly #sim: Simulation;
  readonly #stream: RandomStream;
  readonly #options: BackoffOptions;
  #next: SimDuration;
  #lastStep: SimTime = TIME_ZERO;

  constructor(sim: Simulation, stream: RandomStream, options: BackoffOptions) {
    this.#sim = sim;
    this.#stream = stream;
    this.#options = options;
    this.#next = options.initial;
  }

  /** The length of the wait that begins now. */
  step(): SimDuration {
    const { initial, max, reset } = this.#options;
    const { now } = this.#sim;
    if (now > after(this.#lastStep, reset)) this.#next = initial;
    this.#lastStep = now;
    const base = this.#next;
    this.#next = Math.min(base * 2, max) as SimDuration;
    return (base + this.#stream.int(0, base - 1)) as SimDuration;
  }
}
