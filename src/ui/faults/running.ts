/** The faults that hold at the playhead. */

import { canAct } from '../selected';
import {
  type HookEnd,
  type RunningFault,
  runningFaults,
  type StartAfter,
} from '../session/running-faults';
import type { Orrery } from '../stores';

/** Those that healing can end now. */
export const healable = (faults: readonly RunningFault[]): readonly RunningFault[] =>
  faults.filter(({ started }) => !started);

/** None for an opened trace: it has no steps that could end. */
export function faultsAt(orrery: Orrery, time: number): readonly RunningFault[] {
  const { scenario } = orrery.session.getState();
  if (!scenario || !canAct(orrery)) return [];
  const { index } = orrery;
  const startAfter: StartAfter = (process, from) =>
    index
      .spansOf(process, from)
      .find((span) => span.machine === 'process' && span.state === 'starting' && span.from >= from)
      ?.from;
  return runningFaults(scenario, time, startAfter, hookEndIn(orrery, time));
}

/** A hook is over when it returned or its process exited. */
const hookEndIn =
  ({ index }: Orrery, time: number): HookEnd =>
  (process, hook, start) => {
    const alive = index.processPhaseAt(process, time)?.phase !== 'exited';
    const again = index
      .spansOf(process, start, time)
      .some(
        ({ machine, state, from }) => machine === 'process' && state === 'starting' && from > start,
      );
    if (!alive || again) return start;
    const state = index.hooksAt(process, time).find(({ name }) => name === hook);
    return state === undefined || state.phase === 'started' ? undefined : state.since;
  };
