/**
 * The passes of the repair loops, read from their `repair` records: one pass is one try of a run
 * for one range, from its snapshot to what was saved, or to the conflict. Pure.
 */
import type { SimTime } from '#base';
import { countUpTo, kindNumber, type RecordOf, type Seq, type TraceTable } from '#trace';

export type Allocator = 'cluster-ip' | 'secondary-cluster-ip' | 'node-port';

/** What a pass said of an address or port that a Service has, in the order read. */
export interface ClaimLine {
  /** namespace/name of the Service. */
  readonly service: string;
  /** The address or port. */
  readonly item: string;
  readonly verdict: string;
  /** Of the Event, where there is one. */
  readonly reason: string | undefined;
}

export interface LeakLine {
  readonly item: string;
  /** flagged: seen for the first time. kept: seen again. freed: given back. */
  readonly outcome: 'flagged' | 'kept' | 'freed';
  /** What the process remembered of it before. */
  readonly before: number | undefined;
  readonly counter: number;
  /** Why it could not be kept. */
  readonly error: string | undefined;
  readonly seq: Seq;
}

export type PassEnd =
  | {
      readonly kind: 'saved';
      readonly data: string;
      readonly range: string;
      /** The new version; undefined where nothing had changed and nothing was written. */
      readonly version: string | undefined;
      readonly seq: Seq;
    }
  | { readonly kind: 'conflict'; readonly message: string; readonly seq: Seq };

export interface RepairPass {
  readonly actor: string;
  readonly allocator: Allocator;
  /** Which run of this loop in its process's life, and which try of that run, from 1. */
  readonly run: number;
  readonly attempt: number;
  /** The snapshot's record. */
  readonly first: Seq;
  readonly at: SimTime;
  /** As stored; "" for range and data where nothing was. */
  readonly stored: { readonly range: string; readonly data: string; readonly version: string };
  /** The range that is rebuilt. */
  readonly configured: string;
  /** undefined until the Services were read. */
  readonly rebuilt: { readonly claims: readonly ClaimLine[]; readonly seq: Seq } | undefined;
  readonly leaks: readonly LeakLine[];
  readonly end: PassEnd | undefined;
  /** Its last record so far. */
  readonly last: Seq;
}

export interface PassHead {
  readonly first: Seq;
  readonly actor: string;
}

/** Rows of `repair` and `event` records, gathered as they arrive. */
class RepairLog {
  readonly #table: TraceTable;
  readonly repairs: Seq[] = [];
  readonly events: Seq[] = [];
  #next = 0;

  constructor(table: TraceTable) {
    this.#table = table;
  }

  update(): this {
    const { kind, length } = this.#table;
    for (; this.#next < length; this.#next += 1) {
      if (kind[this.#next] === REPAIR) this.repairs.push(this.#next);
      else if (kind[this.#next] === EVENT) this.events.push(this.#next);
    }
    return this;
  }
}

const REPAIR = kindNumber('repair');
const EVENT = kindNumber('event');
const logs = new WeakMap<TraceTable, RepairLog>();

/** Rows of `event` records, oldest first. */
export const eventRows = (table: TraceTable): readonly Seq[] => logOf(table).events;

function logOf(table: TraceTable): RepairLog {
  const log = logs.get(table) ?? new RepairLog(table);
  logs.set(table, log);
  return log.update();
}

/** Passes that had begun by a record, oldest first; of one process where one is named. */
export function passHeads(
  table: TraceTable,
  allocator: Allocator,
  process?: string,
): readonly PassHead[] {
  return logOf(table).repairs.flatMap((first) => {
    if (table.text(first, 'phase') !== 'snapshot') return [];
    if (table.text(first, 'allocator') !== allocator) return [];
    const actor = table.actorOf(first);
    return process === undefined || actor.startsWith(`${process}/`) ? [{ first, actor }] : [];
  });
}

/** The whole pass that a snapshot began. */
export function passOf(table: TraceTable, { first, actor }: PassHead): RepairPass | undefined {
  const snapshot = table.recordOf(first, 'repair');
  if (!snapshot) return undefined;
  const allocator = snapshot.allocator as Allocator;
  const figures = fieldsOf(snapshot.figures);
  const parts = laterRecords(table, { first, actor }, allocator);
  const rebuilt = parts.find(({ phase }) => phase === 'rebuilt');
  const end = parts.find(({ phase }) => phase === 'saved' || phase === 'conflict');
  const { resourceVersion, range, data, configured } = figures;
  return {
    actor,
    allocator,
    run: number(figures.run),
    attempt: number(figures.try),
    first,
    at: snapshot.t,
    stored: { range: text(range), data: text(data), version: text(resourceVersion) },
    configured: text(configured) || text(range),
    rebuilt: rebuilt && { claims: claimsOf(rebuilt.figures), seq: rebuilt.seq },
    leaks: parts.flatMap((part) => (part.phase === 'leak' ? [leakOf(part)] : [])),
    end: end && endOf(end),
    last: parts.at(-1)?.seq ?? first,
  };
}

/** The records of a pass after its snapshot. */
function laterRecords(table: TraceTable, { first, actor }: PassHead, allocator: Allocator) {
  const { repairs } = logOf(table);
  const records: RecordOf<'repair'>[] = [];
  for (let place = countUpTo(repairs, first); place < repairs.length; place += 1) {
    if (table.actorOf(repairs[place]) !== actor) continue;
    const record = table.recordOf(repairs[place], 'repair');
    if (record?.allocator !== allocator) continue;
    if (record.phase === 'snapshot') break;
    records.push(record);
  }
  return records;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const maybeText = (value: unknown): string | undefined => text(value) || undefined;
const itemOf = ({ ip, port }: Fields): string => text(ip) || text(port);

function claimsOf(figures: unknown): readonly ClaimLine[] {
  const { items } = fieldsOf(figures);
  if (!Array.isArray(items)) return [];
  return items.map(fieldsOf).map((item) => ({
    service: [item.namespace, item.name].map(text).join('/'),
    item: itemOf(item),
    verdict: text(item.verdict),
    reason: maybeText(item.reason),
  }));
}

function leakOf({ figures, seq }: RecordOf<'repair'>): LeakLine {
  const { before, counter, outcome, error, ...item } = fieldsOf(figures);
  return {
    item: itemOf(item),
    outcome: outcome === 'freed' || outcome === 'kept' ? outcome : 'flagged',
    before: typeof before === 'number' ? before : undefined,
    counter: number(counter),
    error: maybeText(error),
    seq,
  };
}

function endOf({ phase, figures, seq }: RecordOf<'repair'>): PassEnd {
  const { message, range, data, resourceVersion } = fieldsOf(figures);
  if (phase === 'conflict') return { kind: 'conflict', message: text(message), seq };
  const version = resourceVersion === 'unchanged' ? undefined : maybeText(resourceVersion);
  return { kind: 'saved', data: text(data), range: text(range), version, seq };
}
