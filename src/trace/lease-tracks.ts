/**
 * Who held which lease when. A master lease is read from etcd: puts of its key, the etcd lease that
 * each put names, the timer of that lease, and the record that ended the key. Other leases are read
 * from `lease` records, and what object each is from the request before: one name may have several.
 */
import type { SimTime } from '#base';
import type { Seq } from './record';
import { countUpTo, IntList, timeInSlot } from './spans';
import { NO_CAUSE, type TraceTable } from './trace-table';

/** Where the lease endpoint reconciler keeps one key per API server (upstream: /masterleases/). */
const MASTER_LEASE_PREFIX = '/registry/masterleases/';
/** Causes looked at to find the request behind a put. */
const CAUSES_TO_REQUEST = 6;

/** What objects candidates have held as locks, by resource (upstream: resourcelock). */
const LOCKS = ['leases', 'endpoints', 'configmaps'] as const;
export type LockResource = (typeof LOCKS)[number];

/** How a hold ended; `held` while it lasts. */
export type HoldEnd = 'held' | 'expired' | 'removed' | 'taken';

/** A stretch in which one holder had the lease. */
export interface LeaseHold {
  readonly holder: string;
  readonly from: SimTime;
  /** When it ended; undefined while it lasts. */
  to: SimTime | undefined;
  end: HoldEnd;
  /** First write and last write, and how many writes in all. */
  readonly seq: Seq;
  lastSeq: Seq;
  writes: number;
  /** The record that ended it. */
  endSeq: Seq | undefined;
}

/** A master lease as it stood at some time. */
export interface MasterLease {
  readonly ip: string;
  /** Process that wrote it last; '' when it was there from the start. */
  readonly holder: string;
  /** Last write. */
  readonly grantedAt: SimTime;
  /** When its etcd lease would run out; undefined when no timer says so. */
  readonly expiresAt: SimTime | undefined;
  /**
   * Since when its time does not run, though it is there: etcd counts only while it has a leader,
   * and begins anew when it has one again. undefined while it runs, and when it is over.
   */
  readonly stoppedAt: SimTime | undefined;
  /** Gone because its lease ran out. */
  readonly expired: boolean;
  /** Gone because somebody deleted it. */
  readonly removed: boolean;
  /** When it went; undefined while it is there. */
  readonly endedAt: SimTime | undefined;
  /** The write. */
  readonly seq: Seq;
}

/** One lease: its holds, oldest first, and the rows of its writes. */
export class LeaseTrack {
  readonly name: string;
  readonly master: boolean;
  /** What kind of object it is; a master lease is a key without one. */
  readonly lock: LockResource | undefined;
  readonly holds: LeaseHold[] = [];
  readonly writes = new IntList();

  constructor(name: string, lock: LockResource | undefined) {
    this.name = name;
    this.lock = lock;
    this.master = lock === undefined;
  }

  write(table: TraceTable, seq: Seq, holder: string): void {
    this.writes.push(seq);
    const last = this.holds.at(-1);
    if (last && last.end === 'held') {
      if (last.holder === holder) {
        last.lastSeq = seq;
        last.writes += 1;
        return;
      }
      this.end(table, seq, 'taken');
    }
    const from = table.timeOf(seq);
    const rest = { to: undefined, end: 'held', endSeq: undefined } as const;
    this.holds.push({ holder, from, seq, lastSeq: seq, writes: 1, ...rest });
  }

  end(table: TraceTable, seq: Seq, how: HoldEnd): void {
    const last = this.holds.at(-1);
    if (last?.end !== 'held') return;
    last.to = table.timeOf(seq);
    last.end = how;
    last.endSeq = seq;
  }

  /** The hold that began last at or before `time`. */
  holdAt(time: number): LeaseHold | undefined {
    return this.holds.findLast((hold) => hold.from <= time);
  }
}

