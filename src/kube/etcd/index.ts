export * from './api';
export * from './etcd-process';
export type { OutageMode } from './etcd-server';
