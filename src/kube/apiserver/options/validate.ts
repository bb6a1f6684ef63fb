/**
 * Checks completed options in the component's words and order; every fault is reported.
 *
 * Upstream    kubernetes v1.25-v1.27 cmd/kube-apiserver/app/options/validation.go; from v1.28 on
 *             also pkg/controlplane/apiserver/options/validation.go; the Validate of each group of
 *             options
 * Simplified  audit and metrics are not checked
 */
import { familyOfIP, parseCidr } from './cidr';
import { gateEnabled } from './feature-gates';
import type { CompletedOptions } from './options';
import { validateAPIEnablement } from './runtime-config';
import { validateClusterIPFlags, validateServiceNodePort } from './service-ranges';
import {
  validateAdmission,
  validateAuthentication,
  validateAuthorization,
  validateTokenRequest,
} from './validate-access';

/** @returns every fault, in upstream's order; empty when the options are good. */
export function validate(options: CompletedOptions): readonly string[] {
  return options.switches.optionsRestructured ? validateSplit(options) : validateFlat(options);
}

/** Up to 1.27. */
function validateFlat(options: CompletedOptions): readonly string[] {
  return [
    ...validateApiServerCount(options),
    ...validateEtcd(options),
    ...clusterIPErrors(options),
    ...nodePortErrors(options),
    ...validateAPIPriorityAndFairness(options),
    ...validateSecureServing(options),
    ...validateAccess(options),
    ...validateAPIServerIdentity(options),
  ];
}

/** From 1.28 on: first what any control plane has, then what is kube-apiserver's own. */
function validateSplit(options: CompletedOptions): readonly string[] {
  return [
    ...validateGenericServer(options),
    ...validateEtcd(options),
    ...validateAPIPriorityAndFairness(options),
    ...validateSecureServing(options),
    ...validateAccess(options),
    ...clusterIPErrors(options),
    ...nodePortErrors(options),
    ...validatePublicIPServiceClusterIPRangeIPFamilies(options),
    ...validateApiServerCount(options),
  ];
}

function validateAccess(options: CompletedOptions): readonly string[] {
  return [
    ...validateAuthentication(options),
    ...validateAuthorization(options),
    ...validateAdmission(options),
    ...validateAPIEnablement(options),
    ...validateTokenRequest(options),
  ];
}

const when = (fault: boolean, text: string): readonly string[] => (fault ? [text] : []);

const mustBePositive = (flag: string, value: number): readonly string[] =>
  when(value <= 0, `--${flag} should be a positive number, but value '${value}' provided`);

const validateApiServerCount = ({ apiServerCount }: CompletedOptions): readonly string[] =>
  mustBePositive('apiserver-count', apiServerCount);

/** Highest chance of a GOAWAY. Upstream: server_run_options.go. */
const MAX_GOAWAY_CHANCE = 0.02;

function validateGenericServer(options: CompletedOptions): readonly string[] {
  const negative = (flag: string, value: number) =>
    when(value < 0, `--${flag} can not be negative value`);
  const { goawayChance } = options;
  return [
    ...when(options.livezGracePeriod < 0, '--livez-grace-period can not be a negative value'),
    ...negative('max-requests-inflight', options.maxRequestsInFlight),
    ...negative('max-mutating-requests-inflight', options.maxMutatingRequestsInFlight),
    ...negative('request-timeout', options.requestTimeout),
    ...when(
      goawayChance < 0 || goawayChance > MAX_GOAWAY_CHANCE,
      '--goaway-chance can not be less than 0 or greater than 0.02',
    ),
    ...negative('min-request-timeout', options.minRequestTimeout),
    ...negative('shutdown-delay-duration', options.shutdownDelayDuration),
    ...when(
      options.shutdownWatchTerminationGracePeriod < 0,
      'shutdown-watch-termination-grace-period, if provided, can not be a negative value',
    ),
  ];
}

const OVERRIDE_FORM =
  '--etcd-servers-overrides invalid, must be of format: group/resource#servers, ' +
  'where servers are URLs, semicolon separated';

