/**
 * What the HTTPS paths of kube-controller-manager answer, which a standby has as well.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/controller-manager/app/serve.go (NewBaseHandler)
 * Simplified  /metrics has the figures of the elections and of the running controllers only
 */
import type { DelegatingParts } from '../component/delegated-config';
import { HealthSlis, SLIS_PATH, servesSlis } from '../component/health-slis';
import { type PathAnswers, SecureServer } from '../component/secure-server';
import { configz } from './configz';
import type { DebugHandlers } from './debug-handlers';
import type { MutableHealthzHandler } from './health';
import type { ManagerOptions } from './options';

export interface Shown {
  readonly health: MutableHealthzHandler;
  readonly debug: DebugHandlers;
  /** The lines of /metrics. */
  readonly metrics: () => readonly string[];
}

/** @returns undefined where --secure-port is 0. */
export function managerServer(
  caller: DelegatingParts,
  options: ManagerOptions,
  { health, debug, metrics }: Shown,
): SecureServer | undefined {
  const { securePort: port, profiling } = options;
  if (port === 0) return undefined;
  const gates = options.flag('feature-gates') as ReadonlyMap<string, string>;
  const slis = servesSlis(options.profile, gates) ? new HealthSlis() : undefined;
  const answers: PathAnswers = (path, url) => {
    if (path === '/configz') return { status: 200, body: JSON.stringify(configz(options)) };
    if (path === '/metrics') return { status: 200, body: `${metrics().join('\n')}\n` };
    if (slis && path === SLIS_PATH) return { status: 200, body: slis.body(options.profile) };
    return health.answer(url, slis) ?? debug.answer(path);
  };
  return new SecureServer({ ...caller, port, profiling, answers });
}
