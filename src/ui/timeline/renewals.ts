/** How regularly a lease was renewed during one hold, and where renewals stayed away. Pure. */
import { countUpTo, type LeaseHold, type LeaseTrack, type TraceIndex } from '#trace';

/** Renewals in a row without a long gap. */
export interface Stretch {
  readonly from: number;
  /** When the next renewal was due, where none came then; undefined for the last stretch. */
  readonly due: number | undefined;
  /** When it was renewed again. */
  readonly to: number;
  /** The usual interval in it; undefined where no two of its renewals are that far apart. */
  readonly every: number | undefined;
  readonly seq: number;
  readonly lastSeq: number;
}

export interface Renewals {
  readonly stretches: readonly Stretch[];
  /** The usual interval of the hold; undefined where it cannot be told. */
  readonly every: number | undefined;
}

/** A renewal that is later than this many usual intervals has stayed away. */
export const LATE_INTERVALS = 1.5;

const KNOWN = new WeakMap<LeaseHold, { readonly writes: number; readonly renewals: Renewals }>();

/** Remembered until the hold has another write. */
export function renewalsOf(index: TraceIndex, lease: LeaseTrack, hold: LeaseHold): Renewals {
  const known = KNOWN.get(hold);
  if (known?.writes === hold.writes) return known.renewals;
  const rows = lease.writes.view();
  const own = rows.subarray(countUpTo(rows, hold.seq - 1), countUpTo(rows, hold.lastSeq));
  const renewals = split(index, own);
  KNOWN.set(hold, { writes: hold.writes, renewals });
  return renewals;
}

function split(index: TraceIndex, rows: Int32Array): Renewals {
  const { t } = index.table;
  const gaps = Array.from(rows.subarray(1), (seq, place) => t[seq] - t[rows[place]]);
  const every = usualGap(gaps, longest(index, rows));
  const regular = (gap: number): boolean =>
    every !== undefined && gap <= every * LATE_INTERVALS && gap * LATE_INTERVALS >= every;
  const stretches: Stretch[] = [];
  let first = 0;
  let [count, sum] = [0, 0];
  for (let place = 0; place < rows.length; place += 1) {
    const gap = gaps.at(place) ?? 0;
    const late = every !== undefined && gap > every * LATE_INTERVALS;
    if (!late && place < rows.length - 1) {
      if (regular(gap)) [count, sum] = [count + 1, sum + gap];
      continue;
    }
    stretches.push({
      from: t[rows[first]],
      due: late ? t[rows[place]] + every : undefined,
      to: late ? t[rows[place + 1]] : t[rows[place]],
      every: count > 0 ? sum / count : undefined,
      seq: rows[first],
      lastSeq: rows[place],
    });
    first = place + 1;
    [count, sum] = [0, 0];
  }
  return { stretches, every };
}

/** The middle gap; one longer than the lease lasts tells of no interval. */
function usualGap(gaps: readonly number[], most: number): number | undefined {
  const middle = [...gaps].sort((a, b) => a - b)[(gaps.length - 1) >> 1];
  return middle === undefined || middle > most ? undefined : middle;
}

/** How long the lease lasts without renewal. */
function longest(index: TraceIndex, rows: Int32Array): number {
  const expires = rows.length === 0 ? undefined : index.leaseExpiryOf(rows[0]);
  return expires === undefined ? Number.POSITIVE_INFINITY : expires - index.table.t[rows[0]];
}
