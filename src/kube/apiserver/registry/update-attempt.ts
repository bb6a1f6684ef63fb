/**
 * One run of an update's function, which storage calls again when a write was lost.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go
 *             (Store.Update), rest/update.go (DefaultUpdatedObjectInfo)
 */
import type { Procedure } from '#kernel';
import { withMeta } from '../../api/meta';
import type { KubeObject, Status } from '../../api/objects';
import { isStatus, newConflict, newInvalid, newNotFound, newUnknownError } from '../../api/status';
import type { AdmissionAttributes } from '../admission/admission';
import { parseUintFault } from '../storage/resource-version';
import type { Updated } from '../storage/storage';
import type { Prepared } from './before-write';
import { warnOf } from './create-object';
import type { Refused } from './outcome';
import type { RegistryStore, WriteRequest } from './registry-store';
import type { UpdateStrategy } from './strategy';
import type { Begun } from './write-hooks';

/** Upstream: OptimisticLockErrorMsg. */
const OPTIMISTIC_LOCK =
  'the object has been modified; please apply your changes to the latest version and try again';

/** Why an update function stops, besides a Status. */
export type Refusal = Status | 'ask' | 'emptied finalizers' | 'delete now' | 'already deleting';

export class UpdateAttempt {
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
  run(
    existing: KubeObject | undefined,
    admission: AdmissionAttributes | undefined,
  ): Updated | Procedure<Updated> {
    this.creating = existing === undefined;
    const { strategy, of } = this.#store;
    const { subresource, patcher, name } = this.#request;
    if (!existing && (!strategy.allowCreateOnUpdate || subresource !== '' || patcher)) {
      return refuse(newNotFound(of, name));
    }
    if (admission) {
      const verdict = this.#store.admissionVerdict(this.attributes(admission));
      if (verdict !== 'pass') return refuse(verdict);
    }
    return existing ? this.#update(existing) : this.#create();
  }

  #create(): Updated | Procedure<Updated> {
    const store = this.#store;
    const { object, dryRun = false } = this.#request;
    const filled = store.fillSystemFields(object);
    const prepare = (begun: KubeObject) =>
      this.#created(store.prepareCreate(begun, this.#request.user));
    const begin = store.hooks?.beginCreate;
    return begin ? inSteps(begin(filled, dryRun), prepare) : prepare(filled);
  }

  #created(prepared: Prepared): Updated {
    if (!prepared.ok) return refuse(prepared.status);
    this.object = prepared.object;
    warnOf(this.#store, this.#request, prepared.object, undefined);
    return this.#kept(prepared.object, false);
  }

  /** With how long it is kept. Upstream: calculateTTL; etcd tells nothing of what is left. */
  #kept(object: KubeObject, update: boolean): Updated {
    const ttlSeconds = this.#store.strategy.ttl?.(object, 0, update);
    if (isStatus(ttlSeconds)) return refuse(ttlSeconds);
    return { kind: 'write', object, ttlSeconds };
  }

  #update(existing: KubeObject): Updated | Procedure<Updated> {
    const { name, patcher } = this.#request;
    const object = patcher ? patcher(existing) : this.#request.object;
    if (isStatus(object)) return refuse(object);
    const { strategy, of } = this.#store;
    const given = object.metadata.resourceVersion ?? '';
    const fault = parseUintFault(given);
    if (fault !== undefined) return refuse(newUnknownError(fault));
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
    const begin = this.#store.hooks?.beginUpdate;
    const { subresource, dryRun = false } = this.#request;
    const prepare = (begun: KubeObject) => this.#updated(begun, existing);
    if (!begin || subresource !== '') return prepare(versioned);
    return inSteps(begin(versioned, existing, dryRun), prepare);
  }

  #updated(object: KubeObject, existing: KubeObject): Updated {
    const { user } = this.#request;
    const prepared = this.#store.prepareUpdate({ object, old: existing, user }, this.#how);
    if (!prepared.ok) return refuse(prepared.status);
    this.object = prepared.object;
    if (this.#request.subresource === '') {
      warnOf(this.#store, this.#request, prepared.object, existing);
    }
    if (this.#shouldDelete(prepared.object, existing)) return refuse('emptied finalizers');
    return this.#kept(prepared.object, true);
  }

  /** Upstream: ShouldDeleteDuringUpdate and the kind's own addition to it. */
  #shouldDelete(object: KubeObject, existing: KubeObject): boolean {
    if ((object.metadata.finalizers ?? []).length > 0) return false;
    const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = existing.metadata;
    if (deletionTimestamp === undefined || deletionGracePeriodSeconds !== 0) return false;
    return this.#store.strategy.shouldDeleteDuringUpdate?.(object, existing) ?? true;
  }
}

/** The write is finished before storage is asked to keep it, as upstream does. */
function* inSteps(
  beginning: Procedure<Begun | Refused>,
  prepare: (object: KubeObject) => Updated,
): Procedure<Updated> {
  const begun = yield* beginning;
  if (!begun.ok) return refuse(begun.status);
  const updated = prepare(begun.object);
  yield* begun.finish(updated.kind === 'write');
  return updated;
}

export const refuse = (refusal: Refusal): Updated => ({ kind: 'refuse', refusal });
