/** What the repair controllers of IPAddresses decided, one address at a time. Pure. */
import type { SimTime } from '#base';
import { kindNumber, type Seq, type TraceTable } from '#trace';
import { processOf } from '../selected';

export interface AddressSync {
  readonly seq: Seq;
  readonly at: SimTime;
  readonly process: string;
  /** Upstream's function. */
  readonly name: string;
  readonly verdict: string;
  readonly ip: string;
  /** The Event that it led to, and what was written. */
  readonly reason: string;
  readonly sound: boolean;
}

/** Upstream's functions; the names in their decision records. */
const SYNCS: ReadonlySet<string> = new Set(['syncService', 'syncIPAddress']);
/** Verdicts after which nothing is to be done. */
const SOUND: ReadonlySet<string> = new Set(['valid', 'young']);
/** What is shown at most. */
const MOST = 60;
const DECISION = kindNumber('decision');

class SyncLog {
  readonly rows: Seq[] = [];
  readonly #table: TraceTable;
  #next = 0;

  constructor(table: TraceTable) {
    this.#table = table;
  }

  update(): this {
    const table = this.#table;
    for (; this.#next < table.length; this.#next += 1) {
      if (table.kind[this.#next] !== DECISION) continue;
      if (SYNCS.has(table.text(this.#next, 'name'))) this.rows.push(this.#next);
    }
    return this;
  }
}

const logs = new WeakMap<TraceTable, SyncLog>();

/** The latest up to a record, newest first; of one process where one is named. */
export function addressSyncs(
  table: TraceTable,
  upTo: Seq,
  process?: string,
): readonly AddressSync[] {
  const log = logs.get(table) ?? new SyncLog(table);
  logs.set(table, log);
  const { rows } = log.update();
  const found: AddressSync[] = [];
  for (let at = rows.length - 1; at >= 0 && found.length < MOST; at -= 1) {
    const record = rows[at] > upTo ? undefined : table.recordOf(rows[at], 'decision');
    if (!record) continue;
    const { actor, seq, t, name, outcome, reason } = record;
    const owner = processOf(actor) ?? actor;
    if (process !== undefined && owner !== process) continue;
    const [verdict, ip = ''] = outcome.split(' ');
    found.push({
      seq,
      at: t,
      process: owner,
      name,
      verdict,
      ip,
      reason,
      sound: SOUND.has(verdict),
    });
  }
  return found;
}
