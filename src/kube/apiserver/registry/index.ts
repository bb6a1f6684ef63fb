export * from './rest-handler';
