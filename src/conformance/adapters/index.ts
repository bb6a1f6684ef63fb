/** One adapter an area, in the order in which the product's own layers stand. */
import type { AreaAdapter } from '../adapter';
import { bootstrapServiceAdapter } from './bootstrap-service';
import { endpointsAdapterAdapter } from './endpoints-adapter';
import { healthzAdapter } from './healthz';
import { leaseReconcilerAdapter } from './lease-reconciler';
import { systemNamespacesAdapter } from './system-namespaces';

export const ADAPTERS: readonly AreaAdapter[] = [
import { masterCountAdapter } from './master-count';
import { portAllocatorAdapter } from './port-allocator';
  healthzAdapter,
  systemNamespacesAdapter,
  bootstrapServiceAdapter,
  leaseReconcilerAdapter,
  endpointsAdapterAdapter,
];
  masterCountAdapter,
