/** What the Object tab shows: one key of etcd at a time, and all its revisions. Pure. */
import type { SimTime } from '#base';
import type { RevisionRow, Seq, TraceTable } from '#trace';
import { processOf } from '../../selected';
import { diffLines, type MarkedLine } from './line-diff';
import { yamlLines } from './yaml-lines';

/** Looked at when nothing was chosen yet: what the first lessons are about. */
const FAVOURITE = '/registry/services/endpoints/default/kubernetes';

export interface RevisionView {
  readonly revision: number;
  readonly seq: Seq;
  readonly at: SimTime;
  readonly deleted: boolean;
  /** Process that asked for the write; undefined for what was there before the run. */
  readonly writer: string | undefined;
}

export interface ObjectView {
  readonly key: string;
  /** The revision at the playhead; undefined when the key was not written yet. */
  readonly current: RevisionView | undefined;
  readonly lines: readonly MarkedLine[];
  /** Oldest first; later than the playhead too. */
  readonly revisions: readonly RevisionView[];
}

/** The key to show: the chosen one while the run has it, else the favourite, else any. */
export function keyToShow(table: TraceTable, chosen: string | undefined): string | undefined {
  const keys = table.archive.keys();
  if (chosen !== undefined && table.archive.history(chosen).length > 0) return chosen;
  return table.archive.history(FAVOURITE).length > 0 ? FAVOURITE : keys[0];
}

/** Which of a key's revisions holds at a time; -1 before the first. */
export function placeAt(table: TraceTable, key: string, time: SimTime): number {
  const row = table.archive.at(key, table.lastAt(time));
  return row ? table.archive.history(key).indexOf(row) : -1;
}

/**
 * @param place which revision is shown, from 0; -1 for none
 * @param count how many revisions there are so far
 */
export function selectObject(
  table: TraceTable,
  key: string,
  place: number,
  count: number,
): ObjectView {
  const history = table.archive.history(key).slice(0, count);
  const row = history[place] as RevisionRow | undefined;
  const before = place > 0 ? history[place - 1].object : undefined;
  return {
    key,
    current: row && revisionView(table, row),
    lines: row ? linesOf(before, row.object, place === 0) : [],
    revisions: history.map((revision) => revisionView(table, revision)),
  };
}

/** A first revision has nothing to be compared with, so nothing of it is marked. */
function linesOf(before: unknown, now: unknown, first: boolean): readonly MarkedLine[] {
  const after = now === undefined ? [] : yamlLines(now);
  if (first) return after.map((text) => ({ text, mark: 'same' }));
  return diffLines(before === undefined ? [] : yamlLines(before), after);
}

function revisionView(table: TraceTable, { revision, seq, object }: RevisionRow): RevisionView {
  const at = table.timeOf(seq);
  return { revision, seq, at, deleted: object === undefined, writer: writerOf(table, seq) };
}

/** Causes looked at to find who asked for a write. */
const CAUSES_TO_WRITER = 6;

/** The process whose request led to a write: the client of the nearest request behind it. */
export function writerOf(table: TraceTable, seq: Seq): string | undefined {
  let at = table.causeOf(seq);
  for (let i = 0; i < CAUSES_TO_WRITER && at !== undefined; i += 1) {
    const request = table.recordOf(at, 'request');
    if (request) return processOf(request.client);
    at = table.causeOf(at);
  }
  return undefined;
}
