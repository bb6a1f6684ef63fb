/**
 * A bitmap that is stored in etcd, so that all API servers see each other's work. Every operation
 * reads the stored object, takes it over unless it is the one that the last write was based on,
 * changes the bitmap and writes it back.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/allocator/storage/storage.go (Etcd)
 */
import type { Procedure, Process } from '#kernel';
import type { KubeObject, Status } from '../../api/objects';
import { newConflict, newUnknownError, qualifiedResource } from '../../api/status';
import { interpretFailure, type StorageVerb } from '../registry/storage-failures';
import { STORAGE_CODE, type Storage, type StorageFailure, type Updated } from '../storage/storage';
import type { Backing } from './backing';
import type { AllocationBitmap, Taken } from './bitmap';
import { OperationLock } from './operation-lock';
import {
  NO_ALLOCATION,
  type RangeAllocation,
  type RangeResource,
  rangeKeyOf,
  snapshotIn,
  withSnapshot,
} from './range-allocation';

/** What a range registry answers a read with. */
export type RangeRead =
  | { readonly ok: true; readonly allocation: RangeAllocation }
  | { readonly ok: false; readonly status: Status };

/** What a range registry answers a write with: the version that is stored now, or why not. */
export type RangeWrite =
  | { readonly ok: true; readonly resourceVersion: string }
  | { readonly ok: false; readonly status: Status };

/** The part that the repair loops use. Upstream: rangeallocation.RangeRegistry. */
export interface RangeRegistry {
  /** What is stored; where nothing is, an object without version and range. */
  get(): Procedure<RangeRead>;
  /** Writes a snapshot that is based on the object of its version. Equal bytes make no revision. */
  createOrUpdate(snapshot: RangeAllocation): Procedure<RangeWrite>;
}

export interface RangeStorageParts {
  readonly process: Process;
  /** Writes the decisions. */
  readonly actor: string;
  readonly storage: Storage;
  /** --etcd-prefix. */
  readonly etcdPrefix: string;
  readonly of: RangeResource;
  readonly bitmap: AllocationBitmap;
  /** An item as people know it: an address, a port. */
  readonly itemOf: (offset: number) => string;
}

/** What an operation does with the bitmap; not ok ends it without a write. */
type Change = () => Taken;

/** Notes of one operation, for its decision record. */
interface Operation {
  readonly name: string;
  /** Version of the object that the last run of the function read. */
  version: string;
  restored: boolean;
  /** Times the function was run. */
  runs: number;
}

const VERSION_MISMATCH = 'the provided resource version does not match';
const ALREADY_INITIALIZED = 'another caller has already initialized the resource';

export class RangeStorage implements Backing, RangeRegistry {
  readonly bitmap: AllocationBitmap;
  readonly #parts: RangeStorageParts;
  readonly #key: string;
  readonly #lock: OperationLock;
  /** Version of the object that the last write was based on. */
  #last = '';

  constructor(parts: RangeStorageParts) {
    this.bitmap = parts.bitmap;
    this.#parts = parts;
    this.#key = rangeKeyOf(parts.of, parts.etcdPrefix);
    this.#lock = new OperationLock(parts.process);
  }

