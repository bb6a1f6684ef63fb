/**
 * What an elector has seen of its lock. Only whether it changed counts, and when that was by the
 * elector's own clock; the times that others have written decide nothing.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go
 *             (LeaderElector)
 */
import { after, type SimDuration, type SimTime } from '#base';
import { type ElectionRecord, NO_RECORD, type RawRecords, sameRaw } from './election-record';

/** Long before everything. */
const ZERO_TIME = Number.NEGATIVE_INFINITY as SimTime;

export class ObservedLock {
  readonly #now: () => SimTime;
  /** The last record that was read or written. */
  record: ElectionRecord = NO_RECORD;
  /** What the last read brought, to tell whether the next one brings anything else. */
  raw: RawRecords = [];
  /** When the record was last seen to change. */
  time = ZERO_TIME;

  /** @param now the clock of the elector's process. */
  constructor(now: () => SimTime) {
    this.#now = now;
  }

  get holder(): string {
    return this.record.holderIdentity;
  }

  /** Upstream: setObservedRecord. */
  set(record: ElectionRecord): void {
    this.record = record;
    this.time = this.#now();
  }

  /** Takes in what a read brought. */
  read(record: ElectionRecord, raw: RawRecords): void {
    if (sameRaw(raw, this.raw)) return;
    this.set(record);
    this.raw = raw;
  }

  /** Upstream: isLeaseValid. */
  isValidAt(now: SimTime, duration: SimDuration): boolean {
    return after(this.time, duration) > now;
  }
}
