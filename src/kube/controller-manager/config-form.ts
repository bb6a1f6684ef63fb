/**
 * KubeControllerManagerConfiguration, field by field, and the flag that each belongs to.
 *
 * Upstream    kubernetes v1.25-v1.33 pkg/controller/apis/config/types.go, staging/src/k8s.io/
 *             kube-controller-manager/config/v1alpha1/types.go; cmd/kube-controller-manager/app/
 *             options (ApplyTo of each group)
 * Simplified  upstream reads the type from no file: here it is a form of flags, which win over it.
 *             Names may be written as /configz shows them or as v1alpha1 has them: their case does
 *             not count
 */
import { type ConfigForm, configRows } from '../component/config-fields';
import { CONTROLLER_MANAGER_FLAGS, SIGNERS } from './flags';

const GENERIC = `
Generic.Port int32=0
Generic.Address string=0.0.0.0
Generic.MinResyncPeriod --min-resync-period
Generic.ClientConnection.Kubeconfig --kubeconfig
Generic.ClientConnection.AcceptContentTypes string=
Generic.ClientConnection.ContentType --kube-api-content-type
Generic.ClientConnection.QPS --kube-api-qps
Generic.ClientConnection.Burst --kube-api-burst
Generic.ControllerStartInterval --controller-start-interval
Generic.LeaderElection.LeaderElect --leader-elect
Generic.LeaderElection.LeaseDuration --leader-elect-lease-duration
Generic.LeaderElection.RenewDeadline --leader-elect-renew-deadline
Generic.LeaderElection.RetryPeriod --leader-elect-retry-period
Generic.LeaderElection.ResourceLock --leader-elect-resource-lock
Generic.LeaderElection.ResourceName --leader-elect-resource-name
Generic.LeaderElection.ResourceNamespace --leader-elect-resource-namespace
Generic.Controllers --controllers
Generic.Debugging.EnableProfiling --profiling
Generic.Debugging.EnableContentionProfiling --contention-profiling
Generic.LeaderMigrationEnabled --enable-leader-migration
Generic.LeaderMigration.LeaderName string=
Generic.LeaderMigration.ResourceLock string=
Generic.LeaderMigration.ControllerLeaders []ControllerLeaderConfiguration=
KubeCloudShared.CloudProvider.Name --cloud-provider
KubeCloudShared.CloudProvider.CloudConfigFile --cloud-config
KubeCloudShared.ExternalCloudVolumePlugin --external-cloud-volume-plugin
KubeCloudShared.UseServiceAccountCredentials --use-service-account-credentials
KubeCloudShared.AllowUntaggedCloud --allow-untagged-cloud
KubeCloudShared.RouteReconciliationPeriod --route-reconciliation-period
KubeCloudShared.NodeMonitorPeriod --node-monitor-period
KubeCloudShared.ClusterName --cluster-name
KubeCloudShared.ClusterCIDR --cluster-cidr
KubeCloudShared.AllocateNodeCIDRs --allocate-node-cidrs
KubeCloudShared.CIDRAllocatorType --cidr-allocator-type
KubeCloudShared.ConfigureCloudRoutes --configure-cloud-routes
KubeCloudShared.NodeSyncPeriod --node-sync-period
AttachDetachController.DisableAttachDetachReconcilerSync --disable-attach-detach-reconcile-sync
AttachDetachController.ReconcilerSyncLoopPeriod --attach-detach-reconcile-sync-period
CSRSigningController.ClusterSigningCertFile --cluster-signing-cert-file
CSRSigningController.ClusterSigningKeyFile --cluster-signing-key-file`;

/** Sections of the single signers, in the order of the flags. */
const SIGNER_SECTIONS = ['KubeletServing', 'KubeletClient', 'KubeAPIServerClient', 'LegacyUnknown'];

const SIGNER_ROWS = SIGNERS.flatMap((signer, index) =>
  ['Cert', 'Key'].map((file) => {
    const section = `CSRSigningController.${SIGNER_SECTIONS[index]}SignerConfiguration`;
    return `${section}.${file}File --cluster-signing-${signer}-${file.toLowerCase()}-file`;
  }),
).join('\n');

