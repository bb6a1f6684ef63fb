/**
 * Updates and deletes that hold only if the key has not changed since it was read. A lost one is
 * tried again with what is there now. A copy from a cache may stand in for the first read:
 * whatever it leads to but a successful write is checked against etcd first, as the copy may be
 * old.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go
 *             (GuaranteedUpdate, conditionalDelete, getState)
 */
import type { Procedure } from '#kernel';
import type { KubeObject } from '../../api/objects';
import type { RangeResponse, TxnRequest, TxnResponse } from '../../etcd/api';
import type { EtcdClient, EtcdReply } from './etcd-client';
import {
  atRevision,
  forStorage,
  type OptionalCodec,
  objectOf,
  sameData,
  writtenAt,
} from './plain-data';
import {
  STORAGE_CODE,
  type Storage,
  type StorageFailure,
  type StorageResult,
  type UpdateOptions,
} from './storage';
import { checkPreconditions, rawFailure, storageError } from './storage-errors';

type DeleteOptions = Parameters<Storage['delete']>[1];
type Failed = { readonly ok: false; readonly failure: StorageFailure };

export interface WriteParts {
  readonly client: EtcdClient;
  readonly codec: OptionalCodec;
  /** The etcd lease for a TTL in seconds; 0 for none. */
  readonly leaseFor: (ttlSeconds: number) => Procedure<EtcdReply<number>>;
  /** Whether a stored value must be written again though it is equal. */
  readonly isStale: (data: unknown) => boolean;
  /** Whether a deleted object comes back with the revision of its deletion. */
  readonly deleteRevision: boolean;
}

/** What the store has under a key, or a cache says it has. */
interface ObjectState {
  readonly object: KubeObject | undefined;
  /** As it is stored. */
  readonly data: unknown;
  /** 0 where nothing is. */
  readonly revision: number;
  /** Read from etcd, not from a cache. */
  readonly current: boolean;
}

const NO_LEASE: EtcdReply<number> = { ok: true, body: 0, seq: 0 };

export const failed = (failure: StorageFailure): Failed => ({ ok: false, failure });

/** Upstream: GuaranteedUpdate. */
export function* guaranteedUpdate(
  parts: WriteParts,
  key: string,
  options: UpdateOptions,
): Procedure<StorageResult<KubeObject>> {
  const { ignoreNotFound, preconditions, update } = options;
  const { codec } = parts;
  const again = () => readState(parts, key, ignoreNotFound);
  let state = options.cached ? cachedState(options.cached) : yield* again();
  for (;;) {
    if (!state.ok) return state;
    const { object, data, revision, current } = state.value;
    const refused = checkPreconditions(key, preconditions, object?.metadata);
    if (refused && current) return failed(refused);
    if (refused) {
      state = yield* again();
      continue;
    }
    const decided = update(object);
    const updated = 'kind' in decided ? decided : yield* decided;
    if (updated.kind === 'refuse') {
      const refusal = failed({ kind: 'refused', refusal: updated.refusal });
      if (current) return refusal;
      state = yield* again();
      if (state.ok && state.value.revision === revision) return refusal;
      continue;
    }
    const value = forStorage(updated.object);
    // What lacked something that its version fills in is not the same as it was stored.
    const whole = !current || !codec || codec.decode(data as KubeObject) === data;
    const same = object && ((whole && updated.object === object) || sameData(value, data));
    if (same && !parts.isStale(data)) {
      if (current) return { ok: true, value: object, revision };
      state = yield* again();
      if (!state.ok || !sameData(value, state.value.data)) continue;
      return { ok: true, value: state.value.object as KubeObject, revision: state.value.revision };
    }
    const ttlSeconds = updated.ttlSeconds ?? options.ttlSeconds ?? 0;
    const lease = ttlSeconds === 0 ? NO_LEASE : yield* parts.leaseFor(ttlSeconds);
    if (!lease.ok) return failed(rawFailure(lease.error));
    codec?.encoded(value);
    const reply = yield* parts.client.txn(putIfUnchanged(key, revision, value, lease.body));
    if (!reply.ok) return failed(rawFailure(reply.error));
    const { succeeded, revision: now } = reply.body;
    if (succeeded) return { ok: true, value: writtenAt(parts.codec, value, now), revision: now };
    state = stateAfter(parts, reply.body, key, ignoreNotFound);
  }
}

/** Upstream: conditionalDelete. */
export function* conditionalDelete(
  parts: WriteParts,
  key: string,
  options: DeleteOptions,
): Procedure<StorageResult<KubeObject>> {
  const again = () => readState(parts, key, false);
  let state = options.cached ? cachedState(options.cached) : yield* again();
  for (;;) {
    if (!state.ok) return state;
    const { object, data, revision, current } = state.value;
    const refused = refusalOf(key, options, object as KubeObject);
    if (refused && current) return failed(refused);
    if (refused) {
      state = yield* again();
      if (state.ok && state.value.revision === revision) return failed(refused);
      continue;
    }
    const reply = yield* parts.client.txn({
      compare: [{ key, target: 'mod', equals: revision }],
      success: [{ kind: 'delete', key }],
      failure: [{ kind: 'range', key }],
    });
    if (!reply.ok) return failed(rawFailure(reply.error));
    const { succeeded, revision: now } = reply.body;
    if (succeeded) {
      const version = parts.deleteRevision ? now : revision;
      const deleted = atRevision(parts.codec, data as KubeObject, version);
      return { ok: true, value: deleted, revision: now };
    }
    state = stateAfter(parts, reply.body, key, false);
  }
}

function refusalOf(
  key: string,
  { preconditions, validate }: DeleteOptions,
  object: KubeObject,
): StorageFailure | undefined {
  const refused = checkPreconditions(key, preconditions, object.metadata);
  if (refused) return refused;
  const refusal = validate?.(object);
  return refusal === undefined ? undefined : { kind: 'refused', refusal };
}

/** The cached copy as a first guess. */
function cachedState(cached: KubeObject): StorageResult<ObjectState> {
  const revision = Number(cached.metadata.resourceVersion);
  const state = { object: cached, data: forStorage(cached), revision, current: false };
  return { ok: true, value: state, revision };
}

function* readState(
  parts: WriteParts,
  key: string,
  ignoreNotFound: boolean,
): Procedure<StorageResult<ObjectState>> {
  const reply = yield* parts.client.range({ key });
  if (!reply.ok) return failed(rawFailure(reply.error));
  return stateOf(parts, reply.body, key, ignoreNotFound);
}

/** What the losing branch of a transaction has read. */
function stateAfter(
  parts: WriteParts,
  { responses }: TxnResponse,
  key: string,
  ignoreNotFound: boolean,
): StorageResult<ObjectState> {
  return stateOf(parts, responses[0] as RangeResponse, key, ignoreNotFound);
}

/** Upstream: getState. */
function stateOf(
  { codec }: WriteParts,
  { kvs, revision }: RangeResponse,
  key: string,
  ignoreNotFound: boolean,
): StorageResult<ObjectState> {
  const kv = kvs[0];
  if (!kv && !ignoreNotFound) return failed(storageError(STORAGE_CODE.keyNotFound, key));
  const state = {
    object: kv && objectOf(codec, kv),
    data: kv?.value,
    revision: kv?.modRevision ?? 0,
    current: true,
  };
  return { ok: true, value: state, revision };
}

function putIfUnchanged(key: string, revision: number, value: unknown, lease: number): TxnRequest {
  return {
    compare: [{ key, target: 'mod', equals: revision }],
    success: [{ kind: 'put', key, value, lease }],
    failure: [{ kind: 'range', key }],
  };
}
