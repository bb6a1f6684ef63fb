export * from './arrow-keys';
export * from './close-button';
export * from './dialog';
export * from './popup';
export * from './tabs';
export * from './use-escape';
export * from './use-media-query';
export * from './use-size';