export class LeaseTracks {
  /** In order of the first write. */
  readonly tracks: LeaseTrack[] = [];
  readonly #byName = new Map<string, LeaseTrack>();
  /** Track of each key, by number of the key's text; null for keys that are no lease. */
  readonly #byKey: (LeaseTrack | null | undefined)[] = [];
  readonly #byEtcdLease = new Map<number, LeaseTrack>();
  /** What was armed or cancelled, by the timer's name, oldest first. */
  readonly #timers = new Map<number, Seq | IntList>();
  readonly #timerNames = new Map<string, number>();

  /** Takes in an `etcd` record. */
  takeEtcd(table: TraceTable, seq: Seq): void {
    const op = table.strings[table.slots[0][seq]];
    const etcdLease = table.slots[3][seq];
    if (op === 'lease-expire' || op === 'lease-revoke') {
      const how = op === 'lease-expire' ? 'expired' : 'removed';
      this.#byEtcdLease.get(etcdLease)?.end(table, seq, how);
      this.#byEtcdLease.delete(etcdLease);
      return;
    }
    if (op !== 'put' && op !== 'delete') return;
    const track = this.#trackOfKey(table, table.slots[1][seq]);
    if (!track) return;
    this.#forgetEtcdLease(track);
    if (op === 'delete') {
      track.end(table, seq, deletedByExpiry(table, seq) ? 'expired' : 'removed');
      return;
    }
    track.write(table, seq, holderBehind(table, seq));
    if (etcdLease !== 0) this.#byEtcdLease.set(etcdLease, track);
  }

  /** Takes in a `timer` record. */
  takeTimer(table: TraceTable, seq: Seq): void {
    const id = table.slots[0][seq];
    const name = table.strings[id];
    if (!name.startsWith('lease ')) return;
    this.#timerNames.set(name, id);
    const known = this.#timers.get(id);
    if (known === undefined) this.#timers.set(id, seq);
    else if (typeof known === 'number') {
      const list = new IntList();
      list.push(known);
      list.push(seq);
      this.#timers.set(id, list);
    } else known.push(seq);
  }

  /** Takes in a `lease` record. Those of master leases only repeat what etcd says. */
  takeLease(table: TraceTable, seq: Seq): void {
    const name = table.strings[table.slots[0][seq]];
    if (name.startsWith('masterleases/')) return;
    const phase = table.strings[table.slots[2][seq]];
    const holder = table.strings[table.slots[1][seq]];
    if (phase === 'acquired' || phase === 'renewed') {
      this.#trackOf(name, lockBehind(table, seq)).write(table, seq, holder);
      return;
    }
    if (phase !== 'released' && phase !== 'lost') return;
    for (const lock of LOCKS) {
      const track = this.#byName.get(trackKey(name, lock));
      if (track?.holdAt(table.t[seq])?.holder !== holder) continue;
      track.end(table, seq, phase === 'lost' ? 'expired' : 'removed');
    }
  }

  /** Every master lease that has been written by `time`, also those gone since. */
  mastersAt(table: TraceTable, time: number): MasterLease[] {
    const result: MasterLease[] = [];
    const upTo = table.lastAt(time);
    for (const track of this.tracks) {
      const hold = track.master ? track.holdAt(time) : undefined;
      if (!hold) continue;
      const seq = track.writes.at(countUpTo(track.writes.view(), upTo) - 1);
      const gone = hold.endSeq !== undefined && hold.endSeq <= upTo;
      const timer = this.#timerOf(table, seq, upTo);
      const expiresAt = timer && timeInSlot(table, timer.armed, 2);
      result.push({
        ip: track.name,
        holder: hold.holder,
        grantedAt: table.timeOf(seq),
        expiresAt,
        stoppedAt: gone ? undefined : stoppedAt(table, timer, time),
        expired: gone && hold.end === 'expired',
        removed: gone && hold.end === 'removed',
        endedAt: gone ? hold.to : undefined,
        seq,
      });
    }
    return result;
  }

  /** When the etcd lease that a put names runs out, as timers armed up to a row say. */
  expiryOf(table: TraceTable, put: Seq, upTo: Seq): SimTime | undefined {
    const timer = this.#timerOf(table, put, upTo);
    return timer && timeInSlot(table, timer.armed, 2);
  }

