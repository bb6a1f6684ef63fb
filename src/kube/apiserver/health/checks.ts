/**
 * The checks that every API server has beside those of its hooks.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go (log,
 *             informer-sync), pkg/server/healthz.go (delayedHealthCheck, shutdownCheck)
 */
import type { SimDuration, SimTime } from '#base';
import type { HealthChecker } from '../../component/healthz';

/** `ok` of a hook's check before it has returned. Upstream: postStartHookHealthz.Check. */
const NOT_FINISHED = 'not finished';

/** The check of a post-start hook. */
export const postStartHookCheck = (hook: string, done: () => boolean): HealthChecker => ({
  name: `poststarthook/${hook}`,
  check: () => (done() ? undefined : NOT_FINISHED),
});

/**
 * The log's check. Simplified: the flush loop never hangs, so it is always healthy.
 */
export const logCheck: HealthChecker = { name: 'log', check: () => undefined };

/** Lists informers that were started and have not synced. */
export function informerSyncCheck(notSynced: () => readonly string[]): HealthChecker {
  return {
    name: 'informer-sync',
    check: () => {
      const types = notSynced();
      if (types.length === 0) return undefined;
      return `${types.length} informers not started yet: [${types.join(' ')}]`;
    },
  };
}

/** Fails from the moment the shutdown was initiated. */
export const shutdownCheck = (initiated: () => boolean): HealthChecker => ({
  name: 'shutdown',
  check: () => (initiated() ? 'process is shutting down' : undefined),
});

export interface GracePeriod {
  readonly now: () => SimTime;
  /** When the check was added. */
  readonly addedAt: SimTime;
  readonly grace: SimDuration;
}

/** Passes until now is after (not at) the end of the grace period; then the inner check decides. */
export function delayedHealthCheck(
  { name, check }: HealthChecker,
  { now, addedAt, grace }: GracePeriod,
): HealthChecker {
  return { name, check: () => (now() > addedAt + grace ? check() : undefined) };
}
