/**
 * Writes records into a table and cuts finished rows into blocks for the page. A record is never
 * changed after it was written. Its time is the clock's, so rows are in order of (t, seq).
 */
import { broken, type SimTime } from '#base';
import type { TraceBlock } from './block';
import { KIND_NUMBER, type KindLayout, LAYOUT_OF, LAYOUTS } from './layout';
import {
  type FieldsOf,
  type FieldType,
  RECORD_KINDS,
  type RecordKind,
  type Seq,
  type WideFieldsOf,
} from './record';
import { NO_CAUSE, NULL_EXIT, NUMBER_BASE, TraceTable } from './trace-table';
import { TupleIndex } from './tuple-index';

/** Told of a record as it is written; invariants and expectations look on this way. */
export type RecordObserver = (seq: Seq) => void;

type AnyFields = Readonly<Record<string, unknown>>;

const { request: REQUEST, message: MESSAGE, response: RESPONSE, state: STATE } = LAYOUT_OF;

/** What many records of a kind have in common, interned once: who writes them, and wide fields. */
export interface Prepared<K extends RecordKind> {
  readonly kind: K;
  readonly actor: number;
  readonly wide: number;
}

/** The numbers of a `state` record, of which a machine writes the same few for ever. */
export interface PreparedState {
  readonly actor: number;
  readonly machine: number;
  readonly from: number;
  readonly to: number;
  readonly event: number;
}

export class Recorder {
  readonly table = new TraceTable();
  readonly #stringIds = new Map<string, number>();
  readonly #wideIds = new TupleIndex(this.table.wides);
  /** The wide tuple in the making, by kind. */
  readonly #wideOf = LAYOUTS.map(({ wideCount }) => new Array<number>(wideCount).fill(0));
  readonly #numberIds = new Map<number, number>();
  readonly #clock: () => SimTime;
  /** By number of the kind. */
  readonly #observers = LAYOUTS.map((): RecordObserver[] => []);
  #sent = { rows: 0, strings: 0, wides: 0, numbers: 0, revisions: 0 };

  constructor(clock: () => SimTime) {
    this.#clock = clock;
  }

  get length(): number {
    return this.table.length;
  }

  /**
   * Calls back after each record of these kinds, in the order of adding. An observer may write
   * records itself.
   */
  observe(observer: RecordObserver, kinds: readonly RecordKind[] = RECORD_KINDS): void {
    for (const kind of kinds) this.#observers[KIND_NUMBER[kind]].push(observer);
  }

  /**
   * Writes one record.
   * @param cause the record without which this would not happen now; null only for the start of the
   *   run and for steps of the timeline.
   * @param also further records that were needed.
   * @returns its seq, for use as a cause.
   */
  write<K extends RecordKind>(
    kind: K,
    actor: string,
    cause: Seq | null,
    fields: FieldsOf<K>,
    also?: readonly Seq[],
  ): Seq {
    const layout = LAYOUT_OF[kind];
    const seq = this.#begin(layout.number, this.intern(actor), cause);
    this.#fill(seq, layout, fields as AnyFields);
    if (layout.wideSlot >= 0) {
      this.table.slots[layout.wideSlot][seq] = this.#wideNumber(layout, fields as AnyFields);
    }
    return this.#end(seq, layout.number, also);
  }

  /** Interns what records of a kind have in common. No wide field may be an instant. */
  prepare<K extends RecordKind>(kind: K, actor: string, wide: WideFieldsOf<K>): Prepared<K> {
    const number = this.#wideNumber(LAYOUT_OF[kind], wide as AnyFields);
    return { kind, actor: this.intern(actor), wide: number };
  }

  /** Interns all that a `state` record says. */
  prepareState(actor: string, fields: FieldsOf<'state'>): PreparedState {
    return {
      actor: this.intern(actor),
      machine: this.intern(fields.machine),
      from: this.intern(fields.from),
      to: this.intern(fields.to),
      event: this.intern(fields.event),
    };
  }

  // The four kinds that make nine tenths of a trace are written field by field, as `write` would:
  // its loop over the fields costs more than all else about a record.

  writeRequest(
    { actor, wide }: Prepared<'request'>,
    id: number,
    cause: Seq | null,
    also: readonly Seq[] | undefined,
  ): Seq {
    const { number, wideSlot } = REQUEST;
    const seq = this.#begin(number, actor, cause);
    const { slots } = this.table;
    slots[0][seq] = whole(id);
    slots[wideSlot][seq] = wide;
    return this.#end(seq, number, also);
  }

  /** A message that is sent now, for the record `of`, which is its cause. */
  writeMessage({ actor, wide }: Prepared<'message'>, of: Seq, arrivesAt: SimTime): Seq {
    const { number, wideSlot } = MESSAGE;
    const seq = this.#begin(number, actor, of);
    const { slots, t } = this.table;
    slots[0][seq] = whole(of);
    slots[1][seq] = 0;
    slots[2][seq] = this.#encodeSpan(arrivesAt - t[seq], arrivesAt);
    slots[wideSlot][seq] = wide;
    return this.#end(seq, number, undefined);
  }

