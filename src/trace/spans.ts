/**
 * Growing lists of row numbers, and tracks: which state held from which record on. Both keep 4
 * bytes an entry, so a million rows stay small.
 */
import { asTime, type SimTime } from '#base';
import type { Seq } from './record';
import { NUMBER_BASE, type TraceTable } from './trace-table';

/** A stretch in which a machine, or a process, stayed in one state. */
export interface Span {
  readonly actor: string;
  /** The machine's id; `process` for a process's phase. */
  readonly machine: string;
  readonly state: string;
  readonly from: SimTime;
  /** undefined while it lasts. */
  readonly to: SimTime | undefined;
  /** The record that began it. */
  readonly seq: Seq;
}

const FIRST_CAPACITY = 8;

/** Whole numbers, added at the end only. */
export class IntList {
  length = 0;
  #data = new Int32Array(FIRST_CAPACITY);
  #view: Int32Array | undefined;

  push(value: number): void {
    if (this.length === this.#data.length) {
      const grown = new Int32Array(this.#data.length * 2);
      grown.set(this.#data);
      this.#data = grown;
    }
    this.#data[this.length] = value;
    this.length += 1;
    this.#view = undefined;
  }

  /** The entry at `index`, which must exist. */
  at(index: number): number {
    return this.#data[index];
  }

  /** The last entry; -1 when there is none. */
  last(): number {
    return this.length === 0 ? -1 : this.#data[this.length - 1];
  }

  /** All entries so far, without a copy; must not be written to. Later entries need a new view. */
  view(): Int32Array {
    this.#view ??= this.#data.subarray(0, this.length);
    return this.#view;
  }
}

/** How many entries of an ascending list are at most `value`. */
export function countUpTo(list: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row behind an entry of a track. */
export const rowOfEntry = (entry: number): Seq => (entry < 0 ? ~entry : entry);

/**
 * The states of one machine in order. An entry is the row that began a state, or the complement of
 * the row that ended the last one when nothing followed (its process exited).
 */
export class Track {
  readonly actor: string;
  readonly machine: string;
  /** Which slot of the row names the state. */
  readonly stateSlot: number;
  readonly #entries = new IntList();

  constructor(actor: string, machine: string, stateSlot: number) {
    this.actor = actor;
    this.machine = machine;
    this.stateSlot = stateSlot;
  }

  begin(seq: Seq): void {
    this.#entries.push(seq);
  }

  /** Ends the running state, if one is running. */
  close(seq: Seq): void {
    if (this.#entries.length > 0 && this.#entries.last() >= 0) this.#entries.push(~seq);
  }

  /** The entries, oldest first; see the class. */
  entries(): Int32Array {
    return this.#entries.view();
  }

  /** Place of the last entry at or before a row; -1 when there is none. */
  placeUpTo(seq: Seq): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rowOfEntry(this.#entries.at(middle)) <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Name of the state that row `seq` of this track began. */
  stateOf(table: TraceTable, seq: Seq): string {
    return table.strings[table.slots[this.stateSlot][seq]];
  }

  /** The span at a place; undefined where nothing runs. */
  spanAtPlace(table: TraceTable, place: number): Span | undefined {
    if (place < 0 || place >= this.#entries.length) return undefined;
    const seq = this.#entries.at(place);
    if (seq < 0) return undefined;
    const next = place + 1 < this.#entries.length ? this.#entries.at(place + 1) : undefined;
    return {
      actor: this.actor,
      machine: this.machine,
      state: this.stateOf(table, seq),
      from: table.timeOf(seq),
      to: next === undefined ? undefined : table.timeOf(rowOfEntry(next)),
      seq,
    };
  }

  /** Spans that touch [from, to], in order. */
  spans(table: TraceTable, from: number, to: number): Span[] {
    const result: Span[] = [];
    const last = Math.min(this.placeUpTo(table.lastAt(to)), this.#entries.length - 1);
    for (let place = Math.max(0, this.placeUpTo(table.lastAt(from))); place <= last; place += 1) {
      const span = this.spanAtPlace(table, place);
      if (span) result.push(span);
    }
    return result;
  }
}

/** An instant kept in a slot of type `time`. */
export function timeInSlot(table: TraceTable, seq: Seq, slot: number): SimTime {
  const raw = table.slots[slot][seq];
  return asTime(raw >= NUMBER_BASE ? table.numbers[raw - NUMBER_BASE] : table.t[seq] + raw);
}
