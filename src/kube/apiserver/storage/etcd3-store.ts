/**
 * Objects in etcd: the one implementation of the storage seam. Every write is a transaction that
 * holds only if the key has not changed since it was read; a lost one is tried again with what is
 * there now.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/etcd3 (store.go,
 *             watcher.go)
 * Simplified  values are plain data: two are equal when all fields are, whatever their order
 */
import { type Procedure, type Process, runProcedure } from '#kernel';
import type { KubeObject } from '../../api/objects';
import { prefixEnd } from '../../etcd/api';
import type { Switches } from '../../profile';
import { conditionalDelete, failed, guaranteedUpdate, type WriteParts } from './conditional-write';
import type { EtcdClient, EtcdReply } from './etcd-client';
import { DEFAULT_LEASE_MANAGER, LeaseManager, type LeaseManagerOptions } from './lease-manager';
import { forStorage, type OptionalCodec, objectOf, writtenAt } from './plain-data';
import { parseUintFault } from './resource-version';
import {
  STORAGE_CODE,
  type Storage,
  type StorageFailure,
  type StorageResult,
  type StorageWatcher,
  type StoredList,
  type UpdateOptions,
} from './storage';
import { invalidResourceVersion, listFailure, rawFailure, storageError } from './storage-errors';
import { watchStorage } from './storage-watch';

type GetOptions = Parameters<Storage['get']>[1];
type ListOptions = Parameters<Storage['list']>[1];
type DeleteOptions = Parameters<Storage['delete']>[1];
/** What a read that minds no missing key gives. Upstream: the zero value of the type. */
const NO_OBJECT: KubeObject = { metadata: {} };

export interface Etcd3StoreOptions {
  readonly client: EtcdClient;
  readonly switches: Pick<Switches, 'deleteReturnsDeleteRevision'>;
  readonly leaseManager?: LeaseManagerOptions;
  /** How values are read; absent for as they are. */
  readonly codec?: OptionalCodec;
  /** Whether a stored value must be written again though it is equal; absent for never. */
  readonly isStale?: (data: unknown) => boolean;
}

export class Etcd3Store implements Storage {
  readonly #client: EtcdClient;
  readonly #leases: LeaseManager;
  readonly #parts: WriteParts;
  readonly #codec: OptionalCodec;

