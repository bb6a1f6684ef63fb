/**
 * Says now and then that a client of the process waits for itself.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest/request.go (throttledLogger,
 *             tryThrottleWithInfo, longThrottleLatency: 50 ms, extraLongThrottleLatency: 1 s)
 * Simplified  as at verbosity 0: at 2 there would be a line a second, at 3 one of each wait over
 *             50 ms
 */
import { after, type SimDuration, type SimTime, seconds } from '#base';

/** A wait that is worth a line. Source: extraLongThrottleLatency. */
const LONG_WAIT = seconds(1);
/** Least time between two lines, at verbosity 0. */
const INTERVAL = seconds(10);

export class ThrottledLogger {
  #next: SimTime | undefined;

  /** Whether a request that waited for so long is to be told of. */
  attempt(waited: SimDuration, now: SimTime): boolean {
    return waited > LONG_WAIT && this.attemptToLog(now);
  }

  /** Whether a line may be written now. */
  attemptToLog(now: SimTime): boolean {
    if (this.#next !== undefined && now < this.#next) return false;
    this.#next = after(now, INTERVAL);
    return true;
  }
}
