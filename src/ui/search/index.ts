export * from './place-of-record';
export * from './record-search';
export * from './walk-hits';
