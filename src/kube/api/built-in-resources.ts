/**
 * Every built-in resource, once: what discovery, routing, kubectl and the keys in etcd read.
 *
 * Upstream    kubernetes v1.25-v1.33 pkg/controlplane/instance.go (InstallAPIs,
 *             DefaultAPIResourceConfigSource), cmd/kube-apiserver/app/aggregator.go
 *             (apiVersionPriorities), pkg/registry/<group>/rest, pkg/registry/<group>/<resource>
 *             (ShortNames, Categories), pkg/kubeapiserver/default_storage_factory_builder.go,
 *             test/integration/etcd/data.go
 * Simplified  alpha resources of groups that no component of the model uses are left out; so are
 *             the subresources that connect to a kubelet (attach, exec, log, portforward, proxy)
 */

/** Server of the chain that installs a group. */
export type GroupServer = 'apiextensions' | 'kube-apiserver' | 'aggregator';

/**
 * A group in a line that begins at its margin, in the order of installation: name, priority,
 * versions. A version is `v1=15` where it is served, `v1beta1+9` where it is off by default, and
 * `v1beta1-9` where only its types are left; `@1.26..1.28` after it limits the versions of
 * Kubernetes that are meant.
 *
 * Below it a resource in each line: plural, kind, then in any order `~` when it has no namespace,
 * `^` when it counts generations, `?` when nothing of it is stored, `/subresource`, `*category`,
 * `>place in etcd` where that is not the plural, `v1@1.30..` for its versions where they are not
 * all of the group's, and short names.
 */
