import type { ApiResource } from './objects';

const make =
  (namespaced: boolean) =>
  (group: string, version: string, name: string, kind: string): ApiResource => ({
    group,
    version,
    resource: name,
    kind,
    namespaced,
  });
const resource = make(true);
const clusterResource = make(false);

export const RBAC_GROUP = 'rbac.authorization.k8s.io';
const FLOW_CONTROL = 'flowcontrol.apiserver.k8s.io';

/** The resources that are stored so far. */
export const NAMESPACES = clusterResource('', 'v1', 'namespaces', 'Namespace');
export const SERVICES = resource('', 'v1', 'services', 'Service');
export const ENDPOINTS = resource('', 'v1', 'endpoints', 'Endpoints');
export const EVENTS = resource('', 'v1', 'events', 'Event');
export const ENDPOINTSLICES = resource('discovery.k8s.io', 'v1', 'endpointslices', 'EndpointSlice');
export const LEASES = resource('coordination.k8s.io', 'v1', 'leases', 'Lease');
/** Events by their own group; stored in the same place as the core ones. */
export const EVENTS_V1 = resource('events.k8s.io', 'v1', 'events', 'Event');
export const CONFIG_MAPS = resource('', 'v1', 'configmaps', 'ConfigMap');
export const CLUSTER_ROLES = clusterResource(RBAC_GROUP, 'v1', 'clusterroles', 'ClusterRole');
export const CLUSTER_ROLE_BINDINGS = clusterResource(
  RBAC_GROUP,
  'v1',
  'clusterrolebindings',
  'ClusterRoleBinding',
);
export const ROLES = resource(RBAC_GROUP, 'v1', 'roles', 'Role');
export const ROLE_BINDINGS = resource(RBAC_GROUP, 'v1', 'rolebindings', 'RoleBinding');
export const PRIORITY_CLASSES = clusterResource(
  'scheduling.k8s.io',
  'v1',
  'priorityclasses',
  'PriorityClass',
);
const NETWORKING = 'networking.k8s.io';
/** Versions of the ranges of Service addresses, and of the addresses; stored in the second. */
export const SERVICE_CIDR_VERSIONS = ['v1beta1', 'v1'] as const;
export type ServiceCIDRVersion = (typeof SERVICE_CIDR_VERSIONS)[number];
export const SERVICE_CIDRS: Readonly<Record<ServiceCIDRVersion, ApiResource>> = {
  v1beta1: clusterResource(NETWORKING, 'v1beta1', 'servicecidrs', 'ServiceCIDR'),
  v1: clusterResource(NETWORKING, 'v1', 'servicecidrs', 'ServiceCIDR'),
};
export const IP_ADDRESSES: Readonly<Record<ServiceCIDRVersion, ApiResource>> = {
  v1beta1: clusterResource(NETWORKING, 'v1beta1', 'ipaddresses', 'IPAddress'),
  v1: clusterResource(NETWORKING, 'v1', 'ipaddresses', 'IPAddress'),
};
/** Versions of flow control; all are stored in the same place, in the form of the second. */
export const FLOW_CONTROL_VERSIONS = ['v1beta2', 'v1beta3', 'v1'] as const;
export type FlowControlVersion = (typeof FLOW_CONTROL_VERSIONS)[number];
export const FLOW_SCHEMAS = inEachVersion('flowschemas', 'FlowSchema');
export const PRIORITY_LEVELS = inEachVersion(
  'prioritylevelconfigurations',
  'PriorityLevelConfiguration',
);
export const API_SERVICES = clusterResource(
  'apiregistration.k8s.io',
  'v1',
  'apiservices',
  'APIService',
);
export const CRDS = clusterResource(
  'apiextensions.k8s.io',
  'v1',
  'customresourcedefinitions',
  'CustomResourceDefinition',
);

function inEachVersion(
  name: string,
  kind: string,
): Readonly<Record<FlowControlVersion, ApiResource>> {
  const of = (version: FlowControlVersion) => clusterResource(FLOW_CONTROL, version, name, kind);
  return { v1beta2: of('v1beta2'), v1beta3: of('v1beta3'), v1: of('v1') };
}

export const API_RESOURCES: readonly ApiResource[] = [
  NAMESPACES,
  SERVICES,
  ENDPOINTS,
  EVENTS,
  ENDPOINTSLICES,
  LEASES,
  EVENTS_V1,
  CONFIG_MAPS,
  CLUSTER_ROLES,
  CLUSTER_ROLE_BINDINGS,
  ROLES,
  ROLE_BINDINGS,
  PRIORITY_CLASSES,
  FLOW_SCHEMAS.v1beta3,
  FLOW_SCHEMAS.v1beta2,
  FLOW_SCHEMAS.v1,
  PRIORITY_LEVELS.v1beta3,
  PRIORITY_LEVELS.v1beta2,
  PRIORITY_LEVELS.v1,
  API_SERVICES,
  CRDS,
  SERVICE_CIDRS.v1,
  SERVICE_CIDRS.v1beta1,
  IP_ADDRESSES.v1,
  IP_ADDRESSES.v1beta1,
];

/** `v1`, or `group/version`. */
export const apiVersionOf = (of: ApiResource): string =>
  of.group === '' ? of.version : `${of.group}/${of.version}`;

/** The resource that an object's apiVersion and kind name; undefined when it is not stored. */
export function resourceOfObject(apiVersion: string, kind: string): ApiResource | undefined {
  return API_RESOURCES.find((of) => of.kind === kind && apiVersionOf(of) === apiVersion);
}

/** The resource of a kind, by its kind alone (`Namespace`, any case), its name or its singular. */
export function resourceOfKind(word: string): ApiResource | undefined {
  const lower = word.toLowerCase();
  return API_RESOURCES.find((of) => of.kind.toLowerCase() === lower || of.resource === lower);
}
