/**
 * What the console has shown: the lines of the timeline, and what kubectl said and printed for
 * each. Everything is read from the trace.
 */
import type { SimTime } from '#base';
import { isMap } from '#base';
import { placeOf, type Seq, type TraceIndex, type TraceTable } from '#trace';

/** What kubectl printed of an object: which one, at which revision. */
export interface SeenObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly resourceVersion: string;
}

export type Piece =
  | {
      readonly kind: 'text';
      readonly seq: Seq;
      readonly t: SimTime;
      readonly text: string;
      readonly level: string;
    }
  | {
      readonly kind: 'objects';
      readonly seq: Seq;
      readonly t: SimTime;
      /** `get`, `describe`, or `watch` and the event's type. */
      readonly what: string;
      readonly saw: readonly SeenObject[];
    };

/** An answer after which the client asks again. */
export interface Retry {
  readonly t: SimTime;
  readonly code: number;
  readonly reason: string;
  /** The version that was asked for and that the server does not have yet. */
  readonly version: string | undefined;
  /** When it asks again. */
  readonly again: SimTime;
}

/** One line, or a manifest that was sent by a step of its own. */
export interface ConsoleEntry {
  readonly key: string;
  readonly step: Seq;
  readonly t: SimTime;
  readonly line: string;
  /** Whom it asked first; undefined before it asked. */
  readonly server: string | undefined;
  readonly pieces: readonly Piece[];
  readonly retries: readonly Retry[];
  /** When it was over; undefined while the trace does not know. */
  readonly end: SimTime | undefined;
}

interface Growing {
  readonly key: string;
  readonly step: Seq;
  readonly t: SimTime;
  readonly line: string;
  /** How many answers end it; undefined for a line, which says so itself. */
  readonly answers: number | undefined;
  readonly pieces: Piece[];
  readonly retries: Retry[];
  server: string | undefined;
  end: SimTime | undefined;
}

const KUBECTL = 'kubectl';
const VERBS = new Set([...['kubectl', 'apply', 'create', 'replace', 'delete', 'patch', 'scale']]);
/** Verbs whose payload may name an object and bring no manifest. */
const NAMING = new Set(['delete', 'patch', 'scale']);
/** Longest chain of causes from an answer to its step. */
const CHAIN_MAX = 200;

/** What client-go waits by before it sends a request again; see `client/send-again.ts`. */
const RETRY_TIMER = 'Retry-After';
/** The server has waited for the version that was asked for, in vain. */
const GATEWAY_TIMEOUT = 504;

const VERB = placeOf('fault', 'verb');
const STEP = placeOf('fault', 'step');

export class ConsoleLog {
  readonly #table: TraceTable;
  readonly #index: TraceIndex;
  readonly #byStep = new Map<Seq, Growing>();
  readonly #entries: Growing[] = [];
  #faults = 0;
  #rows = 0;

  constructor(table: TraceTable, index: TraceIndex) {
    this.#table = table;
    this.#index = index;
  }

  /** All lines that the trace knows, in order, whatever the playhead. */
  entries(): readonly ConsoleEntry[] {
    const faults = this.#index.faultRows();
    for (; this.#faults < faults.length; this.#faults += 1) this.#takeFault(faults[this.#faults]);
    const rows = this.#index.rowsOf(KUBECTL);
    for (; this.#rows < rows.length; this.#rows += 1) this.#takeRow(rows[this.#rows]);
    return this.#entries;
  }

  #takeFault(seq: Seq): void {
    const verb = String(this.#table.valueAt(seq, VERB));
    if (!VERBS.has(verb)) return;
    const payload = JSON.parse(JSON.stringify(this.#table.valueAt(seq, STEP))) as unknown;
    if (isMap(payload) && Object.hasOwn(payload, 'undo')) return;
    const t = this.#table.timeOf(seq);
    const sameTime = this.#entries.filter((entry) => entry.t === t).length;
    const entry: Growing = {
      key: `${t}/${sameTime}`,
      step: seq,
      t,
      line: lineOf(verb, payload),
      answers: verb === 'kubectl' ? undefined : Array.isArray(payload) ? payload.length : 1,
      pieces: [],
      retries: [],
      server: undefined,
      end: undefined,
    };
    this.#entries.push(entry);
    this.#byStep.set(seq, entry);
  }

  #takeRow(seq: Seq): void {
    this.#takeRetry(seq);
    this.#takeRequest(seq);
    const record = this.#table.recordOf(seq, 'log') ?? this.#table.recordOf(seq, 'decision');
    if (!record) return;
    const entry = this.#ownerOf(seq);
    if (!entry) return;
    const { t } = record;
    if (record.kind === 'log') {
      entry.pieces.push({ kind: 'text', seq, t, text: record.message, level: record.level });
      if (entry.pieces.length === entry.answers) entry.end = t;
    } else if (record.name === 'Execute') entry.end = t;
    else if (record.name === 'PrintObj') {
      const saw = record.saw as readonly SeenObject[];
      entry.pieces.push({ kind: 'objects', seq, t, what: record.outcome, saw });
    }
  }

  #takeRequest(seq: Seq): void {
    const request = this.#table.recordOf(seq, 'request');
    const entry = request && this.#ownerOf(seq);
    if (entry) entry.server ??= request.server;
  }

  /** The timer after which a request is sent again hangs on the answer that is no result. */
  #takeRetry(seq: Seq): void {
    const timer = this.#table.recordOf(seq, 'timer');
    if (timer?.name !== RETRY_TIMER || timer.phase !== 'armed') return;
    const answer = this.#table.recordOf(timer.cause ?? -1, 'response');
    const request = this.#table.recordOf(answer?.cause ?? -1, 'request');
    if (!answer || !request) return;
    const { code, reason } = answer;
    const asked = new URLSearchParams(request.query).get('resourceVersion') ?? undefined;
    const version = code === GATEWAY_TIMEOUT && reason === 'Timeout' ? asked : undefined;
    const retry = { t: timer.t, code, reason, version, again: timer.firesAt as SimTime };
    this.#ownerOf(seq)?.retries.push(retry);
  }

  /** The line behind a record: it names its step, or its causes lead there. */
  #ownerOf(seq: Seq): Growing | undefined {
    for (const also of this.#table.also.get(seq) ?? []) {
      const entry = this.#byStep.get(also);
      if (entry) return entry;
    }
    let here: Seq | undefined = seq;
    for (let hops = 0; here !== undefined && hops < CHAIN_MAX; hops += 1) {
      const entry = this.#byStep.get(here);
      if (entry) return entry;
      here = this.#table.causeOf(here);
    }
    return undefined;
  }
}

/** How a step would have been typed. */
function lineOf(verb: string, payload: unknown): string {
  if (verb === 'kubectl') return String(payload).replace(/^\s*kubectl\s+/, '');
  const objects = Array.isArray(payload) ? payload : [payload];
  if (NAMING.has(verb) && isMap(objects[0]) && !Object.hasOwn(objects[0], 'metadata')) {
    const { kind, name, namespace } = objects[0];
    const where = namespace === undefined ? '' : ` -n ${namespace}`;
    return `${verb} ${String(kind).toLowerCase()} ${name}${where}`;
  }
  const titles = objects.map((object) => {
    const metadata = isMap(object) && isMap(object.metadata) ? object.metadata : {};
    const { name = '', namespace } = metadata;
    const kind = isMap(object) ? String(object.kind).toLowerCase() : '';
    return `${kind}/${name}${namespace === undefined ? '' : ` -n ${namespace}`}`;
  });
  return `${verb} -f - # ${titles.join(', ')}`;
}
