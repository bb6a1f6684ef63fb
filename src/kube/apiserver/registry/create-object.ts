/**
 * POST of an object.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go
 *             (Store.Create)
 */
import type { Procedure } from '#kernel';
import { versionOf } from '../../api/meta';
import type { KubeObject, Status } from '../../api/objects';
import { newGenerateNameConflict, withMessage } from '../../api/status';
import { CREATED, type Outcome, refused, served } from './outcome';
import type { RegistryStore, WriteRequest } from './registry-store';

export function* createObject(store: RegistryStore, request: WriteRequest): Procedure<Outcome> {
  const denied = yield* store.admit(store.attributes('CREATE', request));
  if (denied) return refused(denied);
  const filled = store.fillSystemFields(request.object);
  if (!store.hooks) return yield* createPrepared(store, request, filled);
  const begun = yield* store.hooks.beginCreate(filled, request.dryRun ?? false);
  if (!begun.ok) return begun;
  const outcome = yield* createPrepared(store, request, begun.object);
  yield* begun.finish(outcome.ok);
  return outcome;
}

function* createPrepared(
  store: RegistryStore,
  request: WriteRequest,
  given: KubeObject,
): Procedure<Outcome> {
  const prepared = store.prepareCreate(given);
  if (!prepared.ok) return prepared;
  const { object } = prepared;
  const name = object.metadata.name ?? '';
  const key = store.keyOf(request.namespace, name);
  const storage = store.storageOf(request);
  const result = yield* storage.create(key, object, store.strategy.ttlSeconds);
  if (result.ok) return served(CREATED, result.value, versionOf(result.value));
  const status = store.failed(result.failure, 'create', name);
  if (status.reason !== 'AlreadyExists') return refused(status);
  const { generateName } = object.metadata;
  const said = generateName ? newGenerateNameConflict(store.of, name, 1) : status;
  return refused(yield* alreadyExists(store, key, said));
}

function* alreadyExists(store: RegistryStore, key: string, said: Status): Procedure<Status> {
  const found = yield* store.storageOf({}).get(key, {});
  if (!found.ok || found.value.metadata.deletionTimestamp === undefined) return said;
  return withMessage(said, `object is being deleted: ${said.message}`);
}
