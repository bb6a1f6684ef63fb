/** The `--objects` form: what was stored at given times. */
import { formatGoDuration, type SimDuration, type SimTime } from '#base';
import { isKubernetesObject, withVersion } from '#protocol';
import type { TraceTable } from '#trace';

export interface ObjectsAt {
  readonly at: string;
  readonly revision: number;
  /** Those of the API; other values are seen as their keys only. */
  readonly objects: readonly unknown[];
  readonly etcd: readonly EtcdKeyAt[];
}

interface EtcdKeyAt {
  readonly key: string;
  readonly createRevision: number;
  readonly modRevision: number;
  /** 0 for none. */
  readonly lease: number;
  /** Seconds left; null for a key without a lease. */
  readonly ttlRemaining: number | null;
}

const SECOND_US = 1_000_000;

/** What etcd held after everything that happened at `time`. */
export function objectsAt(table: TraceTable, time: SimTime): ObjectsAt {
  const last = table.lastAt(time);
  const leases = leaseExpiries(table, last);
  const objects: unknown[] = [];
  const etcd: EtcdKeyAt[] = [];
  let revision = 1;
  for (const row of table.archive.rows) {
    if (row.seq > last) break;
    revision = row.revision;
  }
  for (const key of table.archive.keys()) {
    const row = table.archive.at(key, last);
    if (!row || row.object === undefined) continue;
    const history = table.archive.history(key).filter(({ seq }) => seq <= row.seq);
    const gone = history.findLastIndex(({ object }) => object === undefined);
    const lease = table.recordOf(row.seq, 'etcd')?.lease ?? 0;
    const expiry = leases.get(lease);
    if (isKubernetesObject(row.object)) objects.push(withVersion(row.object, row.revision));
    etcd.push({
      key,
      createRevision: history[gone + 1].revision,
      modRevision: row.revision,
      lease,
      ttlRemaining: expiry === undefined ? null : Math.max(0, (expiry - time) / SECOND_US),
    });
  }
  return {
    at: formatGoDuration(time as number as SimDuration),
    revision,
    objects,
    etcd,
  };
}

/**
 * When each lease would run out. Its timer fires at the first scan from then on, less than a second
 * later, and leases live for whole seconds.
 */
function leaseExpiries(table: TraceTable, last: number): ReadonlyMap<number, number> {
  const expiries = new Map<number, number>();
  for (let seq = 0; seq <= last; seq += 1) {
    const timer = table.recordOf(seq, 'timer');
    const id = timer && /^lease (\d+)/.exec(timer.name)?.[1];
    if (!timer || id === undefined) continue;
    const seconds = Math.floor((timer.firesAt - timer.t) / SECOND_US);
    expiries.set(Number(id), timer.t + seconds * SECOND_US);
  }
  return expiries;
}
