/**
 * What the stage asks of a trace beyond the common index: who talks to whom, messages by the time
 * of sending, hooks a server has, readiness, the store's revision, notes and faults that last. Rows
 * are taken in once, as they arrive; every answer is for a seq, so going back is another question.
 */
import type { LocalText } from '#protocol';
import {
  countUpTo,
  IntList,
  KIND_NUMBER,
  type RecordKind,
  type RecordOf,
  type Seq,
  type TraceTable,
} from '#trace';
import { processOf } from '../../selected';
import { etcdColumns, messageColumns } from './columns';
import { lastItem } from './sorted';

/** Two processes that talk. One connects to the other; both send. */
export interface Link {
  readonly client: string;
  readonly server: string;
}

/** Where messages of one way go: a link, and along or against it. */
export interface Way {
  readonly link: Link;
  /** From the link's client to its server. */
  readonly forward: boolean;
  readonly lost: boolean;
}

export interface Readiness {
  readonly seq: Seq;
  readonly t: number;
  readonly ready: boolean;
}

export interface Note {
  readonly seq: Seq;
  readonly text: LocalText | string;
}

/** A fault that stays until it is taken back: the store does not answer, or links are slow. */
export interface LastingFault {
  readonly seq: Seq;
  readonly kind: 'outage' | 'delay';
  /** The record that takes it back; Infinity while none does. */
  until: Seq;
  readonly between: readonly string[];
  readonly and: readonly string[];
}

const { process: PROCESS, connection: CONNECTION, message: MESSAGE } = KIND_NUMBER;
const { etcd: ETCD, health: HEALTH, hook: HOOK, fault: FAULT } = KIND_NUMBER;
/** Operations of the store that make a revision. */
const WRITES: ReadonlySet<string> = new Set(['put', 'delete']);

export class StageHistory {
  readonly table: TraceTable;
  /** Rises when a process, a link or a hook appears: what the layout is made of. */
  structure = 0;
  /** Processes in order of their first record. */
  readonly processes = new Set<string>();
  readonly links = new Map<string, Link>();
  /** Rows of messages, in order of sending. */
  readonly messages = new IntList();
  /** Post-start hooks that each server was ever seen to have, in order of their first start. */
  readonly #hooks = new Map<string, string[]>();
  readonly #readyz = new Map<string, Readiness[]>();
  readonly #writes = new IntList();
  readonly #notes: Note[] = [];
  readonly #faults: LastingFault[] = [];
  readonly #ways: (Way | null | undefined)[] = [];
  #next = 0;

  constructor(table: TraceTable) {
    this.table = table;
  }

