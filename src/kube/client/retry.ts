/**
 * Tries again what failed, after waits that grow: for writes that others may have been in the way
 * of.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/retry/util.go (OnError,
 *             RetryOnConflict, DefaultRetry, DefaultBackoff)
 */
import { millis, type SimDuration } from '#base';
import type { Procedure, Process } from '#kernel';
import { isErrorOf } from '../api/error-types';
import { Backoff, type BackoffSpec, type Condition, exponentialBackoff } from './backoff';
import type { RestResult } from './rest-client';

/** For a resource that others write too. Upstream: retry.DefaultBackoff. */
export const DEFAULT_BACKOFF: BackoffSpec = {
  steps: 4,
  duration: millis(10),
  factor: 5,
  jitter: 0.1,
};

export interface Retrier {
  readonly process: Process;
  /** Arms the timers of the waits. */
  readonly actor: string;
  readonly backoff: BackoffSpec;
  /** Whether this failure is worth another try. */
  readonly retriable: (result: RestResult<unknown>) => boolean;
}

export const isConflict = (result: RestResult<unknown>): boolean =>
  !result.ok && result.status !== undefined && isErrorOf('Conflict', result.status);

/** @returns the first success, the first failure that is not retriable, or the last failure. */
export function* onError<T>(
  { process, actor, backoff, retriable }: Retrier,
  attempt: () => Procedure<RestResult<T>>,
): Procedure<RestResult<T>> {
  const waits = new Backoff(process.random(`${actor}/retry`), backoff);
  const wait = (length: SimDuration, resume: () => void) => {
    process.timer(actor, 'retry', length, resume);
  };
  const results: RestResult<T>[] = [];
  yield* exponentialBackoff(waits, wait, () => tryInto(results, attempt, retriable));
  return results[0];
}

function* tryInto<T>(
  results: RestResult<T>[],
  attempt: () => Procedure<RestResult<T>>,
  retriable: Retrier['retriable'],
): Procedure<Condition> {
  const result = yield* attempt();
  results[0] = result;
  return { done: result.ok || !retriable(result) };
}
