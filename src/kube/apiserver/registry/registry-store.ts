/**
 * The registry of one resource: REST verbs on top of storage, told apart by strategies.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go
 * Simplified  no dry run; no graceful deletion, which no stored kind has
 */
import type { Procedure } from '#kernel';
import { versionOf, withMeta } from '../../api/meta';
import type { ApiResource, KubeObject, Status } from '../../api/objects';
import {
  newConflict,
  newDeleted,
  newGenerateNameConflict,
  newInvalid,
  newNotFound,
  newUnknownError,
  withMessage,
} from '../../api/status';
import type { AdmissionAttributes, AdmissionChain } from '../admission/admission';
import { etcdKeyOf, etcdPrefixOf } from '../storage/keys';
import { STORAGE_CODE, type Storage, type StorageFailure, type Updated } from '../storage/storage';
import {
  beforeDelete,
  type DeleteRequestOptions,
  deletionFinalizers,
  markAsDeleting,
} from './before-delete';
import { beforeCreate, beforeUpdate, type IdentitySource } from './before-write';
import { ACCEPTED, CREATED, OK, type Outcome, refused, served } from './outcome';
import { interpretFailure, type StorageVerb } from './storage-failures';
import type { Strategy, UpdateStrategy } from './strategy';

/** Upstream: OptimisticLockErrorMsg. */
const OPTIMISTIC_LOCK =
  'the object has been modified; please apply your changes to the latest version and try again';

export interface RegistryParts {
  readonly storage: Storage;
  /** --etcd-prefix. */
  readonly etcdPrefix: string;
  readonly identity: IdentitySource;
  readonly admission: AdmissionChain;
  /** The server's clock, ms since 1970. */
  readonly wallMs: () => number;
}

/** What a write is about. */
export interface WriteRequest {
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
  /** As decoded and defaulted. */
  readonly object: KubeObject;
}

export interface DeleteRequest {
  readonly namespace: string;
  readonly name: string;
  readonly options: DeleteRequestOptions;
}

/** Why an update function stops, besides a Status. */
type Refusal = Status | 'ask' | 'emptied finalizers' | 'delete now';

export class RegistryStore {
  readonly strategy: Strategy;
  protected readonly parts: RegistryParts;

  constructor(strategy: Strategy, parts: RegistryParts) {
    this.strategy = strategy;
    this.parts = parts;
  }

  get of(): ApiResource {
    return this.strategy.of;
  }

  keyOf(namespace: string, name: string): string {
    return etcdKeyOf(this.of, namespace, name, this.parts.etcdPrefix);
  }

  /**
   * Prefix of all keys, or of those of one namespace; the whole key where one name is asked for.
   */
  rangeOf(namespace: string, name: string): string {
    if (name !== '' && (namespace !== '' || !this.of.namespaced)) {
      return this.keyOf(namespace, name);
    }
    return etcdPrefixOf(this.of, namespace, this.parts.etcdPrefix);
  }

  *get(namespace: string, name: string, resourceVersion?: string): Procedure<Outcome<KubeObject>> {
    const { storage } = this.parts;
    const result = yield* storage.get(this.keyOf(namespace, name), { resourceVersion });
    if (!result.ok) return refused(this.failed(result.failure, 'get', name));
    return served(OK, result.value, versionOf(result.value));
  }

