/**
 * What the flags of kube-apiserver say, with their defaults filled in. Only fields that something
 * here reads; flags that are known but have no effect leave no trace in it.
 *
 * Upstream    kubernetes v1.25-v1.33 cmd/kube-apiserver/app/options/options.go (ServerRunOptions)
 */

import type { SimDuration } from '#base';
import type { PortRange } from '../../component/port-range';
import type { Profile, Switches } from '../../profile';

export interface ApiServerOptions {
  readonly profile: Profile;
  readonly switches: Switches;
  /** As given; "" when unset. */
  readonly advertiseAddress: string;
  readonly bindAddress: string;
  readonly securePort: number;
  readonly externalHostname: string;
  /** As given, up to two CIDRs joined by a comma; "" when unset. */
  readonly serviceClusterIPRange: string;
  readonly serviceNodePortRange: PortRange;
  readonly kubernetesServiceNodePort: number;
  readonly endpointReconcilerType: string;
  readonly apiServerCount: number;
  readonly eventTTL: SimDuration;
  readonly etcdServers: readonly string[];
  readonly etcdServersOverrides: readonly string[];
  readonly etcdPrefix: string;
  readonly storageBackend: string;
  readonly storageMediaType: string;
  readonly etcdCompactionInterval: SimDuration;
  readonly etcdCountMetricPollPeriod: SimDuration;
  readonly etcdDbMetricPollInterval: SimDuration;
  readonly etcdHealthcheckTimeout: SimDuration;
  readonly etcdReadycheckTimeout: SimDuration;
  readonly leaseReuseDurationSeconds: number;
  readonly watchCache: boolean;
  readonly deleteCollectionWorkers: number;
  readonly enableGarbageCollector: boolean;
  readonly maxRequestsInFlight: number;
  readonly maxMutatingRequestsInFlight: number;
  readonly enablePriorityAndFairness: boolean;
  readonly requestTimeout: SimDuration;
  /** Seconds. */
  readonly minRequestTimeout: number;
  readonly livezGracePeriod: SimDuration;
  readonly shutdownDelayDuration: SimDuration;
  readonly shutdownSendRetryAfter: boolean;
  readonly shutdownWatchTerminationGracePeriod: SimDuration;
  readonly goawayChance: number;
  readonly http2MaxStreamsPerConnection: number;
  readonly authorizationModes: readonly string[];
  readonly authorizationPolicyFile: string;
  readonly authorizationWebhookConfigFile: string;
  readonly anonymousAuth: boolean;
  readonly profiling: boolean;
  readonly enableAdmissionPlugins: readonly string[];
  readonly disableAdmissionPlugins: readonly string[];
  /** The old way to name all plugins. */
  readonly admissionControl: readonly string[];
  /** Keys and values of --runtime-config. */
  readonly runtimeConfig: ReadonlyMap<string, string>;
  /** Keys and values of --feature-gates. */
  readonly featureGates: ReadonlyMap<string, boolean>;
  readonly serviceAccountIssuers: readonly string[];
  readonly serviceAccountKeyFiles: readonly string[];
  readonly serviceAccountSigningKeyFile: string;
  readonly serviceAccountMaxTokenExpiration: SimDuration;
  readonly apiAudiences: readonly string[];
  readonly clientCAFile: string;
  readonly requestHeaderClientCAFile: string;
  readonly requestHeaderUsernameHeaders: readonly string[];
  readonly requestHeaderUIDHeaders: readonly string[];
  readonly requestHeaderGroupHeaders: readonly string[];
  readonly requestHeaderExtraHeadersPrefix: readonly string[];
  readonly requestHeaderAllowedNames: readonly string[];
  readonly proxyClientCertFile: string;
  readonly proxyClientKeyFile: string;
  readonly encryptionProviderConfig: string;
  readonly encryptionProviderConfigAutomaticReload: boolean;
  readonly tlsCertFile: string;
  readonly tlsPrivateKeyFile: string;
  readonly auditPolicyFile: string;
  readonly auditLogPath: string;
  readonly auditWebhookConfigFile: string;
  /** Seconds; fixed from 1.26 on. */
  readonly identityLeaseDurationSeconds: number;
  /** Seconds; fixed from 1.26 on. */
  readonly identityLeaseRenewIntervalSeconds: number;
}

/** Options after Complete and Validate. */
export interface CompletedOptions extends ApiServerOptions {
  /** The address that goes into the endpoints of default/kubernetes. Upstream: PublicAddress. */
  readonly publicAddress: string;
  /** Network addresses with their prefix length, such as `10.96.0.0/12`. */
  readonly primaryServiceRange: string;
  readonly secondaryServiceRange: string | undefined;
  /** Address at index 1 of the primary range. */
  readonly apiServerServiceIP: string;
  readonly externalHost: string;
}
