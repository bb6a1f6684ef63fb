/** Master leases as cases give them, and the seams below them that a case may watch or break. */
import type { Procedure } from '#kernel';
import { ENDPOINTS, type MasterLeases, type Storage, type StorageResult } from '#kube';
import { Unsupported } from './adapter';
import type { Json, JsonObject } from './case';
import { typedAs } from './given-objects';
import { Fields } from './read-fields';
import type { Rig } from './rig';

/** Inputs that make a call of the leases fail with a text. */
const FAULTS = ['listLeasesError', 'updateLeaseError', 'removeLeaseError'] as const;

/**
 * Puts leases into etcd: one for each IP of `leaseKeys`, as a server renews it, and objects as they
 * are, by `{"key": IP, "value": OBJECT}` there or by key in `leaseObjects`.
 */
export function seedLeases(rig: Rig, leases: MasterLeases, given: Fields): void {
  const put = (key: string, value: Json) =>
    rig.etcd.put(leases.keyOf(key), typedAs(ENDPOINTS, value, `lease ${key}`));
  for (const lease of given.list('leaseKeys', [])) {
    if (typeof lease === 'string') rig.perform(leases.updateLease(lease));
    else {
      const fields = new Fields(lease, 'given.leaseKeys[]').only('key', 'value');
      put(fields.text('key'), fields.value('value'));
    }
  }
  if (!given.has('leaseObjects')) return;
  const objects = given.inside('leaseObjects');
  for (const key of objects.names) put(key, objects.value(key));
}

/** The inputs of a case besides the faults of its leases. */
export const withoutLeaseFaults = (given: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !isFault(key)));

const isFault = (key: string): boolean => (FAULTS as readonly string[]).includes(key);

/** The leases with the faults that the case gives. */
export function withFaults(leases: MasterLeases, given: JsonObject): MasterLeases {
  const texts = new Map(Object.entries(given).filter(([key]) => isFault(key)));
  const unless = <T>(fault: (typeof FAULTS)[number], call: () => Procedure<StorageResult<T>>) => {
    const text = texts.get(fault) ?? null;
    if (text === null) return call();
    if (typeof text !== 'string') throw new Unsupported(`given.${fault}: expected a text`);
    return failing(text);
  };
  return {
    ...leases,
    listLeases: () => unless('listLeasesError', () => leases.listLeases()),
    updateLease: (ip) => unless('updateLeaseError', () => leases.updateLease(ip)),
    removeLease: (ip) => unless('removeLeaseError', () => leases.removeLease(ip)),
  };
}

// biome-ignore lint/correctness/useYield: the failure is there at once
function* failing(message: string): Procedure<StorageResult<never>> {
  return { ok: false, failure: { kind: 'raw', message } };
}

/** Storage that tells with which TTL each update was asked for. */
export const tellingTtl = (storage: Storage, tell: (ttlSeconds: number) => void): Storage => ({
  get: (key, options) => storage.get(key, options),
  create: (key, object, ttlSeconds) => storage.create(key, object, ttlSeconds),
  delete: (key, options) => storage.delete(key, options),
  guaranteedUpdate: (key, options) => {
    tell(options.ttlSeconds ?? 0);
    return storage.guaranteedUpdate(key, options);
  },
  list: (prefix, options) => storage.list(prefix, options),
  watch: (prefix, fromRevision, watcher) => storage.watch(prefix, fromRevision, watcher),
  requestProgress: (prefix) => storage.requestProgress(prefix),
  destroy: () => storage.destroy(),
});
