export * from './assert';
export * from './go-duration';
export * from './order';
export * from './result';
export * from './sim-time';