  /** Takes in the rows that are new since the last call. */
  update(): void {
    const { table } = this;
    for (; this.#next < table.length; this.#next += 1)
      this.#take(this.#next, table.kind[this.#next]);
  }

  /** The way of a message; null for one that a process sends to itself. */
  wayOf(seq: Seq): Way | null {
    const number = messageColumns.way(this.table, seq);
    const known = this.#ways[number];
    if (known !== undefined) return known;
    const { from, to, lost } = messageColumns.ends(this.table, number);
    const way = this.#findWay(processOf(from), processOf(to), lost);
    this.#ways[number] = way;
    return way;
  }

  hooksOf(server: string): readonly string[] {
    return this.#hooks.get(server) ?? [];
  }

  /** What `/readyz` of a server last said. */
  readinessAt(server: string, seq: Seq): Readiness | undefined {
    return lastItem(this.#readyz.get(server) ?? [], seq);
  }

  /** The store's revision after the last write up to `seq`; 0 before the first. */
  revisionAt(seq: Seq): number {
    const count = countUpTo(this.#writes.view(), seq);
    return count === 0 ? 0 : etcdColumns.revision(this.table, this.#writes.at(count - 1));
  }

  noteAt(seq: Seq): Note | undefined {
    return lastItem(this.#notes, seq);
  }

  /** Faults of that kind that hold after record `seq`. */
  faultsAt(kind: LastingFault['kind'], seq: Seq): readonly LastingFault[] {
    return this.#faults.filter(
      (fault) => fault.kind === kind && fault.seq <= seq && seq < fault.until,
    );
  }

  #take(seq: Seq, kind: number): void {
    switch (kind) {
      case MESSAGE:
        this.messages.push(seq);
        this.wayOf(seq);
        break;
      case ETCD:
        if (WRITES.has(etcdColumns.op(this.table, seq))) this.#writes.push(seq);
        break;
      case PROCESS:
        this.#meet(this.#record(seq, 'process').name);
        break;
      case CONNECTION:
        this.#takeConnection(this.#record(seq, 'connection'));
        break;
      case HEALTH:
        this.#takeHealth(this.#record(seq, 'health'));
        break;
      case HOOK:
        this.#takeHook(this.#record(seq, 'hook'));
        break;
      case FAULT:
        this.#takeFault(this.#record(seq, 'fault'));
        break;
    }
  }

  #record<K extends RecordKind>(seq: Seq, _kind: K): RecordOf<K> {
    return this.table.record(seq) as RecordOf<K>;
  }

  #meet(process: string): void {
    if (this.processes.has(process)) return;
    this.processes.add(process);
    this.structure += 1;
  }

  #takeConnection(record: RecordOf<'connection'>): void {
    const client = processOf(record.client);
    const server = processOf(record.server);
    if (client !== server) this.#link(client, server);
  }

  #takeHealth({ seq, t, endpoint, server, code }: RecordOf<'health'>): void {
    if (endpoint !== 'readyz') return;
    const entry = { seq, t, ready: code === 200 };
    const process = processOf(server);
    const entries = this.#readyz.get(process);
    if (entries) entries.push(entry);
    else this.#readyz.set(process, [entry]);
  }

  #takeHook({ server, name, type }: RecordOf<'hook'>): void {
    if (type !== 'post-start') return;
    const process = processOf(server);
    const hooks = this.#hooks.get(process) ?? [];
    if (hooks.includes(name)) return;
    hooks.push(name);
    this.#hooks.set(process, hooks);
    this.structure += 1;
  }

  #takeFault({ seq, cause, verb, step }: RecordOf<'fault'>): void {
    if (verb === 'note') this.#notes.push({ seq, text: step as LocalText | string });
    if (typeof step !== 'object' || step === null) return;
    const payload = step as Readonly<Record<string, unknown>>;
    if ('undo' in payload) {
      this.#endFault(seq, cause);
      return;
    }
    const kind =
      verb === 'delay' ? 'delay' : verb === 'etcd' && payload.outage ? 'outage' : undefined;
    if (!kind) return;
    const [between, and] = [listOf(payload.between), listOf(payload.and)];
    this.#faults.push({ seq, kind, until: Number.POSITIVE_INFINITY, between, and });
  }

  /** The record that takes a fault back has the timer as its cause that the fault armed. */
  #endFault(seq: Seq, cause: Seq | null): void {
    const began = cause === null ? undefined : this.table.causeOf(cause);
    for (const fault of this.#faults) {
      if (fault.seq === began || fault.seq === cause) fault.until = Math.min(fault.until, seq);
    }
  }

  #findWay(from: string, to: string, lost: boolean): Way | null {
    if (from === to) return null;
    const back = this.links.get(linkKey(to, from));
    if (back && !this.links.has(linkKey(from, to))) return { link: back, forward: false, lost };
    return { link: this.#link(from, to), forward: true, lost };
  }

  #link(client: string, server: string): Link {
    const key = linkKey(client, server);
    const known = this.links.get(key);
    if (known) return known;
    this.#meet(client);
    this.#meet(server);
    const link = { client, server };
    this.links.set(key, link);
    this.structure += 1;
    return link;
  }
}

export function linkKey(client: string, server: string): string {
  return `${client}\n${server}`;
}

function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? [value] : [];
}
