/** How the playhead moves: by wall time while playing, by record when stepping. Pure. */
import { asTime, type SimTime } from '#base';
import type { RecordKind, Seq, TraceTable } from '#trace';
import type { Selection } from '../stores';

/** Virtual seconds a wall second, slowest first. Infinity goes to the end at once. */
export const SPEEDS: readonly number[] = [0.25, 1, 10, 100, Number.POSITIVE_INFINITY];

/** Longest wall time that one frame may stand for, ms; a tab that slept does not jump ahead. */
const LONGEST_FRAME_MS = 250;

export interface PlayLimits {
  /** How far the run has come, µs. */
  readonly reached: number;
  /** No more rows will come. */
  readonly finished: boolean;
}

export interface Advance {
  readonly time: SimTime;
  readonly playing: boolean;
}

/**
 * Where the playhead is after `elapsedMs` of wall time. It waits for the run, and stops at its end.
 */
export function advance(
  time: SimTime,
  speed: number,
  elapsedMs: number,
  { reached, finished }: PlayLimits,
): Advance {
  const elapsedUs = Math.min(elapsedMs, LONGEST_FRAME_MS) * 1_000;
  const wanted = speed === Number.POSITIVE_INFINITY ? reached : time + elapsedUs * speed;
  const next = Math.max(time, Math.min(wanted, reached));
  return { time: asTime(Math.round(next)), playing: !(finished && next >= reached) };
}

/** Kinds that stepping passes over: a message only carries the record that is stepped to anyway. */
const CARRIERS: ReadonlySet<RecordKind> = new Set(['message']);
/** Where something was decided. */
export const DECISIONS: ReadonlySet<RecordKind> = new Set(['decision', 'endpoints']);

/** The record at which stepping begins: the selected one while the playhead is on it. */
export function currentRecord(
  table: TraceTable,
  time: SimTime,
  selected: Selection | undefined,
): Seq {
  if (selected?.kind === 'record' && selected.seq < table.length) {
    if (table.t[selected.seq] === time) return selected.seq;
  }
  return table.lastAt(time);
}

/**
 * The record before or after `from` that stepping stops at; undefined when there is none.
 * @param kinds stop only at these; default: all but messages.
 */
export function neighbour(
  table: TraceTable,
  from: Seq,
  direction: 1 | -1,
  kinds?: ReadonlySet<RecordKind>,
): Seq | undefined {
  for (let seq = from + direction; seq >= 0 && seq < table.length; seq += direction) {
    const kind = table.kindOf(seq);
    if (kinds ? kinds.has(kind) : !CARRIERS.has(kind)) return seq;
  }
  return undefined;
}

/** The next slower or faster speed; the same at either end. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const place = SPEEDS.indexOf(speed);
  return SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, place + direction))];
}