const CONTROLLERS = `
CSRSigningController.ClusterSigningDuration --cluster-signing-duration
DaemonSetController.ConcurrentDaemonSetSyncs --concurrent-daemonset-syncs int32=2
DeploymentController.ConcurrentDeploymentSyncs --concurrent-deployment-syncs
StatefulSetController.ConcurrentStatefulSetSyncs --concurrent-statefulset-syncs
EndpointController.ConcurrentEndpointSyncs --concurrent-endpoint-syncs
EndpointController.EndpointUpdatesBatchPeriod --endpoint-updates-batch-period
EndpointSliceController.ConcurrentServiceEndpointSyncs --concurrent-service-endpoint-syncs
EndpointSliceController.MaxEndpointsPerSlice --max-endpoints-per-slice
EndpointSliceController.EndpointUpdatesBatchPeriod --endpointslice-updates-batch-period
MIRRORING.MirroringConcurrentServiceEndpointSyncs --mirroring-concurrent-service-endpoint-syncs
MIRRORING.MirroringMaxEndpointsPerSubset --mirroring-max-endpoints-per-subset
MIRRORING.MirroringEndpointUpdatesBatchPeriod --mirroring-endpointslice-updates-batch-period
EphemeralVolumeController.ConcurrentEphemeralVolumeSyncs --concurrent-ephemeralvolume-syncs
GarbageCollectorController.EnableGarbageCollector --enable-garbage-collector
GarbageCollectorController.ConcurrentGCSyncs --concurrent-gc-syncs
GarbageCollectorController.GCIgnoredResources []GroupResource=
HPAC.Syncs --concurrent-horizontal-pod-autoscaler-syncs 1.26..
HPA.SyncPeriod --hpa-sync-period
HPA.UpscaleForbiddenWindow --hpa-upscale-delay ..1.30
HPA.DownscaleStabilizationWindow --hpa-downscale-stabilization
HPA.DownscaleForbiddenWindow --hpa-downscale-delay ..1.30
HPA.Tolerance --hpa-tolerance
HPA.CPUInitializationPeriod --hpa-cpu-initialization-period
HPA.InitialReadinessDelay --hpa-initial-readiness-delay
JobController.ConcurrentJobSyncs --concurrent-job-syncs int32=5
CronJobController.ConcurrentCronJobSyncs --concurrent-cron-job-syncs int32=5
LegacySATokenCleaner.CleanUpPeriod --legacy-service-account-token-clean-up-period 1.28..
NamespaceController.NamespaceSyncPeriod --namespace-sync-period
NamespaceController.ConcurrentNamespaceSyncs --concurrent-namespace-syncs
NodeIPAMController.ServiceCIDR --service-cluster-ip-range
NodeIPAMController.SecondaryServiceCIDR string=
NodeIPAMController.NodeCIDRMaskSize --node-cidr-mask-size
NodeIPAMController.NodeCIDRMaskSizeIPv4 --node-cidr-mask-size-ipv4
NodeIPAMController.NodeCIDRMaskSizeIPv6 --node-cidr-mask-size-ipv6
NodeLifecycleController.EnableTaintManager --enable-taint-manager ..1.26
NodeLifecycleController.NodeEvictionRate --node-eviction-rate
NodeLifecycleController.SecondaryNodeEvictionRate --secondary-node-eviction-rate
NodeLifecycleController.NodeStartupGracePeriod --node-startup-grace-period
NodeLifecycleController.NodeMonitorGracePeriod --node-monitor-grace-period
NodeLifecycleController.PodEvictionTimeout --pod-eviction-timeout ..1.26
NodeLifecycleController.LargeClusterSizeThreshold --large-cluster-size-threshold
NodeLifecycleController.UnhealthyZoneThreshold --unhealthy-zone-threshold
PVBINDER.PVClaimBinderSyncPeriod --pvclaimbinder-sync-period
PVBINDER.VolumeConfiguration.EnableHostPathProvisioning --enable-hostpath-provisioner
PVBINDER.VolumeConfiguration.EnableDynamicProvisioning --enable-dynamic-provisioning
RECYCLER.MaximumRetry int32=3
RECYCLER.MinimumTimeoutNFS --pv-recycler-minimum-timeout-nfs
RECYCLER.PodTemplateFilePathNFS --pv-recycler-pod-template-filepath-nfs
RECYCLER.IncrementTimeoutNFS --pv-recycler-increment-timeout-nfs
RECYCLER.PodTemplateFilePathHostPath --pv-recycler-pod-template-filepath-hostpath
RECYCLER.MinimumTimeoutHostPath --pv-recycler-minimum-timeout-hostpath
RECYCLER.IncrementTimeoutHostPath --pv-recycler-timeout-increment-hostpath
PVBINDER.VolumeConfiguration.FlexVolumePluginDir --flex-volume-plugin-dir
PVBINDER.VolumeHostCIDRDenylist --volume-host-cidr-denylist
PVBINDER.VolumeHostAllowLocalLoopback --volume-host-allow-local-loopback
PodGCController.TerminatedPodGCThreshold --terminated-pod-gc-threshold
ReplicaSetController.ConcurrentRSSyncs --concurrent-replicaset-syncs
ReplicationController.ConcurrentRCSyncs --concurrent-rc-syncs
ResourceQuotaController.ResourceQuotaSyncPeriod --resource-quota-sync-period
ResourceQuotaController.ConcurrentResourceQuotaSyncs --concurrent-resource-quota-syncs
SAController.ServiceAccountKeyFile --service-account-private-key-file
SAController.ConcurrentSATokenSyncs --concurrent-serviceaccount-token-syncs
SAController.RootCAFile --root-ca-file
ServiceController.ConcurrentServiceSyncs --concurrent-service-syncs
TTLAfterFinishedController.ConcurrentTTLSyncs --concurrent-ttl-after-finished-syncs
ValidatingAdmissionPolicyStatusController.ConcurrentPolicySyncs VAPFLAG 1.28..`;

