/** What the REST API of a server is made with. */
import type { SimDuration } from '#base';
import type { Process } from '#kernel';
import type { ApiResource } from '../../api/objects';
import type { AccessOptions } from '../access';
import type { AdmissionChain } from '../admission/admission';
import type { ServiceAllocators } from '../allocators/service-allocators';
import type { Storage } from '../storage/storage';
import type { Definitions } from './custom-resources';
import type { Transforms } from './response-transform';
import type { WatchCacheOptions } from './storage-caches';
import type { AllKindRules } from './strategies/plain';
import type { SubresourceOptions } from './subresources';

export interface RestHandlerOptions {
  readonly process: Process;
  /** `<server>/apiserver`; writes responses and watch events. */
  readonly actor: string;
  readonly storage: Storage;
  /** --etcd-prefix. */
  readonly etcdPrefix: string;
  /** --event-ttl, whole seconds. */
  readonly eventTtlSeconds: number;
  /** The rules of single kinds. */
  readonly kindRules: AllKindRules;
  /** --request-timeout. */
  readonly requestTimeout: SimDuration;
  /** --min-request-timeout, seconds. */
  readonly minRequestTimeout: number;
  readonly admission: AdmissionChain;
  /** Addresses and node ports of Services. */
  readonly allocators: ServiceAllocators;
  /** Of the resources that are not built in; absent where there are none. */
  readonly definitions?: Definitions;
  /** Who may what, as reviews are told; absent: everybody may everything. */
  readonly access?: AccessOptions;
  readonly watchCache?: WatchCacheOptions;
  /** Gate APIListChunking; absent for on. */
  readonly pages?: boolean;
  /** What is said of a version that will go; absent where nothing is. */
  readonly deprecation?: (of: ApiResource) => string | undefined;
  /** What its subresources need. */
  readonly subresources: SubresourceOptions;
  /** Gate RetryGenerateName. */
  readonly retryGenerateName?: boolean;
  /** Turns answers into what clients ask for; absent where none asks. */
  readonly transforms?: Transforms | undefined;
}
