/** What the worker loads when a document has components beside the API servers. */
export { COMPONENTS } from '#kube';
