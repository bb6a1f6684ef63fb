/**
 * Writes records into a table and cuts finished rows into blocks for the page. A record is never
 * changed after it was written. Its time is the clock's, so rows are in order of (t, seq).
 */
import { broken, type SimTime } from '#base';
import type { TraceBlock } from './block';
import { type AnyFields, Interning, whole } from './interning';
import { KIND_NUMBER, type KindLayout, LAYOUT_OF, LAYOUTS } from './layout';
import type { Prepared, PreparedState, PreparedTimer } from './prepared';
import {
  type FieldsOf,
  RECORD_KINDS,
  type RecordKind,
  type Seq,
  type WideFieldsOf,
} from './record';
import { NO_CAUSE, TraceTable } from './trace-table';

/** Told of a record as it is written; invariants and expectations look on this way. */
export type RecordObserver = (seq: Seq) => void;

const { request: REQUEST, message: MESSAGE, response: RESPONSE, state: STATE } = LAYOUT_OF;
const { watch: WATCH, delta: DELTA, timer: TIMER, etcd: ETCD } = LAYOUT_OF;

export class Recorder {
  readonly table = new TraceTable();
  readonly #interning = new Interning(this.table);
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
    switch (kind) {
      case 'watch':
        return this.#writeWatch(actor, cause, fields as FieldsOf<'watch'>, also);
      case 'delta':
        return this.#writeDelta(actor, cause, fields as FieldsOf<'delta'>, also);
      case 'etcd':
        return this.#writeEtcd(actor, cause, fields as FieldsOf<'etcd'>, also);
      default: {
        const layout = LAYOUT_OF[kind];
        const seq = this.#begin(layout.number, this.#interning.text(actor), cause);
        this.#fill(seq, layout, fields as AnyFields);
        if (layout.wideSlot >= 0) {
          this.table.slots[layout.wideSlot][seq] = this.#interning.wide(
            layout,
            fields as AnyFields,
          );
        }
        return this.#end(seq, layout.number, also);
      }
    }
  }

  /** Interns what records of a kind have in common. No wide field may be an instant. */
  prepare<K extends RecordKind>(kind: K, actor: string, wide: WideFieldsOf<K>): Prepared<K> {
    const number = this.#interning.wide(LAYOUT_OF[kind], wide as AnyFields);
    return { kind, actor: this.#interning.text(actor), wide: number };
  }

  /** Interns all that a `state` record says. */
  prepareState(actor: string, fields: FieldsOf<'state'>): PreparedState {
    return {
      actor: this.#interning.text(actor),
      machine: this.#interning.text(fields.machine),
      from: this.#interning.text(fields.from),
      to: this.#interning.text(fields.to),
      event: this.#interning.text(fields.event),
    };
  }

  /** Interns what all records of a timer say. */
  prepareTimer(actor: string, name: string): PreparedTimer {
    return { actor: this.#interning.text(actor), name: this.#interning.text(name) };
  }

  // The kinds that make most of a trace are written field by field, as `write` would the others:
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
    slots[2][seq] = this.#interning.span(arrivesAt - t[seq], arrivesAt);
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
    const seq = this.#begin(number, this.#interning.text(actor), cause);
    const { slots } = this.table;
    slots[0][seq] = whole(id);
    slots[1][seq] = whole(code);
    slots[2][seq] = this.#interning.text(reason);
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

  writeTimer(
    timer: PreparedTimer,
    cause: Seq | null,
    { phase, firesAt }: { readonly phase: 'armed' | 'cancelled'; readonly firesAt: SimTime },
    also: readonly Seq[] | undefined,
  ): Seq {
    const { number } = TIMER;
    const seq = this.#begin(number, timer.actor, cause);
    const { slots, t } = this.table;
    slots[0][seq] = timer.name;
    slots[1][seq] = this.#interning.text(phase);
    slots[2][seq] = this.#interning.span(firesAt - t[seq], firesAt);
    return this.#end(seq, number, also);
  }

  #writeWatch(
    actor: string,
    cause: Seq | null,
    fields: FieldsOf<'watch'>,
    also: readonly Seq[] | undefined,
  ): Seq {
    const { number, wideSlot } = WATCH;
    const seq = this.#begin(number, this.#interning.text(actor), cause);
    const { slots } = this.table;
    slots[0][seq] = whole(fields.id);
    slots[1][seq] = this.#interning.text(fields.type);
    slots[2][seq] = whole(fields.resourceVersion);
    slots[wideSlot][seq] = this.#interning.wideOfWatch(fields);
    return this.#end(seq, number, also);
  }

  #writeDelta(
    actor: string,
    cause: Seq | null,
    fields: FieldsOf<'delta'>,
    also: readonly Seq[] | undefined,
  ): Seq {
    const { number, wideSlot } = DELTA;
    const seq = this.#begin(number, this.#interning.text(actor), cause);
    const { slots } = this.table;
    slots[0][seq] = this.#interning.text(fields.type);
    slots[1][seq] = whole(fields.resourceVersion);
    slots[wideSlot][seq] = this.#interning.wideOfDelta(fields);
    return this.#end(seq, number, also);
  }

  #writeEtcd(
    actor: string,
    cause: Seq | null,
    { op, key, revision, lease }: FieldsOf<'etcd'>,
    also: readonly Seq[] | undefined,
  ): Seq {
    const { number } = ETCD;
    const seq = this.#begin(number, this.#interning.text(actor), cause);
    const { slots } = this.table;
    slots[0][seq] = this.#interning.text(op);
    slots[1][seq] = this.#interning.text(key);
    slots[2][seq] = whole(revision);
    slots[3][seq] = whole(lease);
    return this.#end(seq, number, also);
  }

  /** Writes an etcd record of a put or a delete together with the revision that it made. */
  writeRevision(actor: string, cause: Seq | null, fields: FieldsOf<'etcd'>, object: unknown): Seq {
    const seq = this.table.length;
    this.table.archive.add({ key: fields.key, revision: fields.revision, object, seq });
    return this.#writeEtcd(actor, cause, fields, undefined);
  }

  /** Number of a text in the table's list of strings. */
  intern(text: string): number {
    return this.#interning.text(text);
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
      slots[place][seq] = this.#interning.encode(type, fields[name], t[seq]);
    }
  }
}

/** Kind numbers by kind, for those who scan the kind column. */
export const kindNumber = (kind: RecordKind): number => KIND_NUMBER[kind];
