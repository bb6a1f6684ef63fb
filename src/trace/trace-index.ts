/**
 * What the page asks of a trace, kept up to date as rows arrive: rows by actor, spans of machine
 * states, phases of processes, hooks, messages under way, effects of a record. Every answer is for a
 * time, so going back is only another question.
 */
import type { SimTime } from '#base';
import type { Seq } from './record';
import type { TraceTable } from './trace-table';

/** A stretch in which a machine, or a process, stayed in one state. */
export interface Span {
  readonly actor: string;
  /** The machine's id; `process` for a process's phase. */
  readonly machine: string;
  readonly state: string;
  readonly from: SimTime;
  /** undefined while it lasts. */
  readonly to: SimTime | undefined;
  /** The record that began it. */
  readonly seq: Seq;
}

export interface HookState {
  readonly name: string;
  readonly type: 'post-start' | 'pre-shutdown';
  readonly phase: 'started' | 'succeeded' | 'failed';
  readonly since: SimTime;
  readonly seq: Seq;
}

export class TraceIndex {
  readonly table: TraceTable;
  /** Actor paths in order of their first record. */
  readonly actors: string[] = [];
  /** Process names in order of their first process record. */
  readonly processes: string[] = [];

  constructor(table: TraceTable) {
    this.table = table;
  }

  /** Takes in the rows that are new since the last call. */
  update(): void {}

  /** Records of one actor, in order. */
  rowsOf(_actor: string): readonly Seq[] {
    return [];
  }

  /** Spans of one actor, in order; for a process name its phases. */
  spansOf(_actor: string): readonly Span[] {
    return [];
  }

  /** The span of that actor that holds `time`. */
  spanAt(_actor: string, _time: number): Span | undefined {
    return undefined;
  }

  /** Hooks of a server in its current life, in order of their start. */
  hooksAt(_server: string, _time: number): readonly HookState[] {
    return [];
  }

  /** Message records sent at or before `time` that arrive (or get lost) after it. */
  messagesAt(_time: number): readonly Seq[] {
    return [];
  }

  /** Records whose cause is `seq`, in order. */
  effectsOf(_seq: Seq): readonly Seq[] {
    return [];
  }
}
