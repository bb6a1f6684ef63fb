import type { Seq } from './record';

/**
 * Values of some records. Entries are added in order of seq and read mostly in that order too, so
 * two plain arrays do, which grow without being built anew as a hash map is.
 */
export class SeqMap<T> {
  readonly #seqs: Seq[] = [];
  readonly #values: T[] = [];
  /** Where the last search ended: the next one is likely to end here or one further. */
  #place = 0;

  get size(): number {
    return this.#seqs.length;
  }

  /** @param seq above all seqs so far. */
  set(seq: Seq, value: T): void {
    this.#seqs.push(seq);
    this.#values.push(value);
  }

  has(seq: Seq): boolean {
    return this.#seqs[this.#firstFrom(seq)] === seq;
  }

  get(seq: Seq): T | undefined {
    const place = this.#firstFrom(seq);
    return this.#seqs[place] === seq ? this.#values[place] : undefined;
  }

  /** All entries, in order. */
  [Symbol.iterator](): Iterator<readonly [Seq, T]> {
    return this.from(0)[Symbol.iterator]();
  }

  /** All entries of this seq and later ones, in order. */
  from(seq: Seq): readonly (readonly [Seq, T])[] {
    const first = this.#firstFrom(seq);
    return this.#seqs.slice(first).map((found, index) => [found, this.#values[first + index]]);
  }

  /** Forgets this seq and later ones. */
  cut(seq: Seq): void {
    const first = this.#firstFrom(seq);
    this.#seqs.length = first;
    this.#values.length = first;
  }

  /** First place whose seq is not below `seq`. */
  #firstFrom(seq: Seq): number {
    const seqs = this.#seqs;
    const hint = this.#place;
    if (hint < seqs.length && seqs[hint] < seq) {
      if (hint + 1 === seqs.length || seqs[hint + 1] >= seq) return this.#ended(hint + 1);
    } else if (hint === 0 || (hint <= seqs.length && seqs[hint - 1] < seq)) return hint;
    let low = 0;
    let high = seqs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (seqs[middle] < seq) low = middle + 1;
      else high = middle;
    }
    return this.#ended(low);
  }

  #ended(place: number): number {
    this.#place = place;
    return place;
  }
}
