/** What is under the pointer. Pure. */
import { countUpTo, KIND_NUMBER, type Seq, type TraceTable } from '#trace';
import type { TraceFeed } from './feed';
import { type FrameView, timeAt } from './frame-view';
import { LANE_HEIGHT, type Lane, type LaneLayout, placedLanes } from './lanes';
import type { Bar } from './process-bars';
import { isBarRow, markOf, RANK_OF } from './record-kinds';

export interface Hit {
  readonly lane: Lane;
  readonly time: number;
  /** The record meant: a mark near the pointer, else the one that began the bar under it. */
  readonly seq: Seq | undefined;
  /** How many records are so near that they share the mark; 0 over a bar. */
  readonly count: number;
  /** The bar under the pointer. */
  readonly bar: Bar | undefined;
}

/** How far from a mark the pointer may be, px. */
const REACH_PX = 5;
/** Records looked at, at most, to find the one that matters most. */
const MOST_ROWS = 4_096;

export function laneAt(
  layout: LaneLayout,
  scrollTop: number,
  view: FrameView,
  y: number,
): Lane | undefined {
  if (y < 0 || y > view.height) return undefined;
  const placed = placedLanes(layout, scrollTop, view.height);
  return placed.findLast(({ top }) => y >= top && y < top + LANE_HEIGHT)?.lane;
}

export interface HitRequest {
  readonly feed: TraceFeed;
  readonly view: FrameView;
  readonly lane: Lane;
  readonly x: number;
  /** Bars of the lane that are not in its tracks: a process's phases, a lease's holds. */
  readonly bars: readonly Bar[];
}

export function hitLane({ feed, view, lane, x, bars }: HitRequest): Hit {
  const time = timeAt(view, x);
  const from = time - REACH_PX * view.usPerPx;
  const to = time + REACH_PX * view.usPerPx;
  let best: Seq | undefined;
  let count = 0;
  const { table } = feed.index;
  const { kind } = table;
  for (const rows of rowsOfLane(lane)) {
    const first = countUpTo(rows, table.firstAt(from) - 1);
    const last = countUpTo(rows, table.lastAt(to));
    const middle = Math.floor((first + last) / 2);
    const start = Math.max(first, middle - MOST_ROWS / 2);
    const end = Math.min(last, start + MOST_ROWS);
    if (end - start < last - first) count += last - first - (end - start);
    for (let place = start; place < end; place += 1) {
      const seq = rows[place];
      if (lane.lease === undefined && isBarRow(kind[seq])) continue;
      count += 1;
      if (best === undefined || matters(table, time, seq, best)) best = seq;
    }
  }
  const bar = barUnder({ feed, lane, time, bars });
  return { lane, time, seq: best ?? bar?.seq, count, bar };
}

/** Whether `seq` is meant rather than `other`: it matters more, or as much and is nearer. */
function matters(table: TraceTable, time: number, seq: Seq, other: Seq): boolean {
  const [a, b] = [RANK_OF[markOf(table, seq)], RANK_OF[markOf(table, other)]];
  return a > b || (a === b && Math.abs(table.t[seq] - time) < Math.abs(table.t[other] - time));
}

function rowsOfLane({ node, lease, folded }: Lane): readonly Int32Array[] {
  if (lease) return [lease.writes.view()];
  if (!node) return [];
  return folded ? [node.own.rows(), node.below.rows()] : [node.own.rows()];
}

function barUnder(request: Pick<HitRequest, 'feed' | 'lane' | 'bars'> & { time: number }) {
  const { feed, lane, time, bars } = request;
  const known = bars.findLast((bar) => bar.from <= time && (bar.to ?? Infinity) >= time);
  if (known || !lane.node) return known;
  const span = feed.index.spanAt(lane.node.path, time);
  if (!span || span.machine === 'process') return undefined;
  const { from, to, seq, state, machine } = span;
  return { from, to, seq, label: state, style: feed.tagOf(machine, state) } satisfies Bar;
}

/** The record before or after another in its lane; what the arrow keys step through. */
export function neighbourInLane(
  feed: TraceFeed,
  lane: Lane,
  from: Seq,
  direction: 1 | -1,
): Seq | undefined {
  const { kind } = feed.index.table;
  let best: Seq | undefined;
  for (const rows of rowsOfLane(lane)) {
    let place = direction > 0 ? countUpTo(rows, from) : countUpTo(rows, from - 1) - 1;
    while (place >= 0 && place < rows.length && kind[rows[place]] === KIND_NUMBER.message) {
      place += direction;
    }
    const seq = rows[place];
    if (seq === undefined) continue;
    if (best === undefined || (direction > 0 ? seq < best : seq > best)) best = seq;
  }
  return best;
}
