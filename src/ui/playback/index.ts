export * from './advance';
export * from './player';
export * from './seek';
export * from './use-playhead';
