/**
 * Limits of requests in flight, where priority and fairness is off.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver pkg/server/filters/maxinflight.go
 */
import type { IncomingCall } from '#kernel';
import { isMaster } from '../api/users';

/** Source: nonMutatingRequestVerbs. */
const READ_ONLY: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
/** Advice of the refusal, seconds. Source: maxinflight.go retryAfter. */
const RETRY_AFTER_SECONDS = 1;

export interface InFlightLimits {
  /** --max-requests-inflight; 0 for none. */
  readonly readOnly: number;
  /** --max-mutating-requests-inflight; 0 for none. */
  readonly mutating: number;
}

/** Source: tooManyRequests. */
export const TOO_MANY_REQUESTS = {
  status: 429,
  headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  body: 'Too many requests, please try again later.',
};

export class MaxInFlight {
  readonly #left: { readOnly: number; mutating: number };

  constructor({ readOnly, mutating }: InFlightLimits) {
    const places = (limit: number) => (limit === 0 ? Number.POSITIVE_INFINITY : limit);
    this.#left = { readOnly: places(readOnly), mutating: places(mutating) };
  }

  /** Takes a request in until it is over. @returns false when it must be refused. */
  admit(call: IncomingCall, longRunning: boolean): boolean {
    if (longRunning) return true;
    const kind = READ_ONLY.has(call.fields.verb) ? 'readOnly' : 'mutating';
    if (this.#left[kind] === 0) return isMaster(call.fields.user);
    this.#left[kind] -= 1;
    const { onOver } = call;
    const over = () => {
      this.#left[kind] += 1;
      onOver?.();
    };
    call.onOver = over;
    return true;
  }
}
