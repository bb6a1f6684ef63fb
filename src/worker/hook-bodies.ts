/** What the worker loads beside its first script: what hooks do that weighs much. */
export { HOOK_BODIES } from '#kube';
