/**
 * What has happened to the objects of a resource and has not been taken in yet: for each key its
 * deltas, oldest first.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache/delta_fifo.go
 */
import { KeyedQueue } from './keyed-queue';

export type DeltaType = 'Added' | 'Updated' | 'Deleted' | 'Replaced' | 'Sync';

/** An object whose end was not seen: its last known state. Upstream: DeletedFinalStateUnknown. */
export class Tombstone<T> {
  readonly key: string;
  readonly object: T;

  constructor(key: string, object: T) {
    this.key = key;
    this.object = object;
  }
}

export interface Delta<T> {
  readonly type: DeltaType;
  readonly object: T | Tombstone<T>;
}
/** Oldest first, at least one. */
export type Deltas<T> = readonly Delta<T>[];

/** What the consumer of the deltas has taken in. */
export interface KnownObjects<T> {
  keys(): Iterable<string>;
  get(key: string): T | undefined;
}

export interface DeltaFifoParts<T> {
  readonly keyOf: (object: T) => string;
  /** Absent: only what is queued is known. */
  readonly known?: KnownObjects<T>;
  /** What a list brings is called Replaced; else Sync. */
  readonly emitReplaced: boolean;
  /** A list also deletes what is queued and not in it, as from 1.27 on. */
  readonly replaceChecksQueue: boolean;
}

/** Source: ErrZeroLengthDeltasObject. */
export const NO_DELTAS = "0 length Deltas object; can't get key";

export const newest = <T>(deltas: Deltas<T>): T => objectOf(deltas[deltas.length - 1].object);

export const objectOf = <T>(object: T | Tombstone<T>): T =>
  object instanceof Tombstone ? object.object : object;

export class DeltaFifo<T> extends KeyedQueue<Deltas<T>> {
  readonly #parts: DeltaFifoParts<T>;

  constructor(parts: DeltaFifoParts<T>) {
    super();
    this.#parts = parts;
  }

  /** Upstream: KeyOf. */
  keyOf(object: T | Tombstone<T>): string {
    return object instanceof Tombstone ? object.key : this.#parts.keyOf(object);
  }

  /** What the newest delta of everything that is queued tells of. Upstream: List. */
  list(): readonly (T | Tombstone<T>)[] {
    return this.keys.map((key) => {
      const deltas = this.things.get(key) as Deltas<T>;
      return deltas[deltas.length - 1].object;
    });
  }

  add(object: T): void {
    this.#populate('Added', object);
  }

  update(object: T): void {
    this.#populate('Updated', object);
  }

  /** What neither the consumer nor the queue knows is not deleted. */
  delete(object: T | Tombstone<T>): void {
    const key = this.keyOf(object);
    this.populated = true;
    const known = this.#parts.known?.get(key) !== undefined || this.things.has(key);
    if (known) this.#queueAction('Deleted', object);
    this.serve();
  }

  /** @returns why it is not put back; undefined when it is, or its key is there again. */
  addIfNotPresent(deltas: Deltas<T>): string | undefined {
    if (deltas.length === 0) return NO_DELTAS;
    const key = this.keyOf(deltas[deltas.length - 1].object);
    this.populated = true;
    if (!this.things.has(key)) this.put(key, deltas);
    this.serve();
    return undefined;
  }

  /** The whole content; what is not in it has gone. */
  replace(objects: readonly T[]): void {
    const { emitReplaced } = this.#parts;
    const present = new Set<string>();
    for (const object of objects) {
      present.add(this.keyOf(object));
      this.#queueAction(emitReplaced ? 'Replaced' : 'Sync', object);
    }
    const gone = this.#deleteQueued(present) + this.#deleteKnown(present);
    if (!this.populated) {
      this.populated = true;
      this.initialCount = present.size + gone;
    }
    this.serve();
  }

  /** What is known and has no delta is told of again. */
  resync(): void {
    const { known } = this.#parts;
    for (const key of [...(known?.keys() ?? [])]) {
      const object = known?.get(key);
      if (object !== undefined && !this.things.has(key)) this.#queueAction('Sync', object);
    }
    this.serve();
  }

  /** @returns how many were deleted. */
  #deleteQueued(present: ReadonlySet<string>): number {
    const { known, replaceChecksQueue } = this.#parts;
    if (known && !replaceChecksQueue) return 0;
    let count = 0;
    for (const [key, deltas] of [...this.things]) {
      if (present.has(key)) continue;
      this.#queueAction('Deleted', new Tombstone(key, newest(deltas)));
      count += 1;
    }
    return count;
  }

  #deleteKnown(present: ReadonlySet<string>): number {
    const { known, replaceChecksQueue } = this.#parts;
    let count = 0;
    for (const key of known?.keys() ?? []) {
      if (present.has(key) || (replaceChecksQueue && this.things.has(key))) continue;
      this.#queueAction('Deleted', new Tombstone(key, known?.get(key) as T));
      count += 1;
    }
    return count;
  }

  #populate(type: DeltaType, object: T): void {
    this.populated = true;
    this.#queueAction(type, object);
    this.serve();
  }

  #queueAction(type: DeltaType, object: T | Tombstone<T>): void {
    const key = this.keyOf(object);
    const before = this.things.get(key);
    const delta: Delta<T> = { type, object };
    this.put(key, before ? dedupe([...before, delta]) : [delta]);
  }
}

/** Of two deletions in a row the one that says more stays. Upstream: dedupDeltas. */
function dedupe<T>(deltas: readonly Delta<T>[]): Deltas<T> {
  const [older, newer] = deltas.slice(-2);
  if (older.type !== 'Deleted' || newer?.type !== 'Deleted') return deltas;
  const kept = older.object instanceof Tombstone ? newer : older;
  return [...deltas.slice(0, -2), kept];
}
