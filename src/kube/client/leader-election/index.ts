export {
  type ElectionRecord,
  leaseSpecOf,
  NO_RECORD,
  rawRecord,
  recordOf,
} from './election-record';
export { HealthzAdaptor } from './healthz-adaptor';
export { electorError, LeaderElector } from './leader-elector';
export { newLock } from './new-lock';
export { leaseLock, type ResourceLock } from './resource-lock';