  *create(request: WriteRequest): Procedure<Outcome> {
    const denied = yield* this.parts.admission.admit(this.#attributes('CREATE', request));
    if (denied) return refused(denied);
    const identified = this.parts.identity.fillSystemFields(request.object);
    const prepared = beforeCreate(this.strategy, identified);
    if (!prepared.ok) return prepared;
    const { object } = prepared;
    const name = object.metadata.name ?? '';
    const key = this.keyOf(request.namespace, name);
    const result = yield* this.parts.storage.create(key, object, this.strategy.ttlSeconds);
    if (result.ok) return served(CREATED, result.value, versionOf(result.value));
    const status = this.failed(result.failure, 'create', name);
    if (status.reason !== 'AlreadyExists') return refused(status);
    return refused(yield* this.#alreadyExists(key, object, status));
  }

  /** PUT of the object or of a subresource of it. */
  *update(request: WriteRequest): Procedure<Outcome> {
    const { namespace, name, subresource } = request;
    const how = subresource === '' ? this.strategy : this.strategy.subresources[subresource];
    const key = this.keyOf(namespace, name);
    const uid = request.object.metadata.uid;
    const attributes = this.#attributes('UPDATE', request);
    let admitted = false;
    for (;;) {
      const attempt = new UpdateAttempt(this, request, how);
      const asked = admitted;
      const result = yield* this.parts.storage.guaranteedUpdate(key, {
        ignoreNotFound: this.strategy.allowCreateOnUpdate,
        preconditions: uid ? { uid } : undefined,
        ttlSeconds: this.strategy.ttlSeconds,
        update: (existing) => attempt.run(existing, asked ? undefined : attributes),
      });
      if (result.ok) {
        const code = attempt.creating ? CREATED : OK;
        return served(code, result.value, versionOf(result.value));
      }
      const { failure } = result;
      const refusal = failure.kind === 'refused' ? (failure.refusal as Refusal) : undefined;
      if (refusal === 'ask') {
        const denied = yield* this.parts.admission.admit(attempt.attributes(attributes));
        if (denied) return refused(denied);
        admitted = true;
      } else if (refusal === 'emptied finalizers') {
        return yield* this.#deleteWithoutFinalizers(key, request, attempt.object as KubeObject);
      } else if (refusal !== undefined) return refused(refusal as Status);
      else {
        const verb = attempt.creating ? 'create' : 'update';
        return refused(this.failed(failure, verb, name));
      }
    }
  }

  *delete(request: DeleteRequest): Procedure<Outcome> {
    const { namespace, name, options } = request;
    const key = this.keyOf(namespace, name);
    const found = yield* this.parts.storage.get(key, {});
    if (!found.ok) return refused(this.failed(found.failure, 'delete', name));
    const object = found.value;
    const refusal = beforeDelete(this.of, object, options);
    if (refusal) return refused(refusal);
    const pending = (object.metadata.finalizers ?? []).length > 0;
    if (pending || deletionFinalizers(this.strategy, object, options).changed) {
      const marked = yield* this.#markForFinalizers(key, request);
      if (!marked.ok || marked.body !== undefined) return marked as Outcome;
    }
    const { preconditions } = options;
    const validate = (existing: KubeObject) => this.deleteDenied(request, existing);
    const removed = yield* this.parts.storage.delete(key, { preconditions, validate });
    if (!removed.ok) return refused(this.failed(removed.failure, 'delete', name));
    yield* this.afterDelete(removed.value);
    return served(OK, this.#deletedBody(removed.value), this.#deletedVersion(removed.value));
  }

  /** The refusal of admission to delete this object, if any. */
  deleteDenied({ namespace, name }: DeleteRequest, existing: KubeObject): Status | undefined {
    const { of } = this;
    const verdict = this.parts.admission.decide({
      operation: 'DELETE',
      of,
      subresource: '',
      namespace,
      name: name || (existing.metadata.name ?? ''),
      object: undefined,
    });
    return verdict === 'pass' || verdict === 'ask' ? undefined : verdict;
  }

  /** A refusal goes through unchanged; what storage says becomes a Status. */
  failed(failure: StorageFailure, verb: StorageVerb, name: string): Status {
    if (failure.kind === 'refused') return failure.refusal as Status;
    return interpretFailure(failure, { verb, of: this.of, name });
  }

  /** Called when an object has really gone. Upstream: Store.AfterDelete. */
  // biome-ignore lint/correctness/useYield: kinds that send requests here yield
  protected *afterDelete(_object: KubeObject): Procedure<void> {}

  /** The object of a request, checked and normalised on top of the stored one. */
  prepareUpdate(given: KubeObject, old: KubeObject, how: UpdateStrategy) {
    return beforeUpdate(this.strategy, how, given, old);
  }

  prepareCreateOnUpdate(given: KubeObject) {
    return beforeCreate(this.strategy, this.parts.identity.fillSystemFields(given));
  }

  admissionVerdict(attributes: AdmissionAttributes) {
    return this.parts.admission.decide(attributes);
  }

  /** 202 where the client asked to wait for the dependents and the object is still there. */
  protected stillThere(object: KubeObject, options: DeleteRequestOptions): Outcome {
    const code = options.orphanDependents === false ? ACCEPTED : OK;
    return served(code, object, versionOf(object));
  }

  *#markForFinalizers(
    key: string,
    request: DeleteRequest,
  ): Procedure<Outcome<KubeObject | undefined>> {
    const { name, options } = request;
    const result = yield* this.parts.storage.guaranteedUpdate(key, {
      ignoreNotFound: false,
      preconditions: options.preconditions,
      update: (existing) => this.#markOrDelete(request, existing as KubeObject),
    });
    if (result.ok) return this.stillThere(result.value, options) as Outcome<KubeObject>;
    const { failure } = result;
    if (failure.kind === 'refused' && failure.refusal === 'delete now') {
      return served(OK, undefined, 0);
    }
    return refused(this.failed(failure, 'update', name));
  }

  #markOrDelete(request: DeleteRequest, existing: KubeObject): Updated {
    const refusal =
      this.deleteDenied(request, existing) ?? beforeDelete(this.of, existing, request.options);
    if (refusal) return { kind: 'refuse', refusal };
    const { finalizers } = deletionFinalizers(this.strategy, existing, request.options);
    if (finalizers.length === 0) return { kind: 'refuse', refusal: 'delete now' };
    const object = markAsDeleting(existing, finalizers, this.parts.wallMs());
    return { kind: 'write', object };
  }

  /** The last finalizer of an object that was to be deleted is gone. The client gets its object. */
  *#deleteWithoutFinalizers(
    key: string,
    { name }: WriteRequest,
    object: KubeObject,
  ): Procedure<Outcome> {
    const { uid } = object.metadata;
    const removed = yield* this.parts.storage.delete(key, {
      preconditions: uid ? { uid } : undefined,
    });
    if (removed.ok) yield* this.afterDelete(removed.value);
    else if (!isNotFound(removed.failure)) {
      return refused(this.failed(removed.failure, 'delete', name));
    }
    return served(OK, object, versionOf(object));
  }

