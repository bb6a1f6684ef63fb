/** What the worker loads when files or flags say which server a component talks to. */
export { KUBECONFIGS } from '#session';
