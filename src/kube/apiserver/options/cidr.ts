/**
 * Addresses and ranges as Go reads and prints them.
 *
 * Upstream    Go net (ParseIP, ParseCIDR, IPNet.String); k8s.io/utils net (ParseCIDRSloppy,
 *             RangeSize)
 */
import ipaddr from 'ipaddr.js';

/** A network. `base` is its first address as a number, host bits cleared. */
export interface Cidr {
  readonly family: 4 | 6;
  readonly base: bigint;
  /** Length of the prefix. */
  readonly ones: number;
  /** 32 or 128. */
  readonly bits: number;
}

/** An address as a number. */
export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/** Four decimal parts; leading zeros are let through, as Kubernetes' "sloppy" parser does. */
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
const IPV6 = /^[0-9a-fA-F:]+(:\d+\.\d+\.\d+\.\d+)?$/;

function numberOf(bytes: readonly number[]): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

/** Undefined when Go's `net.ParseIP` refuses it (leading zeros are let through). */
export function readAddress(text: string): Address | undefined {
  if (IPV4.test(text)) {
    const parts = text.split('.').map(Number);
    if (parts.some((part) => part > 255)) return undefined;
    return { family: 4, value: BigInt(parts.reduce((value, part) => value * 256 + part, 0)) };
  }
  if (!IPV6.test(text) || !ipaddr.IPv6.isValid(text)) return undefined;
  const parsed = ipaddr.IPv6.parse(text);
  const bytes = parsed.toByteArray();
  if (parsed.isIPv4MappedAddress()) return { family: 4, value: numberOf(bytes.slice(12)) };
  return { family: 6, value: numberOf(bytes) };
}

/** As Go prints it. */
export function printAddress({ family, value }: Address): string {
  if (family === 4) {
    const n = Number(value);
    return `${n >>> 24}.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;
  }
  const bytes: number[] = [];
  for (let index = 15; index >= 0; index -= 1) {
    bytes.push(Number((value >> BigInt(8 * index)) & 0xffn));
  }
  return ipaddr.fromByteArray(bytes).toString();
}

/** Whether Go's `net.ParseIP` takes it (leading zeros are let through). */
export const isIP = (text: string): boolean => readAddress(text) !== undefined;

/** 4 or 6; undefined when it is no address. */
export const familyOfIP = (text: string): 4 | 6 | undefined => readAddress(text)?.family;

/** The address as Go prints it; undefined when it is none. */
export function canonicalIP(text: string): string | undefined {
  const address = readAddress(text);
  return address && printAddress(address);
}

/** 0.0.0.0 or ::. Upstream: net.IP.IsUnspecified. */
export const isUnspecified = (text: string): boolean => readAddress(text)?.value === 0n;

/** 127.0.0.0/8 or ::1. Upstream: net.IP.IsLoopback. */
export function isLoopbackIP(text: string): boolean {
  const address = readAddress(text);
  if (!address) return false;
  return address.family === 4 ? address.value >> 24n === 127n : address.value === 1n;
}

/** Reads `address/prefix`; host bits are cleared. Undefined when Go refuses it. */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  if (slash === -1) return undefined;
  const address = readAddress(text.slice(0, slash));
  const prefix = text.slice(slash + 1);
  if (!address || !/^\d{1,3}$/.test(prefix)) return undefined;
  const bits = address.family === 4 ? 32 : 128;
  const ones = Number(prefix);
  if (ones > bits) return undefined;
  const host = BigInt(bits - ones);
  return { family: address.family, base: (address.value >> host) << host, ones, bits };
}

/** `10.96.0.0/12`. */
export const printCidr = ({ family, base, ones }: Cidr): string =>
  `${printAddress({ family, value: base })}/${ones}`;

/** Address number `index` of the range, as text. Upstream: GetIndexedIP. */
export const indexedIP = ({ family, base }: Cidr, index: number): string =>
  printAddress({ family, value: base + BigInt(index) });

/** Number of addresses, at most 65536 for IPv6 and 0 where it has too many. Upstream: RangeSize. */
export function rangeSize({ ones, bits }: Cidr): number {
  const host = bits - ones;
  if ((bits === 32 && host >= 31) || (bits === 128 && host >= 127)) return 0;
  if (bits === 128 && host >= 16) return 1 << 16;
  return Number(1n << BigInt(host));
}
