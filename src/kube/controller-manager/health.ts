/**
 * `/healthz` of a process that gains checks while it runs.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/controller-manager/pkg/healthz (handler.go,
 *             healthz.go)
 */
import type { HealthSlis } from '../component/health-slis';
import { endpointAnswer, type HealthChecker, type TextAnswer } from '../component/healthz';

/** A check under a name of its own. */
export const namedHealthChecker = (name: string, check: HealthChecker['check']): HealthChecker => ({
  name,
  check,
});

export class MutableHealthzHandler {
  readonly #checks: HealthChecker[] = [];

  constructor(...checks: readonly HealthChecker[]) {
    this.addHealthChecker(...checks);
  }

  addHealthChecker(...checks: readonly HealthChecker[]): void {
    this.#checks.push(...checks);
  }

  /** @returns the answer to a GET; undefined where the path is none of its own. */
  answer(url: string, slis?: HealthSlis): TextAnswer | undefined {
    return endpointAnswer('healthz', this.#checks, url, slis);
  }
}
