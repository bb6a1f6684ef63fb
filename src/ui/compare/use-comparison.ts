/** What the bar and the stage follow while two runs are compared. */
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { asTime, type SimTime } from '#base';
import { usePlayhead } from '../playback';
import { useShell } from '../shell/shell-context';
import type { Orrery } from '../stores';
import { type Comparing, change } from './comparison';
import { cameTo, type DifferingProcess, differingProcesses } from './differing';
import { DifferenceFinder } from './first-difference';

/** Looks for the first difference as both runs grow, from anew when the page's own is replaced. */
export function useDifference(orrery: Orrery, other: Orrery): void {
  const { comparison } = useShell();
  const version = useStore(orrery.session, (state) => state.traceVersion);
  const done = useEnded(orrery, other);
  const ended = useRef(done);
  ended.current = done;
  // biome-ignore lint/correctness/useExhaustiveDependencies: tells when the trace was replaced
  const finder = useMemo(
    () => new DifferenceFinder(orrery.trace.table, other.trace.table),
    [orrery, other, version],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks once more when both are done
  useEffect(() => {
    const look = (): void => {
      const difference = finder.advance(ended.current);
      if (difference !== comparison.getState().current?.difference) {
        change(comparison, { difference });
      }
    };
    look();
    const stops = [orrery.trace.subscribe(look), other.trace.subscribe(look)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [finder, comparison, orrery, other, done?.a, done?.b]);
}

/** Where both runs ended, µs; undefined until both are done. */
function useEnded(orrery: Orrery, other: Orrery) {
  const a = useStore(orrery.session, endOf);
  const b = useStore(other.session, endOf);
  return a === undefined || b === undefined ? undefined : { a, b };
}

const endOf = ({ status, reached, replacing }: ReturnType<Orrery['session']['getState']>) =>
  status === 'done' && !replacing ? reached : undefined;

/**
 * The processes that are in another state now. The same list as long as nothing changes.
 * @returns undefined while one of the two runs has not come to the playhead
 */
export function useDiffering(
  orrery: Orrery,
  { run }: Comparing,
): readonly DifferingProcess[] | undefined {
  const time = usePlayhead(orrery);
  const a = useCameTo(orrery, time);
  const b = useCameTo(run.orrery, time);
  const found = a && b ? differingProcesses(orrery.index, run.orrery.index, time) : undefined;
  const kept = useRef(found);
  if (JSON.stringify(found) !== JSON.stringify(kept.current)) kept.current = found;
  return kept.current;
}

/** Whom the first difference is about: who is in another state then, or who wrote the record. */
export function useWhoDiffers(orrery: Orrery, { run, difference }: Comparing): string | undefined {
  return useMemo(() => {
    if (!difference) return undefined;
    const { a, b, time } = difference;
    const [differing] = differingProcesses(orrery.index, run.orrery.index, asTime(time));
    if (differing) return differing.name;
    if (a !== undefined) return orrery.trace.table.actorOf(a);
    return b === undefined ? undefined : run.orrery.trace.table.actorOf(b);
  }, [orrery, run, difference]);
}

/** Whether a run has come to a time; drawn again as it comes nearer. */
function useCameTo({ session }: Orrery, time: SimTime): boolean {
  return useStore(session, (state) => cameTo(state, time));
}
