/**
 * The axis of time, with long idle stretches folded when a person wants so. A place on it is the
 * time that is shown up to there, in µs. The fuse of a lease is drawn straight across a fold.
 */
import type { TraceTable } from '#trace';
import type { Orrery } from '../stores';
import type { TimeWindow } from './window';

/** A stretch without a record, and how much of the axis stands for it. */
export interface IdleFold {
  readonly from: number;
  readonly to: number;
  /** Where it begins on the axis, µs. */
  readonly start: number;
  readonly shown: number;
}

/** From this long on a stretch without any record is idle, µs. */
export const LEAST_IDLE = 3_000_000;
/** What stays unfolded on either side, so that the edge is seen, µs. */
const IDLE_EDGE = 250_000;
/** Part of the unfolded time that a fold takes, and that all of them take at most. */
const FOLD_PART = 0.03;
const ALL_FOLDS_PART = 0.4;

export class TimeAxis {
  readonly folds: readonly IdleFold[];

  constructor(folds: readonly IdleFold[]) {
    this.folds = folds;
  }

  /** The place of a time. */
  of(time: number): number {
    const fold = lastBefore(this.folds, time, (each) => each.from);
    if (!fold) return time;
    if (time >= fold.to) return fold.start + fold.shown + (time - fold.to);
    return fold.start + ((time - fold.from) / (fold.to - fold.from)) * fold.shown;
  }

  /** The time at a place. */
  at(place: number): number {
    const fold = lastBefore(this.folds, place, (each) => each.start);
    if (!fold) return place;
    const inside = place - fold.start;
    if (inside >= fold.shown) return fold.to + (inside - fold.shown);
    return fold.from + (inside / fold.shown) * (fold.to - fold.from);
  }

  window({ from, to }: TimeWindow): TimeWindow {
    return { from: this.of(from), to: this.of(to) };
  }

  times({ from, to }: TimeWindow): TimeWindow {
    return this.folds.length === 0 ? { from, to } : { from: this.at(from), to: this.at(to) };
  }

  /** Stretches of time that are drawn to one scale, within a window, in order. */
  pieces({ from, to }: TimeWindow): readonly TimeWindow[] {
    const edges = this.folds.flatMap((fold) => [fold.from, fold.to]);
    const inside = edges.filter((edge) => edge > from && edge < to);
    return [from, ...inside].map((edge, place) => ({ from: edge, to: inside[place] ?? to }));
  }
}

export const PLAIN_AXIS = new TimeAxis([]);

function lastBefore(
  folds: readonly IdleFold[],
  value: number,
  startOf: (fold: IdleFold) => number,
): IdleFold | undefined {
  let low = 0;
  let high = folds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(folds[middle]) <= value) low = middle + 1;
    else high = middle;
  }
  return folds[low - 1];
}

/** The axis on which these stretches, in order, are folded. */
export function foldedAxis(idle: readonly TimeWindow[], end: number): TimeAxis {
  const hidden = idle.reduce((sum, { from, to }) => sum + (to - from), 0);
  const part = Math.min(FOLD_PART, ALL_FOLDS_PART / Math.max(1, idle.length));
  const most = Math.max(1, (end - hidden) * part);
  let saved = 0;
  const folds = idle.map(({ from, to }): IdleFold => {
    const shown = Math.min(most, to - from);
    const fold = { from, to, start: from - saved, shown };
    saved += to - from - shown;
    return fold;
  });
  return new TimeAxis(folds);
}

/** Stretches of at least `LEAST_IDLE` in which no record stands, without their edges. */
export function idleStretches({ t, length }: Pick<TraceTable, 't' | 'length'>): TimeWindow[] {
  const idle: TimeWindow[] = [];
  for (let seq = 1; seq < length; seq += 1) {
    if (t[seq] - t[seq - 1] < LEAST_IDLE) continue;
    idle.push({ from: t[seq - 1] + IDLE_EDGE, to: t[seq] - IDLE_EDGE });
  }
  return idle;
}

interface Made {
  readonly length: number;
  readonly end: number;
  readonly axis: TimeAxis;
}

const made = new WeakMap<TraceTable, Made>();

/** The axis as the page shows it now. @param end the end of the run, µs */
export function axisOf({ viewport, trace }: Orrery, end: number): TimeAxis {
  const { table } = trace;
  if (!viewport.getState().foldIdle) return PLAIN_AXIS;
  const known = made.get(table);
  if (known?.length === table.length && known.end === end) return known.axis;
  const axis = foldedAxis(idleStretches(table), end);
  made.set(table, { length: table.length, end, axis });
  return axis;
}
