/**
 * The trace as Chrome's JSON trace events, which Perfetto opens: states of machines and phases of
 * processes are slices, every other record is an instant, causes are flows.
 *
 * Begin and end events are used, not complete ones: Perfetto moves complete events of an instant in
 * front of all others, and a flow is bound to whatever came last on its thread. In the order of
 * the records each flow finds its own. An instant stays the last until something else begins.
 *
 * Source: perfetto, docs/getting-started/other-formats.md and json_trace_parser_impl.cc; the Trace
 * Event Format that they name.
 */
import type { RecordKind, Seq, TraceRecord, TraceTable } from '#trace';
import { DEFAULT_PROFILE } from '../scenario';
import { DEFAULT_EPOCH } from '../scenario-schema';
import { type PerfettoThread, PerfettoThreads } from './perfetto-threads';
import type { Exporter, RunToExport } from './run-to-export';

interface TraceEvent {
  readonly ph: 'M' | 'B' | 'E' | 'i' | 's' | 'f';
  readonly pid: number;
  readonly tid?: number;
  /** µs. */
  readonly ts?: number;
  readonly cat?: string;
  readonly name: string;
  readonly args?: object;
  /** Scope of an instant: its thread. */
  readonly s?: 't';
  /** A flow's end is bound to what encloses it. */
  readonly bp?: 'e';
  readonly id?: number;
}

/** Fields that name a record, after its kind. */
const NAMED_BY: Readonly<Record<RecordKind, readonly string[]>> = {
  state: ['to'],
  request: ['verb', 'resource', 'name'],
  response: ['code', 'reason'],
  watch: ['type', 'resource', 'name'],
  message: ['from', 'to'],
  connection: ['phase', 'server'],
  timer: ['phase', 'name'],
  decision: ['name', 'outcome'],
  delta: ['type', 'informer', 'name'],
  etcd: ['op', 'key'],
  hook: ['name', 'phase'],
  health: ['endpoint', 'code'],
  lease: ['phase', 'lease'],
  queue: ['op', 'key'],
  event: ['reason'],
  process: ['phase', 'reason'],
  repair: ['allocator', 'phase'],
  endpoints: ['action'],
  fault: ['verb', 'target'],
  log: ['message'],
  expect: ['name', 'ok'],
  invariant: ['name', 'ok'],
};
const FLOW = { cat: 'cause', name: 'cause' };
const OVER = 'exited';

export const perfettoExport: Exporter = {
  id: 'perfetto',
  extension: 'json',
  mediaType: 'application/json',
  summary: 'the timeline as JSON trace events, for ui.perfetto.dev',
  write: perfettoTrace,
};

function* perfettoTrace(run: RunToExport): Generator<string> {
  const head = { displayTimeUnit: 'ms', otherData: about(run) };
  yield `${JSON.stringify(head).slice(0, -1)},"traceEvents":[\n`;
  let separator = '';
  for (const event of new Writer(run.table).events()) {
    yield separator + JSON.stringify(event);
    separator = ',\n';
  }
  yield '\n]}\n';
}

function about({ scenario, traceHash, behaviourVersion }: RunToExport) {
  const { metadata, spec } = scenario;
  return {
    scenario: metadata.name,
    seed: spec.seed ?? 0,
    kubernetes: spec.kubernetes ?? DEFAULT_PROFILE,
    epoch: spec.epoch ?? DEFAULT_EPOCH,
    behaviourVersion,
    traceHash,
  };
}

class Writer {
  readonly #table: TraceTable;
  readonly #threads = new PerfettoThreads();
  readonly #threadOf: PerfettoThread[];
  /** 1 for records that are the cause of another. */
  readonly #causes: Uint8Array;
  /** The open slice of a thread, by tid. */
  readonly #open = new Map<number, TraceEvent>();

