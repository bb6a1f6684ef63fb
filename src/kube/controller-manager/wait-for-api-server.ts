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
  readonly #older: boolean;

  /** @param older as before 1.12, when the search for resources waited by itself. */
  constructor(process: Process, older = false) {
    this.#process = process;
    this.#since = process.ownTime();
    this.#older = older;
  }

  /** What is said of each try that fails. Upstream's own two spaces. */
  complaint(): readonly string[] {
    return this.#older ? ["Server isn't healthy yet.  Waiting a little while."] : [];
  }

  /** @returns how long to wait for the next try; undefined when the time is over. */
  nextTry(): SimDuration | undefined {
    const waited = between(this.#since, this.#process.ownTime());
    if (waited >= TIMEOUT) return undefined;
    return (INTERVAL - (waited % INTERVAL)) as SimDuration;
  }

  error(last: RestResult<string>): string {
    // No content of /healthz was ever kept.
    if (this.#older) return `failed to get api versions from server: : ${WAIT_TIMEOUT}`;
    const cause = `failed to get apiserver /healthz status: ${errorText(last)}`;
    return `failed to wait for apiserver being healthy: ${WAIT_TIMEOUT}: ${cause}`;
  }
}
