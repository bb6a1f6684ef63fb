/** The steps of the timeline that a record goes back to. Pure. */
import type { Seq, TraceTable } from '#trace';

/** Records looked at on the way back; a clock that ticks for hours makes a long way. */
const MOST_CAUSES = 20_000;
/** Steps shown, the latest first. */
const MOST_STEPS = 3;

/**
 * Steps among the causes of a record and among what each of these needed besides. Those with which
 * everything began, at time zero, are left out when there are others.
 */
export function stepsBehind(table: TraceTable, seq: Seq): readonly Seq[] {
  const seen = new Set([seq]);
  const open = [seq];
  const steps: Seq[] = [];
  for (let at = open.pop(); at !== undefined && seen.size < MOST_CAUSES; at = open.pop()) {
    if (at !== seq && table.kindOf(at) === 'fault') steps.push(at);
    const cause = table.causeOf(at);
    for (const next of [...(table.also.get(at) ?? []), ...(cause === undefined ? [] : [cause])]) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  const later = steps.filter((step) => table.timeOf(step) > 0);
  return (later.length > 0 ? later : steps).sort((a, b) => b - a).slice(0, MOST_STEPS);
}
