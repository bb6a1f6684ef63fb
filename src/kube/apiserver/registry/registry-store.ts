/**
 * The registry of one resource: REST verbs on top of storage, told apart by strategies.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go
 */
import type { Procedure } from '#kernel';
import { versionOf } from '../../api/meta';
import type { ApiResource, KubeObject, Status } from '../../api/objects';
import type { AdmissionAttributes, AdmissionChain } from '../admission/admission';
import { dryRunStorage } from '../storage/dry-run-storage';
import { etcdPrefixOf, KeyPrefix } from '../storage/keys';
import type { Storage, StorageFailure } from '../storage/storage';
import type { DeleteRequestOptions } from './before-delete';
import { beforeCreate, beforeUpdate, type IdentitySource } from './before-write';
import { createObject, generatedNameError } from './create-object';
import { deleteObject, deleteWithoutFinalizers } from './delete-object';
import { CREATED, OK, type Outcome, refused, served } from './outcome';
import type { Patcher } from './patch';
import { interpretFailure, type StorageVerb } from './storage-failures';
import type { Strategy, UpdateStrategy, WriteContext } from './strategy';
import { type Refusal, UpdateAttempt } from './update-attempt';
import type { WriteHooks } from './write-hooks';

export interface RegistryParts {
  readonly storage: Storage;
  /** --etcd-prefix. */
  readonly etcdPrefix: string;
  readonly identity: IdentitySource;
  readonly admission: AdmissionChain;
  /** The server's clock, ms since 1970. */
  readonly wallMs: () => number;
  /** Gate RetryGenerateName. */
  readonly retryGenerateName?: boolean;
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
  /** Who asks. */
  readonly user?: string;
  /** Tells the client what it should know. */
  readonly warn?: (text: string) => void;
}

/** An object, and what it is to take the place of. */
interface Replaced {
  readonly object: KubeObject;
  readonly old: KubeObject;
  readonly user: string | undefined;
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

  /** A name that the server chose and that is taken is drawn again. */
  get retriesNames(): boolean {
    return this.parts.retryGenerateName ?? false;
  }

  /** The server's clock, ms since 1970. */
  wallMs(): number {
    return this.parts.wallMs();
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
    return served(OK, this.decorated(result.value), versionOf(result.value));
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
        update: (existing) => attempt.run(existing, asked ? undefined : attributes),
      });
      if (result.ok) {
        const { creating } = attempt;
        const finished = this.finished(result.value, creating, request.dryRun ?? false);
        return served(creating ? CREATED : OK, ...finished);
      }
      const { failure } = result;
      const refusal = failure.kind === 'refused' ? (failure.refusal as Refusal) : undefined;
      if (refusal === 'ask') {
        const denied = yield* this.parts.admission.admit(attempt.attributes(attributes));
        if (denied) return refused(denied);
        admitted = true;
      } else if (refusal === 'emptied finalizers') {
        const { object } = attempt;
        return yield* deleteWithoutFinalizers(this, key, request, object as KubeObject);
      } else if (refusal !== undefined) return refused(refusal as Status);
      else {
        const { creating, object } = attempt;
        const status = this.failed(failure, creating ? 'create' : 'update', name);
        return refused(creating && object ? generatedNameError(this, object, status) : status);
      }
    }
  }

  delete(request: DeleteRequest): Procedure<Outcome> {
    return deleteObject(this, request);
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

  /** What a client is answered with about what storage has kept. */
  finished(kept: KubeObject, created: boolean, dryRun: boolean): readonly [KubeObject, number] {
    const { hooks } = this;
    const after = created ? hooks?.afterCreate?.(kept, dryRun) : hooks?.afterUpdate?.(kept, dryRun);
    return [this.decorated(after ?? kept), versionOf(kept)];
  }

  decorated(object: KubeObject): KubeObject {
    const { hooks } = this;
    return hooks?.decorator ? hooks.decorator(object) : object;
  }

  /** A stored object as it is listed and watched; undefined where it is as it is stored. */
  get onRead(): ((object: KubeObject) => KubeObject) | undefined {
    const { fromStorage } = this.strategy;
    if (!this.hooks?.decorator) return fromStorage;
    if (!fromStorage) return (object) => this.decorated(object);
    return (object) => fromStorage(this.decorated(object));
  }

  /** The object of a request, checked and normalised on top of the stored one. */
  prepareUpdate(replacing: Replaced, how: UpdateStrategy) {
    const { object, old, user } = replacing;
    return beforeUpdate(this.strategy, how, { object, old, context: this.#contextOf(user) });
  }

  #contextOf(user = ''): WriteContext {
    return { user, now: () => this.parts.identity.now() };
  }

  fillSystemFields(object: KubeObject): KubeObject {
    return this.parts.identity.fillSystemFields(object);
  }

  /** The object of a request, checked and normalised. */
  prepareCreate(given: KubeObject, user?: string) {
    return beforeCreate(this.strategy, given, this.#contextOf(user));
  }

  admit(attributes: AdmissionAttributes) {
    return this.parts.admission.admit(attributes);
  }

  mutation(attributes: AdmissionAttributes) {
    return this.parts.admission.mutation(attributes);
  }

  admissionVerdict(attributes: AdmissionAttributes) {
    return this.parts.admission.decide(attributes);
  }

  attributes(
    operation: 'CREATE' | 'UPDATE',
    { namespace, name, subresource, object }: WriteRequest,
  ): AdmissionAttributes {
    return { operation, of: this.of, subresource, namespace, name, object };
  }
}
