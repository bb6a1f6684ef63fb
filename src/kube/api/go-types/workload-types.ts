/**
 * The Go types of what stands beside Pods, one a line; how to read them is in go-types.ts.
 *
 * Upstream    kubernetes v1.33 staging/src/k8s.io/api (types.go of each group), as published in its
 *             OpenAPI document; patch strategies from the tags of the fields
 */
export const WORKLOAD_TYPES = `
ResourceHealth s:health,resourceID
ResourceStatus s:name [ResourceHealth:resources
ContainerStateRunning t:startedAt
ContainerStateTerminated s:containerID,message,reason i:exitCode,signal t:finishedAt,startedAt
ContainerStateWaiting s:message,reason
ContainerState ContainerStateRunning:running ContainerStateTerminated:terminated \
ContainerStateWaiting:waiting
LinuxContainerUser l:gid,uid [l:supplementalGroups
ContainerUser LinuxContainerUser:linux
VolumeMountStatus s:mountPath,name,recursiveReadOnly ?:readOnly
ContainerStatus {q:allocatedResources [ResourceStatus:allocatedResourcesStatus s:containerID,\
image,imageID,name,stopSignal ContainerState:lastState,state ?:ready,started \
ResourceRequirements:resources i:restartCount ContainerUser:user [VolumeMountStatus:volumeMounts
HostIP s:ip
PodIP s:ip
PodResourceClaimStatus s:name,resourceClaimName
PodStatus [PodCondition:conditions/type [ContainerStatus:containerStatuses,\
ephemeralContainerStatuses,initContainerStatuses s:hostIP,message,nominatedNodeName,phase,podIP,\
qosClass,reason,resize [HostIP:hostIPs/ip l:observedGeneration [PodIP:podIPs/ip \
[PodResourceClaimStatus:resourceClaimStatuses/name! t:startTime
Pod ObjectMeta:metadata PodSpec:spec PodStatus:status
ConfigMapNodeConfigSource s:kubeletConfigKey,name,namespace,resourceVersion,uid
NodeConfigSource ConfigMapNodeConfigSource:configMap
Taint s:effect,key,value t:timeAdded
NodeSpec NodeConfigSource:configSource s:externalID,podCIDR,providerID [s:podCIDRs/= \
[Taint:taints ?:unschedulable
NodeAddress s:address,type
NodeCondition t:lastHeartbeatTime,lastTransitionTime s:message,reason,status,type
NodeConfigStatus NodeConfigSource:active,assigned,lastKnownGood s:error
DaemonEndpoint i:Port
NodeDaemonEndpoints DaemonEndpoint:kubeletEndpoint
NodeFeatures ?:supplementalGroupsPolicy
ContainerImage [s:names l:sizeBytes
NodeSwapStatus l:capacity
NodeSystemInfo s:architecture,bootID,containerRuntimeVersion,kernelVersion,kubeProxyVersion,\
kubeletVersion,machineID,operatingSystem,osImage,systemUUID NodeSwapStatus:swap
NodeRuntimeHandlerFeatures ?:recursiveReadOnlyMounts,userNamespaces
NodeRuntimeHandler NodeRuntimeHandlerFeatures:features s:name
AttachedVolume s:devicePath,name
NodeStatus [NodeAddress:addresses/type {q:allocatable,capacity [NodeCondition:conditions/type \
NodeConfigStatus:config NodeDaemonEndpoints:daemonEndpoints NodeFeatures:features \
[ContainerImage:images NodeSystemInfo:nodeInfo s:phase [NodeRuntimeHandler:runtimeHandlers \
[AttachedVolume:volumesAttached [s:volumesInUse
Node ObjectMeta:metadata NodeSpec:spec NodeStatus:status
PodTemplateSpec ObjectMeta:metadata PodSpec:spec
PodTemplate ObjectMeta:metadata PodTemplateSpec:template
ReplicationControllerSpec i:minReadySeconds,replicas {s:selector PodTemplateSpec:template
ReplicationControllerCondition t:lastTransitionTime s:message,reason,status,type
ReplicationControllerStatus i:availableReplicas,fullyLabeledReplicas,readyReplicas,replicas \
[ReplicationControllerCondition:conditions/type l:observedGeneration
ReplicationController ObjectMeta:metadata ReplicationControllerSpec:spec \
ReplicationControllerStatus:status
AzureFilePersistentVolumeSource ?:readOnly s:secretName,secretNamespace,shareName
SecretReference s:name,namespace
CephFSPersistentVolumeSource [s:monitors s:path,secretFile,user ?:readOnly \
SecretReference:secretRef
CinderPersistentVolumeSource s:fsType,volumeID ?:readOnly SecretReference:secretRef
ObjectReference s:apiVersion,fieldPath,kind,name,namespace,resourceVersion,uid
CSIPersistentVolumeSource SecretReference:controllerExpandSecretRef,controllerPublishSecretRef,\
nodeExpandSecretRef,nodePublishSecretRef,nodeStageSecretRef s:driver,fsType,volumeHandle \
?:readOnly {s:volumeAttributes
FlexPersistentVolumeSource s:driver,fsType {s:options ?:readOnly SecretReference:secretRef
GlusterfsPersistentVolumeSource s:endpoints,endpointsNamespace,path ?:readOnly
ISCSIPersistentVolumeSource ?:chapAuthDiscovery,chapAuthSession,readOnly s:fsType,initiatorName,\
iqn,iscsiInterface,targetPortal i:lun [s:portals SecretReference:secretRef
LocalVolumeSource s:fsType,path
VolumeNodeAffinity NodeSelector:required
RBDPersistentVolumeSource s:fsType,image,keyring,pool,user [s:monitors ?:readOnly \
SecretReference:secretRef
ScaleIOPersistentVolumeSource s:fsType,gateway,protectionDomain,storageMode,storagePool,system,\
volumeName ?:readOnly,sslEnabled SecretReference:secretRef
StorageOSPersistentVolumeSource s:fsType,volumeName,volumeNamespace ?:readOnly \
ObjectReference:secretRef
PersistentVolumeSpec [s:accessModes,mountOptions \
AWSElasticBlockStoreVolumeSource:awsElasticBlockStore AzureDiskVolumeSource:azureDisk \
AzureFilePersistentVolumeSource:azureFile {q:capacity CephFSPersistentVolumeSource:cephfs \
CinderPersistentVolumeSource:cinder ObjectReference:claimRef CSIPersistentVolumeSource:csi \
FCVolumeSource:fc FlexPersistentVolumeSource:flexVolume FlockerVolumeSource:flocker \
GCEPersistentDiskVolumeSource:gcePersistentDisk GlusterfsPersistentVolumeSource:glusterfs \
HostPathVolumeSource:hostPath ISCSIPersistentVolumeSource:iscsi LocalVolumeSource:local \
NFSVolumeSource:nfs VolumeNodeAffinity:nodeAffinity s:persistentVolumeReclaimPolicy,\
storageClassName,volumeAttributesClassName,volumeMode \
PhotonPersistentDiskVolumeSource:photonPersistentDisk PortworxVolumeSource:portworxVolume \
QuobyteVolumeSource:quobyte RBDPersistentVolumeSource:rbd ScaleIOPersistentVolumeSource:scaleIO \
StorageOSPersistentVolumeSource:storageos VsphereVirtualDiskVolumeSource:vsphereVolume
PersistentVolumeStatus t:lastPhaseTransitionTime s:message,phase,reason
PersistentVolume ObjectMeta:metadata PersistentVolumeSpec:spec PersistentVolumeStatus:status
PersistentVolumeClaimCondition t:lastProbeTime,lastTransitionTime s:message,reason,status,type
ModifyVolumeStatus s:status,targetVolumeAttributesClassName
PersistentVolumeClaimStatus [s:accessModes {s:allocatedResourceStatuses {q:allocatedResources,\
capacity [PersistentVolumeClaimCondition:conditions/type s:currentVolumeAttributesClassName,\
phase ModifyVolumeStatus:modifyVolumeStatus
PersistentVolumeClaim ObjectMeta:metadata PersistentVolumeClaimSpec:spec \
PersistentVolumeClaimStatus:status
ScopedResourceSelectorRequirement s:operator,scopeName [s:values
ScopeSelector [ScopedResourceSelectorRequirement:matchExpressions
ResourceQuotaSpec {q:hard ScopeSelector:scopeSelector [s:scopes
ResourceQuotaStatus {q:hard,used
ResourceQuota ObjectMeta:metadata ResourceQuotaSpec:spec ResourceQuotaStatus:status
LimitRangeItem {q:default,defaultRequest,max,maxLimitRequestRatio,min s:type
LimitRangeSpec [LimitRangeItem:limits
LimitRange ObjectMeta:metadata LimitRangeSpec:spec
Secret {b:data ?:immutable ObjectMeta:metadata {s:stringData s:type
ServiceAccount ?:automountServiceAccountToken [LocalObjectReference:imagePullSecrets \
ObjectMeta:metadata [ObjectReference:secrets/name
ServicePort s:appProtocol,name,protocol i:nodePort,port x:targetPort
ClientIPConfig i:timeoutSeconds
SessionAffinityConfig ClientIPConfig:clientIP
ServiceSpec ?:allocateLoadBalancerNodePorts,publishNotReadyAddresses s:clusterIP,externalName,\
externalTrafficPolicy,internalTrafficPolicy,ipFamilyPolicy,loadBalancerClass,loadBalancerIP,\
sessionAffinity,trafficDistribution,type [s:clusterIPs,externalIPs,ipFamilies,\
loadBalancerSourceRanges i:healthCheckNodePort [ServicePort:ports/port {s:selector \
SessionAffinityConfig:sessionAffinityConfig
Condition t:lastTransitionTime s:message,reason,status,type l:observedGeneration
PortStatus s:error,protocol i:port
LoadBalancerIngress s:hostname,ip,ipMode [PortStatus:ports
LoadBalancerStatus [LoadBalancerIngress:ingress
ServiceStatus [Condition:conditions/type LoadBalancerStatus:loadBalancer
Service ObjectMeta:metadata ServiceSpec:spec ServiceStatus:status
NamespaceSpec [s:finalizers
NamespaceCondition t:lastTransitionTime s:message,reason,status,type
NamespaceStatus [NamespaceCondition:conditions/type s:phase
Namespace ObjectMeta:metadata NamespaceSpec:spec NamespaceStatus:status
EndpointAddress s:hostname,ip,nodeName ObjectReference:targetRef
V1EndpointPort s:appProtocol,name,protocol i:port
EndpointSubset [EndpointAddress:addresses,notReadyAddresses [V1EndpointPort:ports
Endpoints ObjectMeta:metadata [EndpointSubset:subsets
ConfigMap {b:binaryData {s:data ?:immutable ObjectMeta:metadata
RollingUpdateDeployment x:maxSurge,maxUnavailable
DeploymentStrategy RollingUpdateDeployment:rollingUpdate s:type
DeploymentSpec i:minReadySeconds,progressDeadlineSeconds,replicas,revisionHistoryLimit ?:paused \
LabelSelector:selector DeploymentStrategy:strategy/! PodTemplateSpec:template
DeploymentCondition t:lastTransitionTime,lastUpdateTime s:message,reason,status,type
DeploymentStatus i:availableReplicas,collisionCount,readyReplicas,replicas,terminatingReplicas,\
unavailableReplicas,updatedReplicas [DeploymentCondition:conditions/type l:observedGeneration
Deployment ObjectMeta:metadata DeploymentSpec:spec DeploymentStatus:status
ReplicaSetSpec i:minReadySeconds,replicas LabelSelector:selector PodTemplateSpec:template
ReplicaSetCondition t:lastTransitionTime s:message,reason,status,type
ReplicaSetStatus i:availableReplicas,fullyLabeledReplicas,readyReplicas,replicas,\
terminatingReplicas [ReplicaSetCondition:conditions/type l:observedGeneration
ReplicaSet ObjectMeta:metadata ReplicaSetSpec:spec ReplicaSetStatus:status
StatefulSetOrdinals i:start
StatefulSetPersistentVolumeClaimRetentionPolicy s:whenDeleted,whenScaled
RollingUpdateStatefulSetStrategy x:maxUnavailable i:partition
StatefulSetUpdateStrategy RollingUpdateStatefulSetStrategy:rollingUpdate s:type
StatefulSetSpec i:minReadySeconds,replicas,revisionHistoryLimit StatefulSetOrdinals:ordinals \
StatefulSetPersistentVolumeClaimRetentionPolicy:persistentVolumeClaimRetentionPolicy \
s:podManagementPolicy,serviceName LabelSelector:selector PodTemplateSpec:template \
StatefulSetUpdateStrategy:updateStrategy [PersistentVolumeClaim:volumeClaimTemplates
StatefulSetCondition t:lastTransitionTime s:message,reason,status,type
StatefulSetStatus i:availableReplicas,collisionCount,currentReplicas,readyReplicas,replicas,\
updatedReplicas [StatefulSetCondition:conditions/type s:currentRevision,updateRevision \
l:observedGeneration
StatefulSet ObjectMeta:metadata StatefulSetSpec:spec StatefulSetStatus:status
RollingUpdateDaemonSet x:maxSurge,maxUnavailable
DaemonSetUpdateStrategy RollingUpdateDaemonSet:rollingUpdate s:type
DaemonSetSpec i:minReadySeconds,revisionHistoryLimit LabelSelector:selector \
PodTemplateSpec:template DaemonSetUpdateStrategy:updateStrategy
DaemonSetCondition t:lastTransitionTime s:message,reason,status,type
DaemonSetStatus i:collisionCount,currentNumberScheduled,desiredNumberScheduled,numberAvailable,\
numberMisscheduled,numberReady,numberUnavailable,updatedNumberScheduled \
[DaemonSetCondition:conditions/type l:observedGeneration
DaemonSet ObjectMeta:metadata DaemonSetSpec:spec DaemonSetStatus:status
`;
