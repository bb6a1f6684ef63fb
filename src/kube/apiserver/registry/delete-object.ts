/**
 * DELETE of an object: at once, after its grace period, or when its finalizers are gone.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go
 *             (Store.Delete, updateForGracefulDeletionAndFinalizers, finalizeDelete,
 *             deleteWithoutFinalizers)
 */
import type { Procedure } from '#kernel';
import { versionOf, withMeta } from '../../api/meta';
import type { KubeObject, Status } from '../../api/objects';
import { isStatus, newDeleted } from '../../api/status';
import type { Preconditions, Updated } from '../storage/storage';
import { beforeDelete, deletionFinalizers, markAsDeleting } from './before-delete';
import { type Grace, graceOf } from './graceful-delete';
import { ACCEPTED, OK, type Outcome, refused, served } from './outcome';
import type { DeleteRequest, RegistryStore, WriteRequest } from './registry-store';
import { isNotFound } from './storage-failures';
import { refuse } from './update-attempt';

/** What came of the write before the delete. */
type Marked =
  | { readonly kind: 'answer'; readonly outcome: Outcome }
  /** `object` as it was written; undefined where nothing was. */
  | { readonly kind: 'delete now'; readonly object: KubeObject | undefined };

export function* deleteObject(store: RegistryStore, request: DeleteRequest): Procedure<Outcome> {
  const { namespace, name, options, dryRun = false } = request;
  const key = store.keyOf(namespace, name);
  const found = yield* store.storageOf({}).get(key, {});
  if (!found.ok) return refused(store.failed(found.failure, 'delete', name));
  const object = found.value;
  const grace = whatBefore(store, request, object);
  if (isStatus(grace)) return refused(grace);
  if (grace.kind === 'pending') {
    return stillThere(yield* finalizeDelete(store, object, undefined), request);
  }
  const held = (object.metadata.finalizers ?? []).length > 0;
  const { changed } = deletionFinalizers(store.strategy, object, options);
  let { preconditions } = options;
  let written: KubeObject | undefined;
  if (grace.kind === 'graceful' || held || changed) {
    const marked = yield* new Marking(store, request, key).run(object);
    if (marked.kind === 'answer') return marked.outcome;
    written = marked.object;
    preconditions = afterMarking(preconditions, written);
    if (dryRun && written) return served(OK, written, versionOf(written));
  }
  const validate = (existing: KubeObject) => store.deleteDenied(request, existing);
  const removed = yield* store.storageOf(request).delete(key, { preconditions, validate });
  if (removed.ok) return served(OK, ...(yield* finalizeDelete(store, removed.value, dryRun)));
  if (written && isNotFound(removed.failure)) {
    return served(OK, ...(yield* finalizeDelete(store, written, dryRun)));
  }
  return refused(store.failed(removed.failure, 'delete', name));
}

/** The version that was just written is the one to delete; without a write upstream has none. */
function afterMarking(
  given: Preconditions | undefined,
  written: KubeObject | undefined,
): Preconditions | undefined {
  if (given?.resourceVersion === undefined) return given;
  return { ...given, resourceVersion: written?.metadata.resourceVersion ?? '' };
}

function whatBefore(
  store: RegistryStore,
  { options }: DeleteRequest,
  object: KubeObject,
): Grace | Status {
  const refusal = beforeDelete(store.of, object, options);
  return refusal ?? graceOf(store.strategy, object, options, store.wallMs());
}

/** The write that leaves an object its time, or for its finalizers. */
class Marking {
  readonly #store: RegistryStore;
  readonly #request: DeleteRequest;
  readonly #key: string;
  #pendingFinalizers = false;
  #graceSeconds = 0;

  constructor(store: RegistryStore, request: DeleteRequest, key: string) {
    this.#store = store;
    this.#request = request;
    this.#key = key;
  }

  *run(found: KubeObject): Procedure<Marked> {
    const [store, request] = [this.#store, this.#request];
    const { name, options, dryRun } = request;
    const result = yield* store.storageOf(request).guaranteedUpdate(this.#key, {
      ignoreNotFound: false,
      preconditions: options.preconditions,
      update: (existing) => this.#decide(existing as KubeObject),
    });
    if (result.ok) {
      const waits = this.#pendingFinalizers || this.#graceSeconds > 0;
      if (!waits) return { kind: 'delete now', object: result.value };
      const answer = [result.value, versionOf(result.value)] as const;
      return { kind: 'answer', outcome: stillThere(answer, request) };
    }
    const { failure } = result;
    const refusal = failure.kind === 'refused' ? failure.refusal : undefined;
    if (refusal === 'delete now') return { kind: 'delete now', object: undefined };
    if (refusal === 'already deleting') {
      const answer = yield* finalizeDelete(store, found, dryRun ?? false);
      return { kind: 'answer', outcome: stillThere(answer, request) };
    }
    return { kind: 'answer', outcome: refused(store.failed(failure, 'update', name)) };
  }

  #decide(existing: KubeObject): Updated {
    const [store, request] = [this.#store, this.#request];
    const { options } = request;
    const denied = store.deleteDenied(request, existing);
    if (denied) return refuse(denied);
    const grace = whatBefore(store, request, existing);
    if (isStatus(grace)) return refuse(grace);
    if (grace.kind === 'pending') return refuse('already deleting');
    const { finalizers } = deletionFinalizers(store.strategy, existing, options);
    this.#pendingFinalizers = finalizers.length > 0;
    if (grace.kind === 'graceful') {
      this.#graceSeconds = grace.seconds;
      return { kind: 'write', object: withMeta(grace.object, { finalizers }) };
    }
    if (finalizers.length === 0) return refuse('delete now');
    return { kind: 'write', object: markAsDeleting(existing, finalizers, store.wallMs()) };
  }
}

type Answer = readonly [body: KubeObject | Status, version: number];

/**
 * What a delete answers with. @param dryRun of the hook that hears of it; undefined where none
 * does.
 */
function* finalizeDelete(
  store: RegistryStore,
  object: KubeObject,
  dryRun: boolean | undefined,
): Procedure<Answer> {
  const { hooks, strategy, of } = store;
  if (dryRun !== undefined && hooks?.afterDelete) yield* hooks.afterDelete(object, dryRun);
  if (strategy.returnDeletedObject) return [store.decorated(object), versionOf(object)];
  const { name = '', uid } = object.metadata;
  return [newDeleted(of, name, uid), 0];
}

/** 202 where the client asked to wait for the dependents and the object is still there. */
export function stillThere([body, version]: Answer, { options }: DeleteRequest): Outcome {
  const code = options.orphanDependents === false ? ACCEPTED : OK;
  return served(code, body, version);
}

/** The last finalizer of an object that was to be deleted is gone. The client gets its object. */
export function* deleteWithoutFinalizers(
  store: RegistryStore,
  key: string,
  request: WriteRequest,
  object: KubeObject,
): Procedure<Outcome> {
  const { name, dryRun = false } = request;
  const { uid } = request.object.metadata;
  const preconditions = uid ? { uid } : undefined;
  const removed = yield* store.storageOf(request).delete(key, { preconditions });
  if (!removed.ok && !isNotFound(removed.failure)) {
    return refused(store.failed(removed.failure, 'delete', name));
  }
  yield* finalizeDelete(store, removed.ok ? removed.value : object, dryRun);
  return served(OK, object, versionOf(object));
}