  writeResponse(
    actor: string,
    cause: Seq,
    { id, code, reason, resourceVersion }: FieldsOf<'response'>,
    also: readonly Seq[] | undefined,
  ): Seq {
    const { number } = RESPONSE;
    const seq = this.#begin(number, this.intern(actor), cause);
    const { slots } = this.table;
    slots[0][seq] = whole(id);
    slots[1][seq] = whole(code);
    slots[2][seq] = this.intern(reason);
    slots[3][seq] = whole(resourceVersion);
    return this.#end(seq, number, also);
  }

  writeState(state: PreparedState, cause: Seq | null, also: readonly Seq[] | undefined): Seq {
    const { number } = STATE;
    const seq = this.#begin(number, state.actor, cause);
    const { slots } = this.table;
    slots[0][seq] = state.machine;
    slots[1][seq] = state.from;
    slots[2][seq] = state.to;
    slots[3][seq] = state.event;
    return this.#end(seq, number, also);
  }

  /** Writes an etcd record of a put or a delete together with the revision that it made. */
  writeRevision(actor: string, cause: Seq | null, fields: FieldsOf<'etcd'>, object: unknown): Seq {
    const seq = this.table.length;
    this.table.archive.add({ key: fields.key, revision: fields.revision, object, seq });
    return this.write('etcd', actor, cause, fields);
  }

  /** Number of a text in the table's list of strings. */
  intern(text: string): number {
    const known = this.#stringIds.get(text);
    if (known !== undefined) return known;
    const id = this.table.strings.length;
    this.table.strings.push(text);
    this.#stringIds.set(text, id);
    return id;
  }

  /**
   * All rows since the last call as copies that can be transferred; undefined when none are new.
   */
  takeBlock(): TraceBlock | undefined {
    const table = this.table;
    const { rows, strings, wides, numbers, revisions } = this.#sent;
    if (table.length === rows) return undefined;
    const end = table.length;
    const block: TraceBlock = {
      firstSeq: rows,
      count: end - rows,
      t: table.t.slice(rows, end),
      kind: table.kind.slice(rows, end),
      actor: table.actor.slice(rows, end),
      cause: table.cause.slice(rows, end),
      slots: table.slots.map((slot) => slot.slice(rows, end)) as never,
      strings: table.strings.slice(strings),
      wides: table.wides.slice(wides),
      numbers: table.numbers.slice(numbers),
      also: table.also.from(rows),
      revisions: table.archive.rows.slice(revisions),
    };
    this.#sent = {
      rows: end,
      strings: table.strings.length,
      wides: table.wides.length,
      numbers: table.numbers.length,
      revisions: table.archive.rows.length,
    };
    return block;
  }

  #begin(kind: number, actor: number, cause: Seq | null): Seq {
    const { table } = this;
    const seq = table.length;
    if (cause !== null && !(cause >= 0 && cause < seq)) broken(`cause ${cause} of record ${seq}`);
    if (seq >= table.t.length) table.reserve(seq + 1);
    table.t[seq] = this.#clock();
    table.kind[seq] = kind;
    table.actor[seq] = actor;
    table.cause[seq] = cause ?? NO_CAUSE;
    return seq;
  }

  #end(seq: Seq, kind: number, also: readonly Seq[] | undefined): Seq {
    if (also && also.length > 0) this.table.also.set(seq, also);
    this.table.length = seq + 1;
    for (const observer of this.#observers[kind]) observer(seq);
    return seq;
  }

  #fill(seq: Seq, layout: KindLayout, fields: AnyFields): void {
    const { slots, t } = this.table;
    for (const { name, type, place } of layout.slotFields) {
      slots[place][seq] = this.#encode(type, fields[name], t[seq]);
    }
  }

  #wideNumber({ number, wideFields }: KindLayout, fields: AnyFields): number {
    const wide = this.#wideOf[number];
    for (const { name, type, place } of wideFields) {
      wide[place] = this.#encode(type, fields[name], 0);
    }
    return this.#wideIds.numberOf(number, wide);
  }

  #encode(type: FieldType, value: unknown, now: number): number {
    switch (type) {
      case 'text':
        return this.intern(value as string);
      case 'json':
        return this.intern(JSON.stringify(value));
      case 'flag':
        return value ? 1 : 0;
      case 'exit':
        return value === null ? NULL_EXIT : (value as number);
      case 'time':
        return this.#encodeSpan((value as number) - now, value as number);
      case 'span':
        return this.#encodeSpan(value as number, value as number);
      default:
        return whole(value as number);
    }
  }

  #encodeSpan(short: number, whole: number): number {
    if (short > -NUMBER_BASE && short < NUMBER_BASE) return short;
    const known = this.#numberIds.get(whole);
    if (known !== undefined) return NUMBER_BASE + known;
    const id = this.table.numbers.length;
    this.table.numbers.push(whole);
    this.#numberIds.set(whole, id);
    return NUMBER_BASE + id;
  }
}

/** A number as a slot holds it. */
function whole(value: number): number {
  if (!Number.isInteger(value) || Math.abs(value) >= 0x7fffffff) {
    broken(`a whole number of 32 bits, found ${String(value)}`);
  }
  return value;
}

/** Kind numbers by kind, for those who scan the kind column. */
export const kindNumber = (kind: RecordKind): number => KIND_NUMBER[kind];
