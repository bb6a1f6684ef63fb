/**
 * Single fields out of the columns, without building the record. For the kinds of which there are
 * hundreds of thousands.
 */
import { LAYOUT_OF, NUMBER_BASE, type RecordKind, type Seq, type TraceTable } from '#trace';

function placeOf(kind: RecordKind, name: string): number {
  const field = LAYOUT_OF[kind].fields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`${kind} has no field ${name}`);
  return field.place;
}

const WAY_SLOT = LAYOUT_OF.message.wideSlot;
const FROM = placeOf('message', 'from');
const TO = placeOf('message', 'to');
const LOST = placeOf('message', 'lost');
const SENT = placeOf('message', 'sentAt');
const ARRIVES = placeOf('message', 'arrivesAt');
const OF = placeOf('message', 'of');
const OP = placeOf('etcd', 'op');
const REVISION = placeOf('etcd', 'revision');

/** An instant kept as the distance from the row's own time, or in full when that is too far. */
function timeIn(table: TraceTable, seq: Seq, slot: number): number {
  const raw = table.slots[slot][seq];
  return raw >= NUMBER_BASE ? table.numbers[raw - NUMBER_BASE] : table.t[seq] + raw;
}

export interface MessageEnds {
  readonly from: string;
  readonly to: string;
  readonly lost: boolean;
}

export const messageColumns = {
  sentAt: (table: TraceTable, seq: Seq): number => timeIn(table, seq, SENT),
  arrivesAt: (table: TraceTable, seq: Seq): number => timeIn(table, seq, ARRIVES),
  of: (table: TraceTable, seq: Seq): Seq => table.slots[OF][seq],
  /** Messages of one direction share one number, so that what is known of it can be kept. */
  way: (table: TraceTable, seq: Seq): number => table.slots[WAY_SLOT][seq],
  ends: (table: TraceTable, way: number): MessageEnds => {
    const wide = table.wides[way];
    const { strings } = table;
    return { from: strings[wide[FROM]], to: strings[wide[TO]], lost: wide[LOST] === 1 };
  },
} as const;

export const etcdColumns = {
  op: (table: TraceTable, seq: Seq): string => table.strings[table.slots[OP][seq]],
  revision: (table: TraceTable, seq: Seq): number => table.slots[REVISION][seq],
} as const;
