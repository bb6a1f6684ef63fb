/**
 * The Go types of definitions of custom resources and of flow control, one a line; how to read them
 * is in go-types.ts.
 *
 * Upstream    kubernetes v1.33 staging/src/k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1
 *             (types.go, types_jsonschema.go), staging/src/k8s.io/api flowcontrol
 * Simplified  what is a schema or something else (items, additionalProperties, dependencies) is not
 *             looked at; the shares of every version of flow control stand in one type
 */
export const DEFINITION_TYPES = `
ExternalDocumentation s:description,url
ValidationRule s:fieldPath,message,messageExpression,reason,rule ?:optionalOldSelf
JSONSchemaProps s:$ref,$schema,description,format,id,pattern,title,type,x-kubernetes-list-type,\
x-kubernetes-map-type ?:exclusiveMaximum,exclusiveMinimum,nullable,uniqueItems,\
x-kubernetes-embedded-resource,x-kubernetes-int-or-string,x-kubernetes-preserve-unknown-fields \
l:maxItems,maxLength,maxProperties,minItems,minLength,minProperties n:maximum,minimum,multipleOf \
*:additionalItems,additionalProperties,default,example,items [*:enum {*:dependencies \
[JSONSchemaProps:allOf,anyOf,oneOf JSONSchemaProps:not \
{JSONSchemaProps:definitions,patternProperties,properties ExternalDocumentation:externalDocs \
[s:required,x-kubernetes-list-map-keys [ValidationRule:x-kubernetes-validations
ApiextensionsV1ServiceReference s:name,namespace,path i:port
ApiextensionsV1WebhookClientConfig b:caBundle ApiextensionsV1ServiceReference:service s:url
WebhookConversion ApiextensionsV1WebhookClientConfig:clientConfig [s:conversionReviewVersions
CustomResourceConversion s:strategy WebhookConversion:webhook
CustomResourceDefinitionNames [s:categories,shortNames s:kind,listKind,plural,singular
CustomResourceColumnDefinition s:description,format,jsonPath,name,type i:priority
CustomResourceValidation JSONSchemaProps:openAPIV3Schema
SelectableField s:jsonPath
CustomResourceSubresourceScale s:labelSelectorPath,specReplicasPath,statusReplicasPath
CustomResourceSubresourceStatus
CustomResourceSubresources CustomResourceSubresourceScale:scale \
CustomResourceSubresourceStatus:status
CustomResourceDefinitionVersion [CustomResourceColumnDefinition:additionalPrinterColumns \
?:deprecated,served,storage s:deprecationWarning,name CustomResourceValidation:schema \
[SelectableField:selectableFields CustomResourceSubresources:subresources
CustomResourceDefinitionSpec CustomResourceConversion:conversion s:group,scope \
CustomResourceDefinitionNames:names ?:preserveUnknownFields \
[CustomResourceDefinitionVersion:versions
CustomResourceDefinitionCondition t:lastTransitionTime s:message,reason,status,type
CustomResourceDefinitionStatus CustomResourceDefinitionNames:acceptedNames \
[CustomResourceDefinitionCondition:conditions [s:storedVersions
CustomResourceDefinition ObjectMeta:metadata CustomResourceDefinitionSpec:spec \
CustomResourceDefinitionStatus:status
FlowDistinguisherMethod s:type
PriorityLevelConfigurationReference s:name
NonResourcePolicyRule [s:nonResourceURLs,verbs
ResourcePolicyRule [s:apiGroups,namespaces,resources,verbs ?:clusterScope
GroupSubject s:name
UserSubject s:name
ServiceAccountSubject s:name,namespace
FlowcontrolV1Subject GroupSubject:group s:kind ServiceAccountSubject:serviceAccount \
UserSubject:user
PolicyRulesWithSubjects [NonResourcePolicyRule:nonResourceRules \
[ResourcePolicyRule:resourceRules [FlowcontrolV1Subject:subjects
FlowSchemaSpec FlowDistinguisherMethod:distinguisherMethod i:matchingPrecedence \
PriorityLevelConfigurationReference:priorityLevelConfiguration [PolicyRulesWithSubjects:rules
FlowSchemaCondition t:lastTransitionTime s:message,reason,status,type
FlowSchemaStatus [FlowSchemaCondition:conditions/type
FlowSchema ObjectMeta:metadata FlowSchemaSpec:spec FlowSchemaStatus:status
ExemptPriorityLevelConfiguration i:lendablePercent,nominalConcurrencyShares
QueuingConfiguration i:handSize,queueLengthLimit,queues
LimitResponse QueuingConfiguration:queuing s:type
LimitedPriorityLevelConfiguration i:assuredConcurrencyShares,borrowingLimitPercent,\
lendablePercent,nominalConcurrencyShares LimitResponse:limitResponse
PriorityLevelConfigurationSpec ExemptPriorityLevelConfiguration:exempt \
LimitedPriorityLevelConfiguration:limited s:type
PriorityLevelConfigurationCondition t:lastTransitionTime s:message,reason,status,type
PriorityLevelConfigurationStatus [PriorityLevelConfigurationCondition:conditions/type
PriorityLevelConfiguration ObjectMeta:metadata PriorityLevelConfigurationSpec:spec \
PriorityLevelConfigurationStatus:status
`;
