export * from './distribution';
export * from './seed-result';
export * from './split';
export * from './sweep';
export * from './sweep-rows';
