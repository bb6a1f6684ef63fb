/**
 * The feature gates of each version of Kubernetes: which there are, and which cannot be changed.
 *
 * Upstream    kubernetes v1.25-v1.33 (the last patch release of each) pkg/features, apiserver
 *             pkg/features, apiextensions-apiserver pkg/features, component-base logs/api/v1,
 *             metrics/features and zpages/features, controller-manager pkg/features, client-go
 *             features; component-base featuregate/feature_gate.go (SetFromMap)
 * Simplified  one list for all components: IPv6DualStack is known to kube-apiserver and
 *             kube-scheduler of 1.25 and 1.26 too; gates are looked at in the order in which they
 *             are written (upstream in the order of a Go map)
 */

import type { Profile } from '../profile';
import { aggregateText, type GateList, gateOn } from './gate-flag';

/**
 * Gates, each with its stages: `a` alpha, `b` beta, `g` general, `d` deprecated, with the
 * minor version that brought the stage (25 for all that is older); `!` where it is locked to true
 * from then on, `?` to false; `-` stands before the first version that does not have it.
 */
const TABLE = `
APIListChunking b25 g29! -33; APIPriorityAndFairness b25 g29! -31; APIResponseCompression b25
APISelfSubjectReview a26 b27 g28! -30; APIServerIdentity a25 b26; APIServerTracing a25 b27
APIServingWithRoutine a30; AdmissionWebhookMatchConditions a27 b28 g30! -33
AdvancedAuditing g25 g27! -28; AggregatedDiscoveryEndpoint a26 b27 g30! -33
AggregatedDiscoveryRemoveBetaType d33; AllowDNSOnlyNodeCSR d31
AllowInsecureKubeletCertificateSigningRequests d31
AllowOverwriteTerminationGracePeriodSeconds d32; AllowParsingUserUIDFromCertAuth b33
AllowServiceLBStatusOnNonLB d29 d32?; AllowUnsafeMalformedObjectDeletion a32
AnonymousAuthConfigurableEndpoints a31 b32; AnyVolumeDataSource b25 g33!; AppArmor b25 g31! -33
AppArmorFields b30 g31! -33; AuthorizeNodeWithSelectors a31 b32; AuthorizeWithSelectors a31 b32
BtreeWatchCache b32 g33!; CBORServingAndStorage a32; CPUManager b25 g26! -33
CPUManagerPolicyAlphaOptions a25; CPUManagerPolicyBetaOptions b25
CPUManagerPolicyOptions b25 g33!; CRDValidationRatcheting a28 b30 g33!; CSIInlineVolume g25! -27
CSIMigration g25! -27; CSIMigrationAWS g25! -27; CSIMigrationAzureDisk g25! -27
CSIMigrationAzureFile b25 g26 g27! -30; CSIMigrationGCE g25! -28; CSIMigrationOpenStack g25! -26
CSIMigrationPortworx b25 g33!; CSIMigrationRBD a25 d28 -31; CSIMigrationvSphere b25 g26 g27! -29
CSINodeExpandSecret a25 b27 g29! -31; CSIStorageCapacity g25! -28; CSIVolumeHealth a25
CSRDuration g25! -26; ClientsAllowCBOR a32; ClientsPreferCBOR a32
CloudControllerManagerWebhook a27; CloudDualStackNodeIPs a27 b29 g30! -32
ClusterTrustBundle a27 b33; ClusterTrustBundleProjection a29 b33; ComponentFlagz a32
ComponentSLIs a26 b27 g32!; ComponentStatusz a32; ConcurrentWatchObjectDecode b31
ConsistentHTTPGetHandlers g26 g30! -31; ConsistentListFromCache a28 b31
ContainerCheckpoint a25 b30; ContainerStopSignals a33; ContextualLogging a25 b30
ControllerManagerLeaderMigration g25! -27; CoordinatedLeaderElection a31 b33
CronJobTimeZone b25 g27! -29; CronJobsScheduledAnnotation b28 g32!
CrossNamespaceVolumeDataSource a26; CustomCPUCFSQuotaPeriod a25
CustomResourceFieldSelectors a30 b31 g32!; CustomResourceValidationExpressions b25 g29! -31
DRAAdminAccess a32; DRAControlPlaneController a31 -32; DRADeviceTaints a33
DRAPartitionableDevices a33; DRAPrioritizedList a33; DRAResourceClaimDeviceStatus a32 b33
DaemonSetUpdateSurge g25! -27; DeclarativeValidation b33; DeclarativeValidationTakeover b33
DefaultHostNetworkHostPortsInPodTemplates d28 -31; DefaultPodTopologySpread g25! -26
DelegateFSGroupToCSIDriver b25 g26! -28; DeploymentReplicaSetTerminatingReplicas a33
DevicePluginCDIDevices a28 b29 g31!; DevicePlugins b25 g26! -28
DisableAcceleratorUsageMetrics g25! -28; DisableAllocatorDualWrite a31 b33
DisableCPUQuotaWithExclusiveCPUs b33; DisableCloudProviders a25 b29 g31! -33
DisableKubeletCloudCredentialProviders a25 b29 g31! -33; DisableNodeKubeProxyVersion a29 d31
DownwardAPIHugePages b25 g27! -29; DryRun g25 g26! -28; DynamicKubeletConfig d25 -26
DynamicResourceAllocation a26 b32; EfficientWatchResumption g25! -33; ElasticIndexedJob b27 g31!
EndpointSliceTerminatingCondition b25 g26! -28; EphemeralContainers g25! -27; EventedPLEG a26
ExecProbeTimeout g25; ExpandCSIVolumes g25 -27; ExpandInUsePersistentVolumes g25 -27
ExpandPersistentVolumes g25 -27; ExpandedDNSConfig a25 b26 g28! -30
ExperimentalHostUserNamespaceDefaulting b25 d28? -30; ExternalServiceAccountTokenSigner a32
GRPCContainerProbe b25 g27! -29; GitRepoVolumeDriver d33; GracefulNodeShutdown b25
GracefulNodeShutdownBasedOnPodPriority b25; HPAConfigurableTolerance a33
HPAContainerMetrics a25 b27 g30! -32; HPAScaleToZero a25; HonorPVReclaimPolicy a25 b31 g33!
IPTablesOwnershipCleanup a25 b27 g28! -30; IPv6DualStack g25! -27; IdentifyPodOS g25! -27
ImageMaximumGCAge a29 b30; ImageVolume a31 b33; InOrderInformers b33
InPlacePodVerticalScaling a27 b33; InPlacePodVerticalScalingAllocatedStatus a32 d33
InPlacePodVerticalScalingExclusiveCPUs a32; InTreePluginAWSUnregister a25 -31
InTreePluginAzureDiskUnregister a25 -31; InTreePluginAzureFileUnregister a25 -31
InTreePluginGCEUnregister a25 -31; InTreePluginOpenStackUnregister a25 -31
InTreePluginPortworxUnregister a25; InTreePluginRBDUnregister a25 d28 -31
InTreePluginvSphereUnregister a25 -31; IndexedJob g25! -26; InformerResourceVersion a30
JobBackoffLimitPerIndex a28 b29 g33!; JobManagedBy a30 b32
JobMutableNodeSchedulingDirectives b25 g27! -29; JobPodFailurePolicy a25 b26 g31! -33
JobPodReplacementPolicy a28 b29; JobReadyPods b25 g29! -31; JobSuccessPolicy a30 b31 g33!
JobTrackingWithFinalizers b25 g26! -29; KMSv1 d28; KMSv2 a25 b27 g29! -32; KMSv2KDF b28 g29! -32
KubeProxyDrainingTerminatingNodes a28 b30 g31! -33; KubeletCgroupDriverFromCRI a28 b31
KubeletCrashLoopBackOffMax a32; KubeletCredentialProviders b25 g26! -28
KubeletEnsureSecretPulledImages a33; KubeletFineGrainedAuthz a32 b33; KubeletInUserNamespace a25
KubeletPSI a33; KubeletPodResources b25 g28! -30; KubeletPodResourcesDynamicResources a27
KubeletPodResourcesGet a27; KubeletPodResourcesGetAllocatable b25 g28! -30
KubeletRegistrationGetOnExistsOnly d32; KubeletSeparateDiskGC a29 b31
KubeletServiceAccountTokenForCredentialProviders a33; KubeletTracing a25 b27
LegacyServiceAccountTokenCleanUp a28 b29 g30! -32
LegacyServiceAccountTokenNoAutoGeneration b25 g26 g27! -29
LegacyServiceAccountTokenTracking a26 b27 g28! -30; LegacySidecarContainers d33
ListFromCacheSnapshot a33; LoadBalancerIPMode a29 b30 g32!; LocalStorageCapacityIsolation g25! -27
LocalStorageCapacityIsolationFSQuotaMonitoring a25 b31; LogarithmicScaleDown b25 g31!
LoggingAlphaOptions a25; LoggingBetaOptions b25; MatchLabelKeysInPodAffinity a29 b31 g33!
MatchLabelKeysInPodTopologySpread a25 b27; MaxUnavailableStatefulSet a25; MemoryManager b25 g32!
MemoryQoS a25; MinDomainsInPodTopologySpread b25 g30! -32
MinimizeIPTablesRestore a26 b27 g28! -30; MixedProtocolLBService b25 g26! -28
MultiCIDRRangeAllocator a25 -29; MultiCIDRServiceAllocator a27 b31 g33
MutableCSINodeAllocatableCount a33; MutatingAdmissionPolicy a30; NFTablesProxyMode a29 b31 g33!
NetworkPolicyEndPort g25! -27; NetworkPolicyStatus a25 -28
NewVolumeManagerReconstruction b27 g30! -32; NodeInclusionPolicyInPodTopologySpread a25 b26 g33!
NodeLogQuery a27 b30; NodeOutOfServiceVolumeDetach a25 b26 g28! -32; NodeSwap a25 b28
NonPreemptingPriority g25! -26; OpenAPIEnums b25; OpenAPIV3 b25 g27! -29
OrderedNamespaceDeletion b30; PDBUnhealthyPodEvictionPolicy a26 b27 g31! -33
PersistentVolumeLastPhaseTransitionTime a28 b29 g31! -33; PodAffinityNamespaceSelector g25! -26
PodAndContainerStatsFromCRI a25; PodDeletionCost b25; PodDisruptionConditions a25 b26 g31!
PodHasNetworkCondition a25 -28; PodHostIPs a28 b29 g30! -32; PodIndexLabel b28 g32!
PodLevelResources a32; PodLifecycleSleepAction a29 b30; PodLifecycleSleepActionAllowZero a32 b33
PodLogsQuerySplitStreams a32; PodObservedGenerationTracking a33; PodOverhead g25! -26
PodReadyToStartContainersCondition a28 b29; PodSchedulingReadiness a26 b27 g30!
PodSecurity g25! -28; PodTopologyLabelsAdmission a33; PortForwardWebsockets a30 b31
PreferNominatedNode g25! -26; PreferSameTrafficDistribution a33
ProbeTerminationGracePeriod b25 g28! -29; ProcMountType a25 b31
ProxyTerminatingEndpoints a25 b26 g28! -30; QOSReserved a25; ReadWriteOncePod a25 b27 g29! -31
RecoverVolumeExpansionFailure a25 b32; RecursiveReadOnlyMounts a30 b31 g33!
ReduceDefaultCrashLoopBackOffDecay a33; RelaxedDNSSearchValidation a32 b33
RelaxedEnvironmentVariableValidation a30 b32; ReloadKubeletServerCertificateFile b31
RemainingItemCount b25 g29! -33; RemoteRequestHeaderUID a32 b33; RemoveSelfLink g25! -30
ResilientWatchCacheInitialization b31; ResourceHealthStatus a31
RetroactiveDefaultStorageClass a25 b26 g28! -29; RetryGenerateName a30 b31 g32!
RotateKubeletServerCertificate b25; RuntimeClassInImageCriApi a29; SELinuxChangePolicy a32 b33
SELinuxMount a30 b33; SELinuxMountReadWriteOncePod a25 b27; SchedulerAsyncPreemption a32 b33
SchedulerPopFromBackoffQ b33; SchedulerQueueingHints b28; SeccompDefault b25 g27! -29
SecurityContextDeny a27 -30; SeparateCacheWatchRPC b28 d33; SeparateTaintEvictionController b29
ServerSideApply g25 g26! -32; ServerSideFieldValidation b25 g27! -32
ServiceAccountNodeAudienceRestriction b32; ServiceAccountTokenJTI a29 b30 g32!
ServiceAccountTokenNodeBinding a29 b31 g33!; ServiceAccountTokenNodeBindingValidation a29 b30 g32!
ServiceAccountTokenPodNodeInfo a29 b30 g32!; ServiceIPStaticSubrange b25 g26! -28
ServiceInternalTrafficPolicy b25 g26! -28; ServiceLBNodePortControl g25! -26
ServiceLoadBalancerClass g25! -26; ServiceNodePortStaticSubrange a27 b28 g29! -31
ServiceTrafficDistribution a30 b31 g33!; SidecarContainers a28 b29 g33!
SizeMemoryBackedVolumes b25 g32!; SkipReadOnlyValidationGCE a28 d29 -31
StableLoadBalancerNodeSet b27 g30! -32; StatefulSetAutoDeletePVC a25 b27 g32!
StatefulSetMinReadySeconds g25! -27; StatefulSetStartOrdinal a26 b27 g31!
StorageCapacityScoring a33; StorageNamespaceIndex b30 d33; StorageVersionAPI a25
StorageVersionHash b25; StorageVersionMigrator a30; StreamingCollectionEncodingToJSON b33
StreamingCollectionEncodingToProtobuf b33; StrictCostEnforcementForVAP b30 g32!
StrictCostEnforcementForWebhooks b30 g32!; StrictIPCIDRValidation a33
StructuredAuthenticationConfiguration a29 b30; StructuredAuthorizationConfiguration a29 b30 g32!
SupplementalGroupsPolicy a31 b33; SuspendJob g25! -26; SystemdWatchdog b32
TopologyAwareHints b25 g33!; TopologyManager b25 g27! -29; TopologyManagerPolicyAlphaOptions a26
TopologyManagerPolicyBetaOptions b26; TopologyManagerPolicyOptions a26 b28 g32
TranslateStreamCloseWebsocketRequests a29 b30; UnauthenticatedHTTP2DOSMitigation b25
UnknownVersionInteroperabilityProxy a28; UserNamespacesPodSecurityStandards a29
UserNamespacesStatelessPodsSupport a25 -28; UserNamespacesSupport a28 b30
ValidatingAdmissionPolicy a26 b28 g30! -32; VolumeAttributesClass a29 b31
VolumeCapacityPriority a25 -33; WatchBookmark g25! -33; WatchCacheInitializationPostStartHook b31
WatchFromStorageWithoutResourceVersion b27 d33?; WatchList a27 b32; WatchListClient b30
WinDSR a25 b33; WinOverlay b25; WindowsCPUAndMemoryAffinity a32; WindowsGracefulNodeShutdown a32
WindowsHostNetwork a26 d33; WindowsHostProcessContainers b25 g26! -28
ZeroLimitedNominalConcurrencyShares b29 g30! -32
`;

