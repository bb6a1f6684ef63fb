/**
 * Objects in etcd: the one implementation of the storage seam. Every write is a transaction that
 * holds only if the key has not changed since it was read; a lost one is tried again with what is
 * there now.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/etcd3 (store.go,
 *             watcher.go)
 * Simplified  values are plain data: two are equal when all fields are, whatever their order;
 *             nothing is encrypted, so no stored value is stale. No copy from a cache is offered
 *             as a first guess.
 */
import type { Procedure, Process } from '#kernel';
import type { KubeObject } from '../../api/objects';
import { prefixEnd, type RangeResponse, type TxnRequest, type TxnResponse } from '../../etcd/api';
import type { Switches } from '../../profile';
import type { EtcdClient, EtcdReply } from './etcd-client';
import { DEFAULT_LEASE_MANAGER, LeaseManager, type LeaseManagerOptions } from './lease-manager';
import { atRevision, forStorage, objectOf, sameData } from './plain-data';
import {
  type Preconditions,
  STORAGE_CODE,
  type Storage,
  type StorageFailure,
  type StorageResult,
  type StorageWatcher,
  type StoredList,
  type UpdateOptions,
} from './storage';
import {
  checkPreconditions,
  invalidResourceVersion,
  listFailure,
  rawFailure,
  storageError,
} from './storage-errors';
import { watchStorage } from './storage-watch';

type ListOptions = Parameters<Storage['list']>[1];
type DeleteOptions = Parameters<Storage['delete']>[1];
type Failed = { readonly ok: false; readonly failure: StorageFailure };

/** What the store has under a key. `object` is undefined where nothing is. */
interface ObjectState {
  readonly object: KubeObject | undefined;
  /** As it is stored. */
  readonly data: unknown;
  /** 0 where nothing is. */
  readonly revision: number;
}

const NOTHING: ObjectState = { object: undefined, data: undefined, revision: 0 };

const failed = (failure: StorageFailure): Failed => ({ ok: false, failure });

export interface Etcd3StoreOptions {
  readonly client: EtcdClient;
  readonly switches: Pick<Switches, 'deleteReturnsDeleteRevision'>;
  readonly leaseManager?: LeaseManagerOptions;
}

export class Etcd3Store implements Storage {
  readonly #client: EtcdClient;
  readonly #leases: LeaseManager;
  readonly #switches: Etcd3StoreOptions['switches'];

  /** @param process the one that the client belongs to. */
  constructor(process: Process, options: Etcd3StoreOptions) {
    const { client, switches, leaseManager = DEFAULT_LEASE_MANAGER } = options;
    this.#client = client;
    this.#switches = switches;
    this.#leases = new LeaseManager(process, client, leaseManager);
  }

  /** The manager of the leases for writes with a TTL. */
  get leaseManager(): LeaseManager {
    return this.#leases;
  }

  *get(
    key: string,
    options: { readonly resourceVersion?: string },
  ): Procedure<StorageResult<KubeObject>> {
    const reply = yield* this.#client.range({ key });
    if (!reply.ok) return failed(rawFailure(reply.error));
    const tooNew = checkVersion(options.resourceVersion, reply.body.revision);
    if (tooNew) return failed(tooNew);
    const kv = reply.body.kvs[0];
    if (!kv) return failed(storageError(STORAGE_CODE.keyNotFound, key));
    return { ok: true, value: objectOf(kv), revision: kv.modRevision };
  }

  *create(key: string, object: KubeObject, ttlSeconds = 0): Procedure<StorageResult<KubeObject>> {
    const { resourceVersion = '' } = object.metadata;
    if (resourceVersion !== '' && resourceVersion !== '0') {
      return failed(rawFailure('resourceVersion should not be set on objects to be created'));
    }
    const value = forStorage(object);
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
    return { ok: true, value: atRevision(value, revision), revision };
  }

