/** What a record needed beside its cause, and the same the other way. Pure. */
import type { RecordKind, Seq, TraceIndex } from '#trace';

/** Answers of inner calls and copies of a watch are needed, but they tell nothing new. */
const PLUMBING: ReadonlySet<RecordKind> = new Set(['response', 'watch', 'message']);

/** Other records that one needed, as far as they are reasons of their own. */
export function alsoNeeded({ table }: TraceIndex, seq: Seq): readonly Seq[] {
  return (table.also.get(seq) ?? []).filter((other) => !PLUMBING.has(table.kindOf(other)));
}

/**
 * What a record and its chain of causes needed besides, each told once: what the chain itself names
 * is not repeated, nor what stood beside an earlier link.
 */
export function besides(
  index: TraceIndex,
  seq: Seq,
  chain: readonly Seq[],
): ReadonlyMap<Seq, readonly Seq[]> {
  const told = new Set([seq, ...chain]);
  const found = new Map<Seq, readonly Seq[]>();
  for (const one of [seq, ...chain]) {
    const fresh = alsoNeeded(index, one).filter((other) => !told.has(other));
    for (const other of fresh) told.add(other);
    if (fresh.length > 0) found.set(one, fresh);
  }
  return found;
}

/** What a record made happen, and what could not have happened without it; in order. */
export function effectsOf(index: TraceIndex, seq: Seq): readonly Seq[] {
  const also: Seq[] = [];
  for (const [later, needed] of index.table.also) if (needed.includes(seq)) also.push(later);
  return [...new Set([...index.effectsOf(seq), ...also])].sort((a, b) => a - b);
}