  /** @param process the one that the client belongs to. */
  constructor(process: Process, options: Etcd3StoreOptions) {
    const { client, switches, leaseManager = DEFAULT_LEASE_MANAGER } = options;
    const { codec } = options;
    this.#client = client;
    this.#codec = codec;
    this.#leases = new LeaseManager(process, client, leaseManager);
    this.#parts = {
      client,
      codec,
      leaseFor: (ttlSeconds) => this.#leaseFor(ttlSeconds),
      isStale: options.isStale ?? (() => false),
      deleteRevision: switches.deleteReturnsDeleteRevision,
    };
  }

  /** The manager of the leases for writes with a TTL. */
  get leaseManager(): LeaseManager {
    return this.#leases;
  }

  *get(key: string, options: GetOptions): Procedure<StorageResult<KubeObject>> {
    const reply = yield* this.#client.range({ key });
    if (!reply.ok) return failed(rawFailure(reply.error));
    const tooNew = checkVersion(options.resourceVersion, reply.body.revision);
    if (tooNew) return failed(tooNew);
    const kv = reply.body.kvs[0];
    if (kv) return { ok: true, value: objectOf(this.#codec, kv), revision: kv.modRevision };
    if (!options.ignoreNotFound) return failed(storageError(STORAGE_CODE.keyNotFound, key));
    return { ok: true, value: NO_OBJECT, revision: 0 };
  }

  *create(key: string, object: KubeObject, ttlSeconds = 0): Procedure<StorageResult<KubeObject>> {
    const { resourceVersion = '' } = object.metadata;
    if (resourceVersion !== '' && resourceVersion !== '0') {
      return failed(rawFailure('resourceVersion should not be set on objects to be created'));
    }
    const value = forStorage(object);
    this.#codec?.encoded(value);
    const lease = yield* this.#leaseFor(ttlSeconds);
    if (!lease.ok) return failed(rawFailure(lease.error));
    const reply = yield* this.#client.txn({
      compare: [{ key, target: 'mod', equals: 0 }],
      success: [{ kind: 'put', key, value, lease: lease.body }],
      failure: [],
    });
    if (!reply.ok) return failed(rawFailure(reply.error));
    const { succeeded, revision } = reply.body;
    if (!succeeded) return failed(storageError(STORAGE_CODE.keyExists, key));
    return { ok: true, value: writtenAt(this.#codec, value, revision), revision };
  }

  delete(key: string, options: DeleteOptions): Procedure<StorageResult<KubeObject>> {
    return conditionalDelete(this.#parts, key, options);
  }

  guaranteedUpdate(key: string, options: UpdateOptions): Procedure<StorageResult<KubeObject>> {
    return guaranteedUpdate(this.#parts, key, options);
  }

  *list(prefix: string, options: ListOptions): Procedure<StorageResult<StoredList>> {
    const { resourceVersion, match, limit = 0, startKey } = options;
    const single = !prefix.endsWith('/');
    const asked = parseVersion(resourceVersion);
    if (asked === undefined) return failed(invalidResourceVersion(resourceVersion as string));
    const exact = match === 'Exact' || (match === undefined && limit > 0);
    const revision = exact ? asked : 0;
    const key = single ? prefix : (startKey ?? prefix);
    const rangeEnd = single ? undefined : prefixEnd(prefix);
    const reply = yield* this.#client.range({ key, rangeEnd, revision, limit });
    if (!reply.ok) return failed(listFailure(reply.error, prefix, startKey));
    const tooNew = checkVersion(resourceVersion, reply.body.revision);
    if (tooNew) return failed(tooNew);
    const { kvs, more, count } = reply.body;
    const keys = kvs.map((kv) => kv.key);
    const items = kvs.map((kv) => objectOf(this.#codec, kv));
    const value = { items, more, count, keys };
    return { ok: true, value, revision: revision > 0 ? revision : reply.body.revision };
  }

  /** Number of keys below the prefix. Upstream: Count. */
  *count(prefix: string): Procedure<StorageResult<number>> {
    const key = prefix.endsWith('/') ? prefix : `${prefix}/`;
    const reply = yield* this.#client.range({ key, rangeEnd: prefixEnd(key), countOnly: true });
    if (!reply.ok) return failed(rawFailure(reply.error));
    return { ok: true, value: reply.body.count, revision: reply.body.revision };
  }

  watch(prefix: string, fromRevision: number, watcher: StorageWatcher): { stop(): void } {
    const parts = { client: this.#client, codec: this.#codec };
    return watchStorage(parts, prefix, fromRevision, watcher);
  }

  requestProgress(prefix: string): void {
    runProcedure(this.#client.requestProgress(prefix), () => {});
  }

  destroy(): void {
    this.#client.close();
  }

  *#leaseFor(ttlSeconds: number): Procedure<EtcdReply<number>> {
    if (ttlSeconds === 0) return { ok: true, body: 0, seq: 0 };
    return yield* this.#leases.getLease(ttlSeconds);
  }
}

/** A version as a number, 0 when unset; undefined when it is none. */
function parseVersion(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return 0;
  return parseUintFault(text) === undefined ? Number(text) : undefined;
}

/**
 * A version that storage has not reached cannot be served. Upstream:
 * validateMinimumResourceVersion.
 */
function checkVersion(text: string | undefined, current: number): StorageFailure | undefined {
  const asked = parseVersion(text);
  if (asked === undefined) return invalidResourceVersion(text as string);
  return asked > current ? { kind: 'tooLarge', asked, current } : undefined;
}
