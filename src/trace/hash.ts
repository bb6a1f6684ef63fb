/**
 * The trace's hash: SHA-256 over its JSON Lines form, so that `sha256sum` of an exported trace
 * gives the same answer as the engine.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { TraceTable } from './trace-table';

/** A SHA-256 that takes its bytes piece by piece. */
export interface ByteHash {
  update(bytes: Uint8Array): void;
  /** 64 hex digits of all bytes so far; more may follow. */
  digest(): string;
}

/** The one that runs everywhere. A platform's own may be used where it need not be waited for. */
function portableHash(): ByteHash {
  const hash = sha256.create();
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digest: () => bytesToHex(hash.clone().digest()),
  };
}

/** Lines joined before they are encoded; bounds the text held at once. */
const LINES_A_CHUNK = 256;
/** Most bytes of UTF-8 for one unit of a string. */
const BYTES_A_UNIT = 3;

/** Hashes a growing trace in pieces of any size; the pieces do not change the result. */
export class TraceHasher {
  readonly #hash: ByteHash;
  readonly #encoder = new TextEncoder();
  /** Used again for each chunk: a new one each time keeps the collector busy. */
  #bytes = new Uint8Array(0);
  #next = 0;

  constructor(hash = portableHash()) {
    this.#hash = hash;
  }

  /** Takes in all records that are new since the last call. */
  update(table: TraceTable): void {
    while (this.#next < table.length) {
      const end = Math.min(table.length, this.#next + LINES_A_CHUNK);
      let chunk = '';
      for (let seq = this.#next; seq < end; seq += 1) chunk += `${table.line(seq)}\n`;
      this.#hash.update(this.#encode(chunk));
      this.#next = end;
    }
  }

  /** The hash so far, 64 hex digits. */
  digest(): string {
    return this.#hash.digest();
  }

  #encode(text: string): Uint8Array {
    const most = text.length * BYTES_A_UNIT;
    if (this.#bytes.length < most) this.#bytes = new Uint8Array(most * 2);
    const { written } = this.#encoder.encodeInto(text, this.#bytes);
    return this.#bytes.subarray(0, written);
  }
}

/** The hash of a whole trace. */
export function traceHash(table: TraceTable, hash = portableHash()): string {
  const hasher = new TraceHasher(hash);
  hasher.update(table);
  return hasher.digest();
}

/** SHA-256 of a text, 64 hex digits. */
export const textHash = (text: string): string =>
  bytesToHex(sha256(new TextEncoder().encode(text)));
