/** The resources that are stored, by name, and how one is found. The table has them all. */
import { invariant } from '#base';
import { BUILT_IN_GROUPS, builtInResource } from './built-in-resources';
import type { ApiResource } from './objects';

export const RBAC_GROUP = 'rbac.authorization.k8s.io';
const NETWORKING = 'networking.k8s.io';
const FLOW_CONTROL = 'flowcontrol.apiserver.k8s.io';

/** Each in each of its versions, the core group first. */
export const API_RESOURCES: readonly ApiResource[] = [...BUILT_IN_GROUPS]
  .sort((a, b) => Number(a.name !== '') - Number(b.name !== ''))
  .flatMap(({ resources }) => resources)
  .filter(({ stored }) => stored)
  .flatMap(({ group, resource, kind, namespaced, versions }) =>
    versions.map(({ name: version }) => ({ group, version, resource, kind, namespaced })),
  );

const byPath = new Map(
  API_RESOURCES.map((of) => [`${of.group}/${of.version}/${of.resource}`, of] as const),
);

function the(group: string, version: string, resource: string): ApiResource {
  const of = byPath.get(`${group}/${version}/${resource}`);
  invariant(of, `the table of resources has ${resource} in ${group}/${version}`);
  return of;
}

export const NAMESPACES = the('', 'v1', 'namespaces');
export const SERVICES = the('', 'v1', 'services');
export const ENDPOINTS = the('', 'v1', 'endpoints');
export const EVENTS = the('', 'v1', 'events');
export const CONFIG_MAPS = the('', 'v1', 'configmaps');
export const PODS = the('', 'v1', 'pods');
export const SERVICE_ACCOUNTS = the('', 'v1', 'serviceaccounts');
export const REPLICA_SETS = the('apps', 'v1', 'replicasets');
export const ENDPOINTSLICES = the('discovery.k8s.io', 'v1', 'endpointslices');
export const LEASES = the('coordination.k8s.io', 'v1', 'leases');
/** Events by their own group; stored in the same place as the core ones. */
export const EVENTS_V1 = the('events.k8s.io', 'v1', 'events');
export const CLUSTER_ROLES = the(RBAC_GROUP, 'v1', 'clusterroles');
export const CLUSTER_ROLE_BINDINGS = the(RBAC_GROUP, 'v1', 'clusterrolebindings');
export const ROLES = the(RBAC_GROUP, 'v1', 'roles');
export const ROLE_BINDINGS = the(RBAC_GROUP, 'v1', 'rolebindings');
export const PRIORITY_CLASSES = the('scheduling.k8s.io', 'v1', 'priorityclasses');
export const API_SERVICES = the('apiregistration.k8s.io', 'v1', 'apiservices');
export const CRDS = the('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');

function inEach<V extends string>(group: string, versions: readonly V[], resource: string) {
  const found = versions.map((version) => [version, the(group, version, resource)]);
  return Object.fromEntries(found) as Readonly<Record<V, ApiResource>>;
}

/** Versions of the ranges of Service addresses, and of the addresses; stored in the second. */
export const SERVICE_CIDR_VERSIONS = ['v1beta1', 'v1', 'v1alpha1'] as const;
export type ServiceCIDRVersion = (typeof SERVICE_CIDR_VERSIONS)[number];
export const SERVICE_CIDRS = inEach(NETWORKING, SERVICE_CIDR_VERSIONS, 'servicecidrs');
export const IP_ADDRESSES = inEach(NETWORKING, SERVICE_CIDR_VERSIONS, 'ipaddresses');
/** Versions of flow control; all are stored in the same place, in the form of the second. */
export const FLOW_CONTROL_VERSIONS = ['v1beta2', 'v1beta3', 'v1'] as const;
export type FlowControlVersion = (typeof FLOW_CONTROL_VERSIONS)[number];
export const FLOW_SCHEMAS = inEach(FLOW_CONTROL, FLOW_CONTROL_VERSIONS, 'flowschemas');
export const PRIORITY_LEVELS = inEach(
  FLOW_CONTROL,
  FLOW_CONTROL_VERSIONS,
  'prioritylevelconfigurations',
);

/** `v1`, or `group/version`. */
export const apiVersionOf = (of: Pick<ApiResource, 'group' | 'version'>): string =>
  of.group === '' ? of.version : `${of.group}/${of.version}`;

const byKind = new Map(API_RESOURCES.map((of) => [`${apiVersionOf(of)}/${of.kind}`, of] as const));

/** The resource that an object's apiVersion and kind name; undefined when it is not stored. */
export const resourceOfObject = (apiVersion: string, kind: string): ApiResource | undefined =>
  byKind.get(`${apiVersion}/${kind}`);

/** Whether objects of a kind are stored. */
export const storedKind = (apiVersion: string, kind: string): boolean =>
  byKind.has(`${apiVersion}/${kind}`);

/** The resource of a path; undefined when it is not built in. */
export const resourceAt = (
  group: string,
  version: string,
  resource: string,
): ApiResource | undefined => byPath.get(`${group}/${version}/${resource}`);

/** The resource of a kind, by its kind alone (`Namespace`, any case), its name or a short one. */
export function resourceOfKind(word: string): ApiResource | undefined {
  const lower = word.toLowerCase();
  return API_RESOURCES.find((of) => of.kind.toLowerCase() === lower || of.resource === lower);
}

/** The version that the objects of a resource are stored in, of those that it has. */
export const storageVersionOf = ({ group, resource, version }: ApiResource): string =>
  builtInResource(group, resource)?.versions[0].name ?? version;
