/** What etcd holds at a time: every key with its revisions and its lease. Pure. */
import type { SimTime } from '#base';
import type { RevisionRow, Seq, TraceTable } from '#trace';
import { type Compaction, type LeaseTerm, storeLogOf } from './store-log';

/** A key as etcd tells of it: names are those of etcd's own answers. */
export interface KeyFacts {
  readonly key: string;
  readonly modRevision: number;
  /** Revision of the write that made it; 0 when it is deleted. */
  readonly createRevision: number;
  /** Writes since it was made; 0 when it is deleted. */
  readonly version: number;
  readonly deleted: boolean;
  readonly changedAt: SimTime;
  /** The write or the delete. */
  readonly seq: Seq;
  /** The etcd lease that takes the key with it when it ends. */
  readonly lease: LeaseTerm | undefined;
}

export interface StoreView {
  /** Revision of the last write; 0 before there was any. */
  readonly revision: number;
  /** Every key that was ever written by then, deleted ones too. */
  readonly keys: ReadonlyMap<string, KeyFacts>;
  readonly stored: number;
  /** Etcd leases with keys on them. */
  readonly leases: number;
  readonly compaction: Compaction | undefined;
  /** The record that raised the alarm NOSPACE, while it is raised. */
  readonly alarm: Seq | undefined;
}

/** @param upTo the last record that counts */
export function selectStore(table: TraceTable, upTo: Seq): StoreView {
  const { archive } = table;
  const log = storeLogOf(table);
  const keys = new Map<string, KeyFacts>();
  const leases = new Set<number>();
  let stored = 0;
  let revision = 0;
  for (const key of archive.keys()) {
    const history = archive.history(key);
    const row = archive.at(key, upTo);
    if (!row) continue;
    const deleted = row.object === undefined;
    const lease = deleted ? undefined : leaseOf(table, row, upTo);
    const made = deleted ? NOT_THERE : madeAt(history, history.indexOf(row));
    const { seq } = row;
    const changedAt = table.timeOf(seq);
    keys.set(key, { key, modRevision: row.revision, ...made, deleted, changedAt, seq, lease });
    revision = Math.max(revision, row.revision);
    if (lease) leases.add(lease.id);
    if (!deleted) stored += 1;
  }
  const [compaction, alarm] = [log.compactionAt(upTo), log.alarmAt(upTo)];
  return { revision, keys, stored, leases: leases.size, compaction, alarm };
}

const NOT_THERE = { createRevision: 0, version: 0 };

/** A key begins anew after each delete. */
function madeAt(history: readonly RevisionRow[], place: number) {
  let first = place;
  while (first > 0 && history[first - 1].object !== undefined) first -= 1;
  return { createRevision: history[first].revision, version: place - first + 1 };
}

function leaseOf(table: TraceTable, { seq }: RevisionRow, upTo: Seq): LeaseTerm | undefined {
  const id = table.slots[3][seq];
  return id === 0 ? undefined : storeLogOf(table).termOf(id, upTo);
}

/** What is left of a lease, µs, and the part of its whole time. */
export function leftOf({ since, endsAt, stoppedAt }: LeaseTerm, time: number) {
  const leftUs = Math.max(0, endsAt - (stoppedAt ?? time));
  return { leftUs, part: endsAt > since ? Math.min(1, leftUs / (endsAt - since)) : 0 };
}
