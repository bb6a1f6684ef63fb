/** Messages under way at a time, found without looking at all of them. */
import type { Seq } from './record';
import { IntList, timeInSlot } from './spans';
import type { TraceTable } from './trace-table';

/** Messages a block; a query looks at each block's bounds, then only into blocks that can match. */
const BLOCK = 256;
const SENT_SLOT = 1;
const ARRIVES_SLOT = 2;

export class Flights {
  readonly #rows = new IntList();
  readonly #firstSent: number[] = [];
  readonly #lastArrival: number[] = [];

  take(table: TraceTable, seq: Seq): void {
    const sent = timeInSlot(table, seq, SENT_SLOT);
    const arrives = timeInSlot(table, seq, ARRIVES_SLOT);
    const block = Math.floor(this.#rows.length / BLOCK);
    this.#firstSent[block] = Math.min(this.#firstSent[block] ?? sent, sent);
    this.#lastArrival[block] = Math.max(this.#lastArrival[block] ?? arrives, arrives);
    this.#rows.push(seq);
  }

  /** Messages sent at or before `time` that arrive, or would have, after it; in order of seq. */
  at(table: TraceTable, time: number): Seq[] {
    const result: Seq[] = [];
    for (let block = 0; block < this.#firstSent.length; block += 1) {
      if (this.#firstSent[block] > time || this.#lastArrival[block] <= time) continue;
      const end = Math.min(this.#rows.length, (block + 1) * BLOCK);
      for (let index = block * BLOCK; index < end; index += 1) {
        const seq = this.#rows.at(index);
        if (timeInSlot(table, seq, SENT_SLOT) > time) continue;
        if (timeInSlot(table, seq, ARRIVES_SLOT) > time) result.push(seq);
      }
    }
    return result;
  }
}
