export * from './import-files';
export { flagsOfManifest, manifestWithFlags } from './manifest-flags';
export { type ImportNote, noteLine } from './notes';
export type { FlagKnowledge, FlagRules } from './servers';
export type { ImportFile } from './sources';
export { isTrace } from './sources';
