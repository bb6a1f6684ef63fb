/**
 * The multi-version store: every write gets the next revision of the whole store, every key keeps
 * its versions until they are compacted, and a log of events lets a watch start at any revision
 * that is still there. Values are shared and never changed. The store knows no time and no
 * leases' clocks.
 *
 * Upstream    etcd v3.5 server/mvcc (kvstore.go, kvstore_txn.go, key_index.go)
 * Simplified  a delete and a put of the same key in one transaction are refused always; sizes are
 *             those of the values as JSON.
 */
import {
  type Compare,
  ETCD_ERROR,
  type EtcdError,
  type KeyValue,
  NO_RANGE_END,
  type Op,
  type RangeRequest,
  type RangeResponse,
  type TxnRequest,
  type TxnResponse,
  type WatchEvent,
} from './api';
import { KeyHistory } from './key-history';

/** Revision of a store without any write. Source: mvcc/kvstore.go NewStore, currentRev: 1. */
const FIRST_REVISION = 1;

/** An event of the log. `etcdSeq` is set by who writes the record, before anyone sees the event. */
export type LoggedEvent = { -readonly [K in keyof WatchEvent]: WatchEvent[K] };

/** What a transaction did. `events` are in order of the ops. */
export interface TxnOutcome {
  readonly response: TxnResponse;
  readonly events: readonly LoggedEvent[];
}

export class MvccStore {
  /** Revision of the last write. */
  revision = FIRST_REVISION;
  /** Reads below this revision fail; 0 as long as nothing was compacted. */
  compactRevision = 0;
  /** Approximate size of all versions that are kept, bytes. */
  bytes = 0;
  /** Keys that have versions, in code-unit order. */
  #keys: string[] = [];
  #histories = new Map<string, KeyHistory>();
  #log: LoggedEvent[] = [];

  /** Reads keys. The result of a past revision is the same for ever, until it is compacted. */
  range(request: RangeRequest): RangeResponse | EtcdError {
    const fault = this.#rangeFault(request.revision ?? 0);
    return fault ?? this.#range(request, this.revision);
  }

  /** The newest version of a key; undefined when it is not there. */
  get(key: string): KeyValue | undefined {
    return this.#histories.get(key)?.at(0);
  }

  /**
   * Runs one branch of a transaction; all its writes share one revision. A refused one does
   * nothing.
   * @param hasLease whether a lease exists, for puts that name one.
   */
  txn(request: TxnRequest, hasLease: (id: number) => boolean): TxnOutcome | EtcdError {
    const succeeded = request.compare.every((compare) => this.#holds(compare));
    const ops = succeeded ? request.success : request.failure;
    const fault = this.#opsFault(ops, hasLease);
    if (fault) return fault;
    const events: LoggedEvent[] = [];
    const next = this.revision + 1;
    const responses = ops.map((op) => this.#apply(op, next, events));
    if (events.length > 0) this.revision = next;
    return { response: { succeeded, revision: this.revision, responses }, events };
  }

  /** Deletes several keys in one revision; keys that are not there are left out. */
  deleteKeys(keys: readonly string[]): readonly LoggedEvent[] {
    const events: LoggedEvent[] = [];
    for (const key of keys) this.#delete(key, this.revision + 1, events);
    if (events.length > 0) this.revision += 1;
    return events;
  }

  /** Forgets all versions that nobody reading at `revision` or later would see. */
  compact(revision: number): EtcdError | undefined {
    if (revision <= this.compactRevision) return { etcdError: ETCD_ERROR.compacted };
    if (revision > this.revision) return { etcdError: ETCD_ERROR.futureRevision };
    this.compactRevision = revision;
    this.#log = this.#log.slice(this.#logIndex(revision));
    this.#keys = this.#keys.filter((key) => {
      const history = this.#histories.get(key) as KeyHistory;
      this.bytes -= history.compact(revision);
      if (history.empty) this.#histories.delete(key);
      return !history.empty;
    });
    return undefined;
  }

  /** Events from `revision` on, oldest first. Only for a revision that is not compacted. */
  eventsFrom(revision: number): readonly LoggedEvent[] {
    return this.#log.slice(this.#logIndex(revision));
  }

