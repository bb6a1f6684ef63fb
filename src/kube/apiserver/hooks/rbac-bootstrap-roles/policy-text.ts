/**
 * The bootstrap policy as text, a role a line: its name, then its rules. A rule is verbs, groups,
 * resources and names, each a list; `-` is the core group, `get @/a,/b` is a rule of paths. Short
 * words: `R` reads, `W` writes, `U` reads and updates, `E` is the rule that lets send Events.
 * `>label` says into which aggregated role a role goes, `<label` of what one is made up. A range
 * of versions such as `1.26..1.30` may stand before a name and before a rule; either end may miss.
 *
 * Upstream    kubernetes v1.25-v1.33 plugin/pkg/auth/authorizer/rbac/bootstrappolicy
 *             (policy.go, controller_policy.go, namespace_policy.go); where each difference was
 *             found: src/docs/sources/apiserver-hooks.md
 * Simplified  what depends on a gate stands as it is by the gate's default in that version
 */
export const CLUSTER_ROLES = `
cluster-admin: * * *; * @*
system:discovery: get @/livez,/readyz,/healthz,/version,/version/,/openapi,/openapi/*,/api,/api/*,\
/apis,/apis/*
system:monitoring: ..1.26 get @/metrics,/livez,/readyz,/healthz,/livez/*,/readyz/*,/healthz/*; \
1.27.. get @/metrics,/metrics/slis,/livez,/readyz,/healthz,/livez/*,/readyz/*,/healthz/*
system:basic-user: create authorization.k8s.io selfsubjectaccessreviews,selfsubjectrulesreviews; \
1.27.. create authentication.k8s.io selfsubjectreviews
system:public-info-viewer: get @/livez,/readyz,/healthz,/version,/version/
admin <admin:
edit >admin <edit:
view >edit <view:
system:aggregate-to-admin >admin: create authorization.k8s.io localsubjectaccessreviews; R,W \
rbac.authorization.k8s.io roles,rolebindings
system:aggregate-to-edit >edit: R - pods/attach,pods/proxy,pods/exec,pods/portforward,secrets,\
services/proxy; impersonate - serviceaccounts; W - pods,pods/attach,pods/proxy,pods/exec,\
pods/portforward; create - pods/eviction; W - replicationcontrollers,replicationcontrollers/scale,\
serviceaccounts,services,services/proxy,persistentvolumeclaims,configmaps,secrets,events; create \
- serviceaccounts/token; W apps statefulsets,statefulsets/scale,daemonsets,deployments,\
deployments/scale,deployments/rollback,replicasets,replicasets/scale; W autoscaling \
horizontalpodautoscalers; W batch jobs,cronjobs; W extensions daemonsets,deployments,\
deployments/scale,deployments/rollback,ingresses,replicasets,replicasets/scale,\
replicationcontrollers/scale,networkpolicies; W policy poddisruptionbudgets; W networking.k8s.io \
networkpolicies,ingresses; R,W coordination.k8s.io leases
system:aggregate-to-view >view: R - pods,replicationcontrollers,replicationcontrollers/scale,\
serviceaccounts,services,services/status,endpoints,persistentvolumeclaims,\
persistentvolumeclaims/status,configmaps; R - limitranges,resourcequotas,bindings,events,\
pods/status,resourcequotas/status,namespaces/status,replicationcontrollers/status,pods/log; R - \
namespaces; R discovery.k8s.io endpointslices; R apps controllerrevisions,statefulsets,\
statefulsets/status,statefulsets/scale,daemonsets,daemonsets/status,deployments,\
deployments/status,deployments/scale,replicasets,replicasets/status,replicasets/scale; R \
autoscaling horizontalpodautoscalers,horizontalpodautoscalers/status; R batch jobs,cronjobs,\
cronjobs/status,jobs/status; R extensions daemonsets,daemonsets/status,deployments,\
deployments/scale,deployments/status,ingresses,ingresses/status,replicasets,replicasets/scale,\
replicasets/status,replicationcontrollers/scale,networkpolicies; R policy poddisruptionbudgets,\
poddisruptionbudgets/status; R networking.k8s.io networkpolicies,ingresses,ingresses/status
system:heapster: R - events,pods,nodes,namespaces; R extensions deployments
system:node: create authentication.k8s.io tokenreviews; create authorization.k8s.io \
subjectaccessreviews,localsubjectaccessreviews; R - services; create,R - nodes; update,patch - \
nodes/status; update,patch - nodes; create,update,patch - events; R - pods; create,delete - pods; \
update,patch - pods/status; create - pods/eviction; R - secrets,configmaps; get - \
persistentvolumeclaims,persistentvolumes; get - endpoints; create,R certificates.k8s.io \
certificatesigningrequests; get,create,update,patch,delete coordination.k8s.io leases; get \
storage.k8s.io volumeattachments; create - serviceaccounts/token; get,update,patch - \
persistentvolumeclaims/status; R storage.k8s.io csidrivers; get,create,update,patch,delete \
storage.k8s.io csinodes; R node.k8s.io runtimeclasses
system:node-problem-detector: get - nodes; patch - nodes/status; E
system:kubelet-api-admin: R - nodes; proxy - nodes; ..1.26 * - nodes/proxy,nodes/metrics,\
nodes/spec,nodes/stats,nodes/log; 1.27.. * - nodes/proxy,nodes/metrics,nodes/stats,nodes/log; \
1.33.. * - nodes/configz,nodes/healthz,nodes/pods
system:node-bootstrapper: create,R certificates.k8s.io certificatesigningrequests
system:auth-delegator: create authentication.k8s.io tokenreviews; create authorization.k8s.io \
subjectaccessreviews
system:kube-aggregator: R - services,endpoints
system:kube-controller-manager: E; create coordination.k8s.io leases; get,update \
coordination.k8s.io leases kube-controller-manager; ..1.27 create - endpoints; ..1.27 get,update \
- endpoints kube-controller-manager; create - secrets,serviceaccounts; delete - secrets; get - \
namespaces,secrets,serviceaccounts,configmaps; update - secrets,serviceaccounts; create \
authentication.k8s.io tokenreviews; create authorization.k8s.io subjectaccessreviews; list,watch \
* *; create - serviceaccounts/token
system:kube-dns: list,watch - endpoints,services
system:persistent-volume-provisioner: R,create,delete - persistentvolumes; R,update - \
persistentvolumeclaims; R storage.k8s.io storageclasses; watch - events; E
system:certificates.k8s.io:certificatesigningrequests:nodeclient: create certificates.k8s.io \
certificatesigningrequests/nodeclient
system:certificates.k8s.io:certificatesigningrequests:selfnodeclient: create certificates.k8s.io \
certificatesigningrequests/selfnodeclient
system:volume-scheduler: U - persistentvolumes; R storage.k8s.io storageclasses; U - \
persistentvolumeclaims
system:certificates.k8s.io:legacy-unknown-approver: approve certificates.k8s.io signers \
kubernetes.io/legacy-unknown
system:certificates.k8s.io:kubelet-serving-approver: approve certificates.k8s.io signers \
kubernetes.io/kubelet-serving
system:certificates.k8s.io:kube-apiserver-client-approver: approve certificates.k8s.io signers \
kubernetes.io/kube-apiserver-client
system:certificates.k8s.io:kube-apiserver-client-kubelet-approver: approve certificates.k8s.io \
signers kubernetes.io/kube-apiserver-client-kubelet
system:service-account-issuer-discovery: get @/.well-known/openid-configuration,/openid/v1/jwks
system:node-proxier: list,watch - services,endpoints; R - nodes; E; 1.33.. list,watch \
networking.k8s.io servicecidrs; list,watch discovery.k8s.io endpointslices
system:kube-scheduler: E; create coordination.k8s.io leases; get,update coordination.k8s.io \
leases kube-scheduler; ..1.27 create - endpoints; ..1.27 get,update - endpoints kube-scheduler; R \
- nodes; R,delete - pods; create - pods/binding,bindings; patch,update - pods/status; R - \
services,replicationcontrollers; R apps,extensions replicasets; R apps statefulsets; R policy \
poddisruptionbudgets; R - persistentvolumeclaims,persistentvolumes; create authentication.k8s.io \
tokenreviews; create authorization.k8s.io subjectaccessreviews; R storage.k8s.io csinodes; R - \
namespaces; R storage.k8s.io csidrivers; R storage.k8s.io csistoragecapacities
`;

