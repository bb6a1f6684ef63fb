/** What the worker loads when a document can have objects of kinds with rules of their own. */
export { KIND_RULES } from '#kube';
