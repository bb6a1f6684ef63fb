import type { ApiResource } from './objects';

const resource = (group: string, version: string, name: string, kind: string): ApiResource => ({
  group,
  version,
  resource: name,
  kind,
  namespaced: kind !== 'Namespace',
});

/** The resources that are stored so far. */
export const NAMESPACES = resource('', 'v1', 'namespaces', 'Namespace');
export const SERVICES = resource('', 'v1', 'services', 'Service');
export const ENDPOINTS = resource('', 'v1', 'endpoints', 'Endpoints');
export const EVENTS = resource('', 'v1', 'events', 'Event');
export const ENDPOINTSLICES = resource('discovery.k8s.io', 'v1', 'endpointslices', 'EndpointSlice');
export const LEASES = resource('coordination.k8s.io', 'v1', 'leases', 'Lease');
/** Events by their own group; stored in the same place as the core ones. */
export const EVENTS_V1 = resource('events.k8s.io', 'v1', 'events', 'Event');

export const API_RESOURCES: readonly ApiResource[] = [
  NAMESPACES,
  SERVICES,
  ENDPOINTS,
  EVENTS,
  ENDPOINTSLICES,
  LEASES,
  EVENTS_V1,
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
