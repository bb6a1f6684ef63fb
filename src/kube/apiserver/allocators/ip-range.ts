/**
 * Addresses of a service range as offsets: the network address is left out, and for IPv4 the
 * broadcast address too.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/ipallocator/bitmap.go (Range)
 */
import { invariant } from '#base';
import type { RandomStream } from '#kernel';
import {
  type Address,
  type Cidr,
  parseCidr,
  printAddress,
  printCidr,
  readAddress,
} from '../options/cidr';
import { calculateRangeOffset, IP_BAND } from './band-offset';
import { AllocationBitmap } from './bitmap';

export type IpFamily = 'IPv4' | 'IPv6';

/** Most addresses of an IPv6 range that are used. Upstream: the 16 low bits, NewInMemory. */
const IPV6_MAX = 65_536;

export const IP_ALLOCATED = 'provided IP is already allocated';
export const IPS_FULL = 'range is full';
export const NETWORK_MISMATCH = 'the provided network does not match the current range';

/** One service range. Offsets count from the address after the network's. */
export class IpRange {
  /** As Go prints a net.IPNet: the network address with its prefix. */
  readonly cidr: string;
  readonly family: IpFamily;
  /** Number of addresses that can be handed out. */
  readonly max: number;
  /** Addresses of the whole network, the nearest number that there is. */
  readonly size: number;
  readonly #net: Cidr;

  /** @param cidr a CIDR that was checked; host bits are dropped. */
  constructor(cidr: string) {
    const net = parseCidr(cidr);
    invariant(net !== undefined, `a CIDR, found ${cidr}`);
    this.#net = net;
    this.cidr = printCidr(net);
    this.family = net.family === 4 ? 'IPv4' : 'IPv6';
    this.size = Number(1n << BigInt(net.bits - net.ones));
    const usable = net.family === 4 ? this.size - 2 : Math.min(this.size, IPV6_MAX) - 1;
    this.max = Math.max(0, usable);
  }

  static isCidr(text: string): boolean {
    return parseCidr(text) !== undefined;
  }

  /** Whether a CIDR names this network. */
  isSame(cidr: string): boolean {
    const net = parseCidr(cidr);
    return net !== undefined && printCidr(net) === this.cidr;
  }

  /** The network's own address, which is never handed out. */
  get network(): string {
    return this.#text(this.#net.base);
  }

  /** The address of an offset. */
  ipOf(offset: number): string {
    return this.#text(this.#net.base + 1n + BigInt(offset));
  }

  /** The offset of an address; undefined when it cannot be handed out from this range. */
  offsetOf(ip: string): number | undefined {
    const address = readAddress(ip);
    if (!address || !this.#holds(address)) return undefined;
    const offset = address.value - this.#net.base - 1n;
    return offset < 0n || offset >= BigInt(this.max) ? undefined : Number(offset);
  }

  /** Whether the network holds the address, usable or not. */
  contains(ip: string): boolean {
    const address = readAddress(ip);
    return address !== undefined && this.#holds(address);
  }

  notInRange(ip: string): string {
    const what = `the provided IP (${ip}) is not in the valid range`;
    return `${what}. The range of valid IPs is ${this.cidr}`;
  }

  /** A fresh bitmap of the range, with the lower band for static choices. */
  bitmap(random: RandomStream): AllocationBitmap {
    const band = calculateRangeOffset(this.size, IP_BAND);
    return new AllocationBitmap(this.max, this.cidr, band, random);
  }

  #holds({ family, value }: Address): boolean {
    const { family: own, base, bits, ones } = this.#net;
    const host = BigInt(bits - ones);
    return family === own && value >> host === base >> host;
  }

  #text(value: bigint): string {
    return printAddress({ family: this.#net.family, value });
  }
}

/** The family of an address; undefined when it is none. */
export function familyOf(ip: string): IpFamily | undefined {
  const family = readAddress(ip)?.family;
  if (family === undefined) return undefined;
  return family === 4 ? 'IPv4' : 'IPv6';
}