  allocate(offset: number): Procedure<Taken> {
    const item = this.#parts.itemOf(offset);
    return this.#lock.holding(
      this.#tryUpdate('Allocate', item, () => this.bitmap.allocate(offset)),
    );
  }

  allocateNext(): Procedure<Taken> {
    return this.#lock.holding(
      this.#tryUpdate('AllocateNext', '', () => this.bitmap.allocateNext()),
    );
  }

  *release(offset: number): Procedure<string | undefined> {
    const change = (): Taken => {
      this.bitmap.release(offset);
      return { ok: true, offset };
    };
    const item = this.#parts.itemOf(offset);
    const done = yield* this.#lock.holding(this.#tryUpdate('Release', item, change));
    return done.ok ? undefined : done.error;
  }

  *get(): Procedure<RangeRead> {
    const found = yield* this.#parts.storage.get(this.#key, {});
    if (found.ok) return { ok: true, allocation: found.value as RangeAllocation };
    if (isKeyNotFound(found.failure)) return { ok: true, allocation: NO_ALLOCATION };
    return { ok: false, status: this.#statusOf(found.failure, 'get') };
  }

  createOrUpdate(snapshot: RangeAllocation): Procedure<RangeWrite> {
    return this.#lock.holding(this.#createOrUpdate(snapshot));
  }

  *#createOrUpdate(snapshot: RangeAllocation): Procedure<RangeWrite> {
    const resource = { group: '', resource: this.#parts.of.resource };
    let version = snapshot.metadata.resourceVersion ?? '';
    let last = '';
    const written = yield* this.#parts.storage.guaranteedUpdate(this.#key, {
      ignoreNotFound: true,
      update: (existing): Updated => {
        const stored = existing?.metadata.resourceVersion ?? '';
        if (stored !== '' && version !== stored) {
          const text = version === '' ? ALREADY_INITIALIZED : VERSION_MISMATCH;
          return { kind: 'refuse', refusal: newConflict(resource, '', text) };
        }
        last = version;
        // Preparing an object for storage takes its version away: a lost write cannot be repeated.
        version = '';
        return { kind: 'write', object: snapshot };
      },
    });
    if (!written.ok) return { ok: false, status: this.#statusOf(written.failure, 'update') };
    const error = this.#restore(snapshot);
    if (error !== undefined) return { ok: false, status: newUnknownError(error) };
    this.#last = last;
    return { ok: true, resourceVersion: written.value.metadata.resourceVersion ?? '' };
  }

  *#tryUpdate(name: string, item: string, change: Change): Procedure<Taken> {
    const operation: Operation = { name, version: '', restored: false, runs: 0 };
    let taken: Taken = { ok: false, error: undefined };
    const written = yield* this.#parts.storage.guaranteedUpdate(this.#key, {
      ignoreNotFound: true,
      update: (existing) => {
        operation.runs += 1;
        const ready = this.#takeOver(existing, operation);
        if (ready !== undefined) return refuse({ ok: false, error: ready });
        taken = change();
        if (!taken.ok) return refuse(taken);
        this.#last = operation.version;
        const object = withSnapshot(existing as RangeAllocation, this.bitmap.snapshot());
        return { kind: 'write', object };
      },
    });
    if (!written.ok) taken = this.#takenOf(written.failure);
    this.#decide(operation, item, taken);
    return taken;
  }

  /** Makes memory what is stored, unless it is the object that memory was written over. */
  #takeOver(existing: KubeObject | undefined, operation: Operation): string | undefined {
    const { resourceVersion = '' } = existing?.metadata ?? {};
    operation.version = resourceVersion;
    operation.restored = false;
    if (resourceVersion === '') {
      const resource = qualifiedResource({ group: '', resource: this.#parts.of.resource });
      return `cannot allocate resources of type ${resource} at this time`;
    }
    if (resourceVersion === this.#last) return undefined;
    operation.restored = true;
    return this.#restore(existing as RangeAllocation);
  }

  #restore(allocation: RangeAllocation): string | undefined {
    const snapshot = snapshotIn(allocation);
    return typeof snapshot === 'string' ? snapshot : this.bitmap.restore(snapshot);
  }

  #takenOf(failure: StorageFailure): Taken {
    if (failure.kind === 'refused') return failure.refusal as Taken;
    return { ok: false, error: interpretFailure(failure, this.#subject('update')).message };
  }

  #statusOf(failure: StorageFailure, verb: StorageVerb): Status {
    if (failure.kind === 'refused') return failure.refusal as Status;
    return interpretFailure(failure, this.#subject(verb));
  }

  #subject(verb: StorageVerb) {
    return { verb, of: { group: '', resource: this.#parts.of.resource }, name: '' };
  }

  #decide({ name, version, restored, runs }: Operation, item: string, taken: Taken): void {
    const { process, actor, of, itemOf } = this.#parts;
    const what = item === '' && taken.ok ? itemOf(taken.offset) : item;
    const memory = restored
      ? `memory taken over from revision ${version}`
      : `memory kept: revision ${version} is what the last write was based on`;
    const again = runs > 1 ? `; run ${runs} times, as others wrote in between` : '';
    const outcome = outcomeOf(name, taken);
    const reason = taken.ok || taken.error === undefined ? memory + again : taken.error;
    const seen = { kind: 'RangeAllocation', name: of.place, resourceVersion: version };
    const saw = version === '' ? [] : [seen];
    const said = what === '' ? outcome : `${outcome} ${what}`;
    process.write('decision', actor, { name: `Etcd.${name}`, outcome: said, reason, saw });
  }
}

function outcomeOf(name: string, taken: Taken): string {
  if (!taken.ok && taken.error !== undefined) return 'failed';
  if (name === 'Release') return 'released';
  if (taken.ok) return 'allocated';
  return name === 'AllocateNext' ? 'full' : 'taken';
}

const refuse = (refusal: Taken): Updated => ({ kind: 'refuse', refusal });

const isKeyNotFound = (failure: StorageFailure): boolean =>
  failure.kind === 'storage' && failure.code === STORAGE_CODE.keyNotFound;
