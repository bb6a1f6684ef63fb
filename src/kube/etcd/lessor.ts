/**
 * The lessor: leases with a time to live, and the keys that go with them. The table of leases is
 * on disk; when they run out is known only to the life that leads.
 *
 * A scan looks for leases that have run out every 500 ms, so a lease goes at the first scan at or
 * after its expiry. When the scans of a process begin is drawn within its first 500 ms. No scan
 * runs idly: each lease has a timer record `lease <id>` that fires at the very scan that will
 * find it. Its expiry is the record's time plus the lease's TTL, which the grant's request states
 * in its query.
 *
 * Upstream    etcd v3.5 server/lease/lessor.go (Grant, Renew, Revoke, Promote, runLoop)
 * Acts as     lessor
 * Simplified  no checkpoints of the remaining TTL; any number of leases may go in one scan
 *             (upstream 500); what a scan finds is revoked at once, without the round through
 *             Raft; scans do not drift.
 */
import { asTime, compareText, millis, type SimDuration, type SimTime, seconds } from '#base';
import type { Process, Timer } from '#kernel';
import type { Seq } from '#trace';
import { ETCD_ERROR, type EtcdError, type LeaseTtlResponse } from './api';

/** Time between two scans. Source: lessor.go runLoop, 500 ms. */
export const LEASE_SCAN_PERIOD = millis(500);
/**
 * Shortest TTL, seconds; shorter ones are raised to it. Source: etcdserver/server.go, 3/2 of 10
 * election ticks of 100 ms, rounded up to a second.
 */
export const MIN_LEASE_TTL_SECONDS = 2;
/** Longest TTL, seconds. Source: lessor.go MaxLeaseTTL. */
const MAX_LEASE_TTL_SECONDS = 9_000_000_000;
/**
 * What a new leader adds to every lease. Source: etcdserver, Promote by the election timeout, 1
 * s.
 */
export const PROMOTE_EXTEND = seconds(1);

/** A lease as it is on disk. */
export interface StoredLease {
  readonly id: number;
  readonly ttlSeconds: number;
  readonly keys: Set<string>;
}

/** The leases on disk; they outlive a process. */
export class LeaseTable {
  readonly #leases = new Map<number, StoredLease>();
  #lastId = 0;

  has(id: number): boolean {
    return this.#leases.has(id);
  }

  get(id: number): StoredLease | undefined {
    return this.#leases.get(id);
  }

  /** In order of granting. */
  all(): Iterable<StoredLease> {
    return this.#leases.values();
  }

  delete(id: number): void {
    this.#leases.delete(id);
  }

  /** @param id 0 lets etcd choose. Ids count up, so that they fit a column of the trace. */
  add(id: number, ttlSeconds: number): StoredLease | EtcdError {
    if (ttlSeconds > MAX_LEASE_TTL_SECONDS) return { etcdError: ETCD_ERROR.leaseTtlTooLarge };
    if (this.#leases.has(id)) return { etcdError: ETCD_ERROR.leaseExists };
    let chosen = id;
    while (chosen === 0 || this.#leases.has(chosen)) {
      this.#lastId += 1;
      chosen = this.#lastId;
    }
    const ttl = Math.max(ttlSeconds, MIN_LEASE_TTL_SECONDS);
    const lease: StoredLease = { id: chosen, ttlSeconds: ttl, keys: new Set() };
    this.#leases.set(chosen, lease);
    return lease;
  }

  /** A key belongs to the lease of its last put, and to none after a put without. */
  move(key: string, from: number, to: number): void {
    if (from === to) return;
    if (from !== 0) this.#leases.get(from)?.keys.delete(key);
    if (to !== 0) this.#leases.get(to)?.keys.add(key);
  }
}

interface Watched {
  readonly lease: StoredLease;
  /** On the process's own clock, µs since it started. */
  readonly expiresAt: number;
  readonly timer: Timer;
}

interface LessorOptions {
  readonly process: Process;
  readonly actor: string;
  readonly table: LeaseTable;
  /** A scan has found that the lease has run out; the work's cause is the timer that was armed. */
  readonly onExpired: (lease: StoredLease) => void;
}

/** When leases run out, as the process that leads sees it. */
export class Lessor {
  readonly #options: LessorOptions;
  readonly #startedAt: SimTime;
  /** First scan, µs since the start. */
  readonly #firstScan: number;
  readonly #watched = new Map<number, Watched>();

  constructor(options: LessorOptions) {
    const { process } = options;
    this.#options = options;
    this.#startedAt = process.ownTime();
    this.#firstScan = process.random('lessor').int(0, LEASE_SCAN_PERIOD - 1);
  }

  /** Becomes the leader: every lease starts over with its full TTL and `extend`. */
  promote(extend: SimDuration): void {
    for (const lease of this.#options.table.all()) this.#watch(lease, extend);
  }

  /** No longer the leader: no lease runs out. */
  demote(): void {
    for (const { timer } of this.#watched.values()) timer.cancel();
    this.#watched.clear();
  }

  /** Counts a lease's TTL from now on, on behalf of `cause`. */
  refresh(lease: StoredLease, cause: Seq): void {
    this.#watched.get(lease.id)?.timer.cancel();
    this.#options.process.sim.onBehalfOf(cause, () => this.#watch(lease, seconds(0)));
  }

  /** Whether it has run out and only waits for a scan. */
  expired(id: number): boolean {
    const watched = this.#watched.get(id);
    return watched !== undefined && watched.expiresAt <= this.#elapsed();
  }

  /** Stops counting. */
  forget(id: number): void {
    this.#watched.get(id)?.timer.cancel();
    this.#watched.delete(id);
  }

  timeToLive(id: number): LeaseTtlResponse {
    const lease = this.#options.table.get(id);
    const watched = this.#watched.get(id);
    if (!lease || this.expired(id)) {
      return { id, ttlSeconds: -1, grantedTtlSeconds: 0, keys: [] };
    }
    const { ttlSeconds: grantedTtlSeconds } = lease;
    const leftUs = watched ? watched.expiresAt - this.#elapsed() : seconds(grantedTtlSeconds);
    const keys = [...lease.keys].sort(compareText);
    return { id, ttlSeconds: Math.floor(leftUs / seconds(1)), grantedTtlSeconds, keys };
  }

  /** The instant at which a lease runs out (it goes at the scan after it); undefined for none. */
  expiresAt(id: number): SimTime | undefined {
    const watched = this.#watched.get(id);
    if (!watched) return undefined;
    const { process } = this.#options;
    const left = watched.expiresAt - this.#elapsed();
    const truly = process.clock.trueLength(Math.abs(left) as SimDuration);
    return asTime(process.sim.now + Math.sign(left) * truly);
  }

  #watch(lease: StoredLease, extend: SimDuration): void {
    const { process, actor, onExpired } = this.#options;
    const elapsed = this.#elapsed();
    const expiresAt = elapsed + seconds(lease.ttlSeconds) + extend;
    const scans = Math.ceil((expiresAt - this.#firstScan) / LEASE_SCAN_PERIOD);
    const scanAt = this.#firstScan + scans * LEASE_SCAN_PERIOD;
    const delay = (scanAt - elapsed) as SimDuration;
    const timer = process.timer(actor, `lease ${lease.id}`, delay, () => {
      this.#watched.delete(lease.id);
      onExpired(lease);
    });
    this.#watched.set(lease.id, { lease, expiresAt, timer });
  }

  /** Time since the start on the process's own clock, µs. */
  #elapsed(): number {
    return this.#options.process.ownTime() - this.#startedAt;
  }
}
