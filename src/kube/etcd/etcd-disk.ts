/**
 * What etcd has on disk: the store, the leases, the size of the file and the alarm. It outlives
 * every process. Each write becomes a record here.
 *
 * Upstream    etcd v3.5 server/etcdserver/apply.go (quotaApplierV3, applierV3Capped, Alarm),
 *             server/etcdserver/quota.go, server/etcdserver/api/v3rpc/quota.go (quotaAlarmer)
 * Simplified  the file is as large as the most that was ever kept in it at once; defragmenting
 *             takes no time, and the alarm needs no round of its own through the log
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
  readonly #actor: string;
  readonly #quotaBytes: number;
  readonly #hasLease = (id: number): boolean => this.leases.has(id);

  /**
   * @param actor who writes the records of the file and of the alarm
   * @param quotaBytes 0 for the default.
   */
  constructor(sim: Simulation, actor: string, quotaBytes: number) {
    this.#sim = sim;
    this.#actor = actor;
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
    const before = this.fileBytes;
    this.fileBytes = this.store.bytes;
    const sizes = `db size ${before} -> ${this.fileBytes} bytes, quota ${this.#quotaBytes}`;
    this.#tell('defrag', 'info', 'finished defragmenting directory', sizes);
  }

  /** Takes the alarm back; it comes again with the next write when there is still no room. */
  disarm(): void {
    if (!this.noSpace) return;
    this.noSpace = false;
    const sizes = `db size ${this.fileBytes} bytes, quota ${this.#quotaBytes}`;
    this.#tell('alarm-disarm', 'warning', 'alarm disarmed: NOSPACE', sizes);
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
    const asked = `db size ${this.fileBytes} + ${cost} bytes`;
    const sizes = `${asked} is not below quota ${this.#quotaBytes}`;
    this.#tell('alarm', 'warning', 'alarm raised: NOSPACE', sizes);
    return false;
  }

  /** The record of what happened to the file, and etcd's line about it. */
  #tell(op: string, level: string, message: string, sizes: string): void {
    const seq = this.recordLease(this.#actor, op, 0);
    const fields = { level, message: `${message}, ${sizes}` };
    this.#sim.onBehalfOf(seq, () => this.#sim.write('log', this.#actor, fields));
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
