/** Addresses as numbers, both families, and CIDRs of them. Pure. */

export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

export interface Network {
  readonly family: 4 | 6;
  /** The network's own address. */
  readonly base: bigint;
  /** Bits that differ within it. */
  readonly hostBits: number;
}

const BITS = { 4: 32, 6: 128 } as const;
const GROUP_BITS = 16n;
const GROUPS = 8;

export function parseAddress(text: string): Address | undefined {
  return text.includes(':') ? parseV6(text) : parseV4(text);
}

function parseV4(text: string): Address | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  if (bytes.some((byte) => byte > 255)) return undefined;
  return { family: 4, value: bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) };
}

function parseV6(text: string): Address | undefined {
  const [head, tail, more] = text.split('::');
  if (more !== undefined) return undefined;
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const missing = GROUPS - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...before, ...Array<string>(missing).fill('0'), ...after];
  if (!all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  const value = all.reduce((sum, group) => (sum << GROUP_BITS) | BigInt(`0x${group}`), 0n);
  return { family: 6, value };
}

export function parseNetwork(text: string): Network | undefined {
  const [base, ones, more] = text.split('/');
  const address = parseAddress(base);
  if (!address || more !== undefined || !/^\d{1,3}$/.test(ones ?? '')) return undefined;
  const hostBits = BITS[address.family] - Number(ones);
  if (hostBits < 0) return undefined;
  const host = BigInt(hostBits);
  return { family: address.family, base: (address.value >> host) << host, hostBits };
}

export function printAddress({ family, value }: Address): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((by) => (value >> by) & 255n).join('.');
  const groups = Array.from({ length: GROUPS }, (_, place) =>
    ((value >> (GROUP_BITS * BigInt(GROUPS - 1 - place))) & 0xffffn).toString(16),
  );
  return shortened(groups);
}

/** The longest run of zero groups, of two at least, becomes `::`. */
function shortened(groups: readonly string[]): string {
  let from = 0;
  let length = 0;
  for (let start = 0; start < groups.length; start += 1) {
    let end = start;
    while (groups[end] === '0') end += 1;
    if (end - start > length) [from, length] = [start, end - start];
  }
  if (length < 2) return groups.join(':');
  return `${groups.slice(0, from).join(':')}::${groups.slice(from + length).join(':')}`;
}
