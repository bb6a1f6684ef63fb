/**
 * Every hook of an API server. The order of the post-start hooks is that of their checks in
 * `/readyz?verbose`, which is the order in which upstream registers them. It changed three times:
 * in 1.28 the bootstrap controller moved behind the groups' own hooks, in 1.31 the hooks of a
 * generic control plane moved before those of the core group, and the aggregator's in 1.30 and
 * 1.31.
 *
 * Sources: facts of each minor's pkg/controlplane/instance.go,
 * pkg/controlplane/apiserver/server.go, kube-aggregator pkg/apiserver/apiserver.go;
 * src/docs/sources/apiserver-hooks.md.
 */
import {
  aggregatorInformersHook,
  apiServiceRegistrationHook,
  availableControllerHook,
  discoveryControllerHook,
  localAvailableControllerHook,
  openApiControllerHook,
  openApiV3ControllerHook,
  proxyClientCertHook,
  remoteAvailableControllerHook,
  storageVersionUpdaterHook,
} from './aggregator-hooks';
import { apiextensionsInformersHook, crdInformerSyncedHook } from './apiextensions-hooks';
import {
  bootstrapControllerHook,
  bootstrapControllerStopHook,
  stopKubernetesServiceHook,
} from './bootstrap-controller';
import { priorityClassesHook } from './bootstrap-system-priority-classes';
import {
  admissionInitializerHook,
  encryptionReloadHook,
  fairnessFilterHook,
  kubeAdmissionInitializerHook,
  maxInFlightFilterHook,
  objectCountTrackerHook,
  startInformersHook,
} from './generic-hooks';
import type { HookDescriptor, HookPresence } from './hook-descriptor';
import {
  deprecatedIdentityLeaseCollectorHook,
  identityLeaseCollectorHook,
  identityLeaseHook,
} from './identity-lease';
import { autoRegistrationHook } from './kube-apiserver-autoregistration';
import {
  coordinatedLeaderElectionHook,
  localDiscoveryCacheHook,
  mixedVersionProxyHook,
  peerDiscoveryCacheHook,
  peerEndpointReconcilerHook,
  peerEndpointReconcilerStopHook,
  storageReadinessHook,
  unknownVersionProxyHook,
} from './kube-apiserver-hooks';
import { fairnessConsumerHook } from './priority-and-fairness-config-consumer';
import { fairnessProducerHook } from './priority-and-fairness-config-producer';
import { rbacBootstrapRolesHook } from './rbac-bootstrap-roles';
import { apiextensionsControllersHook } from './start-apiextensions-controllers';
import { clusterAuthenticationInfoHook } from './start-cluster-authentication-info-controller';
import { serviceCIDRHook } from './start-kubernetes-service-cidr-controller';
import { legacyTokenTrackingHook } from './start-legacy-token-tracking-controller';
import { serviceIPRepairHook } from './start-service-ip-repair-controllers';
import { startSystemNamespacesControllerHook } from './start-system-namespaces-controller';

export * from './hook-descriptor';
export * from './hook-faults';
export * from './hook-runner';
export { postStartHookMachine } from './post-start-hook-machine';
export { SystemNamespacesController } from './start-system-namespaces-controller/system-namespaces';

/** Of the configuration of the main server. */
const CONFIG: readonly HookDescriptor[] = [
  encryptionReloadHook,
  kubeAdmissionInitializerHook,
  admissionInitializerHook,
];

/** Of any server; the innermost brings them. */
const GENERIC: readonly HookDescriptor[] = [
  startInformersHook,
  fairnessConsumerHook,
  fairnessFilterHook,
  maxInFlightFilterHook,
  objectCountTrackerHook,
];

const EXTENSIONS: readonly HookDescriptor[] = [
  apiextensionsInformersHook,
  apiextensionsControllersHook,
  crdInformerSyncedHook,
];

/** Those of API groups. */
const GROUPS: readonly HookDescriptor[] = [
  rbacBootstrapRolesHook,
  priorityClassesHook,
  fairnessProducerHook,
];
const PEERS: readonly HookDescriptor[] = [
  peerEndpointReconcilerHook,
  unknownVersionProxyHook,
  localDiscoveryCacheHook,
  peerDiscoveryCacheHook,
  mixedVersionProxyHook,
];
const IDENTITY: readonly HookDescriptor[] = [
  identityLeaseHook,
  deprecatedIdentityLeaseCollectorHook,
  identityLeaseCollectorHook,
];

