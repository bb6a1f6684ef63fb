export * from './cache-sync';
export * from './informer-factory';
export * from './rest-client';
export * from './rpc-rest-client';
export * from './shared-informer';
