/**
 * The addresses of a ServiceCIDR, as numbers: which can be handed out, and in which order they are
 * tried.
 *
 * Upstream    kubernetes v1.33 pkg/registry/core/service/ipallocator/ipallocator.go
 *             (NewIPAllocator, ipIterator, hostsPerNetwork), pkg/api/servicecidr (PrefixContainsIP)
 */
import type { RandomStream } from '#kernel';
import { type Cidr, parseCidr, printAddress, printCidr, readAddress } from '../options/cidr';
import { calculateRangeOffset, IP_BAND } from './band-offset';
import type { IpFamily } from './ip-range';

/** Shortest prefix of an IPv6 range. Upstream: NewIPAllocator. */
const SHORTEST_IPV6_PREFIX = 64;
const WORD_BITS = 32n;
const WORD_MAX = 0xffff_ffff;

export class AddressRange {
  /** As Go prints a net.IPNet. */
  readonly cidr: string;
  readonly family: IpFamily;
  /** How many addresses can be handed out. */
  readonly size: bigint;
  /** How many of the first are kept for static choices. */
  readonly band: number;
  readonly #net: Cidr;

  private constructor(net: Cidr) {
    this.#net = net;
    this.cidr = printCidr(net);
    this.family = net.family === 4 ? 'IPv4' : 'IPv6';
    const all = 1n << BigInt(net.bits - net.ones);
    const unused = net.family === 4 ? 2n : 1n;
    this.size = all > unused ? all - unused : 0n;
    this.band = calculateRangeOffset(Number(all), IP_BAND);
  }

  /** The range of a CIDR; undefined where it is none, or too wide to hand out of. */
  static of(cidr: string): AddressRange | undefined {
    const net = parseCidr(cidr);
    if (!net || (net.family === 6 && net.ones < SHORTEST_IPV6_PREFIX)) return undefined;
    return new AddressRange(net);
  }

  /** The network's own address, which is never handed out. */
  get network(): string {
    return this.#text(-1n);
  }

  /** Whether the address is one that can be handed out. Upstream: PrefixContainsIP. */
  contains(ip: string): boolean {
    const address = readAddress(ip);
    if (address?.family !== this.#net.family) return false;
    const offset = address.value - this.#first;
    return offset >= 0n && offset < this.size;
  }

  /** A place among those that are not kept for static choices. */
  drawUpper(random: RandomStream): bigint {
    return drawBelow(random, this.size - BigInt(this.band));
  }

  drawLower(random: RandomStream): bigint {
    return drawBelow(random, BigInt(this.band));
  }

  /** All that are not kept, from the place drawn on, each once. */
  upperFrom(start: bigint): Iterable<string> {
    return this.#from(BigInt(this.band), this.size, start);
  }

  lowerFrom(start: bigint): Iterable<string> {
    return this.#from(0n, BigInt(this.band), start);
  }

  *#from(low: bigint, high: bigint, start: bigint): Iterable<string> {
    for (let offset = low + start; offset < high; offset += 1n) yield this.#text(offset);
    for (let offset = low; offset < low + start; offset += 1n) yield this.#text(offset);
  }

  get #first(): bigint {
    return this.#net.base + 1n;
  }

  #text(offset: bigint): string {
    return printAddress({ family: this.#net.family, value: this.#first + offset });
  }
}

/** A number from 0 to below `count`. */
function drawBelow(random: RandomStream, count: bigint): bigint {
  if (count <= BigInt(WORD_MAX)) return BigInt(random.int(0, Number(count) - 1));
  const high = BigInt(random.int(0, WORD_MAX)) << WORD_BITS;
  return (high | BigInt(random.int(0, WORD_MAX))) % count;
}

/**
 * Whether a Service may have the address by this CIDR: the network's address is nobody's, and of
 * IPv4 the broadcast address neither. Unlike a range to hand out of, a CIDR may be of any width.
 */
export function cidrHolds(cidr: string, ip: string): boolean {
  const net = parseCidr(cidr);
  const address = readAddress(ip);
  if (!net || address?.family !== net.family) return false;
  const host = BigInt(net.bits - net.ones);
  if (address.value >> host !== net.base >> host || address.value === net.base) return false;
  return net.family === 6 || address.value !== net.base + (1n << host) - 1n;
}
