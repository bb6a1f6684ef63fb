/** What the worker loads when a document brings manifests. */
export { flagsOfManifest } from '#protocol';
