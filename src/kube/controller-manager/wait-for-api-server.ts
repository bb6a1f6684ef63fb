/**
 * Asks the API server whether it is healthy: at once, then each second for ten seconds.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/controller-manager/app/helper.go
 *             (WaitForAPIServer)
 */
import { between, type SimDuration, type SimTime, seconds } from '#base';
import type { Process } from '#kernel';
import { WAIT_TIMEOUT } from '../client/backoff';
import { errorText, type RestResult } from '../client/rest-client';

/** Source: WaitForAPIServer and its caller. */
const INTERVAL = seconds(1);
const TIMEOUT = seconds(10);

export class ApiServerWait {
  readonly #process: Process;
  readonly #since: SimTime;

  constructor(process: Process) {
    this.#process = process;
    this.#since = process.ownTime();
  }

  /** @returns how long to wait for the next try; undefined when the time is over. */
  nextTry(): SimDuration | undefined {
    const waited = between(this.#since, this.#process.ownTime());
    if (waited >= TIMEOUT) return undefined;
    return (INTERVAL - (waited % INTERVAL)) as SimDuration;
  }

  error(last: RestResult<string>): string {
    const cause = `failed to get apiserver /healthz status: ${errorText(last)}`;
    return `failed to wait for apiserver being healthy: ${WAIT_TIMEOUT}: ${cause}`;
  }
}