  *delete(key: string, options: DeleteOptions): Procedure<StorageResult<KubeObject>> {
    const { preconditions, validate } = options;
    let read = yield* this.#read(key, false);
    for (;;) {
      if (!read.ok) return read;
      const { object, data, revision } = read.value;
      const refused = checkExisting(key, preconditions, object);
      if (refused) return failed(refused);
      const refusal = validate?.(object as KubeObject);
      if (refusal !== undefined) return failed({ kind: 'refused', refusal });
      const reply = yield* this.#client.txn({
        compare: [{ key, target: 'mod', equals: revision }],
        success: [{ kind: 'delete', key }],
        failure: [{ kind: 'range', key }],
      });
      if (!reply.ok) return failed(rawFailure(reply.error));
      const { succeeded, revision: now } = reply.body;
      if (succeeded) {
        const version = this.#switches.deleteReturnsDeleteRevision ? now : revision;
        return { ok: true, value: atRevision(data as KubeObject, version), revision: now };
      }
      read = stateAfter(reply.body, key, false);
    }
  }

  *guaranteedUpdate(key: string, options: UpdateOptions): Procedure<StorageResult<KubeObject>> {
    const { ignoreNotFound, preconditions, update } = options;
    let read = yield* this.#read(key, ignoreNotFound);
    for (;;) {
      if (!read.ok) return read;
      const { object, data, revision } = read.value;
      const refused = checkExisting(key, preconditions, object);
      if (refused) return failed(refused);
      const updated = update(object);
      if (updated.kind === 'refuse') {
        return failed({ kind: 'refused', refusal: updated.refusal });
      }
      const value = forStorage(updated.object);
      if (object && (updated.object === object || sameData(value, data))) {
        return { ok: true, value: object, revision };
      }
      const lease = yield* this.#leaseFor(updated.ttlSeconds ?? options.ttlSeconds ?? 0);
      if (!lease.ok) return failed(rawFailure(lease.error));
      const reply = yield* this.#client.txn(putIfUnchanged(key, revision, value, lease.body));
      if (!reply.ok) return failed(rawFailure(reply.error));
      const { succeeded, revision: now } = reply.body;
      if (succeeded) return { ok: true, value: atRevision(value, now), revision: now };
      read = stateAfter(reply.body, key, ignoreNotFound);
    }
  }

  *list(prefix: string, options: ListOptions): Procedure<StorageResult<StoredList>> {
    const { resourceVersion, match, limit = 0, startKey } = options;
    const single = !prefix.endsWith('/');
    const asked = parseVersion(resourceVersion);
    if (asked === undefined) return failed(invalidResourceVersion(resourceVersion as string));
    const exact = match === 'Exact' || (match === undefined && limit > 0);
    const revision = exact ? asked : 0;
    const range = single
      ? { key: prefix }
      : { key: startKey ?? prefix, rangeEnd: prefixEnd(prefix) };
    const reply = yield* this.#client.range({ ...range, revision, limit });
    if (!reply.ok) return failed(listFailure(reply.error, prefix, startKey));
    const tooNew = checkVersion(resourceVersion, reply.body.revision);
    if (tooNew) return failed(tooNew);
    const { kvs, more, count } = reply.body;
    const keys = kvs.map((kv) => kv.key);
    const value = { items: kvs.map(objectOf), more, count, keys };
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
    return watchStorage(this.#client, prefix, fromRevision, watcher);
  }

  destroy(): void {
    this.#client.close();
  }

  *#leaseFor(ttlSeconds: number): Procedure<EtcdReply<number>> {
    if (ttlSeconds === 0) return { ok: true, body: 0, seq: 0 };
    return yield* this.#leases.getLease(ttlSeconds);
  }

  *#read(key: string, ignoreNotFound: boolean): Procedure<StorageResult<ObjectState>> {
    const reply = yield* this.#client.range({ key });
    if (!reply.ok) return failed(rawFailure(reply.error));
    return stateOf(reply.body, key, ignoreNotFound);
  }
}

function putIfUnchanged(key: string, revision: number, value: unknown, lease: number): TxnRequest {
  return {
    compare: [{ key, target: 'mod', equals: revision }],
    success: [{ kind: 'put', key, value, lease }],
    failure: [{ kind: 'range', key }],
  };
}

/** What the losing branch of a transaction has read. */
function stateAfter(
  { responses }: TxnResponse,
  key: string,
  ignoreNotFound: boolean,
): StorageResult<ObjectState> {
  return stateOf(responses[0] as RangeResponse, key, ignoreNotFound);
}

function stateOf(
  range: RangeResponse,
  key: string,
  ignoreNotFound: boolean,
): StorageResult<ObjectState> {
  const kv = range.kvs[0];
  if (kv) {
    const state = { object: objectOf(kv), data: kv.value, revision: kv.modRevision };
    return { ok: true, value: state, revision: range.revision };
  }
  if (!ignoreNotFound) return failed(storageError(STORAGE_CODE.keyNotFound, key));
  return { ok: true, value: NOTHING, revision: range.revision };
}

function checkExisting(
  key: string,
  preconditions: Preconditions | undefined,
  object: KubeObject | undefined,
): StorageFailure | undefined {
  return checkPreconditions(key, preconditions, object?.metadata);
}

/** A version as a number, 0 when unset; undefined when it is none. */
function parseVersion(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return 0;
  return /^\d+$/.test(text) ? Number(text) : undefined;
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
