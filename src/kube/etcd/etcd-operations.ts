/**
 * What etcd does at the instant a call takes effect: it changes the disk, writes the records,
 * moves the leases' clocks and tells the watchers. Nothing here waits.
 *
 * Upstream    etcd v3.5 server/etcdserver/apply.go (applierV3backend)
 */
import { compareText, unreachable } from '#base';
import type { Process } from '#kernel';
import type { Seq } from '#trace';
import {
  type CompactRequest,
  ETCD_ERROR,
  type EtcdError,
  type EtcdVerb,
  type LeaseGrantRequest,
  type LeaseGrantResponse,
  type LeaseRequest,
  type Op,
  type RangeRequest,
  type RevisionResponse,
  type StatusResponse,
  type TxnRequest,
} from './api';
import type { EtcdDisk } from './etcd-disk';
import { Lessor, type StoredLease } from './lessor';
import type { LoggedEvent } from './mvcc-store';
import type { WatchHub } from './watch-hub';

export class EtcdOperations {
  readonly lessor: Lessor;
  readonly #process: Process;
  readonly #disk: EtcdDisk;
  readonly #hub: WatchHub;

  constructor(process: Process, disk: EtcdDisk, hub: WatchHub) {
    this.#process = process;
    this.#disk = disk;
    this.#hub = hub;
    const onExpired = (lease: StoredLease) => this.#expire(lease);
    const actor = `${process.name}/lessor`;
    this.lessor = new Lessor({ process, actor, table: disk.leases, onExpired });
  }

  /** Carries out a call. @returns the body of its answer; an `EtcdError` when it is refused. */
  run(verb: EtcdVerb, body: unknown): object {
    switch (verb) {
      case 'range':
        return this.#disk.store.range(body as RangeRequest);
      case 'txn':
        return this.#txn(body as TxnRequest);
      case 'grant':
        return this.#grant(body as LeaseGrantRequest);
      case 'keepalive':
        return this.#keepAlive(body as LeaseRequest);
      case 'revoke':
        return this.#revoke(body as LeaseRequest);
      case 'ttl':
        return this.lessor.timeToLive((body as LeaseRequest).id);
      case 'compact':
        return this.compact(body as CompactRequest);
      case 'status':
        return this.#status();
      case 'watch':
      case 'progress':
        return {};
      default:
        return unreachable(verb);
    }
  }

  /** Writes a key past every client, with a lease of its own when `ttlSeconds` is above 0. */
  put(key: string, value: unknown, ttlSeconds: number): EtcdError | undefined {
    let lease = 0;
    if (ttlSeconds > 0) {
      const granted = this.#grant({ ttlSeconds });
      if ('etcdError' in granted) return granted;
      lease = granted.id;
    }
    const done = this.#txn({ compare: [], success: [putOp(key, value, lease)], failure: [] });
    return 'etcdError' in done ? (done as EtcdError) : undefined;
  }

  /** Deletes a key past every client. */
  drop(key: string): void {
    this.#publish(this.#disk.deleteKeys([key]));
  }

  compact({ revision }: CompactRequest): EtcdError | RevisionResponse {
    const fault = this.#disk.store.compact(revision);
    if (fault) return fault;
    const none = { key: '', lease: 0 };
    this.#process.write('etcd', this.#process.name, { op: 'compact', revision, ...none });
    return { revision: this.#disk.store.revision };
  }

  #txn(request: TxnRequest): object {
    const outcome = this.#disk.txn(request);
    if ('etcdError' in outcome) return outcome;
    this.#publish(outcome.events);
    return outcome.response;
  }

  #grant({ ttlSeconds, id = 0 }: LeaseGrantRequest): EtcdError | LeaseGrantResponse {
    const lease = this.#disk.grant(id, ttlSeconds);
    if ('etcdError' in lease) return lease;
    const seq = this.#disk.recordLease(this.#process.name, 'lease-grant', lease.id);
    this.lessor.refresh(lease, seq);
    const { revision } = this.#disk.store;
    return { id: lease.id, ttlSeconds: lease.ttlSeconds, revision };
  }

  /** A lease that has run out is gone, though the scan has yet to find it. */
  #keepAlive({ id }: LeaseRequest): LeaseGrantResponse {
    const lease = this.#disk.leases.get(id);
    const { revision } = this.#disk.store;
    if (!lease || this.lessor.expired(id)) return { id, ttlSeconds: 0, revision };
    const seq = this.#disk.recordLease(this.#process.name, 'lease-keepalive', id);
    this.lessor.refresh(lease, seq);
    return { id, ttlSeconds: lease.ttlSeconds, revision };
  }

  #revoke({ id }: LeaseRequest): EtcdError | RevisionResponse {
    const lease = this.#disk.leases.get(id);
    if (!lease) return { etcdError: ETCD_ERROR.leaseNotFound };
    const seq = this.#disk.recordLease(this.#process.name, 'lease-revoke', id);
    this.#process.sim.onBehalfOf(seq, () => this.lessor.forget(id));
    this.#deleteLease(lease, seq);
    return { revision: this.#disk.store.revision };
  }

  #expire(lease: StoredLease): void {
    const { sim, name } = this.#process;
    const fields = {
      op: 'lease-expire',
      key: '',
      revision: this.#disk.store.revision,
      lease: lease.id,
    };
    const seq = sim.writeAlso('etcd', `${name}/lessor`, fields, this.#whyNotRenewed(lease));
    this.#deleteLease(lease, seq);
  }

  /**
   * For the trace only: the ends and pauses of those who wrote the lease's keys. Without them the
   * lease would have been renewed or replaced.
   */
  #whyNotRenewed(lease: StoredLease): readonly Seq[] {
    const { sim, network } = this.#process;
    const { table } = sim.recorder;
    const found = new Set<Seq>();
    for (const key of lease.keys) {
      const put = table.archive.at(key, table.length)?.seq;
      const request = put === undefined ? undefined : table.causeOf(put);
      if (request === undefined || table.kindOf(request) !== 'request') continue;
      const writer = network.processes.get(table.text(request, 'client'));
      const silent = writer && (!writer.life.alive || writer.life.paused);
      if (silent && writer.lastSeq !== null) found.add(writer.lastSeq);
    }
    return [...found];
  }

  /** Its keys go with it, in one revision. */
  #deleteLease(lease: StoredLease, cause: Seq): void {
    this.#disk.leases.delete(lease.id);
    if (lease.keys.size === 0) return;
    const keys = [...lease.keys].sort(compareText);
    this.#process.sim.onBehalfOf(cause, () => this.#publish(this.#disk.deleteKeys(keys)));
  }

  #status(): StatusResponse {
    const { store, fileBytes, noSpace } = this.#disk;
    return {
      revision: store.revision,
      compactRevision: store.compactRevision,
      dbSizeBytes: fileBytes,
      dbSizeInUseBytes: store.bytes,
      alarms: noSpace ? ['NOSPACE'] : [],
    };
  }

  /** Writes the records of one revision and tells the watchers. */
  #publish(events: readonly LoggedEvent[]): void {
    this.#disk.record(this.#process.name, events);
    this.#hub.publish(events);
  }
}

export const putOp = (key: string, value: unknown, lease: number): Op =>
  ({ kind: 'put', key, value, lease }) as const;
