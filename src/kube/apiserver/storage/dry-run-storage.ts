/**
 * Storage that looks and decides as the real one does, and writes nothing.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/dryrun.go
 *             (DryRunnableStorage)
 */
import type { Procedure } from '#kernel';
import type { KubeObject } from '../../api/objects';
import type { Storage, StorageResult } from './storage';
import { STORAGE_CODE } from './storage';
import { checkPreconditions, storageError } from './storage-errors';

export function dryRunStorage(storage: Storage): Storage {
  return {
    get: (key, options) => storage.get(key, options),
    list: (prefix, options) => storage.list(prefix, options),
    watch: (prefix, from, watcher) => storage.watch(prefix, from, watcher),
    requestProgress: () => {},
    destroy: () => {},
    create: (key, object) => create(storage, key, object),
    delete: (key, options) => remove(storage, key, options),
    guaranteedUpdate: (key, options) => update(storage, key, options),
  };
}

type Written = Procedure<StorageResult<KubeObject>>;

function* create(storage: Storage, key: string, object: KubeObject): Written {
  const found = yield* storage.get(key, {});
  if (found.ok) return { ok: false, failure: storageError(STORAGE_CODE.keyExists, key) };
  return { ok: true, value: object, revision: 0 };
}

function* remove(
  storage: Storage,
  key: string,
  { preconditions, validate }: Parameters<Storage['delete']>[1],
): Written {
  const found = yield* storage.get(key, {});
  if (!found.ok) return found;
  const failure = checkPreconditions(key, preconditions, found.value.metadata);
  if (failure) return { ok: false, failure };
  const refusal = validate?.(found.value);
  if (refusal !== undefined) return { ok: false, failure: { kind: 'refused', refusal } };
  return found;
}

function* update(
  storage: Storage,
  key: string,
  options: Parameters<Storage['guaranteedUpdate']>[1],
): Written {
  const { ignoreNotFound, preconditions } = options;
  const found = yield* storage.get(key, {});
  if (!found.ok && !(ignoreNotFound && isMissing(found))) return found;
  const existing = found.ok ? found.value : undefined;
  const failure = checkPreconditions(key, preconditions, existing?.metadata);
  if (failure) return { ok: false, failure };
  const decided = options.update(existing);
  const updated = 'kind' in decided ? decided : yield* decided;
  if (updated.kind === 'refuse') {
    return { ok: false, failure: { kind: 'refused', refusal: updated.refusal } };
  }
  const revision = found.ok ? found.revision : 0;
  return { ok: true, value: updated.object, revision };
}

const isMissing = (result: StorageResult<unknown>): boolean =>
  !result.ok &&
  result.failure.kind === 'storage' &&
  result.failure.code === STORAGE_CODE.keyNotFound;
