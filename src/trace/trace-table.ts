/**
 * The trace as columns: 33 bytes a row (t 8, kind 1, actor 4, cause 4, four slots of 4) plus
 * interned text. The recorder and the page hold one each; nothing else stores records.
 */
import { asTime, invariant, type SimTime } from '#base';
import { Archive } from './archive';
import { type FieldPlace, type KindLayout, LAYOUT_OF, LAYOUTS } from './layout';
import { LinePrinter } from './line-printer';
import type { RecordKind, RecordOf, Seq, TraceRecord } from './record';
import { SeqMap } from './seq-map';

/** Cause column of a record without one. */
export const NO_CAUSE = -1;
/** Slot values from here up point into `numbers`; below they are the number itself. */
export const NUMBER_BASE = 0x40000000;
/** Slot value of an exit code that is null. */
export const NULL_EXIT = -0x80000000;
const FIRST_CAPACITY = 1_024;

export class TraceTable {
  length = 0;
  t = new Float64Array(FIRST_CAPACITY);
  kind = new Uint8Array(FIRST_CAPACITY);
  /** Index into `strings`. */
  actor = new Int32Array(FIRST_CAPACITY);
  cause = new Int32Array(FIRST_CAPACITY);
  slots: [Int32Array, Int32Array, Int32Array, Int32Array] = [
    new Int32Array(FIRST_CAPACITY),
    new Int32Array(FIRST_CAPACITY),
    new Int32Array(FIRST_CAPACITY),
    new Int32Array(FIRST_CAPACITY),
  ];
  readonly strings: string[] = [];
  readonly wides: (readonly number[])[] = [];
  readonly numbers: number[] = [];
  readonly also = new SeqMap<readonly Seq[]>();
  readonly archive = new Archive();
  readonly #printer = new LinePrinter(this);

  /** Makes room for `count` rows in all. */
  reserve(count: number): void {
    let capacity = this.t.length;
    if (count <= capacity) return;
    while (capacity < count) capacity *= 2;
    const grow = <T extends Float64Array | Uint8Array | Int32Array>(old: T, fresh: T): T => {
      fresh.set(old as never);
      return fresh;
    };
    this.t = grow(this.t, new Float64Array(capacity));
    this.kind = grow(this.kind, new Uint8Array(capacity));
    this.actor = grow(this.actor, new Int32Array(capacity));
    this.cause = grow(this.cause, new Int32Array(capacity));
    this.slots = this.slots.map((slot) => grow(slot, new Int32Array(capacity))) as never;
  }

  /** Forgets all records from `length` on. */
  cut(length: number): void {
    if (length >= this.length) return;
    this.length = length;
    this.archive.cut(length);
    this.also.cut(length);
  }

  timeOf(seq: Seq): SimTime {
    return this.t[seq] as SimTime;
  }

  kindOf(seq: Seq): RecordKind {
    return LAYOUTS[this.kind[seq]].kind;
  }

  actorOf(seq: Seq): string {
    return this.strings[this.actor[seq]];
  }

  /** The cause of a record, or undefined where its chain ends. */
  causeOf(seq: Seq): Seq | undefined {
    const cause = this.cause[seq];
    return cause === NO_CAUSE ? undefined : cause;
  }

  /** The whole record. @throws InvariantError when there is no such record. */
  record(seq: Seq): TraceRecord {
    invariant(seq >= 0 && seq < this.length, `record ${seq} of ${this.length}`);
    const layout = LAYOUTS[this.kind[seq]];
    const result: Record<string, unknown> = {
      seq,
      t: this.t[seq],
      actor: this.actorOf(seq),
      kind: layout.kind,
      cause: this.causeOf(seq) ?? null,
    };
    const timer = this.timerBehind(seq);
    if (timer !== undefined) {
      result.timer = this.strings[this.slots[0][timer]];
      result.armedAt = this.t[timer];
    }
    const also = this.also.get(seq);
    if (also) result.also = also;
    for (const field of layout.fields) result[field.name] = this.#value(seq, layout, field);
    const row = layout.kind === 'etcd' ? this.archive.bySeq(seq) : undefined;
    if (row?.object !== undefined) result.object = row.object;
    return result as unknown as TraceRecord;
  }

  /** The record, when it is of that kind. */
  recordOf<K extends RecordKind>(seq: Seq, kind: K): RecordOf<K> | undefined {
    return this.kindOf(seq) === kind ? (this.record(seq) as RecordOf<K>) : undefined;
  }

  /** One field of a record of that kind, without building the record. */
  valueAt(seq: Seq, place: FieldPlace): unknown {
    return this.#value(seq, LAYOUTS[this.kind[seq]], place);
  }

  /** One text field, without building the record. */
  text(seq: Seq, name: string): string {
    const layout = LAYOUTS[this.kind[seq]];
    const field = layout.fields.find((candidate) => candidate.name === name);
    return field ? String(this.#value(seq, layout, field)) : '';
  }

  /** The armed timer that is the cause of this record, if that is what its cause is. */
  timerBehind(seq: Seq): Seq | undefined {
    const cause = this.cause[seq];
    if (cause === NO_CAUSE || this.kind[cause] !== LAYOUT_OF.timer.number) return undefined;
    return this.strings[this.slots[1][cause]] === 'armed' ? cause : undefined;
  }

  /** The canonical JSON line of a record, without the line feed. The trace's hash is over these. */
  line(seq: Seq): string {
    return this.#printer.line(seq);
  }

  /** First record at or after `time`; `length` when there is none. */
  firstAt(time: number): Seq {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.t[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Last record at or before `time`; -1 when there is none. */
  lastAt(time: number): Seq {
    return this.firstAt(time + 1) - 1;
  }

  #raw(seq: Seq, layout: KindLayout, field: FieldPlace): number {
    if (!field.wide) return this.slots[field.place][seq];
    return this.wides[this.slots[layout.wideSlot][seq]][field.place];
  }

  #value(seq: Seq, layout: KindLayout, field: FieldPlace): unknown {
    return this.decoded(field, this.#raw(seq, layout, field), this.t[seq]);
  }

  /** What a raw value of a field means in a record of time `t`. */
  decoded({ type }: FieldPlace, raw: number, t: number): unknown {
    switch (type) {
      case 'text':
        return this.strings[raw];
      case 'json':
        return JSON.parse(this.strings[raw]);
      case 'flag':
        return raw === 1;
      case 'exit':
        return raw === NULL_EXIT ? null : raw;
      case 'time':
        return asTime(raw >= NUMBER_BASE ? this.numbers[raw - NUMBER_BASE] : t + raw);
      case 'span':
        return raw >= NUMBER_BASE ? this.numbers[raw - NUMBER_BASE] : raw;
      default:
        return raw;
    }
  }
}
