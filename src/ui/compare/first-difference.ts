/**
 * The first record in which two runs differ. Numbers that only name things (places in the trace,
 * calls, leases) are left out; so is what is about the run and not in the cluster: verdicts, notes,
 * and the timers that end a step, which healing arms after the fact.
 */
import { KIND_NUMBER, LAYOUTS, type Seq, type TraceTable } from '#trace';

export interface Difference {
  /** Time of the earlier of the two, µs. */
  readonly time: number;
  /** The record in each run; undefined where a run has none any more. */
  readonly a: Seq | undefined;
  readonly b: Seq | undefined;
}

/** Fields whose numbers are given out in order, so that they shift with anything before. */
const NAMING_FIELDS: Readonly<Record<string, readonly string[]>> = {
  request: ['id'],
  response: ['id'],
  watch: ['id'],
  message: ['of'],
  etcd: ['lease'],
};

const FIELDS = LAYOUTS.map(({ kind, fields }) =>
  fields.filter(({ name }) => !NAMING_FIELDS[kind]?.includes(name)),
);

const { expect: EXPECT, invariant: INVARIANT, timer: TIMER, fault: FAULT } = KIND_NUMBER;
/** Steps that only speak to the person. */
const SPEAKING = new Set(['note', 'ask', 'breakpoint']);

/** Walks two traces side by side as they grow; what was found equal is not looked at again. */
export class DifferenceFinder {
  readonly #a: TraceTable;
  readonly #b: TraceTable;
  #nextA = 0;
  #nextB = 0;
  #found: Difference | undefined;

  constructor(a: TraceTable, b: TraceTable) {
    this.#a = a;
    this.#b = b;
  }

  /**
   * Looks on as far as both have come.
   * @param ended where each run ends, µs, once both are done: what the longer one does after the
   * end of the shorter is no difference
   */
  advance(ended?: { readonly a: number; readonly b: number }): Difference | undefined {
    while (!this.#found) {
      this.#nextA = skipAside(this.#a, this.#nextA);
      this.#nextB = skipAside(this.#b, this.#nextB);
      const more = { a: this.#nextA < this.#a.length, b: this.#nextB < this.#b.length };
      if (!more.a || !more.b) return ended && this.#leftOver(ended);
      if (!sameRecord(this.#a, this.#nextA, this.#b, this.#nextB)) this.#found = this.#here();
      this.#nextA += 1;
      this.#nextB += 1;
    }
    return this.#found;
  }

  #here(): Difference {
    const [a, b] = [this.#nextA, this.#nextB];
    return { time: Math.min(this.#a.t[a], this.#b.t[b]), a, b };
  }

  /** One run is at its end; the other may still have done something in the same time. */
  #leftOver(ended: { readonly a: number; readonly b: number }): Difference | undefined {
    const end = Math.min(ended.a, ended.b);
    const [a, b] = [this.#nextA, this.#nextB];
    if (a < this.#a.length && this.#a.t[a] <= end) return { time: this.#a.t[a], a, b: undefined };
    if (b < this.#b.length && this.#b.t[b] <= end) return { time: this.#b.t[b], a: undefined, b };
    return undefined;
  }
}

/** The next record from `seq` on that is about the cluster. */
function skipAside(table: TraceTable, seq: Seq): Seq {
  let next = seq;
  while (next < table.length && isAside(table, next)) next += 1;
  return next;
}

function isAside(table: TraceTable, seq: Seq): boolean {
  const kind = table.kind[seq];
  if (kind === EXPECT || kind === INVARIANT) return true;
  if (kind === TIMER) return table.actorOf(seq) === 'scenario';
  return kind === FAULT && SPEAKING.has(table.text(seq, 'verb'));
}

/** Whether two records tell the same, whatever their numbers. */
export function sameRecord(a: TraceTable, seqA: Seq, b: TraceTable, seqB: Seq): boolean {
  if (a.t[seqA] !== b.t[seqB] || a.kind[seqA] !== b.kind[seqB]) return false;
  if (a.actorOf(seqA) !== b.actorOf(seqB)) return false;
  return FIELDS[a.kind[seqA]].every((place) => {
    const [valueA, valueB] = [a.valueAt(seqA, place), b.valueAt(seqB, place)];
    return (
      valueA === valueB || (isJson(valueA) && JSON.stringify(valueA) === JSON.stringify(valueB))
    );
  });
}

const isJson = (value: unknown): boolean => typeof value === 'object' && value !== null;
