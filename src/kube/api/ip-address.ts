/**
 * IP addresses as Go's net package reads them.
 *
 * Upstream    Go net.ParseIP; kubernetes v1.27 apimachinery pkg/util/validation (IsValidIP, ...),
 *             pkg/apis/core/validation/validation.go (ValidateNonSpecialIP)
 */
import ipaddr from 'ipaddr.js';
import { type FieldError, invalid } from './field-error';

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

export type ParsedIP = ipaddr.IPv4 | ipaddr.IPv6;

/** Upstream: net.ParseIP. No leading zeros, no zone; an IPv4-mapped address is an IPv4 one. */
export function parseIP(text: string): ParsedIP | undefined {
  const quad = IPV4.exec(text);
  if (quad) {
    const bytes = quad.slice(1);
    if (bytes.some((byte) => Number(byte) > 255 || (byte.length > 1 && byte[0] === '0'))) {
      return undefined;
    }
    return ipaddr.IPv4.parse(text);
  }
  if (!text.includes(':') || text.includes('%') || !ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** As Go read addresses before 1.17: leading zeros are decimal. Upstream: ParseIPSloppy. */
export function parseIPSloppy(text: string): ParsedIP | undefined {
  const quad = IPV4.exec(text);
  return parseIP(quad ? quad.slice(1).map(Number).join('.') : text);
}

export const isIPv4 = (text: string): boolean => parseIP(text)?.kind() === 'ipv4';
/** Without a colon there is nothing to parse. */
export const isIPv6 = (text: string): boolean =>
  text.includes(':') && parseIP(text)?.kind() === 'ipv6';

export const validateIP = (text: string, field: string): FieldError[] =>
  parseIP(text)
    ? []
    : [invalid(field, text, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')];

/** Addresses that no endpoint may have. */
export function validateNonSpecialIP(text: string, field: string): FieldError[] {
  const address = parseIP(text);
  if (!address) return [invalid(field, text, 'must be a valid IP address')];
  const range: string = address.range();
  const errors: FieldError[] = [];
  const refuse = (detail: string) => errors.push(invalid(field, text, detail));
  if (isUnspecified(address)) refuse(`may not be unspecified (${text})`);
  if (range === 'loopback') {
    refuse('may not be in the loopback range (127.0.0.0/8, ::1/128)');
  }
  if (range === 'linkLocal') {
    refuse('may not be in the link-local range (169.254.0.0/16, fe80::/10)');
  }
  if (isLinkLocalMulticast(address)) {
    refuse('may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)');
  }
  return errors;
}

const isUnspecified = (address: ParsedIP): boolean =>
  address.toByteArray().every((byte) => byte === 0);

function isLinkLocalMulticast(address: ParsedIP): boolean {
  const bytes = address.toByteArray();
  if (bytes.length === 4) return bytes[0] === 224 && bytes[1] === 0 && bytes[2] === 0;
  return bytes[0] === 0xff && (bytes[1] & 0x0f) === 0x02;
}
