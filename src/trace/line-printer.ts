/**
 * Prints records as the lines of their JSON Lines form. What many records have in common (texts,
 * wide tuples, the instant) is printed once and kept: every run prints all its records for the
 * hash.
 */
import { type FieldPlace, type KindLayout, LAYOUTS } from './layout';
import type { Seq } from './record';
import { NO_CAUSE, type TraceTable } from './trace-table';

/** Numbers from here on are slow to print whole, since Node keeps them as floating point. */
const LARGE = 0x40000000;
const MILLION = 1_000_000;

/** What stands before the value of each field, and before a cause, by kind. */
const KIND_TEXTS = LAYOUTS.map(({ kind }) => `,"kind":"${kind}","cause":`);
const nameText = ({ name }: FieldPlace): string => `,"${name}":`;
const SLOT_TEXTS = LAYOUTS.map(({ slotFields }) => slotFields.map(nameText));

export class LinePrinter {
  readonly #table: TraceTable;
  readonly #quoted: string[] = [];
  /** The wide fields of each tuple. */
  readonly #wides: string[] = [];
  #instant = { t: 0, text: '0' };

  constructor(table: TraceTable) {
    this.#table = table;
  }

  /** The line of a record, without the line feed. */
  line(seq: Seq): string {
    const table = this.#table;
    const number = table.kind[seq];
    const layout = LAYOUTS[number];
    const cause = table.cause[seq];
    let line = `{"seq":${seq},"t":${this.#time(table.t[seq])},"actor":`;
    line += this.#quote(table.actor[seq]);
    line += KIND_TEXTS[number];
    line += cause === NO_CAUSE ? 'null' : cause;
    const timer = table.timerBehind(seq);
    if (timer !== undefined) {
      line += `,"timer":${this.#quote(table.slots[0][timer])},"armedAt":${table.t[timer]}`;
    }
    const also = table.also.size > 0 ? table.also.get(seq) : undefined;
    if (also) line += `,"also":[${also.join(',')}]`;
    const { slotFields, wideSlot } = layout;
    for (let index = 0; index < slotFields.length; index += 1) {
      line += SLOT_TEXTS[number][index];
      line += this.#slot(seq, slotFields[index]);
    }
    if (wideSlot >= 0) line += this.#wide(layout, table.slots[wideSlot][seq]);
    const row = layout.kind === 'etcd' ? table.archive.bySeq(seq) : undefined;
    if (row?.object !== undefined) line += `,"object":${JSON.stringify(row.object)}`;
    return `${line}}`;
  }

  #slot(seq: Seq, field: FieldPlace): string | number {
    const raw = this.#table.slots[field.place][seq];
    if (field.type === 'text') return this.#quote(raw);
    if (field.type === 'int') return raw;
    if (field.type === 'time') return this.#time(this.#table.valueAt(seq, field) as number);
    return this.#printed(field, raw);
  }

  #wide(layout: KindLayout, number: number): string {
    const known = this.#wides[number];
    if (known !== undefined) return known;
    const tuple = this.#table.wides[number];
    let text = '';
    for (const field of layout.wideFields) {
      text += nameText(field) + this.#printed(field, tuple[field.place]);
    }
    this.#wides[number] = text;
    return text;
  }

  /** A value that does not depend on the time of its record. */
  #printed(field: FieldPlace, raw: number): string | number {
    switch (field.type) {
      case 'text':
        return this.#quote(raw);
      case 'json':
        return this.#table.strings[raw];
      case 'version':
        return raw === 0 ? '""' : `"${raw}"`;
      default:
        return `${this.#table.decoded(field, raw, 0)}`;
    }
  }

  /** An instant; records come in order, so most repeat that of the line before. */
  #time(t: number): string {
    if (t === this.#instant.t) return this.#instant.text;
    let text = `${t}`;
    if (t >= LARGE) {
      const high = Math.floor(t / MILLION);
      text = `${high}${`${t - high * MILLION + MILLION}`.slice(1)}`;
    }
    this.#instant = { t, text };
    return text;
  }

  #quote(index: number): string {
    const known = this.#quoted[index];
    if (known !== undefined) return known;
    const quoted = JSON.stringify(this.#table.strings[index]);
    this.#quoted[index] = quoted;
    return quoted;
  }
}
