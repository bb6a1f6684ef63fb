/**
 * The registry of one resource: REST verbs on top of storage, told apart by strategies.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go
 */
import type { Procedure } from '#kernel';
import { versionOf, withMeta } from '../../api/meta';
import type { ApiResource, KubeObject, Status } from '../../api/objects';
import { newDeleted } from '../../api/status';
import type { AdmissionAttributes, AdmissionChain } from '../admission/admission';
import { dryRunStorage } from '../storage/dry-run-storage';
import { etcdPrefixOf, KeyPrefix } from '../storage/keys';
import type { Storage, StorageFailure, Updated } from '../storage/storage';
import {
  beforeDelete,
  type DeleteRequestOptions,
  deletionFinalizers,
  markAsDeleting,
} from './before-delete';
import { beforeCreate, beforeUpdate, type IdentitySource } from './before-write';
import { createObject } from './create-object';
import { graceOf } from './graceful-delete';
import { ACCEPTED, CREATED, OK, type Outcome, refused, served } from './outcome';
import type { Patcher } from './patch';
import { interpretFailure, isNotFound, type StorageVerb } from './storage-failures';
import type { Strategy, UpdateStrategy } from './strategy';
import { type Refusal, refuse, UpdateAttempt } from './update-attempt';
import type { WriteHooks } from './write-hooks';

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
  /** As decoded and defaulted; of a PATCH no more than its name. */
  readonly object: KubeObject;
  /** PATCH: makes the object from what is stored. */
  readonly patcher?: Patcher;
  /** Nothing is kept. */
  readonly dryRun?: boolean;
}

export interface DeleteRequest {
  readonly namespace: string;
  readonly name: string;
  readonly options: DeleteRequestOptions;
  readonly dryRun?: boolean;
}

export class RegistryStore {
  readonly strategy: Strategy;
  /** What the kind does around a write; absent for most. */
  readonly hooks: WriteHooks | undefined = undefined;
  protected readonly parts: RegistryParts;
  readonly #dryRun: Storage;
  readonly #prefixes = new Map<string, KeyPrefix>();

  constructor(strategy: Strategy, parts: RegistryParts) {
    this.strategy = strategy;
    this.parts = parts;
    this.#dryRun = dryRunStorage(parts.storage);
  }

  get of(): ApiResource {
    return this.strategy.of;
  }

  /** Where a request is carried out. */
  storageOf({ dryRun }: { readonly dryRun?: boolean }): Storage {
    return dryRun ? this.#dryRun : this.parts.storage;
  }

  keyOf(namespace: string, name: string): string {
    return this.#prefixOf(namespace).keyOf(name);
  }

  /**
   * Prefix of all keys, or of those of one namespace; the whole key where one name is asked for.
   */
  rangeOf(namespace: string, name: string): string {
    if (name !== '' && (namespace !== '' || !this.of.namespaced)) {
      return this.keyOf(namespace, name);
    }
    return this.#prefixOf(namespace).text;
  }

