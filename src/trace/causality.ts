/** Which record made which happen, both ways. */
import type { Seq } from './record';
import { NO_CAUSE, type TraceTable } from './trace-table';

const FIRST_CAPACITY = 1_024;

function grown(old: Int32Array, capacity: number) {
  const fresh = new Int32Array(capacity).fill(-1);
  fresh.set(old);
  return fresh;
}

/** Effects of each record: 8 bytes a row, built as rows arrive. */
export class Effects {
  /** Newest effect of a row; -1 for none. */
  #newest = new Int32Array(FIRST_CAPACITY).fill(-1);
  /** The effect before this one of the same cause; -1 for none. */
  #older = new Int32Array(FIRST_CAPACITY).fill(-1);
  #next = 0;

  /** Takes in the rows that are new since the last call. */
  update(table: TraceTable): void {
    if (table.length > this.#newest.length) {
      let capacity = this.#newest.length;
      while (capacity < table.length) capacity *= 2;
      this.#newest = grown(this.#newest, capacity);
      this.#older = grown(this.#older, capacity);
    }
    for (; this.#next < table.length; this.#next += 1) {
      const cause = table.cause[this.#next];
      if (cause === NO_CAUSE) continue;
      this.#older[this.#next] = this.#newest[cause];
      this.#newest[cause] = this.#next;
    }
  }

  /** Records whose cause is `seq`, in order; the newest `limit` of them. */
  of(seq: Seq, limit = Number.POSITIVE_INFINITY): Seq[] {
    const result: Seq[] = [];
    let effect = seq >= 0 && seq < this.#next ? this.#newest[seq] : -1;
    while (effect >= 0 && result.length < limit) {
      result.push(effect);
      effect = this.#older[effect];
    }
    return result.reverse();
  }
}

/** The causes behind a record, nearest first, without the record itself; at most `limit`. */
export function causeChain(table: TraceTable, seq: Seq, limit = 10): Seq[] {
  const chain: Seq[] = [];
  let cause = table.causeOf(seq);
  while (cause !== undefined && chain.length < limit) {
    chain.push(cause);
    cause = table.causeOf(cause);
  }
  return chain;
}
