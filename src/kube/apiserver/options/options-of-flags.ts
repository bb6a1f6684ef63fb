/** From the values of the flags to the options. Names of flags and of fields stand side by side. */
import type { SimDuration } from '#base';
import type { FlagValue } from '../../component/flag-values';
import type { PortRange } from '../../component/port-range';
import type { Profile, Switches } from '../../profile';
import type { ApiServerOptions } from './options';

/** The value of a flag: as given, or its default. */
type ReadValue = (flag: string) => FlagValue;

/** Reads values as the types that their flags have. */
class Values {
  readonly value: ReadValue;

  constructor(value: ReadValue) {
    this.value = value;
  }

  text = (flag: string) => this.value(flag) as string;
  int = (flag: string) => this.value(flag) as number;
  on = (flag: string) => this.value(flag) as boolean;
  duration = (flag: string) => this.value(flag) as SimDuration;
  list = (flag: string) => this.value(flag) as readonly string[];
  pairs = (flag: string) => this.value(flag) as ReadonlyMap<string, string>;
}

export function optionsOfFlags(
  profile: Profile,
  switches: Switches,
  value: ReadValue,
): ApiServerOptions {
  const values = new Values(value);
  return {
    profile,
    switches,
    ...addressOptions(values),
    ...storageOptions(values),
    ...servingOptions(values),
    ...accessOptions(values),
  };
}

function addressOptions({ value, text, int, duration }: Values) {
  return {
    advertiseAddress: text('advertise-address'),
    bindAddress: text('bind-address'),
    securePort: int('secure-port'),
    externalHostname: text('external-hostname'),
    serviceClusterIPRange: text('service-cluster-ip-range'),
    serviceNodePortRange: value('service-node-port-range') as PortRange,
    kubernetesServiceNodePort: int('kubernetes-service-node-port'),
    endpointReconcilerType: text('endpoint-reconciler-type'),
    apiServerCount: int('apiserver-count'),
    eventTTL: duration('event-ttl'),
  };
}

function storageOptions({ text, int, on, duration, list }: Values) {
  return {
    etcdServers: list('etcd-servers'),
    etcdServersOverrides: list('etcd-servers-overrides'),
    etcdPrefix: text('etcd-prefix'),
    storageBackend: text('storage-backend'),
    storageMediaType: text('storage-media-type'),
    etcdCompactionInterval: duration('etcd-compaction-interval'),
    etcdCountMetricPollPeriod: duration('etcd-count-metric-poll-period'),
    etcdDbMetricPollInterval: duration('etcd-db-metric-poll-interval'),
    etcdHealthcheckTimeout: duration('etcd-healthcheck-timeout'),
    etcdReadycheckTimeout: duration('etcd-readycheck-timeout'),
    leaseReuseDurationSeconds: int('lease-reuse-duration-seconds'),
    watchCache: on('watch-cache'),
    deleteCollectionWorkers: int('delete-collection-workers'),
    enableGarbageCollector: on('enable-garbage-collector'),
    encryptionProviderConfig: text('encryption-provider-config'),
    encryptionProviderConfigAutomaticReload: on('encryption-provider-config-automatic-reload'),
  };
}

function servingOptions({ int, on, duration }: Values) {
  return {
    maxRequestsInFlight: int('max-requests-inflight'),
    maxMutatingRequestsInFlight: int('max-mutating-requests-inflight'),
    enablePriorityAndFairness: on('enable-priority-and-fairness'),
    requestTimeout: duration('request-timeout'),
    minRequestTimeout: int('min-request-timeout'),
    goawayChance: int('goaway-chance'),
    http2MaxStreamsPerConnection: int('http2-max-streams-per-connection'),
    livezGracePeriod: duration('livez-grace-period'),
    shutdownDelayDuration: duration('shutdown-delay-duration'),
    shutdownSendRetryAfter: on('shutdown-send-retry-after'),
    shutdownWatchTerminationGracePeriod: duration('shutdown-watch-termination-grace-period'),
    identityLeaseDurationSeconds: int('identity-lease-duration-seconds'),
    identityLeaseRenewIntervalSeconds: int('identity-lease-renew-interval-seconds'),
  };
}

function accessOptions({ text, on, duration, list, pairs }: Values) {
  return {
    authorizationModes: list('authorization-mode'),
    authorizationPolicyFile: text('authorization-policy-file'),
    authorizationWebhookConfigFile: text('authorization-webhook-config-file'),
    anonymousAuth: on('anonymous-auth'),
    profiling: on('profiling'),
    clientCAFile: text('client-ca-file'),
    requestHeaderClientCAFile: text('requestheader-client-ca-file'),
    requestHeaderUsernameHeaders: list('requestheader-username-headers'),
    requestHeaderUIDHeaders: list('requestheader-uid-headers'),
    requestHeaderGroupHeaders: list('requestheader-group-headers'),
    requestHeaderExtraHeadersPrefix: list('requestheader-extra-headers-prefix'),
    requestHeaderAllowedNames: list('requestheader-allowed-names'),
    serviceAccountIssuers: list('service-account-issuer'),
    serviceAccountKeyFiles: list('service-account-key-file'),
    serviceAccountSigningKeyFile: text('service-account-signing-key-file'),
    serviceAccountMaxTokenExpiration: duration('service-account-max-token-expiration'),
    apiAudiences: list('api-audiences'),
    proxyClientCertFile: text('proxy-client-cert-file'),
    proxyClientKeyFile: text('proxy-client-key-file'),
    tlsCertFile: text('tls-cert-file'),
    tlsPrivateKeyFile: text('tls-private-key-file'),
    auditPolicyFile: text('audit-policy-file'),
    auditLogPath: text('audit-log-path'),
    auditWebhookConfigFile: text('audit-webhook-config-file'),
    enableAdmissionPlugins: list('enable-admission-plugins'),
    disableAdmissionPlugins: list('disable-admission-plugins'),
    admissionControl: list('admission-control'),
    runtimeConfig: pairs('runtime-config'),
    featureGates: gatesOf(pairs('feature-gates')),
  };
}

/** The values were checked to be booleans as they were read. */
const gatesOf = (pairs: ReadonlyMap<string, string>): ReadonlyMap<string, boolean> =>
  new Map([...pairs].map(([gate, value]) => [gate, /^(1|t|true)$/i.test(value)]));
