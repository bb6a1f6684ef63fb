export * from './Dialog';
export * from './Popup';
export * from './Tabs';
export * from './use-media-query';