const TABLE = `
apiextensions.k8s.io 16700 v1=15
 customresourcedefinitions CustomResourceDefinition ~ ^ /status *api-extensions crd crds \
>apiextensions.k8s.io/customresourcedefinitions
- 18000 v1=1
 namespaces Namespace ~ /status /finalize ns
 services Service /status *all svc >services/specs
 endpoints Endpoints ep >services/endpoints
 events Event ev
 configmaps ConfigMap cm
 pods Pod /status /binding /eviction /ephemeralcontainers *all po
 nodes Node ~ /status no >minions
 serviceaccounts ServiceAccount /token sa
 secrets Secret
 replicationcontrollers ReplicationController ^ /status /scale *all rc >controllers
 persistentvolumes PersistentVolume ~ /status pv
 persistentvolumeclaims PersistentVolumeClaim /status pvc
 resourcequotas ResourceQuota /status quota
 limitranges LimitRange limits
 podtemplates PodTemplate ^
 bindings Binding ?
 componentstatuses ComponentStatus ~ ? cs
internal.apiserver.k8s.io 16000 v1alpha1+9
 storageversions StorageVersion ~ ^ /status
authentication.k8s.io 17700 v1=15 v1beta1-9@..1.26 v1beta1+9@1.27.. v1alpha1+1@1.26..
 tokenreviews TokenReview ~ ? v1
 selfsubjectreviews SelfSubjectReview ~ ? v1@1.28.. v1beta1@1.27.. v1alpha1
authorization.k8s.io 17600 v1=15 v1beta1-9
 subjectaccessreviews SubjectAccessReview ~ ?
 selfsubjectaccessreviews SelfSubjectAccessReview ~ ?
 localsubjectaccessreviews LocalSubjectAccessReview ?
 selfsubjectrulesreviews SelfSubjectRulesReview ~ ?
autoscaling 17500 v2=30 v1=15 v2beta1-9 v2beta2=1@..1.25 v2beta2-1@1.26..
 horizontalpodautoscalers HorizontalPodAutoscaler /status *all hpa
batch 17400 v1=15 v1beta1-9
 jobs Job ^ /status *all
 cronjobs CronJob ^ /status *all cj
certificates.k8s.io 17300 v1=15 v1beta1-9@..1.32 v1beta1+9@1.33.. v1alpha1+1@1.27..
 certificatesigningrequests CertificateSigningRequest ~ /status /approval csr v1
 clustertrustbundles ClusterTrustBundle ~ v1alpha1 v1beta1
coordination.k8s.io 16500 v1=15 v1beta1-9@..1.32 v1beta1+9@1.33.. v1alpha1+1@1.31..1.31 \
v1alpha2+1@1.32..
 leases Lease v1
 leasecandidates LeaseCandidate v1beta1 v1alpha2 v1alpha1
discovery.k8s.io 16200 v1=15 v1beta1-12
 endpointslices EndpointSlice ^
networking.k8s.io 17200 v1=15 v1beta1-9@..1.30 v1beta1+9@1.31.. v1alpha1+1
 networkpolicies NetworkPolicy ^ netpol v1
 ingresses Ingress ^ /status ing >ingress v1
 ingressclasses IngressClass ~ ^ v1
 servicecidrs ServiceCIDR ~ /status v1@1.33.. v1beta1@1.31.. v1alpha1@1.29..
 ipaddresses IPAddress ~ ip v1@1.33.. v1beta1@1.31.. v1alpha1@1.27..
 clustercidrs ClusterCIDR ~ cc v1alpha1@..1.28
node.k8s.io 16300 v1=15 v1beta1-9 v1alpha1-1
 runtimeclasses RuntimeClass ~
policy 17100 v1=15 v1beta1-9
 poddisruptionbudgets PodDisruptionBudget ^ /status pdb
rbac.authorization.k8s.io 17000 v1=15 v1beta1-12 v1alpha1-9
 clusterroles ClusterRole ~
 clusterrolebindings ClusterRoleBinding ~
 roles Role
 rolebindings RoleBinding
scheduling.k8s.io 16600 v1=15 v1beta1-12 v1alpha1-9
 priorityclasses PriorityClass ~ ^ pc
storage.k8s.io 16800 v1=15 v1beta1=9@..1.26 v1beta1-9@1.27..1.30 v1beta1+9@1.31.. \
v1alpha1-1@..1.28 v1alpha1+1@1.29..
 storageclasses StorageClass ~ sc v1
 volumeattachments VolumeAttachment ~ /status v1
 csidrivers CSIDriver ~ v1
 csinodes CSINode ~ v1
 csistoragecapacities CSIStorageCapacity v1 v1beta1@..1.26
 volumeattributesclasses VolumeAttributesClass ~ vac v1beta1@1.31.. v1alpha1
storagemigration.k8s.io@1.30.. 16800 v1alpha1+9
 storageversionmigrations StorageVersionMigration ~ /status
flowcontrol.apiserver.k8s.io 16100 v1=21@1.29.. v1beta3=18@1.26..1.31 v1beta3-18@1.32.. \
v1beta2=15@..1.28 v1beta2-15@1.29.. v1beta1=12@..1.25 v1beta1-12@1.26.. v1alpha1-9@..1.28
 flowschemas FlowSchema ~ ^ /status v1beta3 v1beta2 v1
 prioritylevelconfigurations PriorityLevelConfiguration ~ ^ /status v1beta3 v1beta2 v1
apps 17800 v1=15 v1beta2-1 v1beta1-1
 deployments Deployment ^ /status /scale *all deploy
 replicasets ReplicaSet ^ /status /scale *all rs
 statefulsets StatefulSet ^ /status /scale *all sts
 daemonsets DaemonSet ^ /status *all ds
 controllerrevisions ControllerRevision
admissionregistration.k8s.io 16700 v1=15 v1beta1-12@..1.27 v1beta1+12@1.28.. v1alpha1+9@1.26..
 validatingwebhookconfigurations ValidatingWebhookConfiguration ~ ^ *api-extensions v1
 mutatingwebhookconfigurations MutatingWebhookConfiguration ~ ^ *api-extensions v1
 validatingadmissionpolicies ValidatingAdmissionPolicy ~ ^ /status *api-extensions v1@1.30.. \
v1beta1 v1alpha1
 validatingadmissionpolicybindings ValidatingAdmissionPolicyBinding ~ ^ *api-extensions \
v1@1.30.. v1beta1 v1alpha1
 mutatingadmissionpolicies MutatingAdmissionPolicy ~ ^ *api-extensions v1alpha1@1.32..
 mutatingadmissionpolicybindings MutatingAdmissionPolicyBinding ~ ^ *api-extensions \
v1alpha1@1.32..
events.k8s.io 17750 v1=15 v1beta1-5
 events Event ev
resource.k8s.io@1.26.. 15900 v1alpha1+9@..1.26 v1alpha2+9@1.27..1.30 v1alpha3+9@1.31.. \
v1beta1+9@1.32.. v1beta2+9@1.33..
 resourceclaims ResourceClaim /status
 resourceclaimtemplates ResourceClaimTemplate
 resourceclasses ResourceClass ~ v1alpha1 v1alpha2
 podschedulings PodScheduling /status v1alpha1
 podschedulingcontexts PodSchedulingContext /status v1alpha2 v1alpha3@..1.31
 deviceclasses DeviceClass ~ v1alpha3 v1beta1 v1beta2
 resourceslices ResourceSlice ~ v1alpha3 v1beta1 v1beta2
apiregistration.k8s.io 0 v1=1
 apiservices APIService ~ /status *api-extensions >apiregistration.k8s.io/apiservices
`;

