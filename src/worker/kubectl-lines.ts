/** What the worker loads when a document has lines of the console. */
export { KUBECTL_LINES, openApiDocument, responseTransforms } from '#kube';
