/** What the worker loads when a document gives feature gates. */
export { knownGates } from '#kube';
