/** What the selection stands for: which actor, which process, which acts are possible on it. */
import type { SimTime } from '#base';
import type { TraceIndex } from '#trace';
import type { ActVerb, Orrery, Selection } from './stores';

/** The process that an actor belongs to: what stands before the first slash. */
export function processOf(actor: string): string {
  const slash = actor.indexOf('/');
  return slash < 0 ? actor : actor.slice(0, slash);
}

/** The actor that is selected, by itself or by a record that it wrote. */
export function actorOfSelection(
  orrery: Pick<Orrery, 'trace'>,
  selected: Selection | undefined,
): string | undefined {
  if (selected?.kind === 'actor') return selected.path;
  if (selected?.kind !== 'record' || selected.seq >= orrery.trace.table.length) return undefined;
  return orrery.trace.table.actorOf(selected.seq);
}

/** Whether a name is a process of this run, or of its scenario even if it never starts. */
export function isProcess({ index, session }: Orrery, name: string): boolean {
  if (index.processes.includes(name)) return true;
  const servers = session.getState().scenario?.spec.apiServers ?? [];
  return servers.some((server) => server.name === name);
}

/** The process that is selected, by itself, by one of its actors or by a record of one. */
export function selectedProcess(orrery: Orrery): string | undefined {
  const actor = actorOfSelection(orrery, orrery.selection.getState().selected);
  if (actor === undefined) return undefined;
  const process = processOf(actor);
  return isProcess(orrery, process) ? process : undefined;
}

/** A process that SIGSTOP froze repeats its phase with the signal as the reason. */
export function isPaused(index: TraceIndex, process: string, time: SimTime): boolean {
  return index.processPhaseAt(process, time)?.reason === 'SIGSTOP';
}

/** Whether this run can be changed: an opened trace has no scenario, a compared run only shows. */
export const canAct = ({ session }: Pick<Orrery, 'session'>): boolean =>
  session.getState().traceFile === undefined && !session.getState().fixed;

/** What can be done to a process at a time, by its phase then. */
export function possibleActs(index: TraceIndex, process: string, time: SimTime): ActVerb[] {
  const state = index.processPhaseAt(process, time);
  if (state === undefined || state.phase === 'exited') return ['start'];
  if (isPaused(index, process, time)) return ['kill', 'resume'];
  if (state.phase === 'terminating') return ['kill', 'restart'];
  return ['kill', 'terminate', 'pause', 'restart'];
}
