/**
 * Numbers of the wide tuples. A hash table of whole numbers with open addressing: every message and
 * request looks here, and a text built as a key would cost more than all the rest of its record.
 */

/** Slots at first; a power of two, as after each growth. */
const FIRST_SLOTS = 256;
/** Multiplier of FNV-1a, 32 bits (source: the FNV specification). */
const HASH_PRIME = 0x01000193;

export class TupleIndex {
  readonly #tuples: (readonly number[])[];
  /** Kind of each tuple. */
  readonly #kinds: number[] = [];
  /** Number of a tuple plus one; 0 where none is. */
  #slots = new Int32Array(FIRST_SLOTS);

  /** @param tuples the list in which a tuple's number is its place; new ones are added to it. */
  constructor(tuples: (readonly number[])[]) {
    this.#tuples = tuples;
  }

  /** The number of a tuple of a kind. A new one is kept as a copy. */
  numberOf(kind: number, tuple: readonly number[]): number {
    const slots = this.#slots;
    let place = hashOf(kind, tuple) & (slots.length - 1);
    for (;;) {
      const number = slots[place] - 1;
      if (number < 0) return this.#add(kind, tuple, place);
      if (this.#kinds[number] === kind && same(this.#tuples[number], tuple)) return number;
      place = (place + 1) & (slots.length - 1);
    }
  }

  #add(kind: number, tuple: readonly number[], place: number): number {
    const number = this.#kinds.length;
    this.#tuples.push(tuple.slice());
    this.#kinds.push(kind);
    this.#slots[place] = number + 1;
    if (number * 2 > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    this.#tuples.forEach((tuple, number) => {
      let place = hashOf(this.#kinds[number], tuple) & (slots.length - 1);
      while (slots[place] !== 0) place = (place + 1) & (slots.length - 1);
      slots[place] = number + 1;
    });
    this.#slots = slots;
  }
}

function hashOf(kind: number, tuple: readonly number[]): number {
  let hash = kind;
  for (let index = 0; index < tuple.length; index += 1) {
    hash = Math.imul(hash ^ tuple[index], HASH_PRIME);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** Both are of one kind, so they are equally long. */
function same(a: readonly number[], b: readonly number[]): boolean {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}
