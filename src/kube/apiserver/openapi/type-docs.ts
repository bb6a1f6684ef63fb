/**
 * What the types and fields that are asked for most mean, in our words. A line is the name of a Go
 * type, or of a type and its field, and the text; an indented line goes on with the text above.
 */
const TEXTS = `
ObjectMeta What every object has: its name, its labels and what the server keeps of its life.
ObjectMeta.annotations Keys and values for tools and people; objects are not selected by them.
ObjectMeta.creationTimestamp When the object was created, to the second. Set by the server, never
  changed.
ObjectMeta.deletionGracePeriodSeconds Seconds that the object may take to end; set with
  deletionTimestamp.
ObjectMeta.deletionTimestamp When the object is to be gone. Set by the server once it is deleted;
  cannot be taken back.
ObjectMeta.finalizers Names of those who still have work before the object goes. It is removed
  when the list is empty.
ObjectMeta.generateName Beginning of a name that the server completes with five drawn letters;
  used when name is empty.
ObjectMeta.generation Counts changes of what is wanted. Set by the server.
ObjectMeta.labels Keys and values by which Services, controllers and queries select objects.
ObjectMeta.managedFields Who set which fields, for server-side apply.
ObjectMeta.name Name, unique among objects of the type in the namespace. Cannot be changed.
ObjectMeta.namespace Namespace that the object lives in; empty for types of the whole cluster.
  Cannot be changed.
ObjectMeta.ownerReferences Objects that this one depends on. When the last of them is gone it is
  collected.
ObjectMeta.resourceVersion Version of the stored object. A write that names an older one meets a
  conflict.
ObjectMeta.selfLink No longer filled.
ObjectMeta.uid Tells this object from all others, also from earlier ones of its name. Set by the
  server.
OwnerReference An object that another one depends on.
OwnerReference.blockOwnerDeletion Whether the owner waits for this object when it is deleted in
  the foreground.
OwnerReference.controller Whether the owner is the controller that manages the object.
Pod Containers that run together on one node.
PodSpec What a Pod is to be.
PodSpec.activeDeadlineSeconds Seconds after which a Pod that still runs is ended and has failed.
PodSpec.affinity Rules about nodes and about Pods beside it, for the scheduler.
PodSpec.automountServiceAccountToken Whether a token of the ServiceAccount is mounted.
PodSpec.containers Containers of the Pod, at least one. None can be added or removed later.
PodSpec.dnsPolicy Where names are looked up: ClusterFirst, ClusterFirstWithHostNet, Default or
  None.
PodSpec.enableServiceLinks Whether the Services of the namespace are told by environment
  variables.
PodSpec.ephemeralContainers Containers that were added to look into a running Pod.
PodSpec.hostNetwork Whether the Pod uses the network of its node.
PodSpec.imagePullSecrets Secrets with which images are pulled.
PodSpec.initContainers Containers that run one after another, each to its end, before the others
  start.
PodSpec.nodeName Node that the Pod is bound to. Set by the scheduler; set by hand it passes the
  scheduler by.
PodSpec.nodeSelector Labels that the node must have.
PodSpec.preemptionPolicy Whether Pods of lower priority may be evicted for it:
  PreemptLowerPriority or Never.
PodSpec.priority Number that its priority class stands for; filled by admission.
PodSpec.priorityClassName Name of its PriorityClass.
PodSpec.readinessGates Conditions that must also be true before the Pod is ready.
PodSpec.restartPolicy When containers that ended are started again: Always, OnFailure or Never.
PodSpec.schedulerName Scheduler that is to bind the Pod.
PodSpec.schedulingGates Names of those without whose leave the Pod is not scheduled.
PodSpec.securityContext Users, groups and rights that hold for all containers.
PodSpec.serviceAccountName ServiceAccount as which the Pod speaks to the API.
PodSpec.terminationGracePeriodSeconds Seconds between the signal to end and the kill; 30 if
  nothing is said.
PodSpec.tolerations Taints of nodes that the Pod puts up with.
PodSpec.topologySpreadConstraints How evenly like Pods are spread over zones or nodes.
PodSpec.volumes Volumes that containers may mount.
PodStatus What was last seen of a Pod; written by its kubelet.
PodStatus.conditions Whether it is scheduled, initialized, ready and its containers are.
PodStatus.containerStatuses State of each container.
PodStatus.hostIP Address of its node.
PodStatus.message Why the Pod is as it is, for people.
PodStatus.phase Pending, Running, Succeeded, Failed or Unknown.
PodStatus.podIP Its address, by which Endpoints name it.
PodStatus.podIPs Its addresses, one of each family.
PodStatus.qosClass Guaranteed, Burstable or BestEffort, by requests and limits.
PodStatus.reason Why the Pod is as it is, in one word, such as Evicted.
PodStatus.startTime When the kubelet took the Pod over.
Container One program of a Pod, with its image.
Container.args Arguments of the command; the image's own if nothing is said.
Container.command What is started in place of the image's entry point.
Container.env Environment variables.
Container.envFrom ConfigMaps and Secrets whose entries become environment variables.
Container.image Image to run.
Container.imagePullPolicy Always, Never or IfNotPresent; Always for the tag latest.
Container.lifecycle What is called after the start and before the end.
Container.livenessProbe When it fails the container is started anew.
Container.name Name, unique in the Pod.
Container.ports Ports that the container listens on; for information, and for names of target
  ports.
Container.readinessProbe While it fails the Pod is in no Endpoints as ready.
Container.resources What it asks for and what it may use at most.
Container.startupProbe Until it succeeds the other probes wait.
Container.volumeMounts Volumes and the paths where they are seen.
Probe A question whose answer says how a container is.
Probe.failureThreshold Failures in a row that count; 3 if nothing is said.
Probe.initialDelaySeconds Seconds between the start and the first question.
Probe.periodSeconds Seconds between questions; 10 if nothing is said.
Probe.timeoutSeconds Seconds after which no answer is a failure; 1 if nothing is said.
Service A name and an address for Pods that a selector finds.
ServiceSpec How a Service is reached, and which Pods stand behind it.
ServiceSpec.allocateLoadBalancerNodePorts Whether a LoadBalancer gets node ports.
ServiceSpec.clusterIP Address inside the cluster. Drawn from the range if empty; None for a
  headless Service.
ServiceSpec.clusterIPs Addresses inside the cluster, one of each family; the first is clusterIP.
ServiceSpec.externalIPs Addresses beside its own for which nodes also take traffic.
ServiceSpec.externalName Name that an ExternalName Service stands for.
ServiceSpec.externalTrafficPolicy Cluster or Local: whether traffic from outside may go on to
  other nodes.
ServiceSpec.healthCheckNodePort Port at which a node says whether it has Pods of the Service.
ServiceSpec.internalTrafficPolicy Cluster or Local, for traffic from inside.
ServiceSpec.ipFamilies IPv4, IPv6 or both, in this order; filled by the server.
ServiceSpec.ipFamilyPolicy SingleStack, PreferDualStack or RequireDualStack.
ServiceSpec.loadBalancerClass Which load balancers take the Service.
ServiceSpec.ports Ports of the Service and where they lead.
ServiceSpec.publishNotReadyAddresses Whether Pods that are not ready are named as if they were.
ServiceSpec.selector Labels of the Pods behind it. Without one its Endpoints are written by
  others.
ServiceSpec.sessionAffinity None, or ClientIP to lead a client to the same Pod.
ServiceSpec.type ClusterIP, NodePort, LoadBalancer or ExternalName.
ServicePort A port of a Service.
ServicePort.name Name; must be given where there are several ports.
ServicePort.nodePort Port on every node; drawn from the range if 0.
ServicePort.port Port at which the Service is reached.
ServicePort.protocol TCP, UDP or SCTP.
ServicePort.targetPort Port of the Pods, by number or by name; as port if nothing is said.
ServiceStatus What was last seen of a Service.
ServiceStatus.loadBalancer Addresses of its load balancer.
Deployment Keeps a number of like Pods, and changes them step by step.
DeploymentSpec What a Deployment is to keep.
DeploymentSpec.minReadySeconds Seconds that a Pod must be ready before it counts as available.
DeploymentSpec.paused Whether changes of the template wait.
DeploymentSpec.progressDeadlineSeconds Seconds without progress after which a rollout has failed;
  600 if nothing is said.
DeploymentSpec.replicas Number of Pods; 1 if nothing is said.
DeploymentSpec.revisionHistoryLimit Old ReplicaSets that are kept; 10 if nothing is said.
DeploymentSpec.selector Labels of its Pods; the template must have them. Cannot be changed.
DeploymentSpec.strategy How old Pods are replaced.
DeploymentSpec.template What its Pods look like.
DeploymentStrategy How old Pods are replaced by new ones.
DeploymentStrategy.rollingUpdate How many may be missing and how many too many meanwhile.
DeploymentStrategy.type RollingUpdate, or Recreate to end all old Pods first.
DeploymentStatus What was last seen of a Deployment.
DeploymentStatus.availableReplicas Pods that have been ready for long enough.
DeploymentStatus.collisionCount Names of ReplicaSets that were taken already.
DeploymentStatus.conditions Whether it is available, progresses, or could not make Pods.
DeploymentStatus.readyReplicas Pods that are ready.
DeploymentStatus.replicas Pods that there are.
DeploymentStatus.unavailableReplicas Pods that are missing or not available.
DeploymentStatus.updatedReplicas Pods of the present template.
Endpoints The addresses behind a Service of the same name, up to a thousand.
Endpoints.subsets Addresses by the ports that they have in common.
EndpointSubset Addresses that have the same ports.
EndpointSubset.addresses Addresses that take traffic.
EndpointSubset.notReadyAddresses Addresses that do not take traffic yet.
EndpointSubset.ports Ports of each of the addresses.
EndpointAddress One address, and whose it is.
EndpointAddress.hostname Name of the Pod under the Service's name.
EndpointAddress.ip Address; none of loopback or of the local link.
EndpointAddress.nodeName Node where it is.
EndpointAddress.targetRef Object behind the address, a Pod as a rule.
V1EndpointPort A port, by number, with the name that it has in the Service.
EndpointSlice Some of the addresses of one family behind a Service; a Service has as many slices
  as it needs.
EndpointSlice.addressType IPv4, IPv6 or FQDN. Cannot be changed.
EndpointSlice.endpoints Endpoints of the slice, at most a thousand.
EndpointSlice.ports Ports of each of the endpoints.
Endpoint One endpoint of a slice.
Endpoint.addresses Its addresses; only the first is used.
Endpoint.conditions Whether it takes traffic.
Endpoint.hints Zones that are to use it.
Endpoint.nodeName Node where it is.
Endpoint.targetRef Object behind it, a Pod as a rule.
Endpoint.zone Zone where it is.
EndpointConditions Whether an endpoint takes traffic, and whether it ends.
EndpointConditions.ready Takes traffic; false for one that ends.
EndpointConditions.serving As ready, whether it ends or not.
EndpointConditions.terminating Is on its way to end.
Lease Who holds something, and until when: a leader, a node that lives, an API server.
LeaseSpec Holder and term of a Lease.
LeaseSpec.acquireTime When the present holder took it.
LeaseSpec.holderIdentity Who holds it; empty if nobody does.
LeaseSpec.leaseDurationSeconds Seconds after renewTime for which others leave it alone.
LeaseSpec.leaseTransitions Counts how often the holder has changed.
LeaseSpec.preferredHolder Who is to take it next, of coordinated elections.
LeaseSpec.renewTime When the holder said last that it is there.
LeaseSpec.strategy How the leader is chosen, of coordinated elections.
Node A machine that runs Pods.
NodeSpec What holds for a node.
NodeSpec.podCIDR Range of the addresses of its Pods.
NodeSpec.podCIDRs Ranges of the addresses of its Pods, one of each family.
NodeSpec.providerID How the cloud calls the machine.
NodeSpec.taints Marks that keep Pods away that do not tolerate them.
NodeSpec.unschedulable Whether no more Pods are bound to it; set by kubectl cordon.
NodeStatus What was last seen of a node; written by its kubelet.
NodeStatus.addresses Its addresses and names.
NodeStatus.allocatable What Pods may ask for in all.
NodeStatus.capacity What the machine has.
NodeStatus.conditions Whether it is ready, and what it runs short of.
NodeStatus.images Images that are there.
NodeStatus.nodeInfo Versions of what runs on it.
Namespace A space for names; what is in it goes with it.
NamespaceSpec What holds for a namespace.
NamespaceSpec.finalizers Must be empty before the namespace goes; kubernetes stands for its
  content.
NamespaceStatus What was last seen of a namespace.
NamespaceStatus.conditions What keeps it from going.
NamespaceStatus.phase Active or Terminating.
ConfigMap Settings for Pods, by key.
ConfigMap.binaryData Values that are no text, in base64.
ConfigMap.data Values that are text.
ConfigMap.immutable Whether the values cannot be changed any more.
Secret Values that are not for everybody, by key.
Secret.data Values, in base64.
Secret.stringData Values as plain text; written into data, never read.
Secret.type Tells what the keys mean.
`;

const docs = new Map<string, string>();

/** The text of a type (`Pod`) or of a field (`PodSpec.nodeName`); undefined where there is none.
 */
export function typeDoc(name: string): string | undefined {
  if (docs.size === 0) {
    for (const line of TEXTS.trim()
      .replace(/\n {2}/g, ' ')
      .split('\n')) {
      const space = line.indexOf(' ');
      docs.set(line.slice(0, space), line.slice(space + 1));
    }
  }
  return docs.get(name);
}
