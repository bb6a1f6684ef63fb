/**
 * What the store's own records say beside its keys: which etcd lease ends when, and what has been
 * compacted. Each row is looked at once, as rows arrive.
 */
import { asTime, type SimTime } from '#base';
import { countUpTo, IntList, kindNumber, type Seq, type TraceTable } from '#trace';

const ETCD = kindNumber('etcd');
const TIMER = kindNumber('timer');
const TIMER_NAME = /^lease (\d+)$/;

/** An etcd lease as it was armed last. */
export interface LeaseTerm {
  readonly id: number;
  /** Granted, renewed, or taken up again by a store that started. */
  readonly since: SimTime;
  /** When the scan for ended leases will find it, and take its keys. */
  readonly endsAt: SimTime;
  /** Since when nobody counts, for the store has no leader; undefined while it runs. */
  readonly stoppedAt: SimTime | undefined;
}

export interface Compaction {
  readonly revision: number;
  readonly at: SimTime;
  readonly seq: Seq;
}

export class StoreLog {
  readonly #table: TraceTable;
  /** Timers of each lease as they were armed and cancelled, oldest first. */
  readonly #timers = new Map<number, Seq[]>();
  readonly #compactions: Seq[] = [];
  /** Alarms as they were raised and taken back. */
  readonly #alarms: Seq[] = [];
  /** Rows after which the store, or what is left of its leases, is told anew. */
  readonly #changes = new IntList();
  #next = 0;

  constructor(table: TraceTable) {
    this.#table = table;
  }

  /** Takes in the rows that are new since the last call. */
  update(): this {
    const { kind, length } = this.#table;
    for (; this.#next < length; this.#next += 1) {
      if (kind[this.#next] === TIMER) this.#takeTimer(this.#next);
      else if (kind[this.#next] === ETCD) this.#takeEtcd(this.#next);
    }
    return this;
  }

  /** The last record up to `upTo` that changed anything; -1 when there is none. */
  lastChangeAt(upTo: Seq): Seq {
    const place = countUpTo(this.#changes.view(), upTo) - 1;
    return place < 0 ? -1 : this.#changes.at(place);
  }

  /** The term of a lease that was armed last by a record; undefined when no timer says so. */
  termOf(id: number, upTo: Seq): LeaseTerm | undefined {
    const rows = this.#timers.get(id) ?? [];
    const place = countUpTo(rows, upTo) - 1;
    if (place < 0) return undefined;
    const last = this.#table.recordOf(rows[place], 'timer');
    if (!last) return undefined;
    const stopped = last.phase === 'cancelled';
    // What is cancelled was armed by the row before it.
    const armed = stopped ? this.#table.recordOf(rows[place - 1] ?? rows[place], 'timer') : last;
    const stoppedAt = stopped ? last.t : undefined;
    return armed && { id, since: armed.t, endsAt: asTime(armed.firesAt), stoppedAt };
  }

  /** The newest compaction up to a record. */
  compactionAt(upTo: Seq): Compaction | undefined {
    const seq = this.#compactions[countUpTo(this.#compactions, upTo) - 1];
    const record = seq === undefined ? undefined : this.#table.recordOf(seq, 'etcd');
    return record && { revision: record.revision, at: record.t, seq: record.seq };
  }

  /** The record that raised the alarm NOSPACE, while it is raised. */
  alarmAt(upTo: Seq): Seq | undefined {
    const seq = this.#alarms[countUpTo(this.#alarms, upTo) - 1];
    if (seq === undefined) return undefined;
    return this.#table.text(seq, 'op') === 'alarm' ? seq : undefined;
  }

  #takeTimer(seq: Seq): void {
    const { slots, strings } = this.#table;
    const id = TIMER_NAME.exec(strings[slots[0][seq]])?.[1];
    if (id === undefined) return;
    this.#changes.push(seq);
    const rows = this.#timers.get(Number(id));
    if (rows) rows.push(seq);
    else this.#timers.set(Number(id), [seq]);
  }

  #takeEtcd(seq: Seq): void {
    const { slots, strings } = this.#table;
    const op = strings[slots[0][seq]];
    this.#changes.push(seq);
    if (op === 'compact') this.#compactions.push(seq);
    else if (op === 'alarm' || op === 'alarm-disarm') this.#alarms.push(seq);
  }
}

const logs = new WeakMap<TraceTable, StoreLog>();

/** The log of a trace, up to date. It goes when the trace goes. */
export function storeLogOf(table: TraceTable): StoreLog {
  const log = logs.get(table) ?? new StoreLog(table);
  logs.set(table, log);
  return log.update();
}
