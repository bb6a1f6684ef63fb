/**
 * Hands out the node ports of a range.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/portallocator/allocator.go (PortAllocator)
 */
import type { Procedure, RandomStream } from '#kernel';
import { parsePortRange } from '../../component/port-range';
import { type Allocated, type AllocationError, otherError } from './allocation-error';
import type { AllocationScope, AllocatorMetrics } from './allocator-metrics';
import { type Backing, inMemory } from './backing';
import {
  PORT_ALLOCATED,
  PORT_RANGE_MISMATCH,
  PORTS_FULL,
  type PortRangeSpec,
  portBitmap,
  portNotInRange,
  portRangeText,
} from './port-range';
import { type RangeAllocation, snapshotIn, withSnapshot } from './range-allocation';

const TAKEN: AllocationError = { kind: 'ErrAllocated', message: PORT_ALLOCATED };
const FULL: AllocationError = { kind: 'ErrFull', message: PORTS_FULL };

export class PortAllocator {
  /** `base-last`. */
  readonly range: string;
  readonly metrics: AllocatorMetrics | undefined;
  readonly #base: number;
  readonly #size: number;
  readonly #backing: Backing;

  constructor({ base, size }: PortRangeSpec, backing: Backing, metrics?: AllocatorMetrics) {
    this.range = portRangeText(base, size);
    this.metrics = metrics;
    this.#base = base;
    this.#size = size;
    this.#backing = backing;
  }

  get free(): number {
    return this.#backing.bitmap.free;
  }

  get used(): number {
    return this.#backing.bitmap.count;
  }

  has(port: number): boolean {
    const offset = this.#offsetOf(port);
    return offset !== undefined && this.#backing.bitmap.has(offset);
  }

  /** Visits the taken ports in rising order. */
  forEach(visit: (port: number) => void): void {
    this.#backing.bitmap.forEach((offset) => {
      visit(this.#base + offset);
    });
  }

  /** Takes that port. @returns why it could not. */
  *allocate(port: number): Procedure<AllocationError | undefined> {
    const offset = this.#offsetOf(port);
    if (offset === undefined) {
      const message = portNotInRange(this.range);
      return this.#failed('static', { kind: 'ErrNotInRange', message });
    }
    const taken = yield* this.#backing.allocate(offset);
    if (taken.ok) this.metrics?.allocation('static', this.#backing.bitmap);
    else return this.#failed('static', taken.error === undefined ? TAKEN : otherError(taken.error));
    return undefined;
  }

  *allocateNext(): Procedure<Allocated<number>> {
    const taken = yield* this.#backing.allocateNext();
    if (!taken.ok) {
      const error = taken.error === undefined ? FULL : otherError(taken.error);
      return { ok: false, error: this.#failed('dynamic', error) };
    }
    this.metrics?.allocation('dynamic', this.#backing.bitmap);
    return { ok: true, value: this.#base + taken.offset };
  }

  /** Gives a port back; one outside the range is left alone. */
  *release(port: number): Procedure<AllocationError | undefined> {
    const offset = this.#offsetOf(port);
    if (offset === undefined) return undefined;
    const error = yield* this.#backing.release(offset);
    if (error !== undefined) return otherError(error);
    this.metrics?.setGauges(this.#backing.bitmap);
    return undefined;
  }

  /** What memory holds, put into `object`. Upstream: Snapshot. */
  snapshot(object: RangeAllocation): RangeAllocation {
    return withSnapshot(object, this.#backing.bitmap.snapshot());
  }

  /** Makes memory what an object holds. @returns why it could not. */
  restore(object: RangeAllocation): string | undefined {
    const spec = parsePortRange(object.range);
    if (typeof spec === 'string') return spec;
    if (portRangeText(spec.base, spec.size) !== this.range) return PORT_RANGE_MISMATCH;
    const snapshot = snapshotIn({ ...object, range: this.range });
    return typeof snapshot === 'string' ? snapshot : this.#backing.bitmap.restore(snapshot);
  }

  #offsetOf(port: number): number | undefined {
    const offset = port - this.#base;
    return offset < 0 || offset >= this.#size ? undefined : offset;
  }

  #failed(scope: AllocationScope, error: AllocationError): AllocationError {
    this.metrics?.error(scope);
    return error;
  }
}

export interface PortsInMemory {
  /** Keeps the lower band for static choices. */
  readonly staticBand: boolean;
  readonly random: RandomStream;
}

/** An empty range in memory. Upstream: NewInMemory. */
export function newInMemoryPorts(spec: PortRangeSpec, how: PortsInMemory): PortAllocator {
  return new PortAllocator(spec, inMemory(portBitmap(spec, how.staticBand, how.random)));
}

/** The range of a stored object, in memory; a text says why not. Upstream: NewFromSnapshot. */
export function portsFromSnapshot(
  object: RangeAllocation,
  how: PortsInMemory,
): PortAllocator | string {
  const spec = parsePortRange(object.range);
  if (typeof spec === 'string') return spec;
  const allocator = newInMemoryPorts(spec, how);
  return allocator.restore(object) ?? allocator;
}
