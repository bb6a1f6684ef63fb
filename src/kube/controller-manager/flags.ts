/**
 * The command line of kube-controller-manager.
 *
 * Upstream    kubernetes v1.25-v1.33 cmd/kube-controller-manager/app/options
 */
import { COMMON_FLAGS } from '../component/common-flags';
import { electionFlags } from '../component/election-options';
import { type FlagSpec, read, taken } from '../component/flag-spec';

export const COMMAND = 'kube-controller-manager';

const GENERIC: readonly FlagSpec[] = [
  read('secure-port', 'int', '10257'),
  ...taken('duration', 'min-resync-period=12h'),
  read('controller-start-interval', 'duration', '0s'),
  read('controllers', 'strings', '*'),
  read('enable-leader-migration', 'bool', 'false'),
  read('use-service-account-credentials', 'bool', 'false'),
  read('leader-migration-config', 'string', ''),
];

const CLOUD: readonly FlagSpec[] = [
  read('cloud-provider', 'string', ''),
  ...taken('string', 'cloud-config external-cloud-volume-plugin cluster-cidr'),
  ...taken('bool', 'allow-untagged-cloud'),
  read('allocate-node-cidrs', 'bool', 'false'),
  read('configure-cloud-routes', 'bool', 'true'),
  ...taken('duration', 'route-reconciliation-period=10s node-monitor-period=5s node-sync-period'),
  ...taken('string', 'cluster-name=kubernetes cidr-allocator-type=RangeAllocator'),
];

const WORKLOADS: readonly FlagSpec[] = [
  ...taken('int32', 'concurrent-deployment-syncs=5 concurrent-replicaset-syncs=5'),
  ...taken('int32', 'concurrent-statefulset-syncs=5 concurrent-rc-syncs=5'),
  ...taken('int32', 'concurrent-job-syncs=5 concurrent-cron-job-syncs=5', { since: '1.28' }),
  ...taken('int32', 'concurrent-daemonset-syncs=2', { since: '1.32' }),
  ...taken('int32', 'concurrent-ttl-after-finished-syncs=5 concurrent-ephemeralvolume-syncs=5'),
  ...taken('int32', 'concurrent-gc-syncs=20 concurrent-namespace-syncs=10'),
  ...taken('int32', 'concurrent-resource-quota-syncs=5 terminated-pod-gc-threshold=12500'),
  ...taken('int32', 'concurrent-horizontal-pod-autoscaler-syncs=5', { since: '1.26' }),
  ...taken('int32', 'concurrent-validating-admission-policy-status-syncs=5', { since: '1.28' }),
  read('enable-garbage-collector', 'bool', 'true'),
  ...taken('duration', 'namespace-sync-period=5m resource-quota-sync-period=5m'),
  ...taken('duration', 'horizontal-pod-autoscaler-sync-period=15s'),
  ...taken('duration', 'horizontal-pod-autoscaler-downscale-stabilization=5m'),
  ...taken('duration', 'horizontal-pod-autoscaler-cpu-initialization-period=5m'),
  ...taken('duration', 'horizontal-pod-autoscaler-initial-readiness-delay=30s'),
  ...taken('duration', 'horizontal-pod-autoscaler-upscale-delay=3m', { until: '1.30' }),
  ...taken('duration', 'horizontal-pod-autoscaler-downscale-delay=5m', { until: '1.30' }),
  ...taken('float', 'horizontal-pod-autoscaler-tolerance=0.1'),
];

const NETWORK: readonly FlagSpec[] = [
  ...taken('int32', 'concurrent-endpoint-syncs=5 concurrent-service-endpoint-syncs=5'),
  ...taken('int32', 'max-endpoints-per-slice=100 concurrent-service-syncs=1'),
  read('mirroring-concurrent-service-endpoint-syncs', 'int32', '5'),
  read('mirroring-max-endpoints-per-subset', 'int32', '1000'),
  ...taken('duration', 'endpoint-updates-batch-period=0s endpointslice-updates-batch-period=0s'),
  read('mirroring-endpointslice-updates-batch-period', 'duration', '0s'),
  ...taken('string', 'service-cluster-ip-range'),
  ...taken('int32', 'node-cidr-mask-size node-cidr-mask-size-ipv4 node-cidr-mask-size-ipv6'),
];

const NODES: readonly FlagSpec[] = [
  ...taken('duration', 'node-monitor-grace-period=40s', { until: '1.31' }),
  ...taken('duration', 'node-monitor-grace-period=50s', { since: '1.32' }),
  ...taken('duration', 'node-startup-grace-period=1m'),
  ...taken('duration', 'pod-eviction-timeout=5m', { until: '1.26' }),
  ...taken('bool', 'enable-taint-manager=true', { until: '1.26' }),
  ...taken('float32', 'node-eviction-rate=0.1 secondary-node-eviction-rate=0.01'),
  ...taken('float32', 'unhealthy-zone-threshold=0.55'),
  ...taken('int32', 'large-cluster-size-threshold=50'),
];

const VOLUMES: readonly FlagSpec[] = [
  ...taken('duration', 'pvclaimbinder-sync-period=15s attach-detach-reconcile-sync-period=1m'),
  ...taken('bool', 'enable-dynamic-provisioning=true enable-hostpath-provisioner'),
  ...taken('bool', 'disable-attach-detach-reconcile-sync volume-host-allow-local-loopback=true'),
  ...taken('string', 'flex-volume-plugin-dir=/usr/libexec/kubernetes/kubelet-plugins/volume/exec/'),
  ...taken('strings', 'volume-host-cidr-denylist'),
  ...taken('string', 'pv-recycler-pod-template-filepath-nfs'),
  ...taken('string', 'pv-recycler-pod-template-filepath-hostpath'),
  ...taken('int32', 'pv-recycler-minimum-timeout-nfs=300 pv-recycler-increment-timeout-nfs=30'),
  ...taken('int32', 'pv-recycler-minimum-timeout-hostpath=60'),
  ...taken('int32', 'pv-recycler-timeout-increment-hostpath=30'),
];

/** Of single signers. */
export const SIGNERS = [
  'kubelet-serving',
  'kubelet-client',
  'kube-apiserver-client',
  'legacy-unknown',
];

export const SIGNING_FILES = SIGNERS.flatMap((signer) =>
  ['cert', 'key'].map((file) => `cluster-signing-${signer}-${file}-file`),
);

const CREDENTIALS: readonly FlagSpec[] = [
  read('service-account-private-key-file', 'string', ''),
  ...taken('string', 'root-ca-file'),
  ...taken('int32', 'concurrent-serviceaccount-token-syncs=5'),
  read('cluster-signing-cert-file', 'string', ''),
  read('cluster-signing-key-file', 'string', ''),
  ...taken('duration', 'cluster-signing-duration=8760h'),
  ...SIGNING_FILES.map((flag) => read(flag, 'string', '')),
  ...taken('duration', 'legacy-service-account-token-clean-up-period=8760h', { since: '1.28' }),
];

export const CONTROLLER_MANAGER_FLAGS: readonly FlagSpec[] = [
  ...electionFlags(COMMAND, { qps: 20, burst: 30 }),
  ...GENERIC,
  ...CLOUD,
  ...WORKLOADS,
  ...NETWORK,
  ...NODES,
  ...VOLUMES,
  ...CREDENTIALS,
  read('authentication-tolerate-lookup-failure', 'bool', 'false'),
  ...COMMON_FLAGS,
];
