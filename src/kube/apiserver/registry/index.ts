export type { FieldType } from '../../api/decode-fields';
export {
  decodedObject,
  fieldTypesOf,
  kindError,
  storedValue,
  storedValueError,
} from './decode-object';
export * from './rest-handler';
export type { RestHandlerOptions } from './rest-handler-options';
export type { WatchCacheOptions } from './storage-caches';
