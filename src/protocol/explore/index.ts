export * from './distribution';
export * from './seed-result';
