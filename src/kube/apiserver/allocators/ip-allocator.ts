/**
 * Hands out the addresses of one Service range.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/ipallocator/bitmap.go (Range)
 */
import type { Procedure, RandomStream } from '#kernel';
import type { Allocated, AllocationError } from './allocation-error';
import { otherError } from './allocation-error';
import type { AllocationScope, AllocatorMetrics } from './allocator-metrics';
import { atOnce, type Backing, inMemory } from './backing';
import { IP_ALLOCATED, IPS_FULL, type IpFamily, IpRange, NETWORK_MISMATCH } from './ip-range';
import { type RangeAllocation, snapshotIn, withSnapshot } from './range-allocation';

const TAKEN: AllocationError = { kind: 'ErrAllocated', message: IP_ALLOCATED };
const FULL: AllocationError = { kind: 'ErrFull', message: IPS_FULL };

/** What a request uses of an allocator; `dryRun` stands in for it. Upstream: Interface. */
export interface IpAllocatorCalls {
  /** Takes that address. @returns why it could not. */
  allocate(ip: string): Procedure<AllocationError | undefined>;
  allocateNext(): Procedure<Allocated<string>>;
  /** Gives an address back; one outside the range is left alone. */
  release(ip: string): Procedure<AllocationError | undefined>;
}

/** Whom an address is for. */
export interface ServiceRef {
  readonly namespace: string;
  readonly name: string;
}

/** Hands out the addresses of one family, whatever keeps them. */
export interface FamilyAllocator {
  readonly family: IpFamily;
  callsFor(service: ServiceRef): IpAllocatorCalls;
  /** Stands in for the calls of a request that keeps nothing. */
  dryRun(): IpAllocatorCalls;
}

export class IpAllocator implements IpAllocatorCalls, FamilyAllocator {
  readonly range: IpRange;
  readonly metrics: AllocatorMetrics | undefined;
  readonly #backing: Backing;

  /** @param metrics absent: nothing is counted, as for the throw-away ranges of the repair loop. */
  constructor(range: IpRange, backing: Backing, metrics?: AllocatorMetrics) {
    this.range = range;
    this.#backing = backing;
    this.metrics = metrics;
  }

  /** The network, as Go prints it. */
  get cidr(): string {
    return this.range.cidr;
  }

  get family(): IpFamily {
    return this.range.family;
  }

  get free(): number {
    return this.#backing.bitmap.free;
  }

  get used(): number {
    return this.#backing.bitmap.count;
  }

  has(ip: string): boolean {
    const offset = this.range.offsetOf(ip);
    return offset !== undefined && this.#backing.bitmap.has(offset);
  }

  /** Visits the taken addresses in rising order. */
  forEach(visit: (ip: string) => void): void {
    this.#backing.bitmap.forEach((offset) => {
      visit(this.range.ipOf(offset));
    });
  }

  *allocate(ip: string): Procedure<AllocationError | undefined> {
    const offset = this.range.offsetOf(ip);
    if (offset === undefined) {
      return this.#failed('static', { kind: 'ErrNotInRange', message: this.range.notInRange(ip) });
    }
    const taken = yield* this.#backing.allocate(offset);
    if (taken.ok) this.metrics?.allocation('static', this.#backing.bitmap);
    else return this.#failed('static', taken.error === undefined ? TAKEN : otherError(taken.error));
    return undefined;
  }

  *allocateNext(): Procedure<Allocated<string>> {
    const taken = yield* this.#backing.allocateNext();
    if (!taken.ok) {
      const error = taken.error === undefined ? FULL : otherError(taken.error);
      return { ok: false, error: this.#failed('dynamic', error) };
    }
    this.metrics?.allocation('dynamic', this.#backing.bitmap);
    return { ok: true, value: this.range.ipOf(taken.offset) };
  }

  *release(ip: string): Procedure<AllocationError | undefined> {
    const offset = this.range.offsetOf(ip);
    if (offset === undefined) return undefined;
    const error = yield* this.#backing.release(offset);
    if (error !== undefined) return otherError(error);
    this.metrics?.setGauges(this.#backing.bitmap);
    return undefined;
  }

  /** A bitmap does not say whose an address is. */
  callsFor(): IpAllocatorCalls {
    return this;
  }

  /** Checks only what costs nothing. Upstream: dryRunRange. */
  dryRun(): IpAllocatorCalls {
    const { range, metrics } = this;
    return {
      allocate: (ip) =>
        atOnce(() => {
          if (range.offsetOf(ip) !== undefined) return undefined;
          metrics?.error('static');
          return { kind: 'ErrNotInRange', message: range.notInRange(ip) };
        }),
      allocateNext: () => atOnce(() => ({ ok: true, value: range.network })),
      release: () => atOnce(() => undefined),
    };
  }

  /** What memory holds, put into `object`. Upstream: Snapshot. */
  snapshot(object: RangeAllocation): RangeAllocation {
    return withSnapshot(object, this.#backing.bitmap.snapshot());
  }

  /** Makes memory what an object holds. @returns why it could not. */
  restore(object: RangeAllocation): string | undefined {
    if (!this.range.isSame(object.range)) return NETWORK_MISMATCH;
    const snapshot = snapshotIn({ ...object, range: this.cidr });
    return typeof snapshot === 'string' ? snapshot : this.#backing.bitmap.restore(snapshot);
  }

  #failed(scope: AllocationScope, error: AllocationError): AllocationError {
    this.metrics?.error(scope);
    return error;
  }
}

/** An empty range in memory. Upstream: NewInMemory. */
export function newInMemoryIps(cidr: string, random: RandomStream): IpAllocator {
  const range = new IpRange(cidr);
  return new IpAllocator(range, inMemory(range.bitmap(random)));
}

/** The range of a stored object, in memory; a text says why not. Upstream: NewFromSnapshot. */
export function ipsFromSnapshot(
  object: RangeAllocation,
  random: RandomStream,
): IpAllocator | string {
  if (!IpRange.isCidr(object.range)) return `invalid CIDR address: ${object.range}`;
  const allocator = newInMemoryIps(object.range, random);
  return allocator.restore(object) ?? allocator;
}
