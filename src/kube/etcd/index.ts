export * from './api';
export * from './etcd-process';
export type { EtcdVerb, OutageMode } from './etcd-server';
