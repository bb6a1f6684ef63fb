/**
 * The rounds of an endpoint reconciler: from one time its machine leaves idle to the next. Pure.
 */
import type { SimTime } from '#base';
import { countUpTo, type RecordOf, type Seq, type TraceIndex, type TraceTable } from '#trace';

/** Rounds listed at most, newest last. */
const MOST_ROUNDS = 24;
/** Machine state between two rounds. */
const IDLE = 'idle';

export interface Round {
  /** The decision; a round without one (it failed before) has none. */
  readonly decision: RecordOf<'endpoints'> | undefined;
  /** What it came to in words of upstream's function. */
  readonly verdict: RecordOf<'decision'> | undefined;
  readonly first: Seq;
  /** Last record of the round; the newest so far while it goes on. */
  readonly last: Seq;
  readonly at: SimTime;
  /** A stopping server takes itself out; a starting one what an earlier life left behind. */
  readonly removal: boolean;
  /** The machine is idle again. */
  readonly over: boolean;
}

/** Rounds that had begun by `time`, oldest first. */
export function selectRounds(index: TraceIndex, actor: string, time: SimTime): readonly Round[] {
  const { table } = index;
  const rows = roundRows(index, actor);
  const rounds: Round[] = [];
  let end = countUpTo(rows, table.lastAt(time)) - 1;
  while (end >= 0 && rounds.length < MOST_ROUNDS) {
    let start = end;
    while (start >= 0 && table.recordOf(rows[start], 'state')?.from !== IDLE) start -= 1;
    if (start < 0) break;
    rounds.push(roundFrom(table, rows.subarray(start, end + 1)));
    end = start - 1;
  }
  return rounds.reverse();
}

/** What the reconciler wrote; the machine of its removals may have a path of its own. */
function roundRows(index: TraceIndex, actor: string): Int32Array {
  const removals = index.rowsOf(`${actor}-removal`);
  if (removals.length === 0) return index.rowsOf(actor);
  return Int32Array.from([...index.rowsOf(actor), ...removals]).sort();
}

function roundFrom(table: TraceTable, rows: Int32Array): Round {
  let decision: RecordOf<'endpoints'> | undefined;
  let verdict: RecordOf<'decision'> | undefined;
  let over = false;
  for (const seq of rows) {
    decision ??= table.recordOf(seq, 'endpoints');
    verdict = table.recordOf(seq, 'decision') ?? verdict;
    over = table.recordOf(seq, 'state')?.to === IDLE || over;
  }
  const [first] = rows;
  const removal = table.recordOf(first, 'state')?.event === 'removalAsked';
  const at = table.timeOf(first);
  return { decision, verdict, first, last: rows[rows.length - 1], at, removal, over };
}

/** The round that holds the selected record, else the newest. */
export function roundInQuestion(rounds: readonly Round[], seq: Seq | undefined): Round | undefined {
  const holding = rounds.findLast(
    ({ first, last }) => seq !== undefined && first <= seq && seq <= last,
  );
  return holding ?? rounds.at(-1);
}
