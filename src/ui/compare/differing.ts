/** Which processes are in another state in the other run at the same time. */
import type { SimTime } from '#base';
import type { TraceIndex } from '#trace';
import { isPaused } from '../selected';
import type { SessionState } from '../stores';

export interface DifferingProcess {
  readonly name: string;
  /** Its phase with the reason in each run, such as `exited SIGKILL`; '' before it starts. */
  readonly a: string;
  readonly b: string;
}

/** Whether a run has been simulated up to a time, or ended before it. */
export function cameTo(
  { reached, status, replacing }: Pick<SessionState, 'reached' | 'status' | 'replacing'>,
  time: SimTime,
): boolean {
  return reached >= time || (status !== 'running' && !replacing);
}

/** In the order of the first run's processes, then those that only the other one has. */
export function differingProcesses(
  a: TraceIndex,
  b: TraceIndex,
  time: SimTime,
): readonly DifferingProcess[] {
  const names = [...new Set([...a.processes, ...b.processes])];
  return names
    .map((name) => ({ name, a: stateOf(a, name, time), b: stateOf(b, name, time) }))
    .filter((process) => process.a !== process.b);
}

function stateOf(index: TraceIndex, name: string, time: SimTime): string {
  const phase = index.processPhaseAt(name, time);
  if (!phase) return '';
  const paused = isPaused(index, name, time);
  const hooks = paused || phase.phase === 'exited' ? '' : hooksOf(index, name, time);
  return [phase.phase, phase.reason, hooks].filter(Boolean).join(' ');
}

/** How many hooks are through, while not all of them are. */
function hooksOf(index: TraceIndex, name: string, time: SimTime): string {
  const hooks = index.hooksAt(name, time);
  if (hooks.length === 0) return '';
  const done = hooks.filter(({ phase }) => phase === 'succeeded').length;
  return done === hooks.length ? '' : `${done}/${hooks.length} hooks`;
}