/** A name or version, and the versions of Kubernetes that have it: `@1.26..1.28`, or "". */
export interface Ranged {
  readonly name: string;
  readonly range: string;
}

export interface BuiltInVersion extends Ranged {
  /** `=` served, `+` off by default, `-` no more than its types. */
  readonly sign: '=' | '+' | '-';
  /** versionPriority. */
  readonly priority: number;
}

export interface BuiltInResource {
  /** "" for the core group. */
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly generations: boolean;
  readonly stored: boolean;
  readonly subresources: readonly string[];
  readonly categories: readonly string[];
  readonly shortNames: readonly string[];
  /** Below the prefix of all keys. */
  readonly place: string;
  /** Those that it has, in order; the first one is stored. */
  readonly versions: readonly Ranged[];
}

export interface BuiltInGroup extends Ranged {
  readonly server: GroupServer;
  /** groupPriorityMinimum of its APIServices. */
  readonly priority: number;
  readonly versions: readonly BuiltInVersion[];
  readonly resources: readonly BuiltInResource[];
}

const OWN_SERVERS: Readonly<Record<string, GroupServer>> = {
  'apiextensions.k8s.io': 'apiextensions',
  'apiregistration.k8s.io': 'aggregator',
};

function ranged(text: string): Ranged {
  const [name, range = ''] = text.split('@');
  return { name: name === '-' ? '' : name, range };
}

function readVersion(text: string): BuiltInVersion {
  const { name, range } = ranged(text);
  const [, version, sign, priority] = /^(\w+)([=+-])(\d+)$/.exec(name) ?? [];
  return { name: version, range, sign: sign as BuiltInVersion['sign'], priority: Number(priority) };
}

const VERSION = /^v\d+((alpha|beta)\d+)?(@|$)/;

function readResource(line: string, { name: group, versions }: Omit<BuiltInGroup, 'resources'>) {
  const [resource, kind, ...rest] = line.trim().split(' ');
  const after = (mark: string) =>
    rest.filter((word) => word.startsWith(mark)).map((word) => word.slice(mark.length));
  const own = rest.filter((word) => VERSION.test(word)).map(ranged);
  const all = versions.filter(({ sign }) => sign !== '-').map(({ name }) => name);
  return {
    group,
    resource,
    kind,
    namespaced: !rest.includes('~'),
    generations: rest.includes('^'),
    stored: !rest.includes('?'),
    subresources: after('/'),
    categories: after('*'),
    shortNames: rest.filter((word) => /^[a-z]/.test(word) && !VERSION.test(word)),
    place: after('>')[0] ?? resource,
    versions: own.length > 0 ? own : [...new Set(all)].map((name) => ({ name, range: '' })),
  };
}

function readTable(): readonly BuiltInGroup[] {
  const groups: BuiltInGroup[] = [];
  for (const line of TABLE.trim().split('\n')) {
    if (line.startsWith(' ')) {
      const group = groups[groups.length - 1];
      (group.resources as BuiltInResource[]).push(readResource(line, group));
      continue;
    }
    const [head, priority, ...versions] = line.split(' ');
    const { name, range } = ranged(head);
    const server = OWN_SERVERS[name] ?? 'kube-apiserver';
    const read = { name, range, server, priority: Number(priority) };
    groups.push({ ...read, versions: versions.map(readVersion), resources: [] });
  }
  return groups;
}

/** In the order in which the chain installs them. */
export const BUILT_IN_GROUPS: readonly BuiltInGroup[] = readTable();

const byName = new Map(
  BUILT_IN_GROUPS.flatMap(({ resources }) => resources).map((of) => [
    `${of.group}/${of.resource}`,
    of,
  ]),
);

/** The row of a resource; undefined where it is none of the built-in ones. */
export const builtInResource = (group: string, resource: string): BuiltInResource | undefined =>
  byName.get(`${group}/${resource}`);
