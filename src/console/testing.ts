/** Types for the tests of what reads and prints lines. */
import type { ResourceType } from './types';

const type = (resource: string, kind: string, more: Partial<ResourceType> = {}): ResourceType => ({
  group: '',
  version: 'v1',
  resource,
  kind,
  namespaced: true,
  ...more,
});

export const TYPES: readonly ResourceType[] = [
  type('namespaces', 'Namespace', { namespaced: false, shortNames: ['ns'] }),
  type('services', 'Service', { shortNames: ['svc'] }),
  type('endpoints', 'Endpoints', { shortNames: ['ep'] }),
  type('events', 'Event', { shortNames: ['ev'] }),
  type('endpointslices', 'EndpointSlice', { group: 'discovery.k8s.io' }),
  type('leases', 'Lease', { group: 'coordination.k8s.io' }),
  type('events', 'Event', { group: 'events.k8s.io', shortNames: ['ev'] }),
  type('configmaps', 'ConfigMap', { shortNames: ['cm'] }),
];
