/**
 * Messages as beads. A message is on its way for about half a millisecond of virtual time, far too
 * short to be seen at most speeds, so while playing each one stays in view for a moment of wall
 * time and travels its link once. At rest only what is truly under way is shown.
 */
import type { RecordOf, Seq, TraceIndex, TraceTable } from '#trace';
import { messageColumns } from './columns';
import { countUntil } from './sorted';
import type { Link, StageHistory } from './stage-history';

/** What a message carries, as far as the colour goes. */
export type Carry = 'read' | 'write' | 'lease' | 'watch' | 'error';

export interface Bead {
  readonly link: Link;
  /** From the link's client to its server. */
  readonly forward: boolean;
  /** Share of the way done, 0..1. */
  readonly progress: number;
  readonly carry: Carry;
  readonly answer: boolean;
  readonly lost: boolean;
  /** Messages that go the same way at the same time are one bead. */
  readonly count: number;
  readonly alpha: number;
  readonly seq: Seq;
}

export interface BeadQuery {
  readonly time: number;
  /** Virtual seconds a wall second while playing; 0 when time stands still. */
  readonly speed: number;
  readonly reducedMotion: boolean;
  /** A record whose message is to be shown whatever the time: the one that is stepped to. */
  readonly focus: Seq | undefined;
}

export interface BeadSource {
  readonly history: StageHistory;
  readonly index: Pick<TraceIndex, 'messagesAt'>;
}

/** A message stays in view at least this long, wall µs. */
const DWELL_US = 520_000;
/**
 * Messages of one link set out at least this far apart, in their order, so that a conversation can
 * be followed; none is held back for longer than the second figure. Wall µs.
 */
const APART_US = 34_000;
const HELD_BACK_US = 560_000;
/** With reduced motion a mark stands still, and long enough never to flicker, wall µs. */
const STILL_DWELL_US = 1_000_000;
/** Looks at no more messages than this in one picture. */
const SCAN_MAX = 3_000;
/** Draws no more beads than this; the oldest are left out. */
const BEADS_MAX = 200;
/** Beads in the same part of a way merge; so many parts there are. */
const PARTS = 16;
/** A lost message breaks off here. */
const BREAK_AT = 0.55;
/** Where marks stand on their way with reduced motion, so that kinds do not cover each other. */
const STILL_AT: Readonly<Record<Carry, number>> = {
  read: 0.42,
  write: 0.54,
  watch: 0.54,
  lease: 0.66,
  error: 0.78,
};
/** Beyond this speed nothing can be followed, and nothing is drawn. */
const SPEED_MAX = 100_000;

/** Beads to draw, oldest first. */
export function beadsAt(source: BeadSource, query: BeadQuery): Bead[] {
  const { history } = source;
  const { time, speed, focus, reducedMotion } = query;
  if (speed > SPEED_MAX) return [];
  const merged = new Map<string, Bead>();
  const dwell = (reducedMotion ? STILL_DWELL_US : DWELL_US) * speed;
  const heldBack = reducedMotion ? 0 : HELD_BACK_US * speed;
  const setOut = new Map<Link, number>();
  for (const seq of messagesNear(source, time, dwell + 2 * heldBack)) {
    const start = startOf(history, seq, { setOut, apart: APART_US * speed, heldBack });
    const bead = beadOf(history, seq, { ...query, dwell, start });
    if (bead) merge(merged, bead);
  }
  const message = focus === undefined ? undefined : messageOf(history.table, focus);
  const bead = message === undefined ? undefined : focusedBead(history, message, time);
  if (bead) merge(merged, bead);
  return [...merged.values()].slice(-BEADS_MAX);
}

/** Messages that may be in view, oldest first: under way, or sent a moment ago. */
function messagesNear({ history, index }: BeadSource, time: number, dwell: number): Seq[] {
  const { table, messages } = history;
  const rows = messages.view();
  const recent: Seq[] = [];
  for (let i = countUntil(rows, table.t, time) - 1; i >= 0; i -= 1) {
    if (table.t[rows[i]] <= time - dwell || recent.length >= SCAN_MAX) break;
    recent.push(rows[i]);
  }
  const oldest = recent.at(-1) ?? Number.POSITIVE_INFINITY;
  const underWay = index.messagesAt(time).filter((seq) => seq < oldest);
  return [...underWay, ...recent.reverse()];
}

interface Queue {
  /** When the last message of each link set out. */
  readonly setOut: Map<Link, number>;
  readonly apart: number;
  readonly heldBack: number;
}

/** When a message sets out: as it is sent, or a little after the one before it on its link. */
function startOf(history: StageHistory, seq: Seq, { setOut, apart, heldBack }: Queue): number {
  const sentAt = messageColumns.sentAt(history.table, seq);
  const link = history.wayOf(seq)?.link;
  if (!link || heldBack === 0) return sentAt;
  const free = (setOut.get(link) ?? Number.NEGATIVE_INFINITY) + apart;
  const start = Math.min(Math.max(sentAt, free), sentAt + heldBack);
  setOut.set(link, start);
  return start;
}

