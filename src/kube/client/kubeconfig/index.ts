export {
  type BuiltConfig,
  buildConfigFromFlags,
  type ConfigFlags,
  deferredClientConfig,
} from './build-config';
export { type ConfigOverrides, DirectClientConfig, type RestConfig } from './client-config';
export { decodeConfig, encodeConfig, type KubeConfig } from './config-file';
export { userOfCredentials } from './credential-user';
export type { Disk, DocumentReader } from './disk';
export { type ConfigResult, configured, EMPTY_CONFIG_ERROR, misconfigured } from './errors';
export { inClusterConfig, inClusterOverrides } from './in-cluster';
export {
  deduplicate,
  defaultLoadingRules,
  type LoadingRules,
  load,
  loadingPrecedence,
} from './loading-rules';
