/**
 * A set of items 0 to max - 1, some of them taken, with a lower band that is handed out last.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/allocator/bitmap.go (AllocationBitmap)
 */
import type { RandomStream } from '#kernel';

/** What is stored of a bitmap. */
export interface BitmapSnapshot {
  readonly rangeSpec: string;
  /** Big-endian bytes of the number whose bit i is item i; no leading zero bytes. */
  readonly bytes: Uint8Array;
}

/** The answer of an attempt to take an item; not ok without an error: it, or all, is taken. */
export type Taken =
  | { readonly ok: true; readonly offset: number }
  | { readonly ok: false; readonly error: string | undefined };

const BITS = 8;

export class AllocationBitmap {
  readonly max: number;
  readonly rangeSpec: string;
  /** Items below this are handed out by `allocateNext` only when all above are taken. */
  readonly bandOffset: number;
  readonly #random: RandomStream;
  /** As long as the taken items need: most ranges are large and nearly empty. */
  #bits = new Uint8Array(0);
  /** Bytes from here on hold no taken item. */
  #end = 0;
  #count = 0;

  constructor(max: number, rangeSpec: string, bandOffset: number, random: RandomStream) {
    this.max = max;
    this.rangeSpec = rangeSpec;
    this.bandOffset = bandOffset;
    this.#random = random;
  }

  /** Number of taken items. */
  get count(): number {
    return this.#count;
  }

  /** Number of items that can still be taken. */
  get free(): number {
    return this.max - this.#count;
  }

  has(offset: number): boolean {
    if (offset < 0 || offset >= this.#bits.length * BITS) return false;
    return (this.#bits[offset >> 3] & (1 << (offset & 7))) !== 0;
  }

  /** Takes that item. No error and not ok: somebody has it. */
  allocate(offset: number): Taken {
    if (offset < 0 || offset >= this.max) {
      return { ok: false, error: `offset ${offset} out of range [0,${this.max}]` };
    }
    if (this.has(offset)) return { ok: false, error: undefined };
    this.#set(offset);
    return { ok: true, offset };
  }

  /** Takes an item by chance: from the upper band while that has any, then from the lower one. */
  allocateNext(): Taken {
    if (this.#count >= this.max) return { ok: false, error: undefined };
    const offset =
      this.#scan(this.bandOffset, this.max) ?? this.#scan(0, Math.min(this.bandOffset, this.max));
    if (offset === undefined) return { ok: false, error: undefined };
    this.#set(offset);
    return { ok: true, offset };
  }

  /** Gives an item back; nothing happens when it is free. */
  release(offset: number): void {
    if (!this.has(offset)) return;
    this.#bits[offset >> 3] &= ~(1 << (offset & 7));
    this.#count -= 1;
  }

  /** Visits the taken items in rising order. */
  forEach(visit: (offset: number) => void): void {
    for (let byte = 0; byte < this.#end; byte += 1) {
      if (this.#bits[byte] === 0) continue;
      for (let bit = 0; bit < BITS; bit += 1) {
        if (this.#bits[byte] & (1 << bit)) visit(byte * BITS + bit);
      }
    }
  }

  snapshot(): BitmapSnapshot {
    while (this.#end > 0 && this.#bits[this.#end - 1] === 0) this.#end -= 1;
    return { rangeSpec: this.rangeSpec, bytes: this.#bits.slice(0, this.#end).reverse() };
  }

  /** Takes over a snapshot. @returns the error, or undefined. */
  restore({ rangeSpec, bytes }: BitmapSnapshot): string | undefined {
    if (rangeSpec !== this.rangeSpec) {
      return 'the provided range does not match the current range';
    }
    this.#bits = bytes.slice().reverse();
    this.#end = bytes.length;
    this.#count = countBits(bytes);
    return undefined;
  }

  #set(offset: number): void {
    if (offset >= this.#bits.length * BITS) {
      const wider = new Uint8Array((offset >> 3) + 1);
      wider.set(this.#bits);
      this.#bits = wider;
    }
    this.#bits[offset >> 3] |= 1 << (offset & 7);
    this.#end = Math.max(this.#end, (offset >> 3) + 1);
    this.#count += 1;
  }

  /** The first free item from a random start in [from, to), upward and round. */
  #scan(from: number, to: number): number | undefined {
    const size = to - from;
    if (size <= 0) return undefined;
    const start = from + this.#random.int(0, size - 1);
    return this.#firstFree(start, to) ?? this.#firstFree(from, start);
  }

  #firstFree(from: number, to: number): number | undefined {
    for (let offset = from; offset < to; offset += 1) {
      // A byte of eight taken items is passed in one go.
      while (offset + BITS <= to && (offset & 7) === 0 && this.#bits[offset >> 3] === 0xff) {
        offset += BITS;
      }
      if (offset < to && !this.has(offset)) return offset;
    }
    return undefined;
  }
}

/** Number of set bits. Upstream: allocator/utils.go countBits. */
export function countBits(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) {
    for (let rest = byte; rest !== 0; rest &= rest - 1) count += 1;
  }
  return count;
}