  #prefixOf(namespace: string): KeyPrefix {
    let prefix = this.#prefixes.get(namespace);
    if (prefix === undefined) {
      prefix = new KeyPrefix(etcdPrefixOf(this.of, namespace, this.parts.etcdPrefix));
      this.#prefixes.set(namespace, prefix);
    }
    return prefix;
  }

  *get(namespace: string, name: string, resourceVersion?: string): Procedure<Outcome<KubeObject>> {
    const { storage } = this.parts;
    const result = yield* storage.get(this.keyOf(namespace, name), { resourceVersion });
    if (!result.ok) return refused(this.failed(result.failure, 'get', name));
    return served(OK, result.value, versionOf(result.value));
  }

  create(request: WriteRequest): Procedure<Outcome> {
    return createObject(this, request);
  }

  /** PUT or PATCH of the object or of a subresource of it. */
  *update(request: WriteRequest): Procedure<Outcome> {
    const { namespace, name, subresource } = request;
    const how = subresource === '' ? this.strategy : this.strategy.subresources[subresource];
    const key = this.keyOf(namespace, name);
    const uid = request.object.metadata.uid;
    const attributes = this.attributes('UPDATE', request);
    let admitted = false;
    for (;;) {
      const attempt = new UpdateAttempt(this, request, how);
      const asked = admitted;
      const result = yield* this.storageOf(request).guaranteedUpdate(key, {
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
    const grace = graceOf(this.strategy, object, options, this.parts.wallMs());
    if (grace.kind === 'pending') return this.stillThere(object, options);
    const held = (object.metadata.finalizers ?? []).length > 0;
    const { changed } = deletionFinalizers(this.strategy, object, options);
    if (grace.kind === 'graceful' || held || changed) {
      const marked = yield* this.#markForFinalizers(key, request);
      if (!marked.ok || marked.body !== undefined) return marked as Outcome;
    }
    const { preconditions } = options;
    const validate = (existing: KubeObject) => this.deleteDenied(request, existing);
    const removed = yield* this.storageOf(request).delete(key, { preconditions, validate });
    if (!removed.ok) return refused(this.failed(removed.failure, 'delete', name));
    yield* this.afterDelete(removed.value, request.dryRun ?? false);
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
  protected *afterDelete(_object: KubeObject, _dryRun: boolean): Procedure<void> {}

  /** The object of a request, checked and normalised on top of the stored one. */
  prepareUpdate(given: KubeObject, old: KubeObject, how: UpdateStrategy) {
    return beforeUpdate(this.strategy, how, given, old);
  }

  fillSystemFields(object: KubeObject): KubeObject {
    return this.parts.identity.fillSystemFields(object);
  }

  /** The object of a request, checked and normalised. */
  prepareCreate(given: KubeObject) {
    return beforeCreate(this.strategy, given);
  }

  admit(attributes: AdmissionAttributes) {
    return this.parts.admission.admit(attributes);
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
    const result = yield* this.storageOf(request).guaranteedUpdate(key, {
      ignoreNotFound: false,
      preconditions: options.preconditions,
      update: (existing) => this.#markOrDelete(request, existing as KubeObject),
    });
    if (result.ok) {
      const { finalizers = [], deletionGracePeriodSeconds: left } = result.value.metadata;
      const goes = finalizers.length === 0 && this.strategy.gracePeriodSeconds && left === 0;
      if (goes) return served(OK, undefined, 0);
      return this.stillThere(result.value, options) as Outcome<KubeObject>;
    }
    const { failure } = result;
    if (failure.kind === 'refused' && failure.refusal === 'delete now') {
      return served(OK, undefined, 0);
    }
    return refused(this.failed(failure, 'update', name));
  }

  #markOrDelete(request: DeleteRequest, existing: KubeObject): Updated {
    const refusal =
      this.deleteDenied(request, existing) ?? beforeDelete(this.of, existing, request.options);
    if (refusal) return refuse(refusal);
    const { finalizers } = deletionFinalizers(this.strategy, existing, request.options);
    const grace = graceOf(this.strategy, existing, request.options, this.parts.wallMs());
    if (grace.kind === 'pending') return { kind: 'write', object: existing };
    if (grace.kind === 'graceful') {
      return { kind: 'write', object: withMeta(grace.object, { finalizers }) };
    }
    if (finalizers.length === 0) return refuse('delete now');
    const object = markAsDeleting(existing, finalizers, this.parts.wallMs());
    return { kind: 'write', object };
  }

  /** The last finalizer of an object that was to be deleted is gone. The client gets its object. */
  *#deleteWithoutFinalizers(
    key: string,
    request: WriteRequest,
    object: KubeObject,
  ): Procedure<Outcome> {
    const { uid } = object.metadata;
    const { name, dryRun = false } = request;
    const removed = yield* this.storageOf(request).delete(key, {
      preconditions: uid ? { uid } : undefined,
    });
    if (removed.ok) yield* this.afterDelete(removed.value, dryRun);
    else if (!isNotFound(removed.failure)) {
      return refused(this.failed(removed.failure, 'delete', name));
    }
    return served(OK, object, versionOf(object));
  }

  attributes(
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
