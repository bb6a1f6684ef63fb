/** The life of a process as bars: its phases, told by its lifecycle machine and its readiness. */
import type { Seq, TraceIndex } from '#trace';
import { healthAnswers } from '../session/health-answers';

export type BarStyle =
  | 'waiting'
  | 'working'
  | 'failing'
  | 'done'
  | 'starting'
  | 'running'
  | 'terminating'
  | 'paused'
  | 'exited'
  | 'killed'
  | 'held'
  | 'unrenewed'
  | 'expired'
  | 'removed';

/** Bars without length: how something ended. */
export const END_STYLES: ReadonlySet<BarStyle> = new Set([
  'exited',
  'killed',
  'expired',
  'removed',
]);

/** Words the caller has in the person's language. */
export interface PhaseWords {
  readonly starting: string;
  readonly running: string;
  readonly terminating: string;
  readonly paused: string;
  readonly ready: string;
  readonly notReady: string;
  /** Nobody has asked since the answer may have changed. */
  readonly notAsked: string;
  readonly exited: (code: number) => string;
}

export interface Bar {
  readonly from: number;
  /** undefined while it lasts. */
  readonly to: number | undefined;
  readonly style: BarStyle;
  readonly label: string;
  /** Said in its place where it does not fit, longest first. */
  readonly short?: readonly string[];
  /** The record that began it. */
  readonly seq: Seq;
}

/** What a change makes it necessary to build the bars again. */
export function lifeLength(index: TraceIndex, name: string): number {
  const phases = index.tracksOf(name)[0]?.entries().length ?? 0;
  const lifecycle = index.tracksOf(`${name}/lifecycle`)[0]?.entries().length ?? 0;
  const turns = healthAnswers(index).turns(name).length;
  return phases + lifecycle + turns + index.rowsOf(`${name}/health`).length;
}

/** All bars of a process, oldest first. An end is a bar without length. */
export function processBars(index: TraceIndex, name: string, words: PhaseWords): readonly Bar[] {
  const { table } = index;
  const bars: Bar[] = [];
  for (const phase of index.tracksOf(name)[0]?.spans(table, 0, Number.MAX_SAFE_INTEGER) ?? []) {
    const record = table.recordOf(phase.seq, 'process');
    if (!record) continue;
    const { from, to, seq } = phase;
    if (record.phase === 'exited') {
      const killed = record.reason === 'SIGKILL' || record.exitCode === 137;
      const label = killed ? 'SIGKILL' : words.exited(record.exitCode ?? 0);
      bars.push({ from, to: from, style: killed ? 'killed' : 'exited', label, seq });
    } else if (record.reason === 'SIGSTOP') {
      bars.push({ from, to, style: 'paused', label: words.paused, seq });
    } else if (record.phase === 'running') {
      bars.push(...runningBars(index, name, { from, to, seq }, words));
    } else {
      const style = record.phase === 'starting' ? 'starting' : 'terminating';
      bars.push({ from, to, style, label: words[style], seq });
    }
  }
  return bars;
}

interface Stretch {
  readonly from: number;
  readonly to: number | undefined;
  readonly seq: Seq;
}

/** A running phase, cut where the lifecycle machine or the answer of /readyz changes. */
function runningBars(
  index: TraceIndex,
  name: string,
  { from, to, seq }: Stretch,
  words: PhaseWords,
): Bar[] {
  const end = to ?? Number.MAX_SAFE_INTEGER;
  const track = index.tracksOf(`${name}/lifecycle`)[0];
  const states = track?.spans(index.table, from, end) ?? [];
  const changes = readyChanges(index, name).filter((change) => change.at < end);
  const turns = healthAnswers(index)
    .turns(name)
    .filter(({ t }) => t < end);
  const cuts = new Map<number, Seq>([[from, seq]]);
  for (const state of states)
    if (state.from > from && state.from < end) cuts.set(state.from, state.seq);
  for (const { t, seq: turn } of turns) if (t > from) cuts.set(t, turn);
  for (const change of changes) if (change.at > from) cuts.set(change.at, change.seq);
  const times = [...cuts.keys()].sort((a, b) => a - b);
  const bars = times.map((time, place): Bar => {
    const state = states.findLast((span) => span.from <= time && (span.to ?? end) > time);
    const ready = changes.findLast((change) => change.at <= time && change.at >= from)?.ready;
    const known = turns.findLast(({ t }) => t <= time)?.known ?? true;
    const readiness =
      ready === undefined ? undefined : words[known ? (ready ? 'ready' : 'notReady') : 'notAsked'];
    const label = runningLabel(state?.state, readiness, words);
    return {
      from: time,
      to: times[place + 1] ?? to,
      style: 'running',
      label,
      seq: cuts.get(time) ?? seq,
    };
  });
  return joined(bars);
}

/** State and readiness; that of the lifecycle machine only where no answer says it. */
function runningLabel(
  state: string | undefined,
  readiness: string | undefined,
  words: PhaseWords,
): string {
  const parts = state?.split('.') ?? [words.running];
  const said = SAYS_READINESS[parts.at(-1) ?? ''];
  const word = readiness ?? (said && words[said]);
  if (word === undefined || (parts.length > 1 && !said)) return parts.join(' · ');
  return [...(said ? parts.slice(0, -1) : parts), word].join(' · ');
}

/** Last parts of states that say whether `/readyz` has passed. */
const SAYS_READINESS: Readonly<Record<string, 'ready' | 'notReady' | undefined>> = {
  ready: 'ready',
  notReady: 'notReady',
};

/** Neighbours that say the same become one. */
function joined(bars: readonly Bar[]): Bar[] {
  const result: Bar[] = [];
  for (const bar of bars) {
    const last = result.at(-1);
    if (last && last.label === bar.label) result[result.length - 1] = { ...last, to: bar.to };
    else result.push(bar);
  }
  return result;
}

function readyChanges(index: TraceIndex, name: string) {
  const { table } = index;
  return [...index.rowsOf(`${name}/health`)].flatMap((seq) => {
    const record = table.recordOf(seq, 'health');
    if (record?.endpoint !== 'readyz') return [];
    return [{ at: record.t as number, seq, ready: record.code === 200 }];
  });
}
