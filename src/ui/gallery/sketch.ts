/**
 * The small picture of a scenario, out of its own trace: the life of each process, how busy the
 * store was, and where something was done to the cluster, told by an Event, or written to the
 * endpoints. Pure.
 */
import type { RecordOf, Seq, TraceIndex } from '#trace';
import { type BarStyle, type PhaseWords, processBars } from '../timeline/process-bars';

/** Columns of the store's lane. */
const COLUMNS = 60;
/** The object whose writes are marked. */
const ENDPOINTS_KEY = '/registry/services/endpoints/default/kubernetes';
/** The picture has no words, so the phases need none. */
const NO_WORDS: PhaseWords = {
  starting: '',
  running: '',
  terminating: '',
  paused: '',
  ready: '',
  notAsked: '',
  notReady: '',
  exited: () => '',
};

export interface SketchBar {
  /** The record that began it. */
  readonly seq: Seq;
  /** Shares of the run, 0 to 1. */
  readonly from: number;
  readonly to: number;
  readonly style: BarStyle;
}

export type SketchMark = 'act' | 'event' | 'endpoints';

export interface Sketch {
  readonly lanes: readonly (readonly SketchBar[])[];
  /** How busy the store was in each column, 0 to 1. */
  readonly writes: readonly number[];
  readonly marks: readonly {
    readonly seq: Seq;
    readonly kind: SketchMark;
    readonly at: number;
  }[];
}

/** @param end the end of the run, µs */
export function sketchOf(index: TraceIndex, servers: readonly string[], end: number): Sketch {
  const share = (us: number): number => Math.min(1, Math.max(0, us / end));
  const lanes = servers.map((name) =>
    processBars(index, name, NO_WORDS).map(({ from, to, style, seq }) => ({
      seq,
      from: share(from),
      to: share(to ?? end),
      style,
    })),
  );
  return { lanes, ...marksOf(index, share) };
}

function marksOf({ table }: TraceIndex, share: (us: number) => number) {
  const counts = new Array<number>(COLUMNS).fill(0);
  const marks: { seq: Seq; kind: SketchMark; at: number }[] = [];
  for (let seq = 0; seq < table.length; seq += 1) {
    const kind = table.kindOf(seq);
    const at = share(table.timeOf(seq));
    if (kind === 'etcd') {
      counts[Math.min(COLUMNS - 1, Math.floor(at * COLUMNS))] += 1;
      const written = table.recordOf(seq, 'etcd');
      if (written?.key === ENDPOINTS_KEY) marks.push({ seq, kind: 'endpoints', at });
    } else if (kind === 'event') marks.push({ seq, kind: 'event', at });
    else if (kind === 'fault' && isAct(table.recordOf(seq, 'fault'))) {
      marks.push({ seq, kind: 'act', at });
    }
  }
  const most = Math.max(1, ...counts);
  return { writes: counts.map((count) => Math.sqrt(count / most)), marks };
}

const isAct = (record: RecordOf<'fault'> | undefined): boolean => record?.verb !== 'note';
