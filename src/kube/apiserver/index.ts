export * from './catalogue';
export * from './hooks';
export * from './lifecycle-signals';
export * from './options';
export {
  decodedObject,
  type FieldType,
  fieldTypesOf,
  kindError,
  storedValue,
  storedValueError,
} from './registry';
export * from './server';
export * from './server-context';
