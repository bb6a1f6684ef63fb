/**
 * Addresses of a service range as offsets: the network address is left out, and for IPv4 the broadcast
 * address too.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/ipallocator/bitmap.go (Range)
 */
import ipaddr from 'ipaddr.js';
import { invariant } from '#base';
import type { RandomStream } from '#kernel';
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
  /** Addresses of the whole network, at most 2^53. */
  readonly size: number;
  readonly #network: bigint;
  readonly #prefix: number;

  /** @param cidr a CIDR that was checked; host bits are dropped. */
  constructor(cidr: string) {
    const [address, prefix] = ipaddr.parseCIDR(cidr);
    const bytes = address.toByteArray();
    const width = bytes.length * 8;
    const host = BigInt(width - prefix);
    this.#network = (toNumber(bytes) >> host) << host;
    this.#prefix = prefix;
    this.family = bytes.length === 4 ? 'IPv4' : 'IPv6';
    this.size = Number(1n << host);
    this.cidr = `${this.#text(this.#network)}/${prefix}`;
    const usable = this.family === 'IPv4' ? this.size - 2 : Math.min(this.size, IPV6_MAX) - 1;
    this.max = Math.max(0, usable);
  }

  /** The address of an offset. */
  ipOf(offset: number): string {
    return this.#text(this.#network + 1n + BigInt(offset));
  }

  /** The offset of an address; undefined when it cannot be handed out from this range. */
  offsetOf(ip: string): number | undefined {
    const value = this.#valueOf(ip);
    if (value === undefined || !this.contains(ip)) return undefined;
    const offset = value - this.#network - 1n;
    return offset < 0n || offset >= BigInt(this.max) ? undefined : Number(offset);
  }

  /** Whether the network holds the address, usable or not. */
  contains(ip: string): boolean {
    const value = this.#valueOf(ip);
    if (value === undefined) return false;
    const host = BigInt((this.family === 'IPv4' ? 32 : 128) - this.#prefix);
    return value >> host === this.#network >> host;
  }

  notInRange(ip: string): string {
    return `the provided IP (${ip}) is not in the valid range. The range of valid IPs is ${this.cidr}`;
  }

  /** A fresh bitmap of the range, with the lower band for static choices. */
  bitmap(random: RandomStream): AllocationBitmap {
    const band = calculateRangeOffset(this.size, IP_BAND);
    return new AllocationBitmap(this.max, this.cidr, band, random);
  }

  #valueOf(ip: string): bigint | undefined {
    if (!ipaddr.isValid(ip)) return undefined;
    const address = ipaddr.parse(ip);
    const kind = address.kind() === 'ipv4' ? 'IPv4' : 'IPv6';
    return kind === this.family ? toNumber(address.toByteArray()) : undefined;
  }

  #text(value: bigint): string {
    const length = this.family === 'IPv4' ? 4 : 16;
    const bytes = Array.from({ length }, (_, index) =>
      Number((value >> BigInt(8 * (length - 1 - index))) & 0xffn),
    );
    invariant(bytes.length === length, `${length} bytes of an address`);
    return ipaddr.fromByteArray(bytes).toString();
  }
}

function toNumber(bytes: readonly number[]): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

/** The family of an address; undefined when it is none. */
export function familyOf(ip: string): IpFamily | undefined {
  if (!ipaddr.isValid(ip)) return undefined;
  return ipaddr.parse(ip).kind() === 'ipv4' ? 'IPv4' : 'IPv6';
}
