/** The faults that hold at the playhead. */

import { canAct } from '../selected';
import { type RunningFault, runningFaults } from '../session/running-faults';
import type { Orrery } from '../stores';

/** None for an opened trace: it has no steps that could end. */
export function faultsAt(orrery: Orrery, time: number): readonly RunningFault[] {
  const { scenario } = orrery.session.getState();
  if (!scenario || !canAct(orrery)) return [];
  const { index } = orrery;
  return runningFaults(
    scenario,
    time,
    (process, from) =>
      index
        .spansOf(process, from)
        .find(
          (span) => span.machine === 'process' && span.state === 'starting' && span.from >= from,
        )?.from,
  );
}
