/**
 * What etcd has on disk: the store, the leases, the size of the file and the alarm. It outlives
 * every process. Each write becomes a record here.
 *
 * Upstream    etcd v3.5 server/etcdserver/apply.go (quotaApplierV3), server/etcdserver/quota.go
 * Simplified  the file is as large as the most that was ever kept in it at once
 */
import type { Simulation } from '#kernel';
import type { Seq } from '#trace';
import { ETCD_ERROR, type EtcdError, type Op, type TxnRequest } from './api';
import { approximateBytes } from './key-history';
import { LeaseTable, type StoredLease } from './lessor';
import { type LoggedEvent, MvccStore, type TxnOutcome } from './mvcc-store';

/** Default quota of the file, bytes. Source: etcdserver/quota.go DefaultQuotaBytes, 2 GiB. */
export const DEFAULT_QUOTA_BYTES = 2_147_483_648;
/** Largest request, bytes. Source: embed/config.go DefaultMaxRequestBytes, 1.5 MiB. */
const MAX_REQUEST_BYTES = 1_572_864;
/** What a key costs against the quota besides its bytes. Source: quota.go kvOverhead. */
const KEY_OVERHEAD_BYTES = 256;
/** What a lease costs against the quota, bytes. Source: quota.go leaseOverhead. */
const LEASE_OVERHEAD_BYTES = 64;

export class EtcdDisk {
  readonly store = new MvccStore();
  readonly leases = new LeaseTable();
  /** Size of the file, bytes. */
  fileBytes = 0;
  /** The alarm NOSPACE: no write that adds data is taken until it is disarmed. */
  noSpace = false;
  readonly #sim: Simulation;
  readonly #quotaBytes: number;
  readonly #hasLease = (id: number): boolean => this.leases.has(id);

  /** @param quotaBytes 0 for the default. */
  constructor(sim: Simulation, quotaBytes: number) {
    this.#sim = sim;
    this.#quotaBytes = quotaBytes > 0 ? quotaBytes : DEFAULT_QUOTA_BYTES;
  }

  txn(request: TxnRequest): TxnOutcome | EtcdError {
    const success = costOf(request.success);
    if (success > MAX_REQUEST_BYTES) return { etcdError: ETCD_ERROR.requestTooLarge };
    const cost = Math.max(success, costOf(request.failure));
    if (cost > 0 && !this.#hasRoom(cost)) return { etcdError: ETCD_ERROR.noSpace };
    const outcome = this.store.txn(request, this.#hasLease);
    if (!('etcdError' in outcome)) this.#follow(outcome.events);
    return outcome;
  }

  deleteKeys(keys: readonly string[]): readonly LoggedEvent[] {
    const events = this.store.deleteKeys(keys);
    this.#follow(events);
    return events;
  }

  grant(id: number, ttlSeconds: number): StoredLease | EtcdError {
    if (!this.#hasRoom(LEASE_OVERHEAD_BYTES)) return { etcdError: ETCD_ERROR.noSpace };
    return this.leases.add(id, ttlSeconds);
  }

  /** Gives the room that compaction has freed back to the file system. */
  defragment(): void {
    this.fileBytes = this.store.bytes;
  }

  /** Takes the alarm back; it comes again with the next write when there is still no room. */
  disarm(): void {
    this.noSpace = false;
  }

  /** Writes the record of each event and tells the event its seq. */
  record(actor: string, events: readonly LoggedEvent[]): void {
    const { recorder, cause } = this.#sim;
    for (const event of events) {
      const { kv, prevKv, type } = event;
      const put = type === 'PUT';
      const op = put ? 'put' : 'delete';
      const lease = put ? kv.lease : (prevKv?.lease ?? 0);
      const fields = { op, key: kv.key, revision: kv.modRevision, lease };
      event.etcdSeq = recorder.writeRevision(actor, cause, fields, kv.value);
    }
  }

  /** Writes the record of something that happened to a lease. */
  recordLease(actor: string, op: string, lease: number): Seq {
    return this.#sim.write('etcd', actor, { op, key: '', revision: this.store.revision, lease });
  }

  #hasRoom(cost: number): boolean {
    if (this.noSpace) return false;
    if (this.fileBytes + cost < this.#quotaBytes) return true;
    this.noSpace = true;
    return false;
  }

  /** Moves keys between leases and lets the file grow. */
  #follow(events: readonly LoggedEvent[]): void {
    for (const { kv, prevKv } of events) this.leases.move(kv.key, prevKv?.lease ?? 0, kv.lease);
    if (this.store.bytes > this.fileBytes) this.fileBytes = this.store.bytes;
  }
}

/** Charge against the quota, bytes. Upstream: costTxn. */
function costOf(ops: readonly Op[]): number {
  let bytes = 0;
  for (const op of ops) {
    if (op.kind === 'put') bytes += KEY_OVERHEAD_BYTES + approximateBytes(op.key, op.value);
  }
  return bytes;
}
