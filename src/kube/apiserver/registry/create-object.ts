/**
 * POST of an object.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go
 *             (Store.Create), v1.31 (createWithGenerateNameRetry), rest/create.go
 *             (CheckGeneratedNameError)
 */
import type { Procedure } from '#kernel';
import type { KubeObject, Status } from '../../api/objects';
import { isStatus, newGenerateNameConflict, withMessage } from '../../api/status';
import { CREATED, type Outcome, refused, served } from './outcome';
import type { RegistryStore, WriteRequest } from './registry-store';

/** Names that are tried, one after the other. Source: maxNameGenerationCreateAttempts. */
const NAME_ATTEMPTS = 8;
/** Seconds after which a client may try another name. Source: CheckGeneratedNameError. */
const RETRY_SECONDS = 1;

export function* createObject(store: RegistryStore, given: WriteRequest): Procedure<Outcome> {
  const attributes = store.attributes('CREATE', given);
  const denied = yield* store.admit(attributes);
  if (denied) return refused(denied);
  const changing = store.mutation(attributes);
  const object = changing ? yield* changing : given.object;
  if (isStatus(object)) return refused(object);
  const request = object === given.object ? given : { ...given, object };
  const { name, generateName } = request.object.metadata;
  const attempts = store.retriesNames && generateName && !name ? NAME_ATTEMPTS : 1;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = yield* createOnce(store, request);
    const taken = !outcome.ok && outcome.status.reason === 'AlreadyExists';
    if (!taken || attempt >= attempts) return outcome;
  }
}

function* createOnce(store: RegistryStore, request: WriteRequest): Procedure<Outcome> {
  const { hooks } = store;
  const { dryRun = false } = request;
  const filled = store.fillSystemFields(request.object);
  const begun = hooks?.beginCreate ? yield* hooks.beginCreate(filled, dryRun) : undefined;
  if (begun?.ok === false) return begun;
  const created = yield* keep(store, request, begun ? begun.object : filled);
  if (begun) yield* begun.finish(created.ok);
  return created.ok ? served(CREATED, ...store.finished(created.body, true, dryRun)) : created;
}

function* keep(
  store: RegistryStore,
  request: WriteRequest,
  given: KubeObject,
): Procedure<Outcome<KubeObject>> {
  const prepared = store.prepareCreate(given, request.user);
  if (!prepared.ok) return prepared;
  const { object } = prepared;
  warnOf(store, request, object, undefined);
  const name = object.metadata.name ?? '';
  const key = store.keyOf(request.namespace, name);
  const ttl = store.strategy.ttl?.(object, 0, false);
  if (isStatus(ttl)) return refused(ttl);
  const result = yield* store.storageOf(request).create(key, object, ttl);
  if (result.ok) return served(CREATED, result.value, result.revision);
  const status = store.failed(result.failure, 'create', name);
  if (status.reason !== 'AlreadyExists') return refused(status);
  return refused(yield* alreadyExists(store, key, generatedNameError(store, object, status)));
}

/** The server chose a name that is taken, or the client did. Upstream: CheckGeneratedNameError. */
export function generatedNameError(
  { of }: RegistryStore,
  { metadata: { name = '', generateName } }: KubeObject,
  status: Status,
): Status {
  if (status.reason !== 'AlreadyExists' || !generateName) return status;
  return newGenerateNameConflict(of, name, RETRY_SECONDS);
}

/** Says what the kind warns of. */
export function warnOf(
  { strategy }: RegistryStore,
  { warn }: WriteRequest,
  object: KubeObject,
  old: KubeObject | undefined,
): void {
  if (!warn || !strategy.warnings) return;
  for (const text of strategy.warnings(object, old)) warn(text);
}

function* alreadyExists(store: RegistryStore, key: string, said: Status): Procedure<Status> {
  const found = yield* store.storageOf({}).get(key, {});
  if (!found.ok || found.value.metadata.deletionTimestamp === undefined) return said;
  return withMessage(said, `object is being deleted: ${said.message}`);
}
