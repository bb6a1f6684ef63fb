export * from './explore-seed';
export * from './measures';