  *#alreadyExists(key: string, object: KubeObject, status: Status): Procedure<Status> {
    const { generateName, name = '' } = object.metadata;
    const said = generateName ? newGenerateNameConflict(this.of, name, 1) : status;
    const found = yield* this.parts.storage.get(key, {});
    if (!found.ok || found.value.metadata.deletionTimestamp === undefined) return said;
    return withMessage(said, `object is being deleted: ${said.message}`);
  }

  #attributes(
    operation: 'CREATE' | 'UPDATE',
    { namespace, name, subresource, object }: WriteRequest,
  ): AdmissionAttributes {
    return { operation, of: this.of, subresource, namespace, name, object };
  }

  #deletedBody(object: KubeObject): KubeObject | Status {
    const { name = '', uid } = object.metadata;
    return this.strategy.returnDeletedObject ? object : newDeleted(this.of, name, uid);
  }

  #deletedVersion(object: KubeObject): number {
    return this.strategy.returnDeletedObject ? versionOf(object) : 0;
  }
}

const isNotFound = (failure: StorageFailure): boolean =>
  failure.kind === 'storage' && failure.code === STORAGE_CODE.keyNotFound;

/** One run of an update; its function is called again when a write was lost. */
class UpdateAttempt {
  creating = false;
  object: KubeObject | undefined;
  readonly #store: RegistryStore;
  readonly #request: WriteRequest;
  readonly #how: UpdateStrategy;

  constructor(store: RegistryStore, request: WriteRequest, how: UpdateStrategy) {
    this.#store = store;
    this.#request = request;
    this.#how = how;
  }

  /** What admission is asked; a missing object makes the update a create. */
  attributes(of: AdmissionAttributes): AdmissionAttributes {
    return this.creating ? { ...of, operation: 'CREATE' } : of;
  }

  /** @param admission what to ask; undefined when it was asked already. */
  run(existing: KubeObject | undefined, admission: AdmissionAttributes | undefined): Updated {
    this.creating = existing === undefined;
    const { strategy, of } = this.#store;
    if (!existing && (!strategy.allowCreateOnUpdate || this.#request.subresource !== '')) {
      return refuse(newNotFound(of, this.#request.name));
    }
    if (admission) {
      const verdict = this.#store.admissionVerdict(this.attributes(admission));
      if (verdict !== 'pass') return refuse(verdict);
    }
    return existing ? this.#update(existing) : this.#create();
  }

  #create(): Updated {
    const prepared = this.#store.prepareCreateOnUpdate(this.#request.object);
    if (!prepared.ok) return refuse(prepared.status);
    this.object = prepared.object;
    return write(prepared.object);
  }

  #update(existing: KubeObject): Updated {
    const { object, name } = this.#request;
    const { strategy, of } = this.#store;
    const given = object.metadata.resourceVersion ?? '';
    if (given !== '' && !/^\d+$/.test(given)) {
      const text = `strconv.ParseUint: parsing "${given}": invalid syntax`;
      return refuse(newUnknownError(text));
    }
    const current = existing.metadata.resourceVersion;
    const unconditional = given === '' || given === '0';
    if (unconditional && !strategy.allowUnconditionalUpdate) {
      const error = {
        type: 'FieldValueInvalid',
        field: 'metadata.resourceVersion',
        value: { go: '0x0' },
        detail: 'must be specified for an update',
      } as const;
      return refuse(newInvalid({ group: of.group, kind: of.resource }, name, [error]));
    }
    if (!unconditional && Number(given) !== Number(current)) {
      return refuse(newConflict(of, name, OPTIMISTIC_LOCK));
    }
    const versioned = unconditional ? withMeta(object, { resourceVersion: current }) : object;
    const prepared = this.#store.prepareUpdate(versioned, existing, this.#how);
    if (!prepared.ok) return refuse(prepared.status);
    this.object = prepared.object;
    if (this.#shouldDelete(prepared.object, existing)) return refuse('emptied finalizers');
    return write(prepared.object);
  }

  /** Upstream: ShouldDeleteDuringUpdate and the kind's own addition to it. */
  #shouldDelete(object: KubeObject, existing: KubeObject): boolean {
    if ((object.metadata.finalizers ?? []).length > 0) return false;
    const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = existing.metadata;
    if (deletionTimestamp === undefined || deletionGracePeriodSeconds !== 0) return false;
    return this.#store.strategy.shouldDeleteDuringUpdate?.(object, existing) ?? true;
  }
}

const refuse = (refusal: Refusal): Updated => ({ kind: 'refuse', refusal });
const write = (object: KubeObject): Updated => ({ kind: 'write', object });
