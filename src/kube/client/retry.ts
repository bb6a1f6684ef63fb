/**
 * Tries again what failed, after waits that grow: for writes that others may have been in the way
 * of.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/retry/util.go (OnError,
 *             RetryOnConflict, DefaultBackoff), apimachinery pkg/util/wait (ExponentialBackoff)
 */
import { millis, type SimDuration } from '#base';
import { type Procedure, type Process, perform } from '#kernel';
import { type RestResult, reasonOf } from './rest-client';

/** Waits between tries. Upstream: wait.Backoff. */
export interface RetryBackoff {
  /** Tries in all. */
  readonly steps: number;
  readonly initial: SimDuration;
  readonly factor: number;
  /** Longest addition to a wait, in tenths of it. */
  readonly jitterTenths: number;
}

/** For a resource that others write too. Upstream: retry.DefaultBackoff. */
export const DEFAULT_BACKOFF: RetryBackoff = {
  steps: 4,
  initial: millis(10),
  factor: 5,
  jitterTenths: 1,
};

export interface Retrier {
  readonly process: Process;
  /** Arms the timers of the waits. */
  readonly actor: string;
  readonly backoff: RetryBackoff;
  /** Whether this failure is worth another try. */
  readonly retriable: (result: RestResult<unknown>) => boolean;
}

export const isConflict = (result: RestResult<unknown>): boolean => reasonOf(result) === 'Conflict';

/** @returns the first success, the first failure that is not retriable, or the last failure. */
export function* onError<T>(
  { process, actor, backoff, retriable }: Retrier,
  attempt: () => Procedure<RestResult<T>>,
): Procedure<RestResult<T>> {
  let wait: number = backoff.initial;
  for (let left = backoff.steps; ; left -= 1) {
    const result = yield* attempt();
    if (result.ok || !retriable(result) || left <= 1) return result;
    const stream = process.random(`${actor}/retry`);
    const jitter = stream.int(0, Math.floor((wait * backoff.jitterTenths) / 10));
    const length = (wait + jitter) as SimDuration;
    yield* perform<void>((resume) => {
      process.timer(actor, 'retry', length, () => resume(undefined));
    });
    wait *= backoff.factor;
  }
}
