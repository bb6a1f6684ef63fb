/**
 * The generic error handler of a Go process: it logs, and makes who errs fast wait a little.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/runtime/runtime.go
 *             (HandleError, rudimentaryErrorBackoff)
 */
import { between, millis, NO_DURATION, type SimDuration, type SimTime } from '#base';
import { type Procedure, type Process, perform } from '#kernel';

/** Least time between two errors of the process. Upstream: minPeriod. */
const MIN_PERIOD = millis(1);

export class RuntimeErrors {
  readonly #process: Process;
  #last: SimTime | undefined;

  /** One for each life of a process. */
  constructor(process: Process) {
    this.#process = process;
  }

  /** Logs the error; the caller goes on when the shortest time since the one before is over. */
  *handleError(actor: string, message: string): Procedure<void> {
    const now = this.#process.ownTime();
    this.#process.log(actor, 'error', message);
    const since = this.#last === undefined ? MIN_PERIOD : between(this.#last, now);
    this.#last = now;
    const rest = (MIN_PERIOD - since) as SimDuration;
    if (rest > NO_DURATION) yield* perform<void>((resume) => this.#process.later(rest, resume));
  }
}
