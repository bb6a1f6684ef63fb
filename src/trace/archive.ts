import { compareText } from '#base';
import type { Seq } from './record';
import { SeqMap } from './seq-map';

/** One revision of one etcd key. `object` is undefined where the key was deleted. */
export interface RevisionRow {
  readonly key: string;
  readonly revision: number;
  /** The decoded value. Shared with the store of the simulation: never changed by anyone. */
  readonly object: unknown;
  /** The etcd record that wrote it. */
  readonly seq: Seq;
}

/**
 * Every revision ever written, outliving the simulated compaction, so that an object can be shown
 * at any time. Rows are added in order of revision.
 */
export class Archive {
  readonly rows: RevisionRow[] = [];
  readonly #byKey = new Map<string, RevisionRow[]>();
  readonly #bySeq = new SeqMap<RevisionRow>();
  #sortedKeys: string[] | undefined;

  add(row: RevisionRow): void {
    this.rows.push(row);
    this.#bySeq.set(row.seq, row);
    const history = this.#byKey.get(row.key);
    if (history) history.push(row);
    else {
      this.#byKey.set(row.key, [row]);
      this.#sortedKeys = undefined;
    }
  }

  /** Forgets all rows that records from `seq` on wrote. */
  cut(seq: Seq): void {
    this.#bySeq.cut(seq);
    for (let row = this.rows.at(-1); row && row.seq >= seq; row = this.rows.at(-1)) {
      this.rows.pop();
      const history = this.#byKey.get(row.key);
      history?.pop();
      if (history?.length !== 0) continue;
      this.#byKey.delete(row.key);
      this.#sortedKeys = undefined;
    }
  }

  /** All keys ever written, in code-unit order. */
  keys(): readonly string[] {
    this.#sortedKeys ??= [...this.#byKey.keys()].sort(compareText);
    return this.#sortedKeys;
  }

  /** All revisions of a key, oldest first. */
  history(key: string): readonly RevisionRow[] {
    return this.#byKey.get(key) ?? [];
  }

  /** The row that a record wrote. */
  bySeq(seq: Seq): RevisionRow | undefined {
    return this.#bySeq.get(seq);
  }

  /** The newest row of a key written by a record with a seq of at most `seq`. */
  at(key: string, seq: Seq): RevisionRow | undefined {
    const history = this.#byKey.get(key);
    if (!history) return undefined;
    let low = 0;
    let high = history.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (history[middle].seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? undefined : history[low - 1];
  }
}
