export type { Components, KubectlLines } from '#kube';
export * from './behaviour-version';
export * from './catalogue';
export * from './compile-scenario';
export * from './explore';
export * from './objects-at';
export * from './run';
export * from './swarm';
