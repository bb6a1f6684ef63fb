/**
 * The master leases: one key for each API server, under an etcd lease that it must renew.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/reconcilers/lease.go (storageLeases)
 */
import type { Procedure } from '#kernel';
import type { Endpoints, KubeObject } from '../../api/objects';
import { etcdPrefix, KeyPrefix } from './keys';
import { withFields } from './plain-data';
import type { Storage, StorageResult } from './storage';

/** Where the leases are kept, under etcd's prefix. Source: controlplane/instance.go, NewLeases. */
const BASE_KEY = '/masterleases/';
/** Life of a lease, seconds. Source: controlplane/instance.go DefaultEndpointReconcilerTTL. */
const MASTER_LEASE_SECONDS = 15;

export interface MasterLeases {
  /** Key of the lease of an IP. */
  keyOf(ip: string): string;
  /** IPs of all leases that are there, in order of key. */
  listLeases(): Procedure<StorageResult<readonly string[]>>;
  /** Writes the lease of `ip`, with a new etcd lease each time. */
  updateLease(ip: string): Procedure<StorageResult<KubeObject>>;
  /** Deletes the lease of `ip`; fails when it is not there. */
  removeLease(ip: string): Procedure<StorageResult<KubeObject>>;
  /** Closes the storage. */
  destroy(): void;
}

/**
 * @param prefix value of `--etcd-prefix`.
 * @param leaseSeconds life of a lease.
 */
export function createMasterLeases(
  storage: Storage,
  prefix: string,
  leaseSeconds = MASTER_LEASE_SECONDS,
): MasterLeases {
  const base = `${etcdPrefix(prefix)}${BASE_KEY}`;
  const keys = new KeyPrefix(base);
  const keyOf = (ip: string) => keys.keyOf(ip);
  return {
    keyOf,
    listLeases: () => listLeases(storage, base),
    updateLease: (ip) =>
      storage.guaranteedUpdate(keyOf(ip), {
        ignoreNotFound: true,
        ttlSeconds: leaseSeconds,
        update: (existing) => ({ kind: 'write', object: renewed(existing, ip) }),
      }),
    removeLease: (ip) => storage.delete(keyOf(ip), {}),
    destroy: () => storage.destroy(),
  };
}

function* listLeases(storage: Storage, base: string): Procedure<StorageResult<readonly string[]>> {
  const options = { resourceVersion: '0', match: 'NotOlderThan' } as const;
  const listed = yield* storage.list(base, options);
  if (!listed.ok) return listed;
  const ips = listed.value.items.map(ipOf).filter((ip) => ip !== '');
  return { ok: true, value: ips, revision: listed.revision };
}

/** The lease with this one address, and a generation that makes it differ from what is stored. */
function renewed(existing: KubeObject | undefined, ip: string): KubeObject {
  const before = existing?.metadata ?? {};
  const metadata = withFields(before, { generation: (before.generation ?? 0) + 1 });
  const subsets = [{ addresses: [{ ip }] }];
  const fields: Partial<Endpoints> = { metadata, subsets };
  return withFields<KubeObject>(
    existing ?? { kind: 'Endpoints', apiVersion: 'v1', metadata },
    fields,
  );
}

function ipOf(object: KubeObject): string {
  const { subsets } = object as Endpoints;
  return subsets?.[0]?.addresses?.[0]?.ip ?? '';
}