  /** The timer of a put's etcd lease: as it was armed last, and whether it was stopped. */
  #timerOf(table: TraceTable, put: Seq, upTo: Seq): LeaseTimer | undefined {
    const etcdLease = table.slots[3][put];
    const id =
      this.#timerNames.get(`lease ${etcdLease}`) ??
      this.#timerNames.get(`lease ${etcdLease.toString(16)}`);
    const rows = id === undefined ? undefined : this.#timers.get(id);
    if (rows === undefined) return undefined;
    if (typeof rows === 'number') {
      return rows <= upTo ? { armed: rows, cancelled: undefined } : undefined;
    }
    const place = countUpTo(rows.view(), upTo) - 1;
    if (place < 0) return undefined;
    const last = rows.at(place);
    // The first of a timer's rows arms it, and each that cancels it follows one that armed it.
    if (isArming(table, last) || place === 0) return { armed: last, cancelled: undefined };
    return { armed: rows.at(place - 1), cancelled: last };
  }

  #trackOfKey(table: TraceTable, id: number): LeaseTrack | null {
    const known = this.#byKey[id];
    if (known !== undefined) return known;
    const key = table.strings[id];
    const track = key.startsWith(MASTER_LEASE_PREFIX)
      ? this.#trackOf(key.slice(MASTER_LEASE_PREFIX.length), undefined)
      : null;
    this.#byKey[id] = track;
    return track;
  }

  #trackOf(name: string, lock: LockResource | undefined): LeaseTrack {
    const key = trackKey(name, lock);
    let track = this.#byName.get(key);
    if (!track) {
      track = new LeaseTrack(name, lock);
      this.#byName.set(key, track);
      this.tracks.push(track);
    }
    return track;
  }

  /** The key is about to be written or deleted: its old etcd lease means nothing to it now. */
  #forgetEtcdLease(track: LeaseTrack): void {
    for (const [etcdLease, owner] of this.#byEtcdLease) {
      if (owner === track) this.#byEtcdLease.delete(etcdLease);
    }
  }
}

interface LeaseTimer {
  readonly armed: Seq;
  readonly cancelled: Seq | undefined;
}

const isArming = (table: TraceTable, seq: Seq): boolean =>
  table.strings[table.slots[1][seq]] === 'armed';

/** Since when a timer does not run: it was stopped, or it ran out where nobody looked. */
function stoppedAt(table: TraceTable, timer: LeaseTimer | undefined, time: number) {
  if (!timer) return undefined;
  if (timer.cancelled !== undefined) return table.timeOf(timer.cancelled);
  const firesAt = timeInSlot(table, timer.armed, 2);
  return firesAt < time ? firesAt : undefined;
}

/** A delete that etcd itself did because the lease ran out: its cause is the expiry, or a timer. */
function deletedByExpiry(table: TraceTable, seq: Seq): boolean {
  if (table.timerBehind(seq) !== undefined) return true;
  const cause = table.causeOf(seq);
  if (cause === undefined || table.kindOf(cause) !== 'etcd') return false;
  return table.strings[table.slots[0][cause]] === 'lease-expire';
}

const trackKey = (name: string, lock: LockResource | undefined): string => `${lock}\n${name}`;
/** The kind of object whose request was answered when a candidate had its lock. */
function lockBehind(table: TraceTable, seq: Seq): LockResource {
  const resource = requestBehind(table, seq, 'resource');
  return LOCKS.find((lock) => lock === resource) ?? 'leases';
}

/** Process whose request made etcd write. */
function holderBehind(table: TraceTable, put: Seq): string {
  return requestBehind(table, put, 'client').split('/')[0];
}

/** A field of the nearest request among the causes; '' when there is none. */
function requestBehind(table: TraceTable, from: Seq, field: 'client' | 'resource'): string {
  let seq = table.cause[from];
  for (let step = 0; step < CAUSES_TO_REQUEST && seq !== NO_CAUSE; step += 1) {
    if (table.kindOf(seq) === 'request') return table.text(seq, field);
    seq = table.cause[seq];
  }
  return '';
}
