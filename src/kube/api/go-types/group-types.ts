/**
 * The Go types of the other groups, one a line; how to read them is in go-types.ts.
 *
 * Upstream    kubernetes v1.33 staging/src/k8s.io/api (types.go of each group), as published in its
 *             OpenAPI document; patch strategies from the tags of the fields
 */
export const GROUP_TYPES = `
ControllerRevision *:data ObjectMeta:metadata l:revision
PodFailurePolicyOnExitCodesRequirement s:containerName,operator [i:values
PodFailurePolicyOnPodConditionsPattern s:status,type
PodFailurePolicyRule s:action PodFailurePolicyOnExitCodesRequirement:onExitCodes \
[PodFailurePolicyOnPodConditionsPattern:onPodConditions
PodFailurePolicy [PodFailurePolicyRule:rules
SuccessPolicyRule i:succeededCount s:succeededIndexes
SuccessPolicy [SuccessPolicyRule:rules
JobSpec l:activeDeadlineSeconds i:backoffLimit,backoffLimitPerIndex,completions,\
maxFailedIndexes,parallelism,ttlSecondsAfterFinished s:completionMode,managedBy,\
podReplacementPolicy ?:manualSelector,suspend PodFailurePolicy:podFailurePolicy \
LabelSelector:selector SuccessPolicy:successPolicy PodTemplateSpec:template
JobCondition t:lastProbeTime,lastTransitionTime s:message,reason,status,type
UncountedTerminatedPods [s:failed,succeeded
JobStatus i:active,failed,ready,succeeded,terminating s:completedIndexes,failedIndexes \
t:completionTime,startTime [JobCondition:conditions/type \
UncountedTerminatedPods:uncountedTerminatedPods
Job ObjectMeta:metadata JobSpec:spec JobStatus:status
JobTemplateSpec ObjectMeta:metadata JobSpec:spec
CronJobSpec s:concurrencyPolicy,schedule,timeZone i:failedJobsHistoryLimit,\
successfulJobsHistoryLimit JobTemplateSpec:jobTemplate l:startingDeadlineSeconds ?:suspend
CronJobStatus [ObjectReference:active t:lastScheduleTime,lastSuccessfulTime
CronJob ObjectMeta:metadata CronJobSpec:spec CronJobStatus:status
HPAScalingPolicy i:periodSeconds,value s:type
HPAScalingRules [HPAScalingPolicy:policies s:selectPolicy,tolerance i:stabilizationWindowSeconds
HorizontalPodAutoscalerBehavior HPAScalingRules:scaleDown,scaleUp
MetricTarget i:averageUtilization q:averageValue,value s:type
ContainerResourceMetricSource s:container,name MetricTarget:target
MetricIdentifier s:name LabelSelector:selector
ExternalMetricSource MetricIdentifier:metric MetricTarget:target
CrossVersionObjectReference s:apiVersion,kind,name
ObjectMetricSource CrossVersionObjectReference:describedObject MetricIdentifier:metric \
MetricTarget:target
PodsMetricSource MetricIdentifier:metric MetricTarget:target
ResourceMetricSource s:name MetricTarget:target
MetricSpec ContainerResourceMetricSource:containerResource ExternalMetricSource:external \
ObjectMetricSource:object PodsMetricSource:pods ResourceMetricSource:resource s:type
HorizontalPodAutoscalerSpec HorizontalPodAutoscalerBehavior:behavior i:maxReplicas,minReplicas \
[MetricSpec:metrics CrossVersionObjectReference:scaleTargetRef
HorizontalPodAutoscalerCondition t:lastTransitionTime s:message,reason,status,type
MetricValueStatus i:averageUtilization q:averageValue,value
ContainerResourceMetricStatus s:container,name MetricValueStatus:current
ExternalMetricStatus MetricValueStatus:current MetricIdentifier:metric
ObjectMetricStatus MetricValueStatus:current CrossVersionObjectReference:describedObject \
MetricIdentifier:metric
PodsMetricStatus MetricValueStatus:current MetricIdentifier:metric
ResourceMetricStatus MetricValueStatus:current s:name
MetricStatus ContainerResourceMetricStatus:containerResource ExternalMetricStatus:external \
ObjectMetricStatus:object PodsMetricStatus:pods ResourceMetricStatus:resource s:type
HorizontalPodAutoscalerStatus [HorizontalPodAutoscalerCondition:conditions/type \
[MetricStatus:currentMetrics i:currentReplicas,desiredReplicas t:lastScaleTime \
l:observedGeneration
HorizontalPodAutoscaler ObjectMeta:metadata HorizontalPodAutoscalerSpec:spec \
HorizontalPodAutoscalerStatus:status
CrossVersionObjectReferenceX s:apiVersion,kind,name
HorizontalPodAutoscalerSpecX i:maxReplicas,minReplicas,targetCPUUtilizationPercentage \
CrossVersionObjectReferenceX:scaleTargetRef
HorizontalPodAutoscalerStatusX i:currentCPUUtilizationPercentage,currentReplicas,\
desiredReplicas t:lastScaleTime l:observedGeneration
HorizontalPodAutoscalerX ObjectMeta:metadata HorizontalPodAutoscalerSpecX:spec \
HorizontalPodAutoscalerStatusX:status
PodDisruptionBudgetSpec x:maxUnavailable,minAvailable LabelSelector:selector/~ \
s:unhealthyPodEvictionPolicy
PodDisruptionBudgetStatus [Condition:conditions/type i:currentHealthy,desiredHealthy,\
disruptionsAllowed,expectedPods {t:disruptedPods l:observedGeneration
PodDisruptionBudget ObjectMeta:metadata PodDisruptionBudgetSpec:spec \
PodDisruptionBudgetStatus:status
NetworkPolicyPort i:endPort x:port s:protocol
IPBlock s:cidr [s:except
NetworkPolicyPeer IPBlock:ipBlock LabelSelector:namespaceSelector,podSelector
NetworkPolicyEgressRule [NetworkPolicyPort:ports [NetworkPolicyPeer:to
NetworkPolicyIngressRule [NetworkPolicyPeer:from [NetworkPolicyPort:ports
NetworkPolicySpec [NetworkPolicyEgressRule:egress [NetworkPolicyIngressRule:ingress \
LabelSelector:podSelector [s:policyTypes
NetworkPolicy ObjectMeta:metadata NetworkPolicySpec:spec
ServiceBackendPort s:name i:number
IngressServiceBackend s:name ServiceBackendPort:port
IngressBackend TypedLocalObjectReference:resource IngressServiceBackend:service
HTTPIngressPath IngressBackend:backend s:path,pathType
HTTPIngressRuleValue [HTTPIngressPath:paths
IngressRule s:host HTTPIngressRuleValue:http
IngressTLS [s:hosts s:secretName
IngressSpec IngressBackend:defaultBackend s:ingressClassName [IngressRule:rules [IngressTLS:tls
IngressPortStatus s:error,protocol i:port
IngressLoadBalancerIngress s:hostname,ip [IngressPortStatus:ports
IngressLoadBalancerStatus [IngressLoadBalancerIngress:ingress
IngressStatus IngressLoadBalancerStatus:loadBalancer
Ingress ObjectMeta:metadata IngressSpec:spec IngressStatus:status
IngressClassParametersReference s:apiGroup,kind,name,namespace,scope
IngressClassSpec s:controller IngressClassParametersReference:parameters
IngressClass ObjectMeta:metadata IngressClassSpec:spec
TopologySelectorLabelRequirement s:key [s:values
TopologySelectorTerm [TopologySelectorLabelRequirement:matchLabelExpressions
StorageClass ?:allowVolumeExpansion [TopologySelectorTerm:allowedTopologies ObjectMeta:metadata \
[s:mountOptions {s:parameters s:provisioner,reclaimPolicy,volumeBindingMode
VolumeAttachmentSource PersistentVolumeSpec:inlineVolumeSpec s:persistentVolumeName
VolumeAttachmentSpec s:attacher,nodeName VolumeAttachmentSource:source
VolumeError i:errorCode s:message t:time
VolumeAttachmentStatus VolumeError:attachError,detachError ?:attached {s:attachmentMetadata
VolumeAttachment ObjectMeta:metadata VolumeAttachmentSpec:spec VolumeAttachmentStatus:status
StorageV1TokenRequest s:audience l:expirationSeconds
CSIDriverSpec ?:attachRequired,podInfoOnMount,requiresRepublish,seLinuxMount,storageCapacity \
s:fsGroupPolicy l:nodeAllocatableUpdatePeriodSeconds [StorageV1TokenRequest:tokenRequests \
[s:volumeLifecycleModes
CSIDriver ObjectMeta:metadata CSIDriverSpec:spec
VolumeNodeResources i:count
CSINodeDriver VolumeNodeResources:allocatable s:name,nodeID [s:topologyKeys
CSINodeSpec [CSINodeDriver:drivers
CSINode ObjectMeta:metadata CSINodeSpec:spec
CSIStorageCapacity q:capacity,maximumVolumeSize ObjectMeta:metadata LabelSelector:nodeTopology \
s:storageClassName
CertificateSigningRequestSpec i:expirationSeconds {[s:extra [s:groups,usages b:request \
s:signerName,uid,username
CertificateSigningRequestCondition t:lastTransitionTime,lastUpdateTime s:message,reason,status,\
type
CertificateSigningRequestStatus b:certificate [CertificateSigningRequestCondition:conditions
CertificateSigningRequest ObjectMeta:metadata CertificateSigningRequestSpec:spec \
CertificateSigningRequestStatus:status
Overhead {q:podFixed
Scheduling {s:nodeSelector [Toleration:tolerations
RuntimeClass s:handler ObjectMeta:metadata Overhead:overhead Scheduling:scheduling
AdmissionregistrationV1ServiceReference s:name,namespace,path i:port
AdmissionregistrationV1WebhookClientConfig b:caBundle \
AdmissionregistrationV1ServiceReference:service s:url
MatchCondition s:expression,name
RuleWithOperations [s:apiGroups,apiVersions,operations,resources s:scope
ValidatingWebhook [s:admissionReviewVersions \
AdmissionregistrationV1WebhookClientConfig:clientConfig s:failurePolicy,matchPolicy,name,\
sideEffects [MatchCondition:matchConditions LabelSelector:namespaceSelector,objectSelector \
[RuleWithOperations:rules i:timeoutSeconds
ValidatingWebhookConfiguration ObjectMeta:metadata [ValidatingWebhook:webhooks/name
MutatingWebhook [s:admissionReviewVersions \
AdmissionregistrationV1WebhookClientConfig:clientConfig s:failurePolicy,matchPolicy,name,\
reinvocationPolicy,sideEffects [MatchCondition:matchConditions LabelSelector:namespaceSelector,\
objectSelector [RuleWithOperations:rules i:timeoutSeconds
MutatingWebhookConfiguration ObjectMeta:metadata [MutatingWebhook:webhooks/name
ApiregistrationV1ServiceReference s:name,namespace i:port
APIServiceSpec b:caBundle s:group,version i:groupPriorityMinimum,versionPriority \
?:insecureSkipTLSVerify ApiregistrationV1ServiceReference:service
APIServiceCondition t:lastTransitionTime s:message,reason,status,type
APIServiceStatus [APIServiceCondition:conditions/type
APIService ObjectMeta:metadata APIServiceSpec:spec APIServiceStatus:status
EndpointConditions ?:ready,serving,terminating
ForNode s:name
ForZone s:name
EndpointHints [ForNode:forNodes [ForZone:forZones
Endpoint [s:addresses EndpointConditions:conditions {s:deprecatedTopology EndpointHints:hints \
s:hostname,nodeName,zone ObjectReference:targetRef
DiscoveryV1EndpointPort s:appProtocol,name,protocol i:port
EndpointSlice s:addressType [Endpoint:endpoints ObjectMeta:metadata \
[DiscoveryV1EndpointPort:ports
LeaseSpec m:acquireTime,renewTime s:holderIdentity,preferredHolder,strategy \
i:leaseDurationSeconds,leaseTransitions
Lease ObjectMeta:metadata LeaseSpec:spec
AggregationRule [LabelSelector:clusterRoleSelectors
PolicyRule [s:apiGroups,nonResourceURLs,resourceNames,resources,verbs
ClusterRole AggregationRule:aggregationRule ObjectMeta:metadata [PolicyRule:rules
Role ObjectMeta:metadata [PolicyRule:rules
RoleRef s:apiGroup,kind,name
RbacV1Subject s:apiGroup,kind,name,namespace
ClusterRoleBinding ObjectMeta:metadata RoleRef:roleRef [RbacV1Subject:subjects
RoleBinding ObjectMeta:metadata RoleRef:roleRef [RbacV1Subject:subjects
PriorityClass s:description,preemptionPolicy ?:globalDefault ObjectMeta:metadata i:value
`;
