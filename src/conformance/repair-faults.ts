/** What a repair case says of the store and of the list of Services: which calls fail, and how. */
import type { Procedure } from '#kernel';
import {
  newConflict,
  newUnknownError,
  type RangeAllocation,
  type RangeRegistry,
  type RangeWrite,
  type Status,
} from '#kube';
import { Unsupported } from './adapter';
import type { Fields } from './read-fields';

/** `TEXT on the first 2 calls (secondary family)`; all calls where nothing is said of them. */
const FAULT = /^(.+?)(?: on (every call|the first call|the first (\d+) calls))?(?: \(([^)]*)\))?$/;
/** What stands in brackets and explains. */
const EXPLAINS: ReadonlySet<string> = new Set(['not a Conflict', 'both families', 'every call']);
const FAMILY = /^(?:(primary|first)|secondary|second)(?: family)?(?: only)?$/;
const CONFLICT = 'Conflict';

/** The calls of one kind that fail. */
export class CallFault {
  readonly #status: Status;
  /** Which of the ranges; undefined for all. */
  readonly #place: number | undefined;
  #left: number;

  constructor(status: Status, place: number | undefined, calls: number) {
    this.#status = status;
    this.#place = place;
    this.#left = calls;
  }

  /** What the next call is refused with; undefined when it goes through. */
  next(place: number): Status | undefined {
    if (this.#left === 0 || (this.#place !== undefined && this.#place !== place)) return undefined;
    this.#left -= 1;
    return this.#status;
  }
}

/**
 * @param ranges how many there are.
 * @returns undefined where the case says nothing of these calls.
 */
export function callFault(given: Fields, key: string, ranges: number): CallFault | undefined {
  if (!given.has(key)) return undefined;
  const text = given.text(key);
  const unclear = () => new Unsupported(`given.${key}: ${JSON.stringify(text)} is not understood`);
  const [, message, which, count, brackets] = FAULT.exec(text) ?? [];
  if (message === undefined) throw unclear();
  if (message !== CONFLICT && message.startsWith(CONFLICT)) throw unclear();
  const place = placeOf(brackets);
  if (place === 'unclear' || (place !== undefined && place >= ranges)) throw unclear();
  const calls = which === undefined || which === 'every call' ? Infinity : Number(count ?? 1);
  return new CallFault(statusOf(message), place, calls);
}

function placeOf(brackets: string | undefined): number | undefined | 'unclear' {
  if (brackets === undefined || EXPLAINS.has(brackets)) return undefined;
  const family = FAMILY.exec(brackets);
  if (!family) return 'unclear';
  return family[1] === undefined ? 1 : 0;
}

function statusOf(message: string): Status {
  if (message !== CONFLICT) return newUnknownError(message);
  return newConflict({ group: '', resource: 'rangeallocations' }, '', 'as the case says');
}

export interface StoreFaults {
  readonly get: CallFault | undefined;
  readonly createOrUpdate: CallFault | undefined;
}

export const storeFaults = (given: Fields, ranges: number): StoreFaults => ({
  get: callFault(given, 'getError', ranges),
  createOrUpdate: callFault(given, 'createOrUpdateError', ranges),
});

/** A registry whose calls are counted, and fail where the case says so. */
export class CountedRegistry implements RangeRegistry {
  readonly #inner: RangeRegistry;
  readonly #faults: StoreFaults;
  readonly #place: number;
  gets = 0;
  writes = 0;
  /** What the last write was refused with. */
  refusal: Status | undefined;

  /** @param place among the ranges of the loop. */
  constructor(inner: RangeRegistry, faults: StoreFaults, place: number) {
    this.#inner = inner;
    this.#faults = faults;
    this.#place = place;
  }

  *get(): ReturnType<RangeRegistry['get']> {
    this.gets += 1;
    const status = this.#faults.get?.next(this.#place);
    return status ? { ok: false, status } : yield* this.#inner.get();
  }

  *createOrUpdate(snapshot: RangeAllocation): Procedure<RangeWrite> {
    this.writes += 1;
    const status = this.#faults.createOrUpdate?.next(this.#place);
    const written: RangeWrite = status
      ? { ok: false, status }
      : yield* this.#inner.createOrUpdate(snapshot);
    this.refusal = written.ok ? undefined : written.status;
    return written;
  }
}
