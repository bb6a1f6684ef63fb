import type { RevisionRow } from './archive';
import type { Seq } from './record';

/**
 * Finished rows on their way from the worker to the page. The typed arrays are transferred, the
 * rest is copied; tables (strings, wides, numbers, revisions) hold only what is new since the last
 * block.
 */
export interface TraceBlock {
  readonly firstSeq: Seq;
  readonly count: number;
  readonly t: Float64Array<ArrayBuffer>;
  readonly kind: Uint8Array<ArrayBuffer>;
  readonly actor: Int32Array<ArrayBuffer>;
  readonly cause: Int32Array<ArrayBuffer>;
  readonly slots: readonly [
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
    Int32Array<ArrayBuffer>,
  ];
  readonly strings: readonly string[];
  readonly wides: readonly (readonly number[])[];
  readonly numbers: readonly number[];
  readonly also: readonly (readonly [Seq, readonly Seq[]])[];
  readonly revisions: readonly RevisionRow[];
}

/** The buffers of a block, for the transfer list of `postMessage`. */
export function buffersOf(block: TraceBlock): ArrayBuffer[] {
  const columns = [block.t, block.kind, block.actor, block.cause, ...block.slots];
  return columns.map((column) => column.buffer);
}
