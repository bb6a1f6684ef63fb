/**
 * The Go types of Pods and what they hold, one a line; how to read them is in go-types.ts.
 *
 * Upstream    kubernetes v1.33 staging/src/k8s.io/api (types.go of each group), as published in its
 *             OpenAPI document; patch strategies from the tags of the fields
 */
export const POD_TYPES = `
OwnerReference s:apiVersion,kind,name,uid ?:blockOwnerDeletion,controller
ManagedFieldsEntry s:apiVersion,fieldsType,manager,operation,subresource *:fieldsV1 t:time
ObjectMeta {s:annotations,labels t:creationTimestamp,deletionTimestamp \
l:deletionGracePeriodSeconds,generation [s:finalizers/= s:generateName,name,namespace,\
resourceVersion,selfLink,uid [ManagedFieldsEntry:managedFields \
[OwnerReference:ownerReferences/uid
NodeSelectorRequirement s:key,operator [s:values
NodeSelectorTerm [NodeSelectorRequirement:matchExpressions,matchFields
PreferredSchedulingTerm NodeSelectorTerm:preference i:weight
NodeSelector [NodeSelectorTerm:nodeSelectorTerms
NodeAffinity [PreferredSchedulingTerm:preferredDuringSchedulingIgnoredDuringExecution \
NodeSelector:requiredDuringSchedulingIgnoredDuringExecution
LabelSelectorRequirement s:key,operator [s:values
LabelSelector [LabelSelectorRequirement:matchExpressions {s:matchLabels
PodAffinityTerm LabelSelector:labelSelector,namespaceSelector [s:matchLabelKeys,\
mismatchLabelKeys,namespaces s:topologyKey
WeightedPodAffinityTerm PodAffinityTerm:podAffinityTerm i:weight
PodAffinity [WeightedPodAffinityTerm:preferredDuringSchedulingIgnoredDuringExecution \
[PodAffinityTerm:requiredDuringSchedulingIgnoredDuringExecution
PodAntiAffinity [WeightedPodAffinityTerm:preferredDuringSchedulingIgnoredDuringExecution \
[PodAffinityTerm:requiredDuringSchedulingIgnoredDuringExecution
Affinity NodeAffinity:nodeAffinity PodAffinity:podAffinity PodAntiAffinity:podAntiAffinity
ConfigMapKeySelector s:key,name ?:optional
ObjectFieldSelector s:apiVersion,fieldPath
ResourceFieldSelector s:containerName,resource q:divisor
SecretKeySelector s:key,name ?:optional
EnvVarSource ConfigMapKeySelector:configMapKeyRef ObjectFieldSelector:fieldRef \
ResourceFieldSelector:resourceFieldRef SecretKeySelector:secretKeyRef
EnvVar s:name,value EnvVarSource:valueFrom
ConfigMapEnvSource s:name ?:optional
SecretEnvSource s:name ?:optional
EnvFromSource ConfigMapEnvSource:configMapRef s:prefix SecretEnvSource:secretRef
ExecAction [s:command
HTTPHeader s:name,value
HTTPGetAction s:host,path,scheme [HTTPHeader:httpHeaders x:port
SleepAction l:seconds
TCPSocketAction s:host x:port
LifecycleHandler ExecAction:exec HTTPGetAction:httpGet SleepAction:sleep \
TCPSocketAction:tcpSocket
Lifecycle LifecycleHandler:postStart,preStop s:stopSignal
GRPCAction i:port s:service
Probe ExecAction:exec i:failureThreshold,initialDelaySeconds,periodSeconds,successThreshold,\
timeoutSeconds GRPCAction:grpc HTTPGetAction:httpGet TCPSocketAction:tcpSocket \
l:terminationGracePeriodSeconds
ContainerPort i:containerPort,hostPort s:hostIP,name,protocol
ContainerResizePolicy s:resourceName,restartPolicy
ResourceClaim s:name,request
ResourceRequirements [ResourceClaim:claims {q:limits,requests
AppArmorProfile s:localhostProfile,type
Capabilities [s:add,drop
SELinuxOptions s:level,role,type,user
SeccompProfile s:localhostProfile,type
WindowsSecurityContextOptions s:gmsaCredentialSpec,gmsaCredentialSpecName,runAsUserName \
?:hostProcess
SecurityContext ?:allowPrivilegeEscalation,privileged,readOnlyRootFilesystem,runAsNonRoot \
AppArmorProfile:appArmorProfile Capabilities:capabilities s:procMount l:runAsGroup,runAsUser \
SELinuxOptions:seLinuxOptions SeccompProfile:seccompProfile \
WindowsSecurityContextOptions:windowsOptions
VolumeDevice s:devicePath,name
VolumeMount s:mountPath,mountPropagation,name,recursiveReadOnly,subPath,subPathExpr ?:readOnly
Container [s:args,command [EnvVar:env/name [EnvFromSource:envFrom s:image,imagePullPolicy,name,\
restartPolicy,terminationMessagePath,terminationMessagePolicy,workingDir Lifecycle:lifecycle \
Probe:livenessProbe,readinessProbe,startupProbe [ContainerPort:ports/containerPort \
[ContainerResizePolicy:resizePolicy ResourceRequirements:resources \
SecurityContext:securityContext ?:stdin,stdinOnce,tty [VolumeDevice:volumeDevices/devicePath \
[VolumeMount:volumeMounts/mountPath
PodDNSConfigOption s:name,value
PodDNSConfig [s:nameservers,searches [PodDNSConfigOption:options
EphemeralContainer [s:args,command [EnvVar:env/name [EnvFromSource:envFrom s:image,\
imagePullPolicy,name,restartPolicy,targetContainerName,terminationMessagePath,\
terminationMessagePolicy,workingDir Lifecycle:lifecycle Probe:livenessProbe,readinessProbe,\
startupProbe [ContainerPort:ports/containerPort [ContainerResizePolicy:resizePolicy \
ResourceRequirements:resources SecurityContext:securityContext ?:stdin,stdinOnce,tty \
[VolumeDevice:volumeDevices/devicePath [VolumeMount:volumeMounts/mountPath
HostAlias [s:hostnames s:ip
LocalObjectReference s:name
PodOS s:name
PodReadinessGate s:conditionType
PodResourceClaim s:name,resourceClaimName,resourceClaimTemplateName
PodSchedulingGate s:name
Sysctl s:name,value
PodSecurityContext AppArmorProfile:appArmorProfile l:fsGroup,runAsGroup,runAsUser \
s:fsGroupChangePolicy,seLinuxChangePolicy,supplementalGroupsPolicy ?:runAsNonRoot \
SELinuxOptions:seLinuxOptions SeccompProfile:seccompProfile [l:supplementalGroups \
[Sysctl:sysctls WindowsSecurityContextOptions:windowsOptions
Toleration s:effect,key,operator,value l:tolerationSeconds
TopologySpreadConstraint LabelSelector:labelSelector [s:matchLabelKeys i:maxSkew,minDomains \
s:nodeAffinityPolicy,nodeTaintsPolicy,topologyKey,whenUnsatisfiable
AWSElasticBlockStoreVolumeSource s:fsType,volumeID i:partition ?:readOnly
AzureDiskVolumeSource s:cachingMode,diskName,diskURI,fsType,kind ?:readOnly
AzureFileVolumeSource ?:readOnly s:secretName,shareName
CephFSVolumeSource [s:monitors s:path,secretFile,user ?:readOnly LocalObjectReference:secretRef
CinderVolumeSource s:fsType,volumeID ?:readOnly LocalObjectReference:secretRef
KeyToPath s:key,path i:mode
ConfigMapVolumeSource i:defaultMode [KeyToPath:items s:name ?:optional
CSIVolumeSource s:driver,fsType LocalObjectReference:nodePublishSecretRef ?:readOnly \
{s:volumeAttributes
DownwardAPIVolumeFile ObjectFieldSelector:fieldRef i:mode s:path \
ResourceFieldSelector:resourceFieldRef
DownwardAPIVolumeSource i:defaultMode [DownwardAPIVolumeFile:items
EmptyDirVolumeSource s:medium q:sizeLimit
TypedLocalObjectReference s:apiGroup,kind,name
TypedObjectReference s:apiGroup,kind,name,namespace
VolumeResourceRequirements {q:limits,requests
PersistentVolumeClaimSpec [s:accessModes TypedLocalObjectReference:dataSource \
TypedObjectReference:dataSourceRef VolumeResourceRequirements:resources LabelSelector:selector \
s:storageClassName,volumeAttributesClassName,volumeMode,volumeName
PersistentVolumeClaimTemplate ObjectMeta:metadata PersistentVolumeClaimSpec:spec
EphemeralVolumeSource PersistentVolumeClaimTemplate:volumeClaimTemplate
FCVolumeSource s:fsType i:lun ?:readOnly [s:targetWWNs,wwids
FlexVolumeSource s:driver,fsType {s:options ?:readOnly LocalObjectReference:secretRef
FlockerVolumeSource s:datasetName,datasetUUID
GCEPersistentDiskVolumeSource s:fsType,pdName i:partition ?:readOnly
GitRepoVolumeSource s:directory,repository,revision
GlusterfsVolumeSource s:endpoints,path ?:readOnly
HostPathVolumeSource s:path,type
ImageVolumeSource s:pullPolicy,reference
ISCSIVolumeSource ?:chapAuthDiscovery,chapAuthSession,readOnly s:fsType,initiatorName,iqn,\
iscsiInterface,targetPortal i:lun [s:portals LocalObjectReference:secretRef
NFSVolumeSource s:path,server ?:readOnly
PersistentVolumeClaimVolumeSource s:claimName ?:readOnly
PhotonPersistentDiskVolumeSource s:fsType,pdID
PortworxVolumeSource s:fsType,volumeID ?:readOnly
ClusterTrustBundleProjection LabelSelector:labelSelector s:name,path,signerName ?:optional
ConfigMapProjection [KeyToPath:items s:name ?:optional
DownwardAPIProjection [DownwardAPIVolumeFile:items
SecretProjection [KeyToPath:items s:name ?:optional
ServiceAccountTokenProjection s:audience,path l:expirationSeconds
VolumeProjection ClusterTrustBundleProjection:clusterTrustBundle ConfigMapProjection:configMap \
DownwardAPIProjection:downwardAPI SecretProjection:secret \
ServiceAccountTokenProjection:serviceAccountToken
ProjectedVolumeSource i:defaultMode [VolumeProjection:sources
QuobyteVolumeSource s:group,registry,tenant,user,volume ?:readOnly
RBDVolumeSource s:fsType,image,keyring,pool,user [s:monitors ?:readOnly \
LocalObjectReference:secretRef
ScaleIOVolumeSource s:fsType,gateway,protectionDomain,storageMode,storagePool,system,volumeName \
?:readOnly,sslEnabled LocalObjectReference:secretRef
SecretVolumeSource i:defaultMode [KeyToPath:items ?:optional s:secretName
StorageOSVolumeSource s:fsType,volumeName,volumeNamespace ?:readOnly \
LocalObjectReference:secretRef
VsphereVirtualDiskVolumeSource s:fsType,storagePolicyID,storagePolicyName,volumePath
Volume AWSElasticBlockStoreVolumeSource:awsElasticBlockStore AzureDiskVolumeSource:azureDisk \
AzureFileVolumeSource:azureFile CephFSVolumeSource:cephfs CinderVolumeSource:cinder \
ConfigMapVolumeSource:configMap CSIVolumeSource:csi DownwardAPIVolumeSource:downwardAPI \
EmptyDirVolumeSource:emptyDir EphemeralVolumeSource:ephemeral FCVolumeSource:fc \
FlexVolumeSource:flexVolume FlockerVolumeSource:flocker \
GCEPersistentDiskVolumeSource:gcePersistentDisk GitRepoVolumeSource:gitRepo \
GlusterfsVolumeSource:glusterfs HostPathVolumeSource:hostPath ImageVolumeSource:image \
ISCSIVolumeSource:iscsi s:name NFSVolumeSource:nfs \
PersistentVolumeClaimVolumeSource:persistentVolumeClaim \
PhotonPersistentDiskVolumeSource:photonPersistentDisk PortworxVolumeSource:portworxVolume \
ProjectedVolumeSource:projected QuobyteVolumeSource:quobyte RBDVolumeSource:rbd \
ScaleIOVolumeSource:scaleIO SecretVolumeSource:secret StorageOSVolumeSource:storageos \
VsphereVirtualDiskVolumeSource:vsphereVolume
PodSpec l:activeDeadlineSeconds,terminationGracePeriodSeconds Affinity:affinity \
?:automountServiceAccountToken,enableServiceLinks,hostIPC,hostNetwork,hostPID,hostUsers,\
setHostnameAsFQDN,shareProcessNamespace [Container:containers/name,initContainers/name \
PodDNSConfig:dnsConfig s:dnsPolicy,hostname,nodeName,preemptionPolicy,priorityClassName,\
restartPolicy,runtimeClassName,schedulerName,serviceAccount,serviceAccountName,subdomain \
[EphemeralContainer:ephemeralContainers/name [HostAlias:hostAliases/ip \
[LocalObjectReference:imagePullSecrets/name {s:nodeSelector PodOS:os {q:overhead i:priority \
[PodReadinessGate:readinessGates/ [PodResourceClaim:resourceClaims/name! \
ResourceRequirements:resources [PodSchedulingGate:schedulingGates/name \
PodSecurityContext:securityContext [Toleration:tolerations/ \
[TopologySpreadConstraint:topologySpreadConstraints/topologyKey [Volume:volumes/name!
PodCondition t:lastProbeTime,lastTransitionTime s:message,reason,status,type \
l:observedGeneration
`;
