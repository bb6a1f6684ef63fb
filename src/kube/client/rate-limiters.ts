/**
 * How long a key that failed has to wait before it comes again.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/workqueue/
 *             default_rate_limiters.go
 */
import { millis, NO_DURATION, type SimDuration, type SimTime, seconds } from '#base';
import { TokenBucket } from './token-bucket';

/** Source: DefaultControllerRateLimiter. */
const BASE_DELAY = millis(5);
const MAX_DELAY = seconds(1_000);
const OVERALL = { qps: 10, burst: 100 };

export interface RateLimiter {
  /** The wait of a key that has failed once more. */
  when(item: string): SimDuration;
  /** The key has succeeded, or is given up. */
  forget(item: string): void;
  /** How often the key has failed in a row. */
  numRequeues(item: string): number;
}

/** Failures in a row, by key. */
class Failures {
  readonly #counts = new Map<string, number>();

  /** @returns how many there were before this one. */
  add(item: string): number {
    const before = this.of(item);
    this.#counts.set(item, before + 1);
    return before;
  }

  of(item: string): number {
    return this.#counts.get(item) ?? 0;
  }

  forget(item: string): void {
    this.#counts.delete(item);
  }
}

/** Twice as long for each failure of the key in a row. */
export class ItemExponentialFailureRateLimiter implements RateLimiter {
  readonly #failures = new Failures();
  readonly #base: SimDuration;
  readonly #max: SimDuration;

  constructor(base: SimDuration, max: SimDuration) {
    this.#base = base;
    this.#max = max;
  }

  when(item: string): SimDuration {
    let wait: number = this.#base;
    let left = this.#failures.add(item);
    for (; left > 0 && wait < this.#max; left -= 1) wait *= 2;
    return Math.min(wait, this.#max) as SimDuration;
  }

  forget(item: string): void {
    this.#failures.forget(item);
  }

  numRequeues(item: string): number {
    return this.#failures.of(item);
  }
}

export interface FastSlow {
  readonly fast: SimDuration;
  readonly slow: SimDuration;
  /** Tries of a key that wait for the short time. */
  readonly maxFastAttempts: number;
}

/** A short wait for the first tries of a key, a long one for the others. */
export class ItemFastSlowRateLimiter implements RateLimiter {
  readonly #failures = new Failures();
  readonly #waits: FastSlow;

  constructor(waits: FastSlow) {
    this.#waits = waits;
  }

  when(item: string): SimDuration {
    const { fast, slow, maxFastAttempts } = this.#waits;
    return this.#failures.add(item) < maxFastAttempts ? fast : slow;
  }

  forget(item: string): void {
    this.#failures.forget(item);
  }

  numRequeues(item: string): number {
    return this.#failures.of(item);
  }
}

/** One bucket for all keys. */
export class BucketRateLimiter implements RateLimiter {
  readonly #bucket: TokenBucket;

  constructor(bucket: TokenBucket) {
    this.#bucket = bucket;
  }

  when(): SimDuration {
    return this.#bucket.reserve();
  }

  forget(): void {}

  numRequeues(): number {
    return 0;
  }
}

/** The longest wait of several limiters. */
export class MaxOfRateLimiter implements RateLimiter {
  readonly #limiters: readonly RateLimiter[];

  constructor(limiters: readonly RateLimiter[]) {
    this.#limiters = limiters;
  }

  when(item: string): SimDuration {
    const waits = this.#limiters.map((limiter) => limiter.when(item));
    return Math.max(NO_DURATION, ...waits) as SimDuration;
  }

  forget(item: string): void {
    for (const limiter of this.#limiters) limiter.forget(item);
  }

  numRequeues(item: string): number {
    return Math.max(0, ...this.#limiters.map((limiter) => limiter.numRequeues(item)));
  }
}

/** Another limiter whose waits are cut off. */
export class WithMaxWaitRateLimiter implements RateLimiter {
  readonly #inner: RateLimiter;
  readonly #max: SimDuration;

  constructor(inner: RateLimiter, max: SimDuration) {
    this.#inner = inner;
    this.#max = max;
  }

  when(item: string): SimDuration {
    return Math.min(this.#inner.when(item), this.#max) as SimDuration;
  }

  forget(item: string): void {
    this.#inner.forget(item);
  }

  numRequeues(item: string): number {
    return this.#inner.numRequeues(item);
  }
}

/** By key from 5 ms to 1000 s, and ten a second for all keys with a hundred in hand. */
export const defaultControllerRateLimiter = (now: () => SimTime): RateLimiter =>
  new MaxOfRateLimiter([
    new ItemExponentialFailureRateLimiter(BASE_DELAY, MAX_DELAY),
    new BucketRateLimiter(new TokenBucket({ ...OVERALL, now })),
  ]);
