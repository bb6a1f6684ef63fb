/**
 * Whether a controller is started, and what is said where it is not. Pure.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/controllermanager.go
 *             (StartControllers), core.go, certificates.go, autoscaling.go, rbac.go
 * Simplified  cloud providers of the own tree are not there: their controllers are skipped, as
 *             they are without --cloud-provider
 */
import type { AvailableResources } from './available-resources';
import { isControllerEnabled, type KnownController } from './controllers';
import type { ManagerOptions } from './options';

export interface LogLine {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

export type StartOutcome = 'started' | 'disabled' | 'skipped' | 'gate off' | 'failed' | 'not owned';

export interface StartPlan {
  readonly outcome: StartOutcome;
  /** Why, in words; "" for a start. */
  readonly reason: string;
  readonly lines: readonly LogLine[];
}

/** Words of the table. */
const SIGNING = 'signing-files';
const NO_KEY = 'there is no private key';
const info = (message: string): LogLine => ({ level: 'info', message });
const warning = (message: string): LogLine => ({ level: 'warning', message });
const error = (message: string): LogLine => ({ level: 'error', message });

/** Lines that both forms of the log have: by key since 1.27. */
const keyed = (options: ManagerOptions, text: string, old: string, name: string): string =>
  options.switches.managerLogsKeys ? `${JSON.stringify(text)} controller="${name}"` : old;

const disabledByDefault = ({ known }: ManagerOptions): ReadonlySet<string> =>
  new Set(known.filter(({ row }) => row.disabledByDefault).map(({ name }) => name));

/** @returns why it is not even initialized; undefined when it is to be. */
export function refusalOf(
  { name, row, gated }: KnownController,
  options: ManagerOptions,
): StartPlan | undefined {
  if (!gated) {
    const gates = `[${row.gates.join(' ')}]`;
    const text = '"Controller is disabled by a feature gate"';
    const line = `${text} controller="${name}" requiredFeatureGates=${JSON.stringify(row.gates)}`;
    return { outcome: 'gate off', reason: gates, lines: [info(line)] };
  }
  if (row.cloud && !options.older && options.cloudProvider === 'external') {
    const lines = options.switches.managerDescriptors
      ? [info(`"Skipping a cloud provider controller" controller="${name}"`)]
      : [];
    return { outcome: 'skipped', reason: '--cloud-provider=external', lines };
  }
  if (isControllerEnabled(name, disabledByDefault(options), options.controllers)) return undefined;
  const line = keyed(options, 'Warning: controller is disabled', `"${name}" is disabled`, name);
  return { outcome: 'disabled', reason: '--controllers', lines: [warning(line)] };
}

/** The token controller goes its own way: it says more, and there is no line when it has begun. */
export function tokenRefusal(
  controller: KnownController,
  options: ManagerOptions,
): StartPlan | undefined {
  const refusal = refusalOf(controller, options);
  if (refusal || options.tokenKey) return refusal;
  const { name } = controller;
  const old = `"${name}" is disabled because ${NO_KEY}`;
  const text = `Controller is disabled because ${NO_KEY}`;
  return { outcome: 'disabled', reason: NO_KEY, lines: [warning(keyed(options, text, old, name))] };
}

/** What its initializer says and does. */
export function initializerPlan(
  controller: KnownController,
  options: ManagerOptions,
  available: AvailableResources,
): StartPlan {
  const { name, row } = controller;
  if (row.needs === SIGNING && options.signing.general && options.signing.specific) {
    const line = keyed(options, 'Error starting controller', `Error starting "${name}"`, name);
    const reason = 'cannot specify default and per controller certs at the same time';
    return { outcome: 'failed', reason, lines: [error(line)] };
  }
  const [reason, ...said] = whySkipped(controller, options, available) ?? [];
  if (reason === undefined) {
    const line = keyed(options, 'Started controller', `Started "${name}"`, name);
    return { outcome: 'started', reason: '', lines: [info(line)] };
  }
  const line = keyed(options, 'Warning: skipping controller', `Skipping "${name}"`, name);
  const lines = said.filter((each) => typeof each !== 'string');
  return { outcome: 'skipped', reason: reason as string, lines: [...lines, warning(line)] };
}

const NO_CLOUD = 'no cloud provider';
const CLOUD_LINES: Readonly<Record<string, LogLine>> = {
  'service-lb-controller': error(
    'Failed to start service controller: WARNING: no cloud provider provided, ' +
      'services of type LoadBalancer will fail',
  ),
  'cloud-node-lifecycle-controller': error(
    'failed to start cloud node lifecycle controller: no cloud provider provided',
  ),
};

function whySkipped(
  { row }: KnownController,
  options: ManagerOptions,
  available: AvailableResources,
): readonly (string | LogLine)[] | undefined {
  const { allocateNodeCidrs, configureCloudRoutes, garbageCollector, signing } = options;
  if (row.name === 'node-route-controller') {
    return routesSkipped(allocateNodeCidrs, configureCloudRoutes);
  }
  if (row.cloud) return [NO_CLOUD, CLOUD_LINES[row.name]];
  if (row.needs === 'allocate-node-cidrs' && !allocateNodeCidrs) {
    return ['--allocate-node-cidrs=false'];
  }
  if (row.needs === 'enable-garbage-collector' && !garbageCollector) {
    return ['--enable-garbage-collector=false'];
  }
  if (row.needs === SIGNING && !signing.general && !signing.specific) {
    return ['no signing files'];
  }
  if (row.needs?.includes('/') && !available.has(row.needs)) return [`${row.needs} is not served`];
  return undefined;
}

/** The flags are asked before the cloud provider. Source: startRouteController. */
function routesSkipped(allocate: boolean, configure: boolean): readonly [string, LogLine] {
  const none = 'Will not configure cloud provider routes';
  if (allocate && configure) {
    const line = `configure-cloud-routes is set, but no cloud provider specified. ${none}.`;
    return [NO_CLOUD, warning(line)];
  }
  const reason = allocate ? '--configure-cloud-routes=false' : '--allocate-node-cidrs=false';
  const values = `allocate-node-cidrs: ${allocate}, configure-cloud-routes: ${configure}`;
  return [reason, info(`${none} for ${values}.`)];
}
