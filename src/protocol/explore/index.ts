export * from './distribution';
export * from './seed-result';
export * from './split';
