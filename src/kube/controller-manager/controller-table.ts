/**
 * The controllers that kube-controller-manager knows, with what each reads through informers.
 *
 * Upstream    kubernetes v1.25-v1.33 cmd/kube-controller-manager/app/controllermanager.go
 *             (NewControllerInitializers, NewControllerDescriptors), names/controller_names.go,
 *             pkg/features/kube_features.go
 */
import type { Profile } from '../profile';

export interface ControllerRow {
  /** Since 1.28. */
  readonly name: string;
  /** The name before that, an alias since; absent for those that came later. */
  readonly before: string | undefined;
  readonly since: Profile | undefined;
  /** All of them must be on. */
  readonly gates: readonly string[];
  readonly disabledByDefault: boolean;
  /** It works with a cloud provider of the own tree. */
  readonly cloud: boolean;
  /** What it is skipped without: a flag, or a resource as `group/version/resource`. */
  readonly needs: string | undefined;
  /** Its client, and its ServiceAccount in kube-system; "" for the process's own. */
  readonly account: string;
  /** What its wait for its caches is called in the log; "" where it does not say. */
  readonly waits: string;
  /** Resources of its shared informers: `pods`, `apps/deployments`, `autoscaling/v2/...`. */
  readonly informers: readonly string[];
}

/**
 * One in a line: the name, then `=old name`, `@account`, `>since`, `?gate`, `-` when it is off by
 * default, `cloud`, `!what it needs`, `"what it waits for"`, and its informers. The first is
 * started before the others.
 */
const TABLE = `
serviceaccount-token-controller =serviceaccount-token "tokens" serviceaccounts secrets
replicationcontroller-controller =replicationcontroller @replication-controller \
"ReplicationController" pods replicationcontrollers
pod-garbage-collector-controller =podgc @pod-garbage-collector "GC" pods nodes
daemonset-controller =daemonset @daemon-set-controller "daemon sets" apps/daemonsets \
apps/controllerrevisions pods nodes
job-controller =job @job-controller "job" pods batch/jobs
deployment-controller =deployment @deployment-controller "deployment" apps/deployments \
apps/replicasets pods
replicaset-controller =replicaset @replicaset-controller "ReplicaSet" apps/replicasets pods
horizontal-pod-autoscaler-controller =horizontalpodautoscaling @horizontal-pod-autoscaler \
!autoscaling/v1/horizontalpodautoscalers "HPA" autoscaling/v2/horizontalpodautoscalers pods
disruption-controller =disruption @disruption-controller "disruption" pods \
policy/poddisruptionbudgets replicationcontrollers apps/replicasets apps/statefulsets \
apps/deployments
statefulset-controller =statefulset @statefulset-controller "stateful set" pods apps/statefulsets \
persistentvolumeclaims apps/controllerrevisions
cronjob-controller =cronjob @cronjob-controller "cronjob" batch/jobs batch/cronjobs
ttl-after-finished-controller =ttl-after-finished @ttl-after-finished-controller \
"TTL after finished" batch/jobs
endpoints-controller =endpoint @endpoint-controller "endpoint" pods services endpoints
endpointslice-controller =endpointslice @endpointslice-controller "endpoint_slice" pods services \
nodes discovery.k8s.io/endpointslices
endpointslice-mirroring-controller =endpointslicemirroring @endpointslicemirroring-controller \
"endpoint_slice_mirroring" endpoints discovery.k8s.io/endpointslices services
service-cidr-controller @service-cidrs-controller >1.29 ?MultiCIDRServiceAllocator \
networking.k8s.io/servicecidrs networking.k8s.io/ipaddresses
service-lb-controller =service @service-controller cloud "service" services nodes
node-route-controller =route @route-controller cloud "route" nodes
ttl-controller =ttl @ttl-controller "TTL" nodes
node-ipam-controller =nodeipam @node-controller !allocate-node-cidrs "node" nodes
node-lifecycle-controller =nodelifecycle @node-controller "taint" coordination.k8s.io/leases pods \
nodes apps/daemonsets
taint-eviction-controller @node-controller >1.29 ?SeparateTaintEvictionController pods nodes
cloud-node-lifecycle-controller =cloud-node-lifecycle @node-controller cloud nodes
device-taint-eviction-controller @device-taint-eviction-controller >1.33 \
?DynamicResourceAllocation ?DRADeviceTaints pods
persistentvolume-binder-controller =persistentvolume-binder @persistent-volume-binder \
"persistent volume" persistentvolumes persistentvolumeclaims storage.k8s.io/storageclasses pods \
nodes
persistentvolume-attach-detach-controller =attachdetach @attachdetach-controller "attach detach" \
pods nodes persistentvolumeclaims persistentvolumes storage.k8s.io/csinodes \
storage.k8s.io/csidrivers storage.k8s.io/volumeattachments
persistentvolume-expander-controller =persistentvolume-expander @expand-controller "expand" \
persistentvolumeclaims
persistentvolumeclaim-protection-controller =pvc-protection @pvc-protection-controller \
"PVC protection" persistentvolumeclaims pods
persistentvolume-protection-controller =pv-protection @pv-protection-controller "PV protection" \
persistentvolumes
ephemeral-volume-controller =ephemeral-volume @ephemeral-volume-controller "ephemeral" pods \
persistentvolumeclaims
volumeattributesclass-protection-controller @volumeattributesclass-protection-controller >1.32 \
?VolumeAttributesClass persistentvolumes persistentvolumeclaims
selinux-warning-controller @selinux-warning-controller >1.32 ?SELinuxMountReadWriteOncePod \
?SELinuxChangePolicy - pods persistentvolumeclaims persistentvolumes storage.k8s.io/csidrivers
certificatesigningrequest-signing-controller =csrsigning @certificate-controller !signing-files \
"certificate-csrsigning" certificates.k8s.io/certificatesigningrequests
certificatesigningrequest-approving-controller =csrapproving @certificate-controller \
"certificate-csrapproving" certificates.k8s.io/certificatesigningrequests
certificatesigningrequest-cleaner-controller =csrcleaner @certificate-controller \
certificates.k8s.io/certificatesigningrequests
bootstrap-signer-controller =bootstrapsigner @bootstrap-signer - "bootstrap_signer" secrets \
configmaps
token-cleaner-controller =tokencleaner @token-cleaner - "token_cleaner" secrets
root-ca-certificate-publisher-controller =root-ca-cert-publisher @root-ca-cert-publisher \
"crt configmap" configmaps namespaces
legacy-serviceaccount-token-cleaner-controller @legacy-service-account-token-cleaner >1.28 \
?LegacyServiceAccountTokenCleanUp serviceaccounts secrets pods
kube-apiserver-serving-clustertrustbundle-publisher-controller \
@kube-apiserver-serving-clustertrustbundle-publisher >1.32 ?ClusterTrustBundle
resourcequota-controller =resourcequota @resourcequota-controller "resource quota" resourcequotas
namespace-controller =namespace @namespace-controller "namespace" namespaces
serviceaccount-controller =serviceaccount @service-account-controller "service account" \
serviceaccounts namespaces
garbage-collector-controller =garbagecollector @generic-garbage-collector \
!enable-garbage-collector "garbage collector"
clusterrole-aggregation-controller =clusterrole-aggregation @clusterrole-aggregation-controller \
!rbac.authorization.k8s.io/v1/clusterroles "ClusterRoleAggregator" \
rbac.authorization.k8s.io/clusterroles
storageversion-garbage-collector-controller =storage-version-gc @storage-version-garbage-collector \
?APIServerIdentity ?StorageVersionAPI coordination.k8s.io/leases
resourceclaim-controller =resource-claim-controller @resource-claim-controller >1.26 \
?DynamicResourceAllocation pods
validatingadmissionpolicy-status-controller @validatingadmissionpolicy-status-controller >1.28 \
?ValidatingAdmissionPolicy admissionregistration.k8s.io/validatingadmissionpolicies
storage-version-migrator-controller @storage-version-migrator-controller >1.30 \
?StorageVersionMigrator
`;

