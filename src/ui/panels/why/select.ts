/**
 * What the Why tab shows: causes back to where the chain ends, effects forward, and idle decisions.
 */
import type { SimTime } from '#base';
import { countUpTo, type RecordKind, type Seq, type TraceIndex } from '#trace';
import { processOf } from '../../selected';
import { effectsOf } from '../../why/needs';
import type { Focus } from '../panel';

/** Causes shown at first, and added each time more are asked for. */
export const CHAIN_STEP = 10;
/** Effects shown at most. */
const MOST_EFFECTS = 12;
/** Decisions to do nothing that are shown, newest first. */
const MOST_IDLE = 3;
/** Records of an actor looked through for decisions. */
const IDLE_SEARCH = 4_000;

/** Kinds that answer a question by themselves; a message or a timer is only on the way to one. */
const TELLING: ReadonlySet<RecordKind> = new Set([
  'state',
  'endpoints',
  'decision',
  'event',
  'hook',
  'health',
  'lease',
  'process',
  'fault',
  'etcd',
]);

export interface WhyView {
  /** The record in question. */
  readonly seq: Seq;
  /** Its causes, nearest first. */
  readonly chain: readonly Seq[];
  /** Causes behind the last one shown. */
  readonly more: boolean;
  readonly effects: readonly Seq[];
  /** Newest decisions to do nothing by the same actor, up to the playhead. */
  readonly idle: readonly Seq[];
}

/** The selected record, else the last telling one of the selected actor, else of the whole run. */
export function recordInQuestion(
  index: TraceIndex,
  { seq, actor, process, key }: Focus,
  time: SimTime,
): Seq | undefined {
  if (seq !== undefined) return seq;
  const upTo = index.table.lastAt(time);
  if (key !== undefined) return index.table.archive.at(key, upTo)?.seq;
  if (actor === undefined) return lastTelling(index, index.actors, upTo);
  const inside = actor === process ? index.actors.filter((a) => processOf(a) === actor) : [actor];
  return lastTelling(index, inside, upTo);
}

/** Whether nothing is selected, so that the record in question is one that nobody asked about. */
export function isUnasked({ seq, actor, key }: Focus): boolean {
  return seq === undefined && actor === undefined && key === undefined;
}

function lastTelling(index: TraceIndex, actors: readonly string[], upTo: Seq): Seq | undefined {
  let best = -1;
  for (const actor of actors) {
    const rows = index.rowsOf(actor);
    for (let i = countUpTo(rows, upTo) - 1; i >= 0 && rows[i] > best; i -= 1) {
      if (TELLING.has(index.table.kindOf(rows[i]))) best = rows[i];
    }
  }
  return best < 0 ? undefined : best;
}

export function selectWhy(index: TraceIndex, seq: Seq, length: number, time: SimTime): WhyView {
  const chain = index.causeChain(seq, length + 1);
  return {
    seq,
    chain: chain.slice(0, length),
    more: chain.length > length,
    effects: effectsOf(index, seq).slice(0, MOST_EFFECTS),
    idle: idleDecisions(index, index.table.actorOf(seq), index.table.lastAt(time)),
  };
}

function idleDecisions(index: TraceIndex, actor: string, upTo: Seq): readonly Seq[] {
  const rows = index.rowsOf(actor);
  const found: Seq[] = [];
  const end = countUpTo(rows, upTo);
  for (let i = end - 1; i >= Math.max(0, end - IDLE_SEARCH); i -= 1) {
    if (found.length === MOST_IDLE) break;
    if (index.table.recordOf(rows[i], 'decision')?.outcome === 'none') found.push(rows[i]);
  }
  return found;
}
