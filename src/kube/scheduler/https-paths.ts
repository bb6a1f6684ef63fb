/**
 * What the HTTPS paths of kube-scheduler answer, which a standby has as well.
 *
 * Upstream    kubernetes v1.27 (newHealthzAndMetricsHandler), v1.31
 *             (newHealthEndpointsAndMetricsHandler) cmd/kube-scheduler/app/server.go; its PR 118148
 *             for /livez and /readyz, PR 130067 for the words of the latter
 * Simplified  /metrics has the figure of the election only, /metrics/resources has none
 */
import { HealthSlis, SLIS_PATH, servesSlis } from '../component/health-slis';
import { endpointAnswer, type HealthChecker } from '../component/healthz';
import type { PathAnswers, Text } from '../component/secure-server';
import { type Profile, profileWithin } from '../profile';

export interface SchedulerState {
  readonly elects: boolean;
  readonly stopping: () => boolean;
  /** All that was listed has been taken in. */
  readonly filled: () => boolean;
  /** What /configz shows, and the lines of /metrics. */
  readonly configz: () => object;
  readonly metrics: () => readonly string[];
  readonly gates: ReadonlyMap<string, string>;
}

/** First versions with /livez and /readyz, and with other words for caches that fill. */
const SERVES_READYZ: Profile = '1.31';
const OTHER_WORDS: Profile = '1.33';

/** Upstream ties it to no election. */
const UNTIED: HealthChecker = { name: 'leaderElection', check: () => undefined };

const text = (body: string): Text => ({ status: 200, body });

export function schedulerPaths(state: SchedulerState, profile: Profile): PathAnswers {
  const elections = state.elects ? [UNTIED] : [];
  const endpoints: readonly (readonly [string, readonly HealthChecker[]])[] = [
    ['healthz', elections],
    ...(profileWithin(profile, SERVES_READYZ) ? readiness(state, profile, elections) : []),
  ];
  const slis = servesSlis(profile, state.gates) ? new HealthSlis() : undefined;
  return (path, url) => {
    if (path === '/configz') return text(JSON.stringify({ componentconfig: state.configz() }));
    if (path === '/metrics') return text(`${state.metrics().join('\n')}\n`);
    if (path === '/metrics/resources') return text('');
    if (slis && path === SLIS_PATH) return text(slis.body(profile));
    for (const [endpoint, checks] of endpoints) {
      const answer = endpointAnswer(endpoint, checks, url, slis);
      if (answer) return answer;
    }
    return undefined;
  };
}

function readiness(
  { stopping, filled }: SchedulerState,
  profile: Profile,
  elections: readonly HealthChecker[],
): readonly (readonly [string, readonly HealthChecker[]])[] {
  const later = profileWithin(profile, OTHER_WORDS);
  const words = later ? 'handlers are not fully synchronized' : 'waiting for handlers to sync';
  const check = (name: string, failing: () => boolean, error: string): HealthChecker => ({
    name,
    check: () => (failing() ? error : undefined),
  });
  const shutdown = check('shutdown', stopping, 'process is shutting down');
  const synced = check('sched-handler-sync', () => !filled(), words);
  return [
    ['livez', []],
    ['readyz', [...elections, shutdown, synced]],
  ];
}
