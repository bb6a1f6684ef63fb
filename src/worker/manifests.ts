/** What the worker loads when a document brings manifests or files. */
export { flagsOfManifest, readYaml } from '#protocol';
