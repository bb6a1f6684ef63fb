/**
 * The health check of an election.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/leaderelection/healthzadaptor.go
 */
import type { SimDuration } from '#base';
import type { LeaderElector } from './leader-elector';

export class HealthzAdaptor {
  readonly name = 'leaderElection';
  readonly #tolerance: SimDuration;
  #elector: LeaderElector | undefined;

  /** @param tolerance for how long after the end of its lease a leader counts as well. */
  constructor(tolerance: SimDuration) {
    this.#tolerance = tolerance;
  }

  /** Ties it to an election. */
  setLeaderElection(elector: LeaderElector): void {
    this.#elector = elector;
  }

  /** @returns why it fails; undefined when it does not, or there is no election yet. */
  check(): string | undefined {
    return this.#elector?.check(this.#tolerance);
  }
}
