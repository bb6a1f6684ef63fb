/**
 * Hands out Service addresses of one family, out of all ServiceCIDRs: an address is taken by making
 * the IPAddress of its name, so no server can take what another has.
 *
 * Upstream    kubernetes v1.33 pkg/registry/core/service/ipallocator/{cidrallocator,ipallocator}.go
 * Simplified  an address above 2^32 places is drawn modulo the size of the range; the time that an
 *             allocation takes is not counted
 */
import type { Procedure, Process, RandomStream } from '#kernel';
import { newIPAddress } from '../../api/networking';
import { apiVersionOf } from '../../api/resources';
import { errorText, reasonOf } from '../../client/rest-client';
import { canonicalIP } from '../options/cidr';
import type { AddressRange } from './address-range';
import { type Allocated, type AllocationError, otherError } from './allocation-error';
import { type AllocationScope, AllocatorMetrics } from './allocator-metrics';
import { atOnce } from './backing';
import type { FamilyAllocator, IpAllocator, IpAllocatorCalls, ServiceRef } from './ip-allocator';
import { IP_ALLOCATED, IPS_FULL, type IpFamily, NETWORK_MISMATCH } from './ip-range';
import { OperationLock } from './operation-lock';
import type { ReadyRange, ServiceCidrs } from './service-cidrs';

const FULL: AllocationError = { kind: 'ErrFull', message: IPS_FULL };
const MISMATCH = otherError(NETWORK_MISMATCH);

export interface MetaAllocatorParts {
  readonly process: Process;
  /** `<server>/apiserver`; writes the decisions. */
  readonly actor: string;
  readonly cidrs: ServiceCidrs;
  readonly family: IpFamily;
  /** The bitmap of the flag's range, where it is written too. */
  readonly bitmap: IpAllocator | undefined;
}

export class MetaAllocator implements FamilyAllocator {
  readonly family: IpFamily;
  readonly #parts: MetaAllocatorParts;
  readonly #lock: OperationLock;
  readonly #order: RandomStream;
  readonly #metrics = new Map<string, AllocatorMetrics>();

  constructor(parts: MetaAllocatorParts) {
    this.family = parts.family;
    this.#parts = parts;
    this.#lock = new OperationLock(parts.process);
    this.#order = parts.process.random(`allocator/ipaddresses/${parts.family}`);
  }

  callsFor(service: ServiceRef): IpAllocatorCalls {
    return {
      allocate: (ip) => this.#allocate(service, ip),
      allocateNext: () => this.#lock.holding(this.#allocateNext(service)),
      release: (ip) => this.#release(ip),
    };
  }

  /** Of any range: only what costs nothing is checked. Upstream: MetaAllocator.DryRun. */
  dryRun(): IpAllocatorCalls {
    const found = this.#anyOrder()[0];
    return {
      allocate: (ip) => atOnce(() => (found ? tried(found, ip) : otherError(NOT_READY))),
      allocateNext: () => atOnce(() => triedNext(found)),
      release: () => atOnce(() => undefined),
    };
  }

  /** What has been counted of a range; made at the first asking. */
  metricsOf(cidr: string): AllocatorMetrics {
    const metrics = this.#metrics.get(cidr) ?? new AllocatorMetrics();
    this.#metrics.set(cidr, metrics);
    return metrics;
  }

