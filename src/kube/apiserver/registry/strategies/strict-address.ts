/**
 * Addresses and ranges of new fields: valid, and written in the one way that is canonical.
 *
 * Upstream    kubernetes v1.33 staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go
 *             (IsValidIP, IsValidCIDR)
 */
import { canonicalIP, isIP, parseCidr, printCidr, readAddress } from '../../options/cidr';

const NO_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const NO_CIDR = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
const IPV6_BITS = 128;
/** Of a decimal part; groups of IPv6 may have them. */
const LEADING_ZERO = /(?:^|[.:])0\d+\.|\.0\d/;

const notCanonical = (text: string): string =>
  `must be in canonical form (${JSON.stringify(text)})`;
const isMapped = (text: string): boolean => text.includes(':') && readAddress(text)?.family === 4;

/** What is wrong with an address, one fault after another; nothing where it is sound. */
export function strictIPFaults(text: string): string[] {
  if (!isIP(text)) return [NO_ADDRESS];
  if (LEADING_ZERO.test(text)) return ['must not have leading 0s'];
  if (isMapped(text)) return ['must not be an IPv4-mapped IPv6 address'];
  const canonical = canonicalIP(text) ?? text;
  return canonical === text ? [] : [notCanonical(canonical)];
}

/** The same of a range. */
export function strictCidrFaults(text: string): string[] {
  const [address, length = ''] = text.split('/');
  const mapped = isMapped(address) && /^\d{1,3}$/.test(length) && Number(length) <= IPV6_BITS;
  const net = parseCidr(text);
  if (!net && !mapped) return [NO_CIDR];
  if (LEADING_ZERO.test(address) || /^0\d/.test(length)) {
    return ['must not have leading 0s in IP or prefix length'];
  }
  if (!net || mapped) return ['must not have an IPv4-mapped IPv6 address'];
  if (readAddress(address)?.value !== net.base) {
    return ['must not have bits set beyond the prefix length'];
  }
  const canonical = printCidr(net);
  return canonical === text ? [] : [notCanonical(canonical)];
}
