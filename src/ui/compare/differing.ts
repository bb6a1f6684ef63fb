/** Which processes are in another state in the other run at the same time. */
import type { SimTime } from '#base';
import type { ProcessState, TraceIndex } from '#trace';
import { isPaused } from '../selected';
import type { SessionState } from '../stores';

/** How a process is at one time. */
export interface ProcessNow {
  readonly phase: ProcessState['phase'];
  /** Why it ended, or that it is frozen; '' for what only tells how it started. */
  readonly reason: string;
  /** Its hooks, while not all of them are through. */
  readonly hooks: { readonly done: number; readonly all: number } | undefined;
}

export interface DifferingProcess {
  readonly name: string;
  /** In each run; undefined before it starts. */
  readonly a: ProcessNow | undefined;
  readonly b: ProcessNow | undefined;
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
    .filter(({ a, b }) => JSON.stringify(a) !== JSON.stringify(b));
}

function stateOf(index: TraceIndex, name: string, time: SimTime): ProcessNow | undefined {
  const state = index.processPhaseAt(name, time);
  if (!state) return undefined;
  const { phase } = state;
  const paused = isPaused(index, name, time);
  const telling = paused || phase === 'exited' || phase === 'terminating';
  const hooks = paused || phase === 'exited' ? undefined : hooksOf(index, name, time);
  return { phase, reason: telling ? state.reason : '', hooks };
}

/** How many hooks are through, while not all of them are. */
function hooksOf(index: TraceIndex, name: string, time: SimTime): ProcessNow['hooks'] {
  const hooks = index.hooksAt(name, time);
  const done = hooks.filter(({ phase }) => phase === 'succeeded').length;
  return done === hooks.length ? undefined : { done, all: hooks.length };
}
