export * from './compactor';
export * from './continue-token';
export * from './etcd-client';
export * from './etcd3-store';
export * from './keys';
export * from './master-leases';
export * from './storage';
