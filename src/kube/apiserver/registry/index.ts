export { decodedObject, kindError, storedValue, storedValueError } from './decode-object';
export * from './rest-handler';
