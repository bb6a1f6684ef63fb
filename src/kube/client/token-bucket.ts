/**
 * Tokens that fill up at an even rate; who finds none waits for the one that is due next.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/flowcontrol/throttle.go;
 *             golang.org/x/time/rate/rate.go (Limiter)
 */
import { between, NO_DURATION, type SimDuration, type SimTime, seconds } from '#base';

const SECOND = seconds(1);
/** What a wait says that would outlast its caller. Source: rate.Limiter.WaitN. */
const TOO_LATE = 'rate: Wait(n=1) would exceed context deadline';

export interface TokenBucketOptions {
  /** Tokens a second. */
  readonly qps: number;
  /** Tokens in a full bucket. */
  readonly burst: number;
  readonly now: () => SimTime;
}

/** How long to wait for a token, or why there will be none in time. */
export type Reserved =
  | { readonly ok: true; readonly wait: SimDuration }
  | { readonly ok: false; readonly error: string };

/** A bucket that is full at first. Waiters get their tokens in the order of asking. */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  /** Below zero: tokens that were promised. */
  #tokens: number;
  /** When it was asked last; undefined before the first time. */
  #updated: SimTime | undefined;

  constructor(options: TokenBucketOptions) {
    this.#options = options;
    this.#tokens = options.burst;
  }

  /** Takes a token if there is one. Upstream: TryAccept. */
  tryAccept(): boolean {
    this.#fill();
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes the next token, which is there after the wait. Upstream: Accept, Limiter.Reserve. */
  reserve(): SimDuration {
    this.#fill();
    this.#tokens -= 1;
    return this.#wait();
  }

  /**
   * The same for a caller that waits no longer than `patience`; no token is taken when it would
   * come too late. Upstream: Wait.
   */
  reserveWithin(patience: SimDuration): Reserved {
    const { burst } = this.#options;
    if (burst < 1) return { ok: false, error: `rate: Wait(n=1) exceeds limiter's burst ${burst}` };
    this.#fill();
    this.#tokens -= 1;
    const wait = this.#wait();
    if (wait <= patience) return { ok: true, wait };
    this.#tokens += 1;
    return { ok: false, error: TOO_LATE };
  }

  /** Until the token that was taken last is due. */
  #wait(): SimDuration {
    if (this.#tokens >= 0) return NO_DURATION;
    return Math.ceil((-this.#tokens / this.#options.qps) * SECOND) as SimDuration;
  }

  #fill(): void {
    const { qps, burst, now } = this.#options;
    const at = now();
    const earned = (between(this.#updated ?? at, at) / SECOND) * qps;
    this.#tokens = Math.min(burst, this.#tokens + earned);
    this.#updated = at;
  }
}

/** Everybody may go on at once. Upstream: NewFakeAlwaysRateLimiter. */
export class AlwaysRateLimiter {
  tryAccept(): boolean {
    return true;
  }

  reserve(): SimDuration {
    return NO_DURATION;
  }
}

/** Nobody may go on before it is stopped. Upstream: NewFakeNeverRateLimiter. */
export class NeverRateLimiter {
  readonly #waiting: (() => void)[] = [];

  tryAccept(): boolean {
    return false;
  }

  accept(resume: () => void): void {
    this.#waiting.push(resume);
  }

  stop(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
