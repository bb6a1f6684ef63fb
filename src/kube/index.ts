/** The door of the layer. */

// What a run is made of.
export {
  type ApiServerOptions,
  FLAG_DESCRIPTIONS,
  flagKnowledge,
  HOOK_DESCRIPTIONS,
  parseApiServerFlags,
} from './apiserver';
export { MACHINES } from './machines';
export { Cluster, type ClusterPlan, ETCD } from './cluster';
export { apiVersionOf, resourceOfObject } from './api/resources';
export { INVARIANTS, type InvariantDescriptor } from './invariants';
export { STEPS, type StepDescriptor } from './steps';

// What conformance cases call by itself.
export type {
  ApiResource,
  Endpoints,
  EndpointPort,
  KubeObject,
  ServicePort,
  Status,
} from './api/objects';
export {
  ENDPOINTS,
  ENDPOINTSLICES,
  NAMESPACES,
  resourceOfKind,
  SERVICES,
} from './api/resources';
export {
  newAlreadyExists,
  newConflict,
  newForbidden,
  newInternalError,
  newNotFound,
  newServiceUnavailable,
} from './api/status';
export { admissionChain } from './apiserver/admission';
export {
  delayedHealthCheck,
  informerSyncCheck,
  logCheck,
  postStartHookCheck,
} from './apiserver/health/checks';
export { HealthEndpoints } from './apiserver/health/health-endpoints';
export {
  checkerNames,
  formatQuoted,
  getExcludedChecks,
  handleCheck,
  handleRootHealth,
  type HealthChecker,
  installedChecks,
  pathsOf,
  pingCheck,
  type TextAnswer,
} from './apiserver/health/healthz';
export {
  createOrUpdateMasterServiceIfNeeded,
  type MasterService,
} from './apiserver/hooks/bootstrap-controller/master-service';
export { SystemNamespacesController } from './apiserver/hooks/start-system-namespaces-controller';
export type { ReconcileEnd, ReconcileTarget } from './apiserver/reconcilers/endpoint-reconciler';
export { EndpointsAdapter } from './apiserver/reconcilers/endpoints-adapter';
export { LeaseEndpointReconciler } from './apiserver/reconcilers/lease-reconciler';
export { storageFailed } from './apiserver/reconcilers/lease-round';
export { RestHandler } from './apiserver/registry';
export { interpretFailure } from './apiserver/registry/storage-failures';
export { StopChannel } from './apiserver/lifecycle-signals';
export type { ServerInformers } from './apiserver/server-context';
export * from './apiserver/storage';
export type { RestClient, RestResult } from './client/rest-client';
export { errorText } from './client/rest-client';
export { RpcRestClient } from './client/rpc-rest-client';
export { Etcd, type InitialKey } from './etcd';
export * from './profile';
