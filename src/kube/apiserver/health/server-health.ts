/**
 * The checks of one API server, in the order of their lines.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/{config,hooks,healthz}.go,
 *             pkg/server/options/etcd.go, kube-aggregator pkg/controllers/autoregister
 * Simplified  no checks of KMS providers
 */
import type { SimDuration } from '#base';
import { AUTOREGISTER_AFTER, type HookDescriptor } from '../hooks';
import type { ServerContext } from '../server-context';
import {
  delayedHealthCheck,
  informerSyncCheck,
  logCheck,
  postStartHookCheck,
  shutdownCheck,
} from './checks';
import type { EtcdProber } from './etcd-prober';
import { HealthEndpoints } from './health-endpoints';
import { type HealthChecker, pingCheck } from './healthz';

export interface ServerHealthOptions {
  readonly server: Omit<ServerContext, 'health'>;
  /** In the order of the checks. */
  readonly hooks: readonly HookDescriptor[];
  /** Whether the post-start hook of that name has returned. */
  readonly hookDone: (name: string) => boolean;
  /** Built-in APIServices that were not seen available. */
  readonly missingApiServices: () => readonly string[];
  readonly etcd: EtcdProber;
  readonly etcdReadiness: EtcdProber;
  readonly firstReady: () => void;
}

interface BootCheck {
  readonly check: HealthChecker;
  /** The livez grace period covers it. Upstream adds the inner servers' checks without grace. */
  readonly graced: boolean;
}

export function serverHealth(options: ServerHealthOptions): HealthEndpoints {
  const { server, etcd, etcdReadiness, firstReady } = options;
  const { process, informers, signals } = server;
  const boot = bootChecks(options);
  const plain = boot.map(({ check }) => check);
  const first = [pingCheck, logCheck, proberCheck('etcd', etcd)];
  const readyz = [
    ...first,
    proberCheck('etcd-readiness', etcdReadiness),
    informerSyncCheck(() => informers.notSynced()),
    ...plain,
    shutdownCheck(() => signals.fired('ShutdownInitiated')),
  ];
  const checks = {
    healthz: [...first, ...plain],
    livez: [...first, ...graced(server, boot)],
    readyz,
  };
  const health = new HealthEndpoints({
    process,
    actor: server.actor('health'),
    checks,
    probers: new Map([
      ['etcd', etcd],
      ['etcd-readiness', etcdReadiness],
    ]),
    firstReady,
  });
  signals.on('ShutdownInitiated', () => health.changed());
  const { livezGracePeriod: grace } = server.options;
  if (grace > 0) process.later((grace + 1) as SimDuration, () => health.changed());
  return health;
}

const proberCheck = (name: string, prober: EtcdProber): HealthChecker => ({
  name,
  check: () => prober.error,
});

function bootChecks({
  hooks,
  hookDone,
  missingApiServices,
}: ServerHealthOptions): readonly BootCheck[] {
  const completion: BootCheck = {
    graced: true,
    check: {
      name: 'autoregister-completion',
      check: () => {
        const missing = missingApiServices();
        return missing.length === 0 ? undefined : `missing APIService: [${missing.join(' ')}]`;
      },
    },
  };
  return hooks
    .filter(({ type }) => type === 'post-start')
    .flatMap(({ name, server }) => {
      const check = postStartHookCheck(name, () => hookDone(name));
      const own = { check, graced: server === 'aggregator' };
      return name === AUTOREGISTER_AFTER ? [own, completion] : [own];
    });
}

function graced(
  { process, options }: ServerHealthOptions['server'],
  boot: readonly BootCheck[],
): readonly HealthChecker[] {
  const { sim } = process;
  const delay = { now: () => sim.now, addedAt: sim.now, grace: options.livezGracePeriod };
  return boot.map(({ check, graced: covered }) =>
    covered && options.livezGracePeriod > 0 ? delayedHealthCheck(check, delay) : check,
  );
}
