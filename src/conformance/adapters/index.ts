/** One adapter an area, in the order in which the product's own layers stand. */
import type { AreaAdapter } from '../adapter';
import { backoffAdapter } from './backoff';
import { bitmapAdapter } from './bitmap';
import { bootstrapControllerAdapter } from './bootstrap-controller';
import { bootstrapServiceAdapter } from './bootstrap-service';
import { broadcasterAdapter } from './broadcaster';
import { clientErrorsAdapter } from './client-errors';
import { clientRequestAdapter } from './client-request';
import { clientRetryAdapter } from './client-retry';
import { controllerManagerAdapter } from './controller-manager';
import { delayingQueueAdapter } from './delaying-queue';
import { deltaFifoAdapter } from './deltafifo';
import { discoveryAdapter } from './discovery';
import { endpointsAdapterAdapter } from './endpoints-adapter';
import { etcdAllocatorAdapter } from './etcd-allocator';
import { etcdKeysAdapter } from './etcd-keys';
import { etcd3CompactionAdapter } from './etcd3-compaction';
import { etcd3LeaseAdapter } from './etcd3-lease';
import { etcd3ListAdapter } from './etcd3-list';
import { etcd3StoreAdapter } from './etcd3-store';
import { eventCorrelatorAdapter } from './event-correlator';
import { eventRecorderAdapter } from './event-recorder';
import { fifoAdapter } from './fifo';
import { filtersAdapter } from './filters';
import { gracefulTerminationAdapter } from './graceful-termination';
import { healthzAdapter } from './healthz';
import { hooksAdapter } from './hooks';
import { indexerAdapter } from './indexer';
import { informerAdapter } from './informer';
import { integrationAdapter } from './integration';
import { ipBitmapAdapter } from './ip-bitmap';
import { kubeconfigAdapter } from './kubeconfig';
import { leaderElectionAdapter, leaderElectionHealthzAdapter } from './leaderelection';
import { leaseReconcilerAdapter } from './lease-reconciler';
import { masterCountAdapter } from './master-count';
import { namespaceAdapter } from './namespace';
import { nodeLeaseAdapter } from './node-lease';
import { optionsAdapter } from './options';
import { pagerAdapter } from './pager';
import { portAllocatorAdapter } from './port-allocator';
import { rateLimiterAdapter } from './ratelimiter';
import { reflectorAdapter } from './reflector';
import { repairClusterIpAdapter } from './repair-clusterip';
import { repairIPAddressAdapter } from './repair-ipaddress';
import { repairNodePortAdapter } from './repair-nodeport';
import { restAdapter } from './rest';
import { retryOnConflictAdapter } from './retry-on-conflict';
import {
  serviceIPFieldsAdapter,
  serviceIPsAdapter,
  serviceNodePortsAdapter,
  serviceUpdateAdapter,
} from './services';
import { statusAdapter } from './status';
import { systemNamespacesAdapter } from './system-namespaces';
import { tokenBucketAdapter } from './tokenbucket';
import { watchCacheAdapter } from './watch-cache';
import { workQueueAdapter } from './workqueue';
import { workQueueMetricsAdapter } from './workqueue-metrics';

export const ADAPTERS: readonly AreaAdapter[] = [
  optionsAdapter,
  hooksAdapter,
  gracefulTerminationAdapter,
  filtersAdapter,
  healthzAdapter,
  systemNamespacesAdapter,
  bootstrapControllerAdapter,
  bootstrapServiceAdapter,
  leaseReconcilerAdapter,
  masterCountAdapter,
  endpointsAdapterAdapter,
  bitmapAdapter,
  ipBitmapAdapter,
  portAllocatorAdapter,
  etcdAllocatorAdapter,
  repairClusterIpAdapter,
  repairIPAddressAdapter,
  repairNodePortAdapter,
  etcd3CompactionAdapter,
  etcd3LeaseAdapter,
  etcd3ListAdapter,
  etcdKeysAdapter,
  statusAdapter,
  etcd3StoreAdapter,
  watchCacheAdapter,
  restAdapter,
  serviceIPFieldsAdapter,
  serviceIPsAdapter,
  serviceNodePortsAdapter,
  serviceUpdateAdapter,
  integrationAdapter,
  workQueueAdapter,
  delayingQueueAdapter,
  rateLimiterAdapter,
  tokenBucketAdapter,
  backoffAdapter,
  workQueueMetricsAdapter,
  fifoAdapter,
  deltaFifoAdapter,
  indexerAdapter,
  leaderElectionAdapter,
  leaderElectionHealthzAdapter,
  controllerManagerAdapter,
  namespaceAdapter,
  eventCorrelatorAdapter,
  eventRecorderAdapter,
  broadcasterAdapter,
  nodeLeaseAdapter,
  pagerAdapter,
  reflectorAdapter,
  informerAdapter,
  retryOnConflictAdapter,
  clientErrorsAdapter,
  clientRequestAdapter,
  discoveryAdapter,
  clientRetryAdapter,
  kubeconfigAdapter,
];
