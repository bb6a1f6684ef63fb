/** The door of the layer. */

// What conformance cases call by itself.
export { enabledVersions, resourceKnown } from './api/api-groups';
export { isErrorKind, isErrorOf } from './api/error-types';
export {
  type BadValue,
  duplicate,
  type FieldError,
  fieldErrorText,
  forbidden,
  invalid,
  notFoundValue,
  notSupported,
  required,
} from './api/field-error';
export { newGenericServerResponse } from './api/generic-response';
export { metaNamespaceKey as metaKeyOf } from './api/meta';
export type {
  ApiResource,
  EndpointPort,
  Endpoints,
  KubeList,
  KubeObject,
  ServicePort,
  ServiceSpec,
  Status,
} from './api/objects';
export { pathOf, requestInfo } from './api/request-path';
export {
  API_RESOURCES,
  apiVersionOf,
  ENDPOINTS,
  ENDPOINTSLICES,
  LEASES,
  NAMESPACES,
  PODS,
  resourceAt,
  resourceOfKind,
  resourceOfObject,
  SERVICES,
  storedKind,
} from './api/resources';
export {
  apiStatus,
  newAlreadyExists,
  newBadRequest,
  newConflict,
  newForbidden,
  newGenerateNameConflict,
  newInternalError,
  newInvalid,
  newNotFound,
  newResourceExpired,
  newServerTimeout,
  newServiceUnavailable,
  newTimeoutError,
  newTooLargeResourceVersion,
  newTooManyRequests,
  newUnauthorized,
  newUnknownError,
  suggestsClientDelay,
} from './api/status';
export { formatTime, parseTime } from './api/timestamps';
// What a run is made of.
export {
  type ApiServerOptions,
  type CompletedOptions,
  completeAndValidate,
  decodedObject,
  EXIT_FATAL,
  type FieldType,
  FLAG_DESCRIPTIONS,
  fieldTypesOf,
  flagKnowledge,
  flagRefusal,
  gateEnabled,
  getServiceIPAndRanges,
  HOOK_DESCRIPTIONS,
  kindError,
  parseApiServerFlags,
  storedValueError,
  validateClusterIPFlags,
  validateMaxCIDRRange,
  validatePublicIPServiceClusterIPRangeIPFamilies,
  validateServiceNodePort,
  withImpliedFlags,
} from './apiserver';
export { admissionChain } from './apiserver/admission';
export { AdmissionChain, type AdmissionPlugin } from './apiserver/admission/admission';
export type { Allocated, AllocationError } from './apiserver/allocators/allocation-error';
export { AllocatorMetrics } from './apiserver/allocators/allocator-metrics';
export { immediately, inMemory } from './apiserver/allocators/backing';
export { calculateRangeOffset } from './apiserver/allocators/band-offset';
export { AllocationBitmap, countBits, type Taken } from './apiserver/allocators/bitmap';
export {
  IpAllocator,
  type IpAllocatorCalls,
  ipsFromSnapshot,
  newInMemoryIps,
} from './apiserver/allocators/ip-allocator';
export { familyOf, type IpFamily, IpRange } from './apiserver/allocators/ip-range';
export {
  newInMemoryPorts,
  PortAllocator,
  portsFromSnapshot,
} from './apiserver/allocators/port-allocator';
export { type PortOperation, startOperation } from './apiserver/allocators/port-operation';
export { type PortRangeSpec, portBitmap, portRangeText } from './apiserver/allocators/port-range';
export {
  NO_ALLOCATION,
  NODE_PORTS,
  PRIMARY_IPS,
  type RangeAllocation,
  type RangeResource,
  rangeKeyOf,
  SECONDARY_IPS,
  snapshotIn,
} from './apiserver/allocators/range-allocation';
export {
  type RangeRegistry,
  RangeStorage,
  type RangeWrite,
} from './apiserver/allocators/range-storage';
export {
  type AllocatorParts,
  keepsStaticPorts,
  makeServiceAllocators,
  type ServiceAllocators,
} from './apiserver/allocators/service-allocators';
export { addressResources, ServiceCidrs } from './apiserver/allocators/service-cidrs';
export { AuditBackend } from './apiserver/audit-backend';
export {
  awaitMuxSignals,
  GenericAPIServer,
  type RunnableHook,
} from './apiserver/chain/generic-api-server';
export { NOT_FOUND } from './apiserver/chain/not-found';
export { serveHealth, serveIndex } from './apiserver/chain/serve-paths';
export { GracefulTermination } from './apiserver/graceful-termination';
export {
  delayedHealthCheck,
  informerSyncCheck,
  logCheck,
  postStartHookCheck,
} from './apiserver/health/checks';
export { HealthEndpoints } from './apiserver/health/health-endpoints';
export { chainHooks, HookRunner, SystemNamespacesController } from './apiserver/hooks';
export {
  createOrUpdateMasterServiceIfNeeded,
  type MasterService,
} from './apiserver/hooks/bootstrap-controller/master-service';
export { NamespacesTask } from './apiserver/hooks/bootstrap-controller/namespaces-task';
export { HOOK_BODIES } from './apiserver/hooks/hook-bodies';
export { InFlightRequests } from './apiserver/in-flight-requests';
export { KIND_RULES } from './apiserver/kinds/rules';
export { ABSENT_KIND_RULES, KINDS_WITH_RULES } from './apiserver/kinds/rules/absent';
export { lifecycleMachine } from './apiserver/lifecycle-machine';
export {
  SIGNAL_NAMES,
  SignalBoard,
  type SignalName,
  StopChannel,
} from './apiserver/lifecycle-signals';
export { makeContext } from './apiserver/make-context';
export { type InFlightLimits, MaxInFlight } from './apiserver/max-in-flight';
export { openApiDocument } from './apiserver/openapi';
export { canonicalIP, parseCidr, printCidr } from './apiserver/options/cidr';
export { responseTransforms } from './apiserver/printers';
export type { ReconcileEnd, ReconcileTarget } from './apiserver/reconcilers/endpoint-reconciler';
export { EndpointsAdapter } from './apiserver/reconcilers/endpoints-adapter';
export { LeaseEndpointReconciler } from './apiserver/reconcilers/lease-reconciler';
export { storageFailed } from './apiserver/reconcilers/lease-round';
export { MasterCountEndpointReconciler } from './apiserver/reconcilers/master-count-reconciler';
export { RECONCILER_TYPES } from './apiserver/reconcilers/reconciler-types';
export { RestHandler } from './apiserver/registry';
export { type DeleteRequestOptions, markAsDeleting } from './apiserver/registry/before-delete';
export { IdentitySource } from './apiserver/registry/before-write';
export { getList, withoutPages } from './apiserver/registry/list';
export {
  type ParsedListOptions,
  parseListOptions,
  validateListOptions,
} from './apiserver/registry/list-options';
export type { Outcome } from './apiserver/registry/outcome';
export { RegistryStore } from './apiserver/registry/registry-store';
export { normalizeClusterIPs, patchAllocatedValues } from './apiserver/registry/service-normalize';
export { interpretFailure } from './apiserver/registry/storage-failures';
export { defaultOnRead } from './apiserver/registry/strategies/service-defaults';
export { draftOf, specOf } from './apiserver/registry/strategies/service-fields';
export { DEFAULT_STRATEGY, type Strategy } from './apiserver/registry/strategy';
export type { WriteHooks } from './apiserver/registry/write-hooks';
export { clusterIps } from './apiserver/repair/cluster-ips';
export { AddressSyncs, type SyncEnd } from './apiserver/repair/ip-addresses/address-syncs';
export { collectServiceNodePorts } from './apiserver/repair/node-port-complaint';
export { nodePorts } from './apiserver/repair/node-ports';
export { RepairLoop } from './apiserver/repair/repair-loop';
export type { RepairParts } from './apiserver/repair/repair-parts';
export type { RepairSubject } from './apiserver/repair/repair-subject';
export { isLongRunning, RequestChain, withRetryAfter } from './apiserver/request-chain';
export type { HookBodies, ServerContext, ServerInformers } from './apiserver/server-context';
export * from './apiserver/storage';
export { LEASE_REUSE_PERCENT, reuseDurationSeconds } from './apiserver/storage/lease-manager';
export { BookmarkBuckets } from './apiserver/watch-cache/bookmark-buckets';
export { Cacher, type CacherOptions } from './apiserver/watch-cache/cacher';
export {
  EventWindow,
  suggestedWatchChannelSize,
  type WindowBounds,
} from './apiserver/watch-cache/event-window';
export { type Indexer, WatchCache } from './apiserver/watch-cache/watch-cache';
export type { WatchAsk, WatchOutput } from './apiserver/watch-cache/watch-source';
export {
  Backoff,
  type BackoffSpec,
  type Condition,
  ExponentialBackoff,
  exponentialBackoff,
  jittered,
} from './client/backoff';
export * from './client/cache-parts';
export { CoreEventRecorder } from './client/core-event-recorder';
export { DelayingQueue } from './client/delaying-queue';
export {
  aggregateKeys,
  aggregateMessage,
  type CoreEvent,
  type Correlated,
  EventCorrelator,
  spamKey,
} from './client/event-correlator';
export { EventRecorder } from './client/event-recorder';
export { ItemBackoff } from './client/item-backoff';
export * from './client/kubeconfig';
export * from './client/leader-election';
export * from './client/memory-discovery';
export { listPages } from './client/pager';
export { parallelizeUntil } from './client/parallelize';
export { type Got, Queue } from './client/queue';
export { QueueMetrics } from './client/queue-metrics';
export { clientRate } from './client/rate-limit';
export {
  BucketRateLimiter,
  defaultControllerRateLimiter,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  type RateLimiter,
  WithMaxWaitRateLimiter,
} from './client/rate-limiters';
export { RequestContext } from './client/request-context';
export { requestPreflightCheck, transformResponse } from './client/request-rules';
export type { RestClient, RestResult } from './client/rest-client';
export { errorText } from './client/rest-client';
export { DEFAULT_BACKOFF, isConflict, onError } from './client/retry';
export { RpcRestClient, type Transport } from './client/rpc-rest-client';
export { RuntimeErrors } from './client/runtime-errors';
export { ThrottledLogger } from './client/throttled-logger';
export { AlwaysRateLimiter, NeverRateLimiter, TokenBucket } from './client/token-bucket';
export { URLBackoff } from './client/url-backoff';
export { WithRetry, wrapPreviousError } from './client/with-retry';
export { Cluster, type ClusterPlan, type ComponentPlan, ETCD } from './cluster';
export type { ComponentKind, ServerAccess } from './component/component';
export type { ComponentFiles, FileData } from './component/component-files';
export { type Configured, configSchema, readConfig } from './component/config-schema';
export type { KnownGates } from './component/gate-flag';
export {
  checkerNames,
  formatQuoted,
  getExcludedChecks,
  type HealthChecker,
  handleCheck,
  handleRootHealth,
  installedChecks,
  pathsOf,
  pingCheck,
  type TextAnswer,
} from './component/healthz';
export { knownGates } from './component/known-gates';
export { parsePortRange } from './component/port-range';
export { type AccessParts, type ServerHost, serverAccess } from './component/server-access';
export * from './component-flags';
export { COMPONENTS, type Components } from './components';
export { isControllerEnabled, knownControllers } from './controller-manager/controllers';
export { MutableHealthzHandler, namedHealthChecker } from './controller-manager/health';
export { filterOfMigration } from './controller-manager/leader-migration';
export {
  type NamespaceCondition,
  NamespaceConditionUpdater,
  updateConditions,
} from './controllers/namespace/namespace-conditions';
export { Etcd, type InitialKey } from './etcd';
export { ETCD_ERROR } from './etcd/api';
export { INVARIANTS, type InvariantDescriptor } from './invariants';
export { KUBECTL_COMMANDS } from './kubectl/commands';
export { KUBECTL_LINES } from './kubectl/lines';
export { resourceTypes } from './kubectl/resource-types';
export { MACHINES } from './machines';
export * from './profile';
export { type KubectlCommands, type KubectlLines, STEPS, type StepDescriptor } from './steps';