  #rangeFault(revision: number): EtcdError | undefined {
    if (revision > this.revision) return { etcdError: ETCD_ERROR.futureRevision };
    if (revision > 0 && revision < this.compactRevision) {
      return { etcdError: ETCD_ERROR.compacted };
    }
    return undefined;
  }

  #opsFault(ops: readonly Op[], hasLease: (id: number) => boolean): EtcdError | undefined {
    const written = ops.length > 1 ? new Set<string>() : undefined;
    for (const op of ops) {
      if (op.kind === 'range') {
        const fault = this.#rangeFault(op.revision ?? 0);
        if (fault) return fault;
        continue;
      }
      if (written?.has(op.key)) return { etcdError: ETCD_ERROR.duplicateKey };
      written?.add(op.key);
      if (op.kind === 'delete') continue;
      if (op.lease && !hasLease(op.lease)) return { etcdError: ETCD_ERROR.leaseNotFound };
    }
    return undefined;
  }

  #holds(compare: Compare): boolean {
    const kv = this.get(compare.key);
    const found = compare.target === 'mod' ? (kv?.modRevision ?? 0) : (kv?.version ?? 0);
    return found === compare.equals;
  }

  #apply(op: Op, next: number, events: LoggedEvent[]): RangeResponse | { readonly count: number } {
    if (op.kind === 'range') return this.#range(op, events.length > 0 ? next : this.revision);
    if (op.kind === 'put') {
      this.#put(op, next, events);
      return { count: 0 };
    }
    const before = events.length;
    if (op.rangeEnd === undefined) this.#delete(op.key, next, events);
    else {
      const found = this.#range({ key: op.key, rangeEnd: op.rangeEnd }, this.revision);
      for (const kv of found.kvs) this.#delete(kv.key, next, events);
    }
    return { count: events.length - before };
  }

  #put(op: Op & { readonly kind: 'put' }, revision: number, events: LoggedEvent[]): void {
    const { key, value, lease = 0 } = op;
    const history = this.#histories.get(key) ?? this.#addKey(key);
    const prevKv = this.get(key);
    const kv: KeyValue = {
      key,
      value,
      createRevision: prevKv ? prevKv.createRevision : revision,
      modRevision: revision,
      version: prevKv ? prevKv.version + 1 : 1,
      lease,
    };
    this.bytes += history.append(kv);
    events.push(this.#logged({ type: 'PUT', kv, prevKv, etcdSeq: -1 }));
  }

  #delete(key: string, revision: number, events: LoggedEvent[]): void {
    const prevKv = this.get(key);
    if (!prevKv) return;
    const kv: KeyValue = {
      key,
      value: undefined,
      createRevision: 0,
      modRevision: revision,
      version: 0,
      lease: 0,
    };
    this.bytes += (this.#histories.get(key) as KeyHistory).append(kv);
    events.push(this.#logged({ type: 'DELETE', kv, prevKv, etcdSeq: -1 }));
  }

  #logged(event: LoggedEvent): LoggedEvent {
    this.#log.push(event);
    return event;
  }

  #addKey(key: string): KeyHistory {
    const history = new KeyHistory();
    this.#histories.set(key, history);
    this.#keys.splice(lowerBound(this.#keys, key), 0, key);
    return history;
  }

  #range(request: RangeRequest, answeredAt: number): RangeResponse {
    const { key, rangeEnd, limit = 0 } = request;
    const at = request.revision ?? 0;
    const kvs: KeyValue[] = [];
    let count = 0;
    const take = (found: string): void => {
      const kv = this.#histories.get(found)?.at(at);
      if (!kv) return;
      count += 1;
      if (request.countOnly || (limit > 0 && kvs.length >= limit)) return;
      kvs.push(request.keysOnly ? { ...kv, value: undefined } : kv);
    };
    if (rangeEnd === undefined) take(key);
    else {
      const keys = this.#keys;
      const open = rangeEnd === NO_RANGE_END;
      for (let index = lowerBound(keys, key); index < keys.length; index += 1) {
        if (!open && keys[index] >= rangeEnd) break;
        take(keys[index]);
      }
    }
    const more = !request.countOnly && count > kvs.length;
    return { revision: answeredAt, kvs, more, count };
  }

  /** First place in the log with an event of `revision` or later. */
  #logIndex(revision: number): number {
    let low = 0;
    let high = this.#log.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#log[middle].kv.modRevision < revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** First place whose key is not before `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle] < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