function rowOf(line: string): ControllerRow {
  const [name = '', ...rest] = line.match(/"[^"]*"|\S+/g) ?? [];
  const marked = (mark: string) =>
    rest.filter((word) => word.startsWith(mark) && word !== '-').map((word) => word.slice(1));
  return {
    name,
    before: marked('=')[0],
    since: marked('>')[0] as Profile | undefined,
    gates: marked('?'),
    disabledByDefault: rest.includes('-'),
    cloud: rest.includes('cloud'),
    needs: marked('!')[0],
    account: marked('@')[0] ?? '',
    waits: marked('"')[0]?.slice(0, -1) ?? '',
    informers: rest.filter((word) => /^[a-z]/.test(word) && word !== 'cloud'),
  };
}

/** The token controller first; the others in no order, for that of the start is drawn. */
export const CONTROLLER_ROWS: readonly ControllerRow[] = TABLE.trim().split('\n').map(rowOf);

/** First profile in which a gate is on by itself; the others are off unless they are given. */
export const GATES_ON_SINCE: Readonly<Record<string, Profile>> = {
  APIServerIdentity: '1.26',
  SELinuxMountReadWriteOncePod: '1.28',
  LegacyServiceAccountTokenCleanUp: '1.29',
  SeparateTaintEvictionController: '1.29',
  ValidatingAdmissionPolicy: '1.30',
  MultiCIDRServiceAllocator: '1.33',
  OrderedNamespaceDeletion: '1.33',
  SELinuxChangePolicy: '1.33',
};