/** Up to 1.27. */
const KUBE_UNTIL_127: readonly HookDescriptor[] = [
  startSystemNamespacesControllerHook,
  bootstrapControllerHook,
  ...GROUPS,
  clusterAuthenticationInfoHook,
  ...IDENTITY,
  legacyTokenTrackingHook,
];

/** 1.28 to 1.30. */
const KUBE_UNTIL_130: readonly HookDescriptor[] = [
  serviceIPRepairHook,
  ...GROUPS,
  startSystemNamespacesControllerHook,
  bootstrapControllerHook,
  serviceCIDRHook,
  ...PEERS,
  clusterAuthenticationInfoHook,
  ...IDENTITY,
  legacyTokenTrackingHook,
];

/** From 1.31 on. */
const KUBE_SINCE_131: readonly HookDescriptor[] = [
  startSystemNamespacesControllerHook,
  ...PEERS,
  clusterAuthenticationInfoHook,
  ...IDENTITY,
  coordinatedLeaderElectionHook,
  storageReadinessHook,
  legacyTokenTrackingHook,
  serviceIPRepairHook,
  ...GROUPS,
  bootstrapControllerHook,
  serviceCIDRHook,
];

const OPEN_API: readonly HookDescriptor[] = [openApiControllerHook, openApiV3ControllerHook];

/** Up to 1.29. */
const AGGREGATOR_UNTIL_129: readonly HookDescriptor[] = [
  proxyClientCertHook,
  aggregatorInformersHook,
  apiServiceRegistrationHook,
  availableControllerHook,
  storageVersionUpdaterHook,
  autoRegistrationHook,
  ...OPEN_API,
  discoveryControllerHook,
];

/** From 1.30 on; the status controllers stand first since 1.31. */
const AGGREGATOR_SINCE_130: readonly HookDescriptor[] = [
  proxyClientCertHook,
  aggregatorInformersHook,
  localAvailableControllerHook,
  remoteAvailableControllerHook,
  apiServiceRegistrationHook,
  availableControllerHook,
  discoveryControllerHook,
  storageVersionUpdaterHook,
  autoRegistrationHook,
  ...OPEN_API,
];

const PRE_SHUTDOWN: readonly HookDescriptor[] = [
  bootstrapControllerStopHook,
  stopKubernetesServiceHook,
  peerEndpointReconcilerStopHook,
];

/** Name of the check that stands behind this hook and is none. */
export const AUTOREGISTER_AFTER = autoRegistrationHook.name;

/** The hooks of one server process, by who registers them, each list in order. */
export interface ChainHooks {
  readonly config: readonly HookDescriptor[];
  readonly generic: readonly HookDescriptor[];
  readonly apiextensions: readonly HookDescriptor[];
  readonly kube: readonly HookDescriptor[];
  readonly aggregator: readonly HookDescriptor[];
  readonly preShutdown: readonly HookDescriptor[];
}

export function chainHooks(about: HookPresence): ChainHooks {
  const { switches } = about;
  const here = (hooks: readonly HookDescriptor[]) => hooks.filter(({ present }) => present(about));
  const older = switches.serviceIPRepairHook ? KUBE_UNTIL_130 : KUBE_UNTIL_127;
  return {
    config: here(CONFIG),
    generic: here(GENERIC),
    apiextensions: here(EXTENSIONS),
    kube: here(switches.splitAvailabilityHooks ? KUBE_SINCE_131 : older),
    aggregator: here(
      switches.discoveryHookBeforeAutoregistration ? AGGREGATOR_SINCE_130 : AGGREGATOR_UNTIL_129,
    ),
    preShutdown: here(PRE_SHUTDOWN),
  };
}

/** The same in one list, in the order of their checks. */
export function hooksOf(about: HookPresence): readonly HookDescriptor[] {
  const { config, generic, apiextensions, kube, aggregator, preShutdown } = chainHooks(about);
  return [...config, ...generic, ...apiextensions, ...kube, ...aggregator, ...preShutdown];
}

/** Every hook of every version once, in a fixed order. */
export const ALL_HOOKS: readonly HookDescriptor[] = [
  ...new Set([
    ...CONFIG,
    ...GENERIC,
    ...EXTENSIONS,
    ...KUBE_UNTIL_127,
    ...KUBE_UNTIL_130,
    ...KUBE_SINCE_131,
    ...AGGREGATOR_SINCE_130,
    ...PRE_SHUTDOWN,
  ]),
];
