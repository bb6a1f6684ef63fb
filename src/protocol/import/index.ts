export * from './import-files';
export { flagsOfManifest } from './manifest-flags';
export type { FlagKnowledge, FlagRules } from './servers';
export type { ImportFile } from './sources';