/** Long beginnings in the table. */
const SHORT: Readonly<Record<string, string>> = {
  RECYCLER: 'PVBINDER.VolumeConfiguration.PersistentVolumeRecyclerConfiguration.',
  PVBINDER: 'PersistentVolumeBinderController.',
  MIRRORING: 'EndpointSliceMirroringController.',
  HPA: 'HPAController.HorizontalPodAutoscaler',
  HPAC: 'HPAController.ConcurrentHorizontalPodAutoscaler',
};
const POLICY_SYNCS = 'concurrent-validating-admission-policy-status-syncs';
const HPA_FLAGS = '--horizontal-pod-autoscaler-';

const inFull = (table: string): string =>
  Object.entries(SHORT).reduce(
    (text, [short, name]) => text.replaceAll(new RegExp(`^${short}\\.`, 'gm'), name),
    table.replaceAll('--hpa-', HPA_FLAGS).replace('VAPFLAG', `--${POLICY_SYNCS}`),
  );

const API_VERSION = 'kubecontrollermanager.config.k8s.io/v1alpha1';

export const CONTROLLER_MANAGER_CONFIG: ConfigForm = {
  kind: 'KubeControllerManagerConfiguration',
  apiVersion: API_VERSION,
  hasVersion: (apiVersion) => apiVersion === API_VERSION,
  exact: false,
  rows: configRows(inFull(`${GENERIC}\n${SIGNER_ROWS}${CONTROLLERS}`)),
  flags: CONTROLLER_MANAGER_FLAGS,
  zeroIsAbsent: [
    ...['LeaseDuration', 'RenewDeadline', 'RetryPeriod', 'ResourceLock'].map(
      (name) => `Generic.LeaderElection.${name}`,
    ),
    ...['ContentType', 'QPS', 'Burst'].map((name) => `Generic.ClientConnection.${name}`),
    'Generic.MinResyncPeriod',
  ],
  structs: {
    ControllerLeaderConfiguration: { Name: 'string', Component: 'string' },
    GroupResource: { Group: 'string', Resource: 'string' },
  },
};
