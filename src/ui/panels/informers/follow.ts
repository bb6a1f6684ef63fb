/** The way of one change, from the write in etcd to the work that it made: hop by hop. Pure. */
import type { RecordKind, Seq, TraceIndex, TraceTable } from '#trace';
import { processOf } from '../../selected';

export type HopKind =
  | 'write'
  | 'cache'
  | 'event'
  | 'list'
  | 'delta'
  | 'add'
  | 'get'
  | 'request'
  | 'done';

export interface Hop {
  readonly kind: HopKind;
  readonly seq: Seq;
  readonly at: number;
  /** Who did it. */
  readonly actor: string;
}

/** Causes that are looked through, and works that are shown. */
const CHAIN_MAX = 24;
const EFFECTS_MAX = 60;

/** The hops that led to a delta, and those that it made, up to a time. */
export function follow(index: TraceIndex, delta: Seq, time: number): readonly Hop[] {
  const { table } = index;
  const before: Hop[] = [];
  for (const seq of index.causeChain(delta, CHAIN_MAX)) {
    const kind = seq === delta ? undefined : CAUSE_KINDS[table.kindOf(seq)];
    if (kind === undefined) continue;
    before.push(hopOf(table, kind, seq));
    if (kind === 'event') before.push(...heardOf(table, seq));
    if (kind === 'write') break;
  }
  before.sort((a, b) => a.seq - b.seq);
  const hops = [...before, hopOf(table, 'delta', delta), ...workOf(index, delta)];
  return hops.filter(({ at }) => at <= time);
}

const CAUSE_KINDS: { readonly [kind in RecordKind]?: HopKind } = {
  etcd: 'write',
  response: 'list',
  watch: 'event',
};

/** From whom the watch cache has an event: its record names etcd's beside the write. */
function heardOf(table: TraceTable, event: Seq): readonly Hop[] {
  const { also = [] } = table.record(event);
  const told = also.filter((seq) => table.kindOf(seq) === 'watch');
  return told.map((seq) => hopOf(table, 'cache', seq));
}

const hopOf = (table: TraceTable, kind: HopKind, seq: Seq): Hop => ({
  ...{ kind, seq },
  at: table.timeOf(seq),
  actor: table.actorOf(seq),
});

/** What handlers did of it: keys that were added, and what became of them. */
function workOf(index: TraceIndex, delta: Seq): readonly Hop[] {
  const { table } = index;
  const record = table.recordOf(delta, 'delta');
  if (!record) return [];
  const process = processOf(record.actor);
  const cause = table.causeOf(delta);
  if (cause === undefined) return [];
  const adds = index
    .effectsOf(cause, EFFECTS_MAX)
    .filter((seq) => seq > delta && isOp(table, seq, 'add'))
    .filter((seq) => processOf(table.actorOf(seq)) === process)
    .filter((seq) => aboutObject(table, seq, record));
  return adds.flatMap((add) => [hopOf(table, 'add', add), ...worked(index, add)]);
}

function worked(index: TraceIndex, add: Seq): readonly Hop[] {
  const { table } = index;
  const get = index.effectsOf(add, EFFECTS_MAX).find((seq) => isOp(table, seq, 'get'));
  if (get === undefined) return [];
  const effects = index.effectsOf(get, EFFECTS_MAX);
  const requests = effects.filter((seq) => table.kindOf(seq) === 'request');
  const done = effects.filter((seq) => isOp(table, seq, 'done'));
  return [
    hopOf(table, 'get', get),
    ...requests.map((seq) => hopOf(table, 'request', seq)),
    ...done.map((seq) => hopOf(table, 'done', seq)),
  ];
}

const isOp = (table: TraceTable, seq: Seq, op: string): boolean =>
  table.recordOf(seq, 'queue')?.op === op;

/** Keys of other kinds are made of the object as well: those of its namespace count. */
function aboutObject(
  table: TraceTable,
  seq: Seq,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): boolean {
  const key = table.recordOf(seq, 'queue')?.key ?? '';
  const own = namespace === '' ? name : `${namespace}/${name}`;
  return key === own || key === namespace || key.startsWith(`${namespace}/`);
}