  *#allocate(service: ServiceRef, given: string): Procedure<AllocationError | undefined> {
    const ip = canonicalIP(given) ?? given;
    const { bitmap } = this.#parts;
    const range = yield* this.#rangeOf(ip, true);
    if (!range) return this.#decided('AllocateService', ip, MISMATCH);
    if (bitmap?.range.contains(ip)) {
      const error = yield* bitmap.allocate(ip);
      if (error) return this.#decided('AllocateService', ip, error);
    }
    const error = yield* this.#create(range, ip, service, 'static');
    return this.#decided('AllocateService', ip, error);
  }

  *#allocateNext(service: ServiceRef): Procedure<Allocated<string>> {
    const { bitmap } = this.#parts;
    for (const { range, ready } of this.#anyOrder()) {
      const ip = ready ? yield* this.#nextOf(range, service) : undefined;
      if (ip === undefined) {
        this.metricsOf(range.cidr).error('dynamic');
        continue;
      }
      // The IPAddress stays when the bitmap refuses: the repair controller finds it.
      const error = bitmap?.range.contains(ip) ? yield* bitmap.allocate(ip) : undefined;
      this.#decided('AllocateNextService', ip, error);
      if (!error) return { ok: true, value: ip };
    }
    this.#decided('AllocateNextService', '', FULL);
    return { ok: false, error: FULL };
  }

  /** The upper part first, from a place that is drawn; then the part kept for static choices. */
  *#nextOf(range: AddressRange, service: ServiceRef): Procedure<string | undefined> {
    const random = this.#parts.process.random(`allocator/ipaddresses/${range.cidr}`);
    if (range.size <= BigInt(range.band)) return undefined;
    const upper = range.upperFrom(range.drawUpper(random));
    const found = yield* this.#firstFree(range, upper, service);
    if (found !== undefined || range.band === 0) return found;
    return yield* this.#firstFree(range, range.lowerFrom(range.drawLower(random)), service);
  }

  /** Whatever stands in the way of one address, the next one is tried. */
  *#firstFree(
    range: AddressRange,
    candidates: Iterable<string>,
    service: ServiceRef,
  ): Procedure<string | undefined> {
    const { cidrs } = this.#parts;
    for (const ip of candidates) {
      if (cidrs.address(ip)) continue;
      const error = yield* this.#create(range, ip, service, 'dynamic');
      if (!error) return ip;
      this.#log(`can not create IPAddress ${ip}: ${error.message}`);
    }
    return undefined;
  }

  *#create(
    range: AddressRange,
    ip: string,
    service: ServiceRef,
    scope: AllocationScope,
  ): Procedure<AllocationError | undefined> {
    const { client, resources } = this.#parts.cidrs;
    const of = resources.addresses;
    const made = yield* client.create(of, newIPAddress(apiVersionOf(of), ip, service));
    const metrics = this.metricsOf(range.cidr);
    if (made.ok) {
      metrics.allocation(scope, this.#gauges(range));
      return undefined;
    }
    metrics.error(scope);
    if (reasonOf(made) === 'AlreadyExists') return { kind: 'ErrAllocated', message: IP_ALLOCATED };
    return otherError(errorText(made));
  }

  *#release(given: string): Procedure<AllocationError | undefined> {
    const ip = canonicalIP(given) ?? given;
    const { bitmap, cidrs } = this.#parts;
    const range = yield* this.#rangeOf(ip, false);
    if (!range) return this.#decided('Release', ip, MISMATCH);
    if (bitmap?.range.contains(ip)) yield* bitmap.release(ip);
    const gone = yield* cidrs.client.delete(cidrs.resources.addresses, '', ip);
    if (gone.ok) this.metricsOf(range.cidr).setGauges(this.#gauges(range));
    else this.#log(`error releasing ip ${ip} : ${errorText(gone)}`);
    return this.#decided('Release', ip, undefined);
  }

  /** Any range that has the address. Upstream: getAllocator, which waits for the lock. */
  #rangeOf(ip: string, ready: boolean): Procedure<AddressRange | undefined> {
    const find = () =>
      this.#anyOrder().find((each) => each.range.contains(ip) && (each.ready || !ready))?.range;
    return this.#lock.holding(atOnce(find));
  }

  /** The ranges as a Go map gives them: in any order. */
  #anyOrder(): readonly ReadyRange[] {
    const ranges = this.#parts.cidrs.rangesOf(this.family);
    if (ranges.length < 2) return ranges;
    const first = this.#order.int(0, ranges.length - 1);
    return [...ranges.slice(first), ...ranges.slice(0, first)];
  }

  #gauges(range: AddressRange) {
    const own = this.#parts.cidrs.managed();
    const count = own.filter(({ metadata: { name = '' } }) => range.contains(name)).length;
    return { count, free: Math.max(0, Number(range.size) - count) };
  }

  #decided(name: string, ip: string, error: AllocationError | undefined) {
    const { process, actor } = this.#parts;
    const done = name === 'Release' ? 'released' : 'allocated';
    const outcome = [error ? 'refused' : done, ip].filter((word) => word !== '').join(' ');
    const kept = name === 'Release' ? 'its IPAddress is deleted' : 'its IPAddress was made';
    process.write('decision', actor, { name, outcome, reason: error?.message ?? kept, saw: [] });
    return error;
  }

  #log(message: string): void {
    this.#parts.process.log(this.#parts.actor, 'info', message);
  }
}

/** Source: ErrNotReady. */
const NOT_READY = 'allocator not ready';

function tried({ range, ready }: ReadyRange, ip: string): AllocationError | undefined {
  if (!ready) return otherError(NOT_READY);
  if (range.contains(ip)) return undefined;
  const what = `the provided IP (${ip}) is not in the valid range`;
  const message = `${what}. The range of valid IPs is ${range.cidr}`;
  return { kind: 'ErrNotInRange', message };
}

const triedNext = (found: ReadyRange | undefined): Allocated<string> =>
  found?.ready
    ? { ok: true, value: found.range.network }
    : { ok: false, error: otherError(NOT_READY) };
