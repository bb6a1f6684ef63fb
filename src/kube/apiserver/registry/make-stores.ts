/** The registries of the kinds that are stored. */
import type { ApiResource } from '../../api/objects';
import type { ServiceAllocators } from '../allocators/service-allocators';
import { CrdStore } from './crd-store';
import { NamespaceStore } from './namespace-store';
import { type RegistryParts, RegistryStore } from './registry-store';
import { ServiceStore } from './service-store';
import type { ServiceWorkParts } from './service-work';
import type { StorageCaches } from './storage-caches';
import { type StrategyOptions, strategies } from './strategies';

/** Kinds that are deleted in two phases. */
const OWN_STORES: Readonly<Record<string, typeof RegistryStore>> = {
  namespaces: NamespaceStore,
  customresourcedefinitions: CrdStore,
};

export interface StoreOptions extends ServiceWorkParts, StrategyOptions {
  readonly allocators: ServiceAllocators;
  readonly caches: StorageCaches;
}

export function makeStores(shared: RegistryParts, options: StoreOptions): readonly RegistryStore[] {
  const partsOf = (of: ApiResource): RegistryParts => ({
    ...shared,
    storage: options.caches.storageOf(of),
  });
  const stores = strategies(options).map((strategy) => {
    const Store = OWN_STORES[strategy.of.resource] ?? RegistryStore;
    return new Store(strategy, partsOf(strategy.of));
  });
  const endpoints = stores.find(({ of }) => of.resource === 'endpoints') as RegistryStore;
  const own = { ...options, endpoints };
  return stores.map((store) =>
    store.of.resource === 'services'
      ? new ServiceStore(store.strategy, partsOf(store.of), own)
      : store,
  );
}