/** Names without `system:controller:`; each is bound to the account of that name in kube-system. */
export const CONTROLLER_ROLES = `
attachdetach-controller: list,watch - persistentvolumes,persistentvolumeclaims; R - nodes; patch,\
update - nodes/status; list,watch - pods; E; R,create,delete storage.k8s.io volumeattachments; R \
storage.k8s.io csidrivers; R storage.k8s.io csinodes
clusterrole-aggregation-controller: escalate,R,update,patch rbac.authorization.k8s.io clusterroles
cronjob-controller: R,update batch cronjobs; R,create,update,delete,patch batch jobs; update \
batch cronjobs/status; update batch cronjobs/finalizers; ..1.31 list,delete - pods; 1.32.. list,\
watch,delete - pods; E
daemon-set-controller: R extensions,apps daemonsets; update extensions,apps daemonsets/status; \
update extensions,apps daemonsets/finalizers; list,watch - nodes; list,watch,create,delete,patch \
- pods; create - pods/binding; R,create,delete,update,patch apps controllerrevisions; E
deployment-controller: R,update extensions,apps deployments; update extensions,apps \
deployments/status; update extensions,apps deployments/finalizers; R,create,update,patch,delete \
apps,extensions replicasets; R,update - pods; E
disruption-controller: R extensions,apps deployments; R apps,extensions replicasets; R - \
replicationcontrollers; R policy poddisruptionbudgets; R apps statefulsets; update policy \
poddisruptionbudgets/status; 1.31.. patch,update - pods/status; get * */scale; E; 1.26..1.30 \
patch - pods/status
endpoint-controller: R - services,pods; ..1.31 get,list,create,update,delete - endpoints; 1.32.. \
R,create,update,delete - endpoints; create - endpoints/restricted; E
endpointslice-controller: R - services,pods,nodes; update - services/finalizers; ..1.31 get,list,\
create,update,delete discovery.k8s.io endpointslices; 1.32.. R,create,update,delete \
discovery.k8s.io endpointslices; E
endpointslicemirroring-controller: R - services,endpoints; update - services/finalizers; update - \
endpoints/finalizers; ..1.31 get,list,create,update,delete discovery.k8s.io endpointslices; \
1.32.. R,create,update,delete discovery.k8s.io endpointslices; E
expand-controller: R,update,patch - persistentvolumes; update,patch - \
persistentvolumeclaims/status; R - persistentvolumeclaims; ..1.31 R storage.k8s.io \
storageclasses; ..1.31 get - services,endpoints; ..1.31 get - secrets; E; 1.32.. get - services
ephemeral-volume-controller: R - pods; update - pods/finalizers; R,create - \
persistentvolumeclaims; E
generic-garbage-collector: R,patch,update,delete * *; E
horizontal-pod-autoscaler: R autoscaling horizontalpodautoscalers; update autoscaling \
horizontalpodautoscalers/status; get,update * */scale; ..1.31 list - pods; ..1.31 list \
metrics.k8s.io pods; ..1.31 get,list custom.metrics.k8s.io *; ..1.31 get,list \
external.metrics.k8s.io *; 1.32.. list,watch - pods; 1.32.. list,watch metrics.k8s.io pods; \
1.32.. R custom.metrics.k8s.io *; 1.32.. R external.metrics.k8s.io *; E
job-controller: R,update,patch batch jobs; update batch jobs/status; update batch \
jobs/finalizers; list,watch,create,delete,patch - pods; E
namespace-controller: R,delete - namespaces; update - namespaces/finalize,namespaces/status; \
..1.31 get,list,delete,deletecollection * *; 1.32.. R,delete,deletecollection * *
node-controller: ..1.31 get,list,update,delete,patch - nodes; 1.32.. R,update,delete,patch - \
nodes; patch,update - nodes/status; patch,update - pods/status; ..1.30 list,delete - pods; \
1.31..1.31 list,get,delete - pods; 1.32.. R,delete - pods; ..1.28 get,list,create,update \
networking.k8s.io clustercidrs; E; 1.26..1.30 get - pods
persistent-volume-binder: R,update,create,delete - persistentvolumes; update - \
persistentvolumes/status; R,update - persistentvolumeclaims; update - \
persistentvolumeclaims/status; R,create,delete - pods; R storage.k8s.io storageclasses; ..1.31 \
get,create,update,delete - endpoints; ..1.31 get,create,delete - services; ..1.31 get - secrets; \
..1.31 get,list - nodes; ..1.31 watch - events; 1.32.. list,watch - nodes; E; 1.32.. watch - \
events; 1.32.. get - services
pod-garbage-collector: list,watch,delete - pods; ..1.31 get,list - nodes; 1.32.. R - nodes; \
1.26.. patch - pods/status
replicaset-controller: R,update apps,extensions replicasets; update apps,extensions \
replicasets/status; update apps,extensions replicasets/finalizers; list,watch,patch,create,delete \
- pods; E
replication-controller: R,update - replicationcontrollers; update - \
replicationcontrollers/status; update - replicationcontrollers/finalizers; list,watch,patch,\
create,delete - pods; E
resourcequota-controller: list,watch * *; update - resourcequotas/status; E
route-controller: list,watch - nodes; patch - nodes/status; E
service-account-controller: create - serviceaccounts; E
service-controller: R - services; patch,update - services/status; list,watch - nodes; E
1.33.. service-cidrs-controller: U networking.k8s.io servicecidrs; patch,update networking.k8s.io \
servicecidrs/finalizers; patch,update networking.k8s.io servicecidrs/status; R networking.k8s.io \
ipaddresses; E
statefulset-controller: list,watch - pods; R apps statefulsets; update apps statefulsets/status; \
update apps statefulsets/finalizers; get,create,delete,update,patch - pods; R,create,delete,\
update,patch apps controllerrevisions; ..1.31 get,create - persistentvolumeclaims; 1.32.. R,\
create - persistentvolumeclaims; 1.32.. update,delete - persistentvolumeclaims; 1.32.. update - \
pods/finalizers; E; 1.27..1.31 update,delete - persistentvolumeclaims
ttl-controller: update,patch,list,watch - nodes; E
certificate-controller: R,delete certificates.k8s.io certificatesigningrequests; update \
certificates.k8s.io certificatesigningrequests/status,certificatesigningrequests/approval; \
approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet; sign \
certificates.k8s.io signers kubernetes.io/legacy-unknown,kubernetes.io/kube-apiserver-client,\
kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving; create \
authorization.k8s.io subjectaccessreviews; E
pvc-protection-controller: R,update - persistentvolumeclaims; R - pods; E
pv-protection-controller: R,update - persistentvolumes; E
ttl-after-finished-controller: R,delete batch jobs; E
root-ca-cert-publisher: create,update - configmaps; E
1.30.. validatingadmissionpolicy-status-controller: R admissionregistration.k8s.io \
validatingadmissionpolicies; get,patch,update admissionregistration.k8s.io \
validatingadmissionpolicies/status; E
1.29.. legacy-service-account-token-cleaner: get - configmaps \
kube-apiserver-legacy-service-account-token-tracking; patch,delete - secrets
1.33.. selinux-warning-controller: E; R - persistentvolumes; R - persistentvolumeclaims; R - \
pods; R storage.k8s.io csidrivers
`;