interface Stage {
  readonly minor: number;
  readonly letter: string;
  /** What it is locked to; undefined where it can be changed. */
  readonly locked: boolean | undefined;
}

const STAGE = /^([abgd-])(\d\d)([!?]?)$/;

function stageOf(text: string): Stage {
  const [, letter, minor, lock] = STAGE.exec(text) ?? [];
  return { letter, minor: Number(minor), locked: lock === '' ? undefined : lock === '!' };
}

const ROWS: readonly (readonly [gate: string, stages: readonly Stage[]])[] = TABLE.trim()
  .split(/; |\n/)
  .map((row) => {
    const [gate, ...stages] = row.split(' ');
    return [gate, stages.map(stageOf)];
  });

/** From 1.31 on all faults are told. */
const AGGREGATED_SINCE = 31;

/** Gates that stand for all of a stage. */
const ALL_OF: Readonly<Record<string, string>> = { AllAlpha: 'a', AllBeta: 'b' };

function stagesIn(profile: Profile): ReadonlyMap<string, Stage> {
  const minor = Number(profile.slice(2));
  const reached = ROWS.flatMap(([gate, stages]): [string, Stage][] => {
    const stage = stages.findLast((each) => each.minor <= minor);
    return stage === undefined || stage.letter === '-' ? [] : [[gate, stage]];
  });
  return new Map(reached);
}

/** The list of one version. */
export function knownGates(profile: Profile): GateList {
  const stages = stagesIn(profile);
  const aggregated = Number(profile.slice(2)) >= AGGREGATED_SINCE;
  return {
    fault: (given) => {
      const faults: string[] = [];
      for (const [gate, text] of given) {
        if (gate in ALL_OF) continue;
        const stage = stages.get(gate);
        const on = gateOn(text);
        if (!stage) faults.push(`unrecognized feature gate: ${gate}`);
        else if (stage.locked !== undefined && stage.locked !== on) {
          faults.push(
            `cannot set feature gate ${gate} to ${on}, feature is locked to ${stage.locked}`,
          );
        }
        // An unknown gate ends the look at them; up to 1.30 every fault does.
        if (faults.length > 0 && (!stage || !aggregated)) break;
      }
      return faults.length > 0 ? aggregateText(faults) : undefined;
    },
    expanded: (given) => {
      const all = new Map(given);
      for (const [special, letter] of Object.entries(ALL_OF)) {
        const text = given.get(special);
        if (text === undefined) continue;
        for (const [gate, stage] of stages) {
          if (stage.letter === letter && !given.has(gate)) all.set(gate, text);
        }
      }
      return all;
    },
  };
}
