export * from './rest-client';
export * from './rpc-rest-client';
export * from './shared-informer';
