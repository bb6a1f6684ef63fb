/**
 * What conformance cases call by itself of the caches: queues, stores, reflectors, informers; and
 * what tells others of something.
 */

export { Broadcaster } from './broadcaster';
export {
  type Delta,
  DeltaFifo,
  type Deltas,
  type DeltaType,
  NO_DELTAS,
  newest,
  objectOf,
  Tombstone,
} from './delta-fifo';
export { type ExampleObject, expectedTypeOf } from './expected-type';
export { Fifo } from './fifo';
export type { HandlerRegistration } from './handler-registration';
export { SharedInformerFactory } from './informer-factory';
export type { KeyedQueue, Processed } from './keyed-queue';
export { LeaseController } from './lease-controller';
export { Reflector } from './reflector';
export type { ReflectorOptions } from './reflector-options';
export { RetryWithDeadline } from './retry-with-deadline';
export {
  type InformerHandler,
  type InformerOptions as SharedInformerOptions,
  SharedInformer,
} from './shared-informer';
export { IndexedStore, type IndexFunc } from './store';
