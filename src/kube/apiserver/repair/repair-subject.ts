/** What a repair loop looks after, so that addresses and ports share one pass. */
import type { Service } from '../../api/objects';
import type { AllocationError } from '../allocators/allocation-error';
import { immediately } from '../allocators/backing';
import type { IpAllocator } from '../allocators/ip-allocator';
import type { PortAllocator } from '../allocators/port-allocator';
import type { RangeAllocation } from '../allocators/range-allocation';
import type { RangeRegistry } from '../allocators/range-storage';
import type { Complaint, Verdict } from './verdict';

/** Names in `repair` records. */
export type RepairAllocator = 'cluster-ip' | 'secondary-cluster-ip' | 'node-port';

/** A range in memory. Only what waits for nothing is asked of it. */
export interface RangeInMemory<T> {
  has(item: T): boolean;
  /** Takes an item. @returns why it could not. */
  allocate(item: T): AllocationError | undefined;
  release(item: T): void;
  /** The taken items in rising order. */
  items(): readonly T[];
  /** What is taken, put into an object. */
  snapshot(object: RangeAllocation): RangeAllocation;
}

/** One range that a loop repairs. */
export interface RepairedRange<T> {
  readonly allocator: RepairAllocator;
  /** Of the stored object, below `/ranges/`. */
  readonly place: string;
  readonly registry: RangeRegistry;
  /** The configured range, as it is stored. */
  readonly spec: string;
  /** Counters of what looks leaked; they die with the process. */
  readonly leaks: Map<T, number>;
  empty(): RangeInMemory<T>;
  /** The range of a stored object, which may differ from the configured one; or why not. */
  fromSnapshot(object: RangeAllocation): RangeInMemory<T> | string;
  /** The error of a stored object that cannot be read. */
  unreadable(error: string): string;
}

/** What one Service claims. */
export interface Claim<T> {
  readonly item: T;
  /** Place in the loop's ranges; undefined where no range could have it. */
  readonly range: number | undefined;
  /** The verdict where no range could have it. */
  readonly verdict?: Verdict;
}

/** Beginnings of errors. */
export interface RepairTexts {
  readonly refresh: string;
  readonly list: string;
  readonly persist: string;
}

export interface RepairSubject<T extends string | number> {
  readonly texts: RepairTexts;
  /** Name of an item in records. */
  readonly itemField: 'ip' | 'port';
  readonly ranges: readonly RepairedRange<T>[];
  claimsOf(service: Service): readonly Claim<T>[];
  /** @param cause why it could not be allocated. */
  complaintOf(
    service: Service,
    claim: Claim<T>,
    verdict: Verdict,
    cause: AllocationError | undefined,
  ): Complaint | undefined;
  /** `the cluster IP 10.96.0.9`. */
  leakName(item: T): string;
}

/** A throw-away allocator as a pass uses it. */
export function rangeInMemory(of: IpAllocator): RangeInMemory<string>;
export function rangeInMemory(of: PortAllocator): RangeInMemory<number>;
export function rangeInMemory(
  of: IpAllocator | PortAllocator,
): RangeInMemory<string> | RangeInMemory<number> {
  return 'cidr' in of ? ofAllocator<string>(of) : ofAllocator<number>(of);
}

/** What both kinds of allocators have. */
interface AllocatorOf<T> extends Pick<RangeInMemory<T>, 'has' | 'snapshot'> {
  allocate(item: T): ReturnType<IpAllocator['allocate']>;
  release(item: T): ReturnType<IpAllocator['release']>;
  forEach(visit: (item: T) => void): void;
}

function ofAllocator<T>(allocator: AllocatorOf<T>): RangeInMemory<T> {
  return {
    has: (item) => allocator.has(item),
    allocate: (item) => immediately(allocator.allocate(item)),
    release: (item) => {
      immediately(allocator.release(item));
    },
    items: () => {
      const items: T[] = [];
      allocator.forEach((item) => {
        items.push(item);
      });
      return items;
    },
    snapshot: (object) => allocator.snapshot(object),
  };
}
