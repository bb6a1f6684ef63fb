export * from './assert';
export * from './go-duration';
export * from './key-order';
export * from './order';
export * from './result';
export * from './sim-time';
export * from './timestamps';