  constructor(table: TraceTable) {
    this.#table = table;
    this.#causes = new Uint8Array(table.length);
    this.#threadOf = new Array<PerfettoThread>(table.length);
    for (let seq = 0; seq < table.length; seq += 1) {
      this.#threadOf[seq] = this.#threads.of(table, seq);
      const cause = table.causeOf(seq);
      if (cause !== undefined) this.#causes[cause] = 1;
    }
  }

  *events(): Generator<TraceEvent> {
    yield* this.#names();
    const { length, t } = this.#table;
    for (let seq = 0; seq < length; seq += 1) yield* this.#record(seq);
    const end = length === 0 ? 0 : t[length - 1];
    for (const slice of this.#open.values()) yield ended(slice, end);
  }

  *#names(): Generator<TraceEvent> {
    for (const [place, name] of this.#threads.processes.entries()) {
      const pid = place + 1;
      yield { ph: 'M', pid, name: 'process_name', args: { name } };
      yield {
        ph: 'M',
        pid,
        name: 'process_sort_index',
        args: { sort_index: place },
      };
    }
    for (const [place, { pid, tid, name }] of this.#threads.all.entries()) {
      yield { ph: 'M', pid, tid, name: 'thread_name', args: { name } };
      yield {
        ph: 'M',
        pid,
        tid,
        name: 'thread_sort_index',
        args: { sort_index: place },
      };
    }
  }

  *#record(seq: Seq): Generator<TraceEvent> {
    const record = this.#table.record(seq);
    const thread = this.#threadOf[seq];
    if (record.kind === 'state' || record.kind === 'process') yield* this.#slice(record, thread);
    else yield { ...eventOf(record, thread), ph: 'i', s: 't' };
    const { pid, tid } = thread;
    const flow = { ...FLOW, pid, tid, ts: record.t };
    if (record.cause !== null) yield { ...flow, ph: 'f', bp: 'e', id: record.cause };
    if (this.#causes[seq] === 1) yield { ...flow, ph: 's', id: seq };
  }

  *#slice(record: TraceRecord, thread: PerfettoThread): Generator<TraceEvent> {
    const isProcess = record.kind === 'process';
    const state = record.kind === 'state' ? record.to : isProcess ? record.phase : '';
    // What ran in a process ends with it.
    if (isProcess && state === OVER) yield* this.#endAll(thread.pid, record.t);
    else yield* this.#end(thread.tid, record.t);
    const event = eventOf(record, thread);
    if (state === '' || (isProcess && state === OVER)) {
      yield { ...event, ph: 'i', s: 't' };
      return;
    }
    const begun: TraceEvent = { ...event, ph: 'B', name: state };
    this.#open.set(thread.tid, begun);
    yield begun;
  }

  *#endAll(pid: number, time: number): Generator<TraceEvent> {
    for (const slice of [...this.#open.values()]) {
      if (slice.pid === pid && slice.tid !== undefined) yield* this.#end(slice.tid, time);
    }
  }

  *#end(tid: number, time: number): Generator<TraceEvent> {
    const slice = this.#open.get(tid);
    if (!slice) return;
    this.#open.delete(tid);
    yield ended(slice, time);
  }
}

function ended({ pid, tid, name, cat }: TraceEvent, ts: number): TraceEvent {
  return { ph: 'E', pid, tid, ts, name, cat };
}

/** What all events of a record share. Objects stay in the trace: a record names their revision. */
function eventOf(record: TraceRecord, { pid, tid }: PerfettoThread): Omit<TraceEvent, 'ph'> {
  const { kind, t, actor: _actor, ...rest } = record;
  const { object: _object, ...args } = rest as typeof rest & {
    object?: unknown;
  };
  const fields = args as Readonly<Record<string, unknown>>;
  const words = NAMED_BY[kind].map((field) => String(fields[field])).filter((word) => word !== '');
  return { pid, tid, ts: t, cat: kind, name: [kind, ...words].join(' '), args };
}
