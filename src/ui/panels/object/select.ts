/** What the Object tab shows: one key of etcd at a time, and all its revisions. Pure. */
import type { SimTime } from '#base';
import type { RevisionRow, Seq, TraceTable } from '#trace';
import type { Focus } from '../panel';
import { diffLines, type MarkedLine } from './line-diff';
import { lastOwnKey, writerOf } from './writers';
import { yamlLines } from './yaml-lines';

/** Looked at when nothing was chosen or written yet: what the first lessons are about. */
const FAVOURITE = '/registry/services/endpoints/default/kubernetes';

export interface RevisionView {
  readonly revision: number;
  readonly seq: Seq;
  readonly at: SimTime;
  readonly deleted: boolean;
  /** Process that asked for the write; undefined for what was there before the run. */
  readonly writer: string | undefined;
  /** A later one stood at the last compaction, so etcd can serve this one no more. */
  readonly compacted: boolean;
}

export interface ObjectView {
  readonly key: string;
  /** The revision at the playhead; undefined when the key was not written yet. */
  readonly current: RevisionView | undefined;
  readonly lines: readonly MarkedLine[];
  /** Those around the playhead, oldest first; later than it too. */
  readonly revisions: readonly RevisionView[];
  /** How many more there are before and after these. */
  readonly older: number;
  readonly newer: number;
  /** The first of all. */
  readonly first: RevisionView;
}

/** What of a long history is shown. */
export interface Shown {
  /** Revisions so far. */
  readonly count: number;
  /** Most that are shown, half of them on each side of the playhead. */
  readonly most: number;
  /** Version of the last compaction at the playhead; 0 before the first. */
  readonly compactedAt: number;
}

/** The leases that candidates run for, by the usual prefix of their processes. */
const LEASES = ['kube-controller-manager', 'kube-scheduler'];

/**
 * The key to show: the chosen one while the run has it, else the lease that the selected process
 * runs for, else what a step of the timeline wrote last, else the favourite, else any.
 * @param upTo the last record that counts for what was written
 */
export function keyToShow(
  table: TraceTable,
  { key, process }: Pick<Focus, 'key' | 'process'>,
  upTo: Seq,
): string | undefined {
  const lease = LEASES.find((name) => process?.startsWith(name));
  const own = lease === undefined ? undefined : `/registry/leases/kube-system/${lease}`;
  const isThere = (each: string | undefined): each is string =>
    each !== undefined && table.archive.history(each).length > 0;
  const wanted = [key, own].find(isThere) ?? lastOwnKey(table, upTo);
  return wanted ?? (isThere(FAVOURITE) ? FAVOURITE : table.archive.keys()[0]);
}

/** Which of a key's revisions holds at a time; -1 before the first. */
export function placeAt(table: TraceTable, key: string, time: SimTime): number {
  const row = table.archive.at(key, table.lastAt(time));
  return row ? table.archive.history(key).indexOf(row) : -1;
}

/** @param place which revision is shown, from 0; -1 for none */
export function selectObject(
  table: TraceTable,
  key: string,
  place: number,
  { count, most, compactedAt }: Shown,
): ObjectView {
  const history = table.archive.history(key);
  const row = history[place] as RevisionRow | undefined;
  const before = place > 0 ? history[place - 1].object : undefined;
  const from = Math.max(0, Math.min(place - Math.floor(most / 2), count - most));
  const to = Math.min(count, from + most);
  const view = (at: number) => revisionView(table, history, at, compactedAt);
  return {
    key,
    current: row && view(place),
    lines: row ? linesOf(before, row.object, place === 0) : [],
    revisions: Array.from({ length: to - from }, (_, index) => view(from + index)),
    older: from,
    newer: count - to,
    first: view(0),
  };
}

/** A first revision has nothing to be compared with, so nothing of it is marked. */
function linesOf(before: unknown, now: unknown, first: boolean): readonly MarkedLine[] {
  const after = now === undefined ? [] : yamlLines(now);
  if (first) return after.map((text) => ({ text, mark: 'same' }));
  return diffLines(before === undefined ? [] : yamlLines(before), after);
}

function revisionView(
  table: TraceTable,
  history: readonly RevisionRow[],
  place: number,
  compactedAt: number,
): RevisionView {
  const { revision, seq, object } = history[place];
  const deleted = object === undefined;
  // Compaction keeps of each key what stands at its version; of a deleted key nothing.
  const replacedBy = deleted
    ? revision
    : (history[place + 1]?.revision ?? Number.POSITIVE_INFINITY);
  const compacted = replacedBy <= compactedAt;
  const at = table.timeOf(seq);
  return { revision, seq, at, deleted, writer: writerOf(table, seq), compacted };
}
