/**
 * Finds records by words in their actor, kind, and texts: names of objects, reasons, messages.
 * A word of digits finds status codes, revisions and numbers that stand alone, no lengths of time.
 * In slices, and each interned text is looked at once, however many records share it.
 */
import { IntList, LAYOUTS, type Seq, type TraceTable } from '#trace';

/** Rows between two looks at the clock. */
const ROWS_A_SLICE = 2_048;
/** Stepping passes over these too: a message only carries a record that is found anyway. */
const CARRIER = 'message';
const UNKNOWN = 0;
const HAS = 1;
const LACKS = 2;

/** Where texts and whole numbers of a kind stand in a row. */
interface KindPlaces {
  readonly texts: readonly number[];
  readonly numbers: readonly number[];
  readonly wideTexts: readonly number[];
  readonly wideNumbers: readonly number[];
  readonly wideSlot: number;
}

const isText = ({ type }: { readonly type: string }): boolean => type === 'text' || type === 'json';
/** Numbers by which records refer to each other; no view shows them. */
const UNSEEN: ReadonlySet<string> = new Set(['id', 'of']);
const isNumber = ({ type, name }: { readonly type: string; readonly name: string }): boolean =>
  type === 'int' && !UNSEEN.has(name);

const PLACES: readonly KindPlaces[] = LAYOUTS.map(({ slotFields, wideFields, wideSlot }) => ({
  texts: slotFields.filter(isText).map(({ place }) => place),
  numbers: slotFields.filter(isNumber).map(({ place }) => place),
  wideTexts: wideFields.filter(isText).map(({ place }) => place),
  wideNumbers: wideFields.filter(isNumber).map(({ place }) => place),
  wideSlot,
}));

/** Units that make a number a length of time: whoever types 409 means a code, not 409 ms. */
const LENGTH = '(?:\\.\\d+)?\\s?(?:ns|us|µs|ms|s|m|min|h)\\b';

/** Whether a text, lower case, has a word. Digits are a number of their own, no part of one. */
function finderOf(word: string): (text: string) => boolean {
  if (!/^\d+$/.test(word)) return (text) => text.includes(word);
  const whole = new RegExp(`(?<![\\w])${word}(?!\\w)(?!${LENGTH})`);
  return (text) => text.includes(word) && whole.test(text);
}

/** One word of the query, with what is known of each interned text. */
class Word {
  readonly #isIn: (text: string) => boolean;
  readonly #number: number;
  readonly #kinds: readonly boolean[];
  #known = new Uint8Array(1_024);

  constructor(text: string) {
    this.#isIn = finderOf(text);
    this.#number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    this.#kinds = LAYOUTS.map(({ kind }) => kind.includes(text));
  }

  isIn(table: TraceTable, seq: Seq): boolean {
    const kind = table.kind[seq];
    if (this.#kinds[kind] || this.#inText(table, table.actor[seq])) return true;
    const { texts, numbers, wideTexts, wideNumbers, wideSlot } = PLACES[kind];
    const { slots } = table;
    if (texts.some((place) => this.#inText(table, slots[place][seq]))) return true;
    if (numbers.some((place) => slots[place][seq] === this.#number)) return true;
    if (wideSlot < 0) return false;
    const wide = table.wides[slots[wideSlot][seq]];
    return (
      wideTexts.some((place) => this.#inText(table, wide[place])) ||
      wideNumbers.some((place) => wide[place] === this.#number)
    );
  }

  #inText({ strings }: TraceTable, id: number): boolean {
    if (id >= this.#known.length) {
      const grown = new Uint8Array(Math.max(strings.length, 2 * this.#known.length));
      grown.set(this.#known);
      this.#known = grown;
    }
    if (this.#known[id] === UNKNOWN) {
      this.#known[id] = this.#isIn(strings[id].toLowerCase()) ? HAS : LACKS;
    }
    return this.#known[id] === HAS;
  }
}

/** The words of a query, lower case; all of them must be in a record. */
export const wordsOf = (query: string): readonly string[] =>
  query.toLowerCase().split(/\s+/).filter(Boolean);

export class RecordSearch {
  readonly #table: TraceTable;
  readonly #words: readonly Word[];
  readonly #carriers: readonly boolean[];
  readonly #hits = new IntList();
  /** How many rows were looked at. */
  scanned = 0;

  constructor(table: TraceTable, query: string) {
    this.#table = table;
    const words = wordsOf(query);
    this.#words = words.map((word) => new Word(word));
    const wanted = words.includes(CARRIER);
    this.#carriers = LAYOUTS.map(({ kind }) => kind === CARRIER && !wanted);
  }

  /** Records found so far, oldest first. */
  get hits(): Int32Array {
    return this.#hits.view();
  }

  /** Looks at more rows until the deadline. @returns whether some are left. */
  advance(clock: () => number, deadline: number): boolean {
    const table = this.#table;
    if (this.#words.length === 0) this.scanned = table.length;
    while (this.scanned < table.length) {
      const end = Math.min(table.length, this.scanned + ROWS_A_SLICE);
      for (; this.scanned < end; this.scanned += 1) {
        if (this.#matches(this.scanned)) this.#hits.push(this.scanned);
      }
      if (clock() >= deadline) break;
    }
    return this.scanned < table.length;
  }

  #matches(seq: Seq): boolean {
    if (this.#carriers[this.#table.kind[seq]]) return false;
    return this.#words.every((word) => word.isIn(this.#table, seq));
  }
}
