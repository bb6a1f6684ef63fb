/**
 * Waits that grow after each failure, and the loop of tries with such waits.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/wait/backoff.go (Backoff,
 *             Jitter, NewExponentialBackoffManager, NewJitteredBackoffManager, ExponentialBackoff)
 */
import { after, type SimDuration, type SimTime, TIME_ZERO } from '#base';
import { type Procedure, perform, type RandomStream } from '#kernel';

/** What a loop says whose condition never held. Upstream: ErrWaitTimeout. */
export const WAIT_TIMEOUT = 'timed out waiting for the condition';

/** Waits between tries. Upstream: wait.Backoff. */
export interface BackoffSpec {
  readonly duration: SimDuration;
  /** By which each wait is longer than the one before; absent: all are equal. */
  readonly factor?: number;
  /** Longest addition to a wait, as a part of it. */
  readonly jitter?: number;
  /** Tries in all; waits that grow. */
  readonly steps: number;
  /** Longest wait before jitter. */
  readonly cap?: SimDuration;
}

/** A length from `duration` to `1 + factor` times as long. */
export function jittered(stream: RandomStream, duration: SimDuration, factor: number): SimDuration {
  const most = Math.floor(duration * factor) - 1;
  return most > 0 ? ((duration + stream.int(0, most)) as SimDuration) : duration;
}

/** The waits of one loop of tries. */
export class Backoff {
  readonly #stream: RandomStream;
  readonly #spec: BackoffSpec;
  #duration: SimDuration;
  #steps: number;

  constructor(stream: RandomStream, spec: BackoffSpec) {
    this.#stream = stream;
    this.#spec = spec;
    this.#duration = spec.duration;
    this.#steps = spec.steps;
  }

  /** Waits that still grow. */
  get steps(): number {
    return this.#steps;
  }

  /** The length of the wait that begins now. Upstream: Step. */
  step(): SimDuration {
    const { jitter = 0 } = this.#spec;
    const duration = this.#duration;
    if (this.#steps >= 1) this.#grow();
    return jittered(this.#stream, duration, jitter);
  }

  #grow(): void {
    const { factor = 0, cap = 0 } = this.#spec;
    this.#steps -= 1;
    if (factor === 0) return;
    this.#duration = Math.round(this.#duration * factor) as SimDuration;
    if (cap <= 0 || this.#duration <= cap) return;
    this.#duration = cap as SimDuration;
    this.#steps = 0;
  }
}

export interface BackoffOptions {
  readonly initial: SimDuration;
  readonly max: SimDuration;
  /** Time without a step after which the waits start again. */
  readonly reset: SimDuration;
  readonly factor: number;
  readonly jitter: number;
}

/** What has the time. */
export interface Clock {
  readonly now: SimTime;
}

/** Waits that grow up to the longest, and start again after a quiet time. */
export class ExponentialBackoff {
  readonly #clock: Clock;
  readonly #stream: RandomStream;
  readonly #options: BackoffOptions;
  #backoff: Backoff;
  #lastStep: SimTime = TIME_ZERO;

  constructor(clock: Clock, stream: RandomStream, options: BackoffOptions) {
    this.#clock = clock;
    this.#stream = stream;
    this.#options = options;
    this.#backoff = this.#fromTheStart();
  }

  /** The length of the wait that begins now. Upstream: getNextBackoff. */
  step(): SimDuration {
    const { now } = this.#clock;
    if (now > after(this.#lastStep, this.#options.reset)) this.#backoff = this.#fromTheStart();
    this.#lastStep = now;
    return this.#backoff.step();
  }

  #fromTheStart(): Backoff {
    const { initial: duration, max: cap, factor, jitter } = this.#options;
    const steps = Number.MAX_SAFE_INTEGER;
    return new Backoff(this.#stream, { duration, cap, factor, jitter, steps });
  }
}

/** What one call of a condition came to: done, failed, or to be tried again. */
export type Condition =
  | { readonly done: boolean; readonly error?: undefined }
  | { readonly error: string };

/** @param wait lets a length of time pass. @returns why it ended; undefined when it is done. */
export function* exponentialBackoff(
  backoff: Backoff,
  wait: (length: SimDuration, resume: () => void) => void,
  condition: () => Procedure<Condition>,
): Procedure<string | undefined> {
  while (backoff.steps > 0) {
    const result = yield* condition();
    if (result.error !== undefined) return result.error;
    if (result.done) return undefined;
    if (backoff.steps === 1) break;
    const length = backoff.step();
    yield* perform<void>((resume) => wait(length, () => resume()));
  }
  return WAIT_TIMEOUT;
}
