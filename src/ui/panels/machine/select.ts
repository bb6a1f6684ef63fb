/**
 * What the Machine tab shows of an actor at a time. Pure; everything comes from records and
 * catalogue.
 */
import type { SimTime } from '#base';
import type { Catalogue, ChartState, ChartTransition, MachineDescription } from '#protocol';
import type { RunningTimer, Seq, TraceIndex } from '#trace';
import { processOf } from '../../selected';

export interface LastTransition {
  readonly from: string;
  readonly to: string;
  readonly event: string;
  readonly at: SimTime;
  readonly seq: Seq;
}

export interface MachineView {
  readonly actor: string;
  readonly machine: string;
  /** undefined when the catalogue does not know the machine. */
  readonly description: MachineDescription | undefined;
  /**
   * Dotted path of the lit state; undefined before the machine began or after its process exited.
   */
  readonly current: string | undefined;
  readonly since: SimTime | undefined;
  readonly last: LastTransition | undefined;
  /** Ways out of the lit state and of the states around it. */
  readonly next: readonly ChartTransition[];
}

/** One actor of a process in the list of its machines. */
export interface ActorRow {
  readonly path: string;
  /** Path without the process. */
  readonly label: string;
  readonly state: string | undefined;
  readonly tags: readonly string[];
}

/** Parts that stand for their process: what an API server lives by, and who leads. */
const CHIEF_PARTS = ['lifecycle', 'leader-election'];

/**
 * The actor whose machine stands for the selection: a process is shown by its lifecycle, and one
 * that has none, such as a controller manager, by its leader election.
 */
export function machineActor(index: TraceIndex, actor: string): string {
  const parts = CHIEF_PARTS.map((part) => `${actor}/${part}`);
  return parts.find((part) => index.tracksOf(part).length > 0) ?? actor;
}

/** @returns undefined when the actor never had a machine. */
export function selectMachine(
  index: TraceIndex,
  catalogue: Catalogue | undefined,
  actor: string,
  time: SimTime,
): MachineView | undefined {
  const machines = index.tracksOf(actor).filter((track) => track.machine !== 'process');
  if (machines.length === 0) return undefined;
  const span = index.spanAt(actor, time);
  const machine = span && span.machine !== 'process' ? span.machine : machines[0].machine;
  const description = catalogue?.machines.find(({ id }) => id === machine);
  const current = span?.machine === machine ? span.state : undefined;
  const record = span && index.table.recordOf(span.seq, 'state');
  return {
    actor,
    machine,
    description,
    current,
    since: span?.from,
    last: record && {
      from: record.from,
      to: record.to,
      event: record.event,
      at: record.t,
      seq: record.seq,
    },
    next: description && current ? transitionsFrom(description.root, current) : [],
  };
}

/** Records shown of an actor without a machine. */
const LATEST = 8;

/** The newest records of an actor up to a time, newest first. */
export function latestRows(index: TraceIndex, actor: string, time: SimTime): readonly Seq[] {
  const rows = index.rowsOf(actor);
  const upTo = index.table.lastAt(time);
  let end = rows.length;
  while (end > 0 && rows[end - 1] > upTo) end -= 1;
  return [...rows.subarray(Math.max(0, end - LATEST), end)].reverse();
}

/**
 * Transitions of the state at `path` and of those it lies in, innermost first. A machine that has
 * come to an end takes none.
 */
export function transitionsFrom(root: ChartState, path: string): readonly ChartTransition[] {
  if (root.states.some((state) => state.path === path && state.final)) return [];
  const around = statesAround(root, path);
  return around.flatMap((state) => state.transitions);
}

/** The state at `path` and those it lies in, innermost first. */
function statesAround(state: ChartState, path: string): ChartState[] {
  if (state.path === path) return [state];
  for (const inner of state.states) {
    const found = statesAround(inner, path);
    if (found.length > 0) return [...found, state];
  }
  return [];
}

export function stateAt(root: ChartState, path: string): ChartState | undefined {
  return statesAround(root, path)[0];
}

/** Every other actor of the process that has a machine, with its state at `time`. */
export function selectActors(
  index: TraceIndex,
  catalogue: Catalogue | undefined,
  process: string,
  time: SimTime,
): readonly ActorRow[] {
  return index.actors
    .filter((path) => path !== process && processOf(path) === process)
    .filter((path) => index.tracksOf(path).length > 0)
    .map((path) => {
      const view = selectMachine(index, catalogue, path, time);
      const lit = view?.current && view.description && stateAt(view.description.root, view.current);
      return {
        path,
        label: path.slice(process.length + 1),
        state: view?.current,
        tags: lit ? lit.tags : [],
      };
    });
}

/** Timers that run at `time`: the actor's own, or for a process those of all its actors. */
export function selectTimers(
  index: TraceIndex,
  actor: string,
  time: SimTime,
): readonly RunningTimer[] {
  const actors = actor.includes('/')
    ? [actor]
    : index.actors.filter((path) => processOf(path) === actor);
  return actors
    .flatMap((path) => index.timersAt(path, time))
    .sort((a, b) => a.firesAt - b.firesAt || a.seq - b.seq);
}
