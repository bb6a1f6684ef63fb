export * from './format';
export * from './texts';
export * from './use-texts';
