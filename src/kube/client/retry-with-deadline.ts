/**
 * For how long what fails may be tried again at once.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache/retry_with_deadline.go
 */
import { after, between, NO_DURATION, type SimDuration, type SimTime } from '#base';
import type { Clock } from './backoff';

export interface RetryDeadline {
  readonly clock: Clock;
  /** From the first failure on; 0: nothing is tried again. */
  readonly maxRetryDuration: SimDuration;
  /** A failure so long after the one before is a first one. */
  readonly minResetPeriod: SimDuration;
  readonly isRetryable: (reason: string | undefined) => boolean;
}

export class RetryWithDeadline {
  readonly #parts: RetryDeadline;
  /** Undefined: none yet. */
  #firstErrorAt: SimTime | undefined;
  #lastErrorAt: SimTime | undefined;

  constructor(parts: RetryDeadline) {
    this.#parts = parts;
  }

  /** Notes how a try ended: the reason of its failure, undefined for none. */
  after(reason: string | undefined): void {
    const { clock, isRetryable, minResetPeriod } = this.#parts;
    if (!isRetryable(reason)) return;
    const { now } = clock;
    const last = this.#lastErrorAt;
    if (last === undefined || now >= after(last, minResetPeriod)) this.#firstErrorAt = undefined;
    this.#firstErrorAt ??= now;
    this.#lastErrorAt = now;
  }

  shouldRetry(): boolean {
    const { clock, maxRetryDuration } = this.#parts;
    if (maxRetryDuration <= NO_DURATION) return false;
    const first = this.#firstErrorAt;
    if (first !== undefined && between(first, clock.now) <= maxRetryDuration) return true;
    this.#firstErrorAt = undefined;
    this.#lastErrorAt = undefined;
    return false;
  }
}
