/** Identifiers that are drawn. */

/** A random UUID of version 4 from a stream of the seed. */
export function randomUuid(int: (min: number, max: number) => number): string {
  const bytes = Array.from({ length: 16 }, () => int(0, 255));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const at = [0, 8, 12, 16, 20, 32];
  return at
    .slice(1)
    .map((end, index) => hex.slice(at[index], end))
    .join('-');
}