function beadOf(
  history: StageHistory,
  seq: Seq,
  { time, dwell, start, reducedMotion }: BeadQuery & { dwell: number; start: number },
): Bead | undefined {
  const { table } = history;
  const flight = messageColumns.arrivesAt(table, seq) - messageColumns.sentAt(table, seq);
  const exact = flight >= dwell;
  const from = exact ? messageColumns.sentAt(table, seq) : start;
  const length = Math.max(1, flight, dwell);
  const p = (time - from) / length;
  const way = p >= 0 && p < 1 ? history.wayOf(seq) : null;
  if (!way) return undefined;
  const { link, forward, lost } = way;
  const carried = carryOf(history, seq);
  const travelled = lost ? Math.min(exact ? p : ease(p), BREAK_AT) : exact ? p : ease(p);
  const progress = reducedMotion ? STILL_AT[carried.carry] : travelled;
  const alpha = reducedMotion || exact ? 1 : fade(p);
  return { link, forward, progress, ...carried, lost, count: 1, alpha, seq };
}

/** The message of the record that is stepped to, at its place, or at its end when it is over. */
function focusedBead(history: StageHistory, seq: Seq, time: number): Bead | undefined {
  const way = history.wayOf(seq);
  if (!way) return undefined;
  const sentAt = messageColumns.sentAt(history.table, seq);
  const arrivesAt = messageColumns.arrivesAt(history.table, seq);
  const p = Math.max(0, Math.min(1, (time - sentAt) / Math.max(1, arrivesAt - sentAt)));
  const { link, forward, lost } = way;
  const progress = lost ? Math.min(p, BREAK_AT) : p;
  return { link, forward, progress, ...carryOf(history, seq), lost, count: 1, alpha: 1, seq };
}

/** The message that is this record, or that carries it. */
export function messageOf(table: TraceTable, seq: Seq): Seq | undefined {
  if (seq < 0 || seq >= table.length) return undefined;
  const kind = table.kindOf(seq);
  if (kind === 'message') return seq;
  if (kind !== 'request' && kind !== 'response' && kind !== 'watch') return undefined;
  // The message is written right after what it carries, or not at all (it stayed in one process).
  for (let next = seq + 1; next < Math.min(table.length, seq + 16); next += 1) {
    if (table.kindOf(next) === 'message' && messageColumns.of(table, next) === seq) return next;
  }
  return undefined;
}

function merge(beads: Map<string, Bead>, bead: Bead): void {
  const part = Math.floor(bead.progress * PARTS);
  const way = `${bead.link.client} ${bead.link.server} ${bead.forward}`;
  const key = `${way} ${bead.carry} ${bead.answer} ${bead.lost} ${part}`;
  const known = beads.get(key);
  if (!known) {
    beads.set(key, bead);
    return;
  }
  // Taken out and put back at the end, so that the map stays in order of age.
  beads.delete(key);
  const sameMessage = known.seq === bead.seq;
  const count = sameMessage ? known.count : known.count + bead.count;
  beads.set(key, { ...bead, count, alpha: Math.max(known.alpha, bead.alpha) });
}

function ease(p: number): number {
  return p < 0.5 ? 2 * p * p : 1 - 2 * (1 - p) * (1 - p);
}

/** In within the first tenth, out within the last fifth. */
function fade(p: number): number {
  return Math.min(1, p / 0.1, (1 - p) / 0.2);
}

type Carried = Pick<Bead, 'carry' | 'answer'>;

/** What records carry, kept by table: it never changes, and it costs a record to find out. */
const known = new WeakMap<TraceTable, Map<Seq, Carried>>();
const KNOWN_MAX = 20_000;

export function carryOf({ table }: StageHistory, message: Seq): Carried {
  const of = messageColumns.of(table, message);
  const cache = known.get(table) ?? new Map<Seq, Carried>();
  if (cache.size === 0 || cache.size > KNOWN_MAX) {
    cache.clear();
    known.set(table, cache);
  }
  const kept = cache.get(of);
  if (kept) return kept;
  const carried = carriedBy(table, of);
  cache.set(of, carried);
  return carried;
}

function carriedBy(table: TraceTable, of: Seq): Carried {
  const kind = table.kindOf(of);
  if (kind === 'watch') return { carry: 'watch', answer: false };
  if (kind === 'request') {
    return { carry: requestCarry(table.record(of) as RecordOf<'request'>), answer: false };
  }
  if (kind !== 'response') return { carry: 'read', answer: false };
  const { code, cause } = table.record(of) as RecordOf<'response'>;
  if (code >= 400) return { carry: 'error', answer: true };
  const request = cause === null ? undefined : table.recordOf(cause, 'request');
  return { carry: request ? requestCarry(request) : 'read', answer: true };
}

const READS: ReadonlySet<string> = new Set(['get', 'list', 'watch', 'range', 'status', 'head']);

/** Leases are told from other writes: of the store, of a master lease, of a Lease object. */
function requestCarry({ verb, group, resource, name }: RecordOf<'request'>): Carry {
  if (READS.has(verb.toLowerCase())) return 'read';
  if (group === 'etcdserverpb') {
    return resource === 'lease' || name.includes('/masterleases/') || name.includes('/leases/')
      ? 'lease'
      : 'write';
  }
  return resource === 'leases' ? 'lease' : 'write';
}
