/** How a controller manager starts, controller by controller, and its exits and restarts. Pure. */
import { asTime, compareText, type SimTime } from '#base';
import { countUpTo, type Seq, type TraceIndex } from '#trace';

/** What became of a controller; `synced` once its caches are filled. */
export type ControllerPhase = 'started' | 'synced' | 'disabled' | 'skipped' | 'gate off' | 'failed';

export interface ControllerLine {
  readonly name: string;
  readonly phase: ControllerPhase;
  readonly reason: string;
  readonly at: SimTime;
  readonly syncedAt: SimTime | undefined;
  /** Shared informers that it waited for, as `apps/v1.ReplicaSet`; none before they are filled. */
  readonly informers: readonly string[];
  /** Runs under the second lease of a leader migration. */
  readonly migrated: boolean;
  readonly seq: Seq;
}

/** What the process is about, by its machines. */
export type ManagerState =
  | 'absent'
  | 'configuring'
  | 'standby'
  | 'waitingForApiServer'
  | 'discovering'
  | 'startingControllers'
  | 'running'
  | 'exited';

/** An exit, a start, or a wait before one. */
export interface Turn {
  readonly kind: 'started' | 'exited' | 'back-off';
  readonly at: SimTime;
  /** Of a back-off: when it will be started. */
  readonly until: SimTime | undefined;
  readonly reason: string;
  readonly exitCode: number | null;
  readonly seq: Seq;
}

/** A shared informer, and the controllers that it serves. */
export interface SharedBy {
  readonly informer: string;
  readonly controllers: readonly string[];
}

export interface ControllersView {
  readonly state: ManagerState;
  readonly lines: readonly ControllerLine[];
  /** Those that serve most controllers first. */
  readonly shared: readonly SharedBy[];
  readonly from: SimTime;
  readonly to: SimTime;
  readonly turns: readonly Turn[];
}

const LOOPS = ['main-loop', 'migration-loop'] as const;

export function selectControllers(
  index: TraceIndex,
  process: string,
  time: SimTime,
): ControllersView {
  const upTo = index.table.lastAt(time);
  const turns = turnsOf(index, process, upTo);
  const first = turns.findLast(({ kind }) => kind === 'started')?.seq ?? 0;
  const lines = LOOPS.flatMap((loop) => linesOf(index, `${process}/${loop}`, first, upTo));
  const moments = lines.flatMap(({ at, syncedAt }) => [at, syncedAt ?? at]);
  return {
    state: stateOf(index, process, time, { first, upTo }),
    lines,
    shared: sharedOf(lines),
    from: moments.length === 0 ? time : (Math.min(...moments) as SimTime),
    to: moments.length === 0 ? time : (Math.max(...moments) as SimTime),
    turns,
  };
}

function sharedOf(lines: readonly ControllerLine[]): readonly SharedBy[] {
  const served = new Map<string, string[]>();
  for (const { name, informers } of lines) {
    for (const informer of informers) {
      served.set(informer, [...(served.get(informer) ?? []), name]);
    }
  }
  return [...served]
    .map(([informer, names]) => ({ informer, controllers: names.toSorted(compareText) }))
    .toSorted(
      (a, b) => b.controllers.length - a.controllers.length || compareText(a.informer, b.informer),
    );
}

/** Rows of an actor from `first` to `upTo`. */
const rowsWithin = (index: TraceIndex, actor: string, first: Seq, upTo: Seq): Int32Array => {
  const rows = index.rowsOf(actor);
  return rows.subarray(countUpTo(rows, first - 1), countUpTo(rows, upTo));
};

function linesOf(
  index: TraceIndex,
  actor: string,
  first: Seq,
  upTo: Seq,
): readonly ControllerLine[] {
  const lines = new Map<string, ControllerLine>();
  const migrated = actor.endsWith('/migration-loop');
  for (const seq of rowsWithin(index, actor, first, upTo)) {
    const decision = index.table.recordOf(seq, 'decision');
    if (!decision) continue;
    const { t: at, outcome, reason } = decision;
    const { controller: name, informers = [] } = decision.saw as {
      readonly controller: string;
      readonly informers?: readonly string[];
    };
    const known = lines.get(name);
    if (decision.name === 'caches synced' && known) {
      lines.set(name, { ...known, phase: 'synced', syncedAt: at, informers });
    } else if (decision.name === 'start controller') {
      const phase = outcome as ControllerPhase;
      const begun = { name, phase, reason, at, syncedAt: undefined, migrated, seq };
      lines.set(name, { ...begun, informers: [] });
    }
  }
  return [...lines.values()];
}

const LOOP_STATES: readonly ManagerState[] = [
  ...(['waitingForApiServer', 'discovering', 'startingControllers', 'running'] as const),
];

function stateOf(
  index: TraceIndex,
  process: string,
  time: SimTime,
  { first, upTo }: { readonly first: Seq; readonly upTo: Seq },
): ManagerState {
  const phase = index.processPhaseAt(process, time)?.phase;
  if (phase === undefined) return 'absent';
  if (phase === 'exited') return 'exited';
  const last = (actor: string): string =>
    [...rowsWithin(index, actor, first, upTo)]
      .map((seq) => index.table.recordOf(seq, 'state')?.to ?? '')
      .findLast((to) => to !== '') ?? '';
  const [loop] = last(`${process}/main-loop`).split('.');
  const leading = LOOP_STATES.find((state) => state === loop);
  if (leading) return leading;
  return last(`${process}/controller-manager`) === 'standby' ? 'standby' : 'configuring';
}

function turnsOf(index: TraceIndex, process: string, upTo: Seq): readonly Turn[] {
  const turns: Turn[] = [];
  for (const seq of rowsWithin(index, process, 0, upTo)) {
    const record = index.table.recordOf(seq, 'process');
    if (!record || (record.phase !== 'starting' && record.phase !== 'exited')) continue;
    const { t: at, reason, exitCode } = record;
    const kind = record.phase === 'exited' ? 'exited' : 'started';
    turns.push({ kind, at, until: undefined, reason, exitCode, seq });
  }
  for (const seq of rowsWithin(index, `${process}/static-pod`, 0, upTo)) {
    const timer = index.table.recordOf(seq, 'timer');
    if (timer?.phase !== 'armed') continue;
    const { t: at, firesAt, name: reason } = timer;
    const until = asTime(firesAt);
    turns.push({ kind: 'back-off', at, until, reason, exitCode: null, seq });
  }
  return turns.toSorted((a, b) => a.seq - b.seq);
}