/** A binding a line: the cluster role, then subjects: `g` group, `u` user, `s` account. */
export const CLUSTER_ROLE_BINDINGS = `
cluster-admin: g system:masters
system:monitoring: g system:monitoring
system:discovery: g system:authenticated
system:basic-user: g system:authenticated
system:public-info-viewer: g system:authenticated; g system:unauthenticated
system:node-proxier: u system:kube-proxy
system:kube-controller-manager: u system:kube-controller-manager
system:kube-dns: s kube-dns
system:kube-scheduler: u system:kube-scheduler
system:volume-scheduler: u system:kube-scheduler
system:node:
system:service-account-issuer-discovery: g system:serviceaccounts
`;

/** Roles of namespaces, as the cluster roles above. */
export const NAMESPACE_ROLES: Readonly<Record<string, string>> = {
  'kube-public': `
system:controller:bootstrap-signer: R - configmaps; update - configmaps cluster-info; E
`,
  'kube-system': `
extension-apiserver-authentication-reader: R - configmaps extension-apiserver-authentication
system:controller:bootstrap-signer: R - secrets
system:controller:cloud-provider: create,R - configmaps
system:controller:token-cleaner: R,delete - secrets; E
system::leader-locking-kube-controller-manager: watch - configmaps; get,update - configmaps \
kube-controller-manager
system::leader-locking-kube-scheduler: watch - configmaps; get,update - configmaps kube-scheduler
`,
};

/** Bindings to them: the binding, then the role where it has another name, then subjects. */
export const NAMESPACE_ROLE_BINDINGS: Readonly<Record<string, string>> = {
  'kube-public': `
system:controller:bootstrap-signer: s bootstrap-signer
`,
  'kube-system': `
system::extension-apiserver-authentication-reader =extension-apiserver-authentication-reader: u \
system:kube-controller-manager; u system:kube-scheduler
system::leader-locking-kube-controller-manager: u system:kube-controller-manager; s \
kube-controller-manager
system::leader-locking-kube-scheduler: u system:kube-scheduler; s kube-scheduler
system:controller:bootstrap-signer: s bootstrap-signer
system:controller:cloud-provider: s cloud-provider
system:controller:token-cleaner: s token-cleaner
`,
};
