/**
 * The versions of one key.
 *
 * Upstream    etcd v3.5 server/mvcc/key_index.go
 */
import type { KeyValue } from './api';
import { jsonLength, jsonLengthWith, type Measured } from './json-length';

/** The value measured last: a write is measured for the quota and again when it is stored. */
let lastValue: unknown;
let lastBytes = 0;
/** Metadata measured lately, by the length of its key. Most is written again as it was. */
const PLACES = 64;
const measured = new Array<Measured | undefined>(PLACES).fill(undefined);

/** Approximate stored size of a key with its value, bytes: that of its JSON. */
export function approximateBytes(key: string, value: unknown): number {
  if (value === undefined) return key.length;
  if (value !== lastValue) {
    lastBytes = bytesOf(key, value);
    lastValue = value;
  }
  return key.length + lastBytes;
}

function bytesOf(key: string, value: unknown): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return jsonLength(value);
  const { metadata } = value as { readonly metadata?: unknown };
  if (typeof metadata !== 'object' || metadata === null) return jsonLength(value);
  const place = key.length % PLACES;
  let known = measured[place];
  if (known?.object !== metadata) {
    known = { object: metadata, length: jsonLength(metadata) };
    measured[place] = known;
  }
  return jsonLengthWith(value, known);
}

/** All versions that are kept, oldest first. A deletion is a version with number 0. */
export class KeyHistory {
  readonly #versions: KeyValue[] = [];
  /** Size of each version, bytes. */
  readonly #bytes: number[] = [];

  get empty(): boolean {
    return this.#versions.length === 0;
  }

  /** Adds the newest version. @returns its size, bytes. */
  append(kv: KeyValue): number {
    const bytes = approximateBytes(kv.key, kv.value);
    this.#versions.push(kv);
    this.#bytes.push(bytes);
    return bytes;
  }

  /** What a reader at `revision` sees, 0 for the newest; undefined when the key is not there. */
  at(revision: number): KeyValue | undefined {
    const versions = this.#versions;
    const index = revision > 0 ? lastUpTo(versions, revision) : versions.length - 1;
    const kv = index < 0 ? undefined : versions[index];
    return kv && kv.version > 0 ? kv : undefined;
  }

  /** Drops what nobody reading at `revision` or later sees. @returns bytes freed. */
  compact(revision: number): number {
    let first = Math.max(0, lastUpTo(this.#versions, revision));
    const { modRevision, version } = this.#versions[first];
    if (version === 0 && modRevision <= revision) first += 1;
    if (first === 0) return 0;
    this.#versions.splice(0, first);
    return this.#bytes.splice(0, first).reduce((sum, bytes) => sum + bytes, 0);
  }
}

/** Index of the last version written at or before `revision`; -1 for none. */
function lastUpTo(versions: readonly KeyValue[], revision: number): number {
  let low = 0;
  let high = versions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (versions[middle].modRevision <= revision) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