function validateEtcd(options: CompletedOptions): readonly string[] {
  const { storageBackend, etcdServersOverrides } = options;
  const overrides = etcdServersOverrides.filter((override) => {
    const [resource, ...servers] = override.split('#');
    return servers.length !== 1 || resource.split('/').length !== 2;
  });
  const reload = options.encryptionProviderConfigAutomaticReload;
  return [
    ...when(options.etcdServers.length === 0, '--etcd-servers must be specified'),
    ...when(
      storageBackend !== '' && storageBackend !== 'etcd3',
      '--storage-backend invalid, allowed values: etcd3. ' +
        "If not specified, it will default to 'etcd3'",
    ),
    ...overrides.map(() => OVERRIDE_FORM),
    ...when(
      reload && options.encryptionProviderConfig === '',
      '--encryption-provider-config-automatic-reload must be set with --encryption-provider-config',
    ),
  ];
}

function clusterIPErrors(options: CompletedOptions): readonly string[] {
  const { profile, featureGates, secondaryServiceRange } = options;
  const on = (gate: string) => gateEnabled(profile, featureGates, gate);
  return validateClusterIPFlags({
    serviceClusterIPRanges: options.serviceClusterIPRange,
    primary: parseCidr(options.primaryServiceRange),
    secondary: secondaryServiceRange === undefined ? undefined : parseCidr(secondaryServiceRange),
    anySize: on('MultiCIDRServiceAllocator') && on('DisableAllocatorDualWrite'),
  });
}

const nodePortErrors = (options: CompletedOptions): readonly string[] =>
  validateServiceNodePort(options.kubernetesServiceNodePort, options.serviceNodePortRange);

function validateAPIPriorityAndFairness(options: CompletedOptions): readonly string[] {
  const { switches, profile, featureGates, runtimeConfig } = options;
  const on = gateEnabled(profile, featureGates, 'APIPriorityAndFairness');
  if (!options.enablePriorityAndFairness || !on) return [];
  for (const key of flowcontrolKeys(options)) {
    const value = runtimeConfig.get(key);
    if (value === 'true') return [];
    if (value !== 'false') continue;
    const gate = switches.flowcontrolV1 ? '' : ' and --feature-gates=APIPriorityAndFairness=true';
    return [
      `--runtime-config=${key}=false conflicts with --enable-priority-and-fairness=true${gate}`,
    ];
  }
  return [];
}

/** Keys of --runtime-config that switch off what priority and fairness needs, in their order. */
function flowcontrolKeys({ switches }: CompletedOptions): readonly string[] {
  const group = 'flowcontrol.apiserver.k8s.io';
  if (switches.flowcontrolV1) return [`${group}/v1`, 'api/ga', 'api/all'];
  if (switches.flowcontrolV1beta3) return [`${group}/v1beta3`, 'api/beta', 'api/all'];
  return [`${group}/v1beta2`, `${group}/v1beta1`, 'api/beta', 'api/all'];
}

function validateSecureServing({ securePort }: CompletedOptions): readonly string[] {
  return when(
    securePort < 1 || securePort > 65_535,
    `--secure-port ${securePort} must be between 1 and 65535, inclusive. ` +
      'It cannot be turned off with 0',
  );
}

/** The service's range and the public address must be of one family, or clients get lost. */
export function validatePublicIPServiceClusterIPRangeIPFamilies({
  endpointReconcilerType,
  primaryServiceRange,
  publicAddress,
}: Pick<
  CompletedOptions,
  'endpointReconcilerType' | 'primaryServiceRange' | 'publicAddress'
>): readonly string[] {
  if (endpointReconcilerType === 'none') return [];
  return when(
    parseCidr(primaryServiceRange)?.family !== familyOfIP(publicAddress),
    `service IP family "${primaryServiceRange}" must match ` +
      `public address family "${publicAddress}"`,
  );
}

function validateAPIServerIdentity(options: CompletedOptions): readonly string[] {
  if (!options.switches.identityLeaseFlags) return [];
  return [
    ...mustBePositive('identity-lease-duration-seconds', options.identityLeaseDurationSeconds),
    ...mustBePositive(
      'identity-lease-renew-interval-seconds',
      options.identityLeaseRenewIntervalSeconds,
    ),
  ];
}
