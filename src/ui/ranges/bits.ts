/**
 * The bitmap of a stored range: base64 of a big-endian number whose bit i says that item i is taken
 * (upstream: RangeAllocation.data, written by big.Int). Pure.
 */
export class Bits {
  /** The number's bytes, lowest first. */
  readonly #bytes: Uint8Array;
  readonly count: number;

  /** @param data what is no base64 counts as empty: the store may hold anything. */
  constructor(data: string) {
    this.#bytes = bytesOf(data).reverse();
    this.count = this.#bytes.reduce((sum, byte) => sum + onesOf(byte), 0);
  }

  has(bit: number): boolean {
    return ((this.#bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }

  /** The set bits in rising order. */
  all(): readonly number[] {
    const found: number[] = [];
    this.#bytes.forEach((byte, place) => {
      for (let bit = 0; byte !== 0 && bit < 8; bit += 1) {
        if (byte & (1 << bit)) found.push(place * 8 + bit);
      }
    });
    return found;
  }
}

function bytesOf(data: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(data) || data.length % 4 !== 0) return new Uint8Array();
  const text = atob(data);
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function onesOf(byte: number): number {
  let count = 0;
  for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}
