/**
 * The trace's hash: SHA-256 over its JSON Lines form, so that `sha256sum` of an exported trace
 * gives the same answer as the engine.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { TraceTable } from './trace-table';

/** Lines joined before they are encoded; bounds the text held at once. */
const LINES_A_CHUNK = 512;

/** Hashes a growing trace in pieces of any size; the pieces do not change the result. */
export class TraceHasher {
  readonly #hash = sha256.create();
  readonly #encoder = new TextEncoder();
  #next = 0;

  /** Takes in all records that are new since the last call. */
  update(table: TraceTable): void {
    while (this.#next < table.length) {
      const end = Math.min(table.length, this.#next + LINES_A_CHUNK);
      let chunk = '';
      for (let seq = this.#next; seq < end; seq += 1) chunk += `${table.line(seq)}\n`;
      this.#hash.update(this.#encoder.encode(chunk));
      this.#next = end;
    }
  }

  /** The hash so far, 64 hex digits. */
  digest(): string {
    return bytesToHex(this.#hash.clone().digest());
  }
}

/** The hash of a whole trace. */
export function traceHash(table: TraceTable): string {
  const hasher = new TraceHasher();
  hasher.update(table);
  return hasher.digest();
}
