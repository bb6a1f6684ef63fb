/** What the worker loads when a document has commands such as `apply`. */
export { KUBECTL_COMMANDS } from '#kube';
