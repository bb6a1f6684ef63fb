import { Inflate } from 'fflate';

/**
 * Bytes of compressed data that are handed on at a time. Deflate grows data at most 1032 times, so
 * a slice gives at most 66 KB before the limit is looked at again.
 */
const SLICE_BYTES = 64;

export type Inflated =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** `read` is how much of the input had been looked at by then. */
  | { readonly ok: false; readonly why: 'damaged' | 'tooLarge'; readonly read: number };

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let used = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, used);
    used += chunk.length;
  }
  return bytes;
}

/**
 * Inflates raw deflate data and stops as soon as more than `limit` bytes have come out, so that a
 * small input which would grow without end costs no memory. Never throws.
 */
export function inflateBounded(data: Uint8Array, limit: number): Inflated {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate((chunk) => {
    chunks.push(chunk);
    length += chunk.length;
  });
  let read = 0;
  while (read < data.length) {
    const end = Math.min(read + SLICE_BYTES, data.length);
    try {
      stream.push(data.subarray(read, end), end === data.length);
    } catch {
      // Whatever the library says about it, the data is no complete deflate stream.
      return { ok: false, why: 'damaged', read };
    }
    read = end;
    if (length > limit) return { ok: false, why: 'tooLarge', read };
  }
  return data.length === 0
    ? { ok: false, why: 'damaged', read }
    : { ok: true, bytes: joined(chunks, length) };
}
