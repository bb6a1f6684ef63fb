/**
 * One try of an elector to get the lock or to renew it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go
 *             (tryAcquireOrRenew, release); v1.31 (tryCoordinatedRenew)
 */
import { type SimDuration, type SimTime, seconds } from '#base';
import type { Procedure } from '#kernel';
import type { Switches } from '../../profile';
import type { ElectionRecord } from './election-record';
import type { ObservedLock } from './observed-lock';
import type { ResourceLock } from './resource-lock';

export interface TryParts {
  readonly lock: ResourceLock;
  readonly observed: ObservedLock;
  readonly leaseDuration: SimDuration;
  readonly switches: Pick<
    Switches,
    'electorFastPath' | 'electorTrustsRecordDuration' | 'fastPathSpelledRight'
  >;
  /** As before 1.12: a record without a holder is waited out like any other. */
  readonly emptyHolderHolds?: boolean;
  /** The clock by which leases expire. */
  readonly now: () => SimTime;
  /** The time of day as it is written into the lock. */
  readonly timeOfDay: () => string;
  readonly log: (level: 'info' | 'error', message: string) => void;
}

const SECOND = seconds(1);

export class LockTries {
  readonly #parts: TryParts;

  constructor(parts: TryParts) {
    this.#parts = parts;
  }

  /** It holds the lock, as far as it knows. */
  get isLeader(): boolean {
    const { observed, lock } = this.#parts;
    return observed.holder === lock.identity;
  }

  /** @returns whether it holds the lock now. */
  *acquireOrRenew(): Procedure<boolean> {
    const { lock, observed, switches } = this.#parts;
    const now = this.#parts.now();
    const candidate = this.#candidate();
    if (switches.electorFastPath && this.isLeader && this.#isValid(now)) {
      const renewed = yield* this.#renewUnread(candidate);
      if (renewed) return true;
    }
    const found = yield* lock.get();
    if (!found.ok) {
      if (found.notFound) return yield* this.#create(candidate);
      this.#error(`error retrieving resource lock ${lock.describe}: ${found.error}`);
      return false;
    }
    observed.read(found.record, found.raw);
    const named = found.record.holderIdentity !== '' || this.#parts.emptyHolderHolds === true;
    const held = named && this.#isValid(now);
    if (held && !this.isLeader) return false;
    const { acquireTime, leaderTransitions } = found.record;
    return yield* this.#update(
      this.isLeader
        ? Object.assign({}, candidate, { acquireTime, leaderTransitions })
        : { ...candidate, leaderTransitions: leaderTransitions + 1 },
    );
  }

  /** Renews a lock that others hand out: it neither creates nor takes one. */
  *coordinatedRenew(): Procedure<boolean> {
    const { lock, observed } = this.#parts;
    const now = this.#parts.now();
    const candidate = this.#candidate();
    const found = yield* lock.get();
    if (!found.ok) {
      const what = `error retrieving resource lock ${lock.describe}: ${found.error}`;
      if (found.notFound) this.#info(`lease lock not found: ${lock.describe}`);
      else this.#error(what);
      return false;
    }
    observed.read(found.record, found.raw);
    const { leaseDurationSeconds, acquireTime, leaderTransitions } = found.record;
    if (observed.time + leaseDurationSeconds * SECOND < now) {
      this.#info(`lock has expired: ${lock.describe}`);
      return false;
    }
    if (!this.isLeader || (found.record.preferredHolder ?? '') !== '') return false;
    const { strategy } = found.record;
    return yield* this.#update({ ...candidate, acquireTime, leaderTransitions, strategy });
  }

  /** Gives the lock up. @returns whether it is given up. */
  *release(): Procedure<boolean> {
    const { lock, observed, timeOfDay } = this.#parts;
    if (!this.isLeader) return true;
    const time = timeOfDay();
    const record: ElectionRecord = {
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: time,
      renewTime: time,
      leaderTransitions: observed.record.leaderTransitions,
    };
    const put = yield* lock.update(record);
    if (put.ok) observed.set(record);
    else this.#error(`Failed to release lock: ${put.error}`);
    return put.ok;
  }

  /** Counts on the record seen last to be the newest. */
  *#renewUnread(candidate: ElectionRecord): Procedure<boolean> {
    const { lock, observed, switches } = this.#parts;
    const { acquireTime, leaderTransitions } = observed.record;
    const record = Object.assign({}, candidate, { acquireTime, leaderTransitions });
    const put = yield* lock.update(record);
    if (put.ok) observed.set(record);
    else {
      // Upstream's own spelling.
      const how = switches.fastPathSpelledRight ? 'optimistically' : 'optimitically';
      this.#error(`Failed to update lock ${how}: ${put.error}, falling back to slow path`);
    }
    return put.ok;
  }

  *#create(record: ElectionRecord): Procedure<boolean> {
    const made = yield* this.#parts.lock.create(record);
    if (made.ok) this.#parts.observed.set(record);
    else this.#error(`error initially creating leader election record: ${made.error}`);
    return made.ok;
  }

  *#update(record: ElectionRecord): Procedure<boolean> {
    const put = yield* this.#parts.lock.update(record);
    if (put.ok) this.#parts.observed.set(record);
    else this.#error(`Failed to update lock: ${put.error}`);
    return put.ok;
  }

  #candidate(): ElectionRecord {
    const { lock, leaseDuration, timeOfDay } = this.#parts;
    const time = timeOfDay();
    return {
      holderIdentity: lock.identity,
      leaseDurationSeconds: Math.floor(leaseDuration / SECOND),
      acquireTime: time,
      renewTime: time,
      leaderTransitions: 0,
    };
  }

  #isValid(now: SimTime): boolean {
    const { observed, leaseDuration, switches } = this.#parts;
    const own = leaseDuration;
    const told = seconds(observed.record.leaseDurationSeconds);
    return observed.isValidAt(now, switches.electorTrustsRecordDuration ? told : own);
  }

  #error(message: string): void {
    this.#parts.log('error', message);
  }

  #info(message: string): void {
    this.#parts.log('info', message);
  }
}
