/**
 * What travels between an etcd client and etcd: the parts of etcd's v3 API that are modelled.
 * Values are decoded objects, shared and never changed by anyone.
 *
 * Upstream    etcd v3.5 api/etcdserverpb/rpc.proto, api/mvccpb/kv.proto
 */
import type { Seq } from '#trace';

/** Calls: the `verb` of their request records. */
export type EtcdVerb =
  | 'range'
  | 'txn'
  | 'grant'
  | 'keepalive'
  | 'revoke'
  | 'ttl'
  | 'compact'
  | 'status'
  | 'progress'
  | 'watch';

export interface KeyValue {
  readonly key: string;
  readonly value: unknown;
  readonly createRevision: number;
  readonly modRevision: number;
  /** Number of writes since it was created. */
  readonly version: number;
  /** 0 for none. */
  readonly lease: number;
}

export interface RangeRequest {
  readonly key: string;
  /** End of the range, not included; absent for a single key. */
  readonly rangeEnd?: string;
  /** 0 or absent for the newest. */
  readonly revision?: number;
  readonly limit?: number;
  readonly keysOnly?: boolean;
  readonly countOnly?: boolean;
}
export interface RangeResponse {
  /** Revision of the store when it answered. */
  readonly revision: number;
  readonly kvs: readonly KeyValue[];
  readonly more: boolean;
  readonly count: number;
}

export type Compare =
  | { readonly key: string; readonly target: 'mod'; readonly equals: number }
  | { readonly key: string; readonly target: 'version'; readonly equals: number };
export type Op =
  | { readonly kind: 'put'; readonly key: string; readonly value: unknown; readonly lease?: number }
  | { readonly kind: 'delete'; readonly key: string; readonly rangeEnd?: string }
  | ({ readonly kind: 'range' } & RangeRequest);

export interface TxnRequest {
  readonly compare: readonly Compare[];
  readonly success: readonly Op[];
  readonly failure: readonly Op[];
}
export interface TxnResponse {
  readonly succeeded: boolean;
  readonly revision: number;
  /** One for each op that ran; ranges answer with their result, the rest with its count of keys. */
  readonly responses: readonly (RangeResponse | { readonly count: number })[];
}

export interface LeaseGrantRequest {
  readonly ttlSeconds: number;
  /** 0 lets etcd choose. */
  readonly id?: number;
}
export interface LeaseGrantResponse {
  readonly id: number;
  readonly ttlSeconds: number;
  readonly revision: number;
}

export interface LeaseRequest {
  readonly id: number;
}
export interface LeaseTtlResponse {
  readonly id: number;
  /** Whole seconds left; -1 when there is no such lease. */
  readonly ttlSeconds: number;
  readonly grantedTtlSeconds: number;
  /** In code-unit order. */
  readonly keys: readonly string[];
}

export interface CompactRequest {
  readonly revision: number;
}
export interface RevisionResponse {
  readonly revision: number;
}
export interface StatusResponse {
  readonly revision: number;
  readonly compactRevision: number;
  /** Size of the database file, bytes; shrinks only by defragmenting. */
  readonly dbSizeBytes: number;
  readonly dbSizeInUseBytes: number;
  /** `NOSPACE`, or nothing. */
  readonly alarms: readonly string[];
}

export interface WatchRequest {
  readonly key: string;
  readonly rangeEnd?: string;
  /** First revision to deliver; 0 for what comes after now. */
  readonly startRevision: number;
  readonly progressNotify?: boolean;
}
export interface ProgressRequest {
  /** Of which watches: those of this key or prefix. */
  readonly key: string;
}
export interface WatchEvent {
  readonly type: 'PUT' | 'DELETE';
  /** What was written; of a delete only key and modRevision are set, the rest is empty. */
  readonly kv: KeyValue;
  /** What was there before; undefined when nothing was, or when it has been compacted. */
  readonly prevKv: KeyValue | undefined;
  /** The etcd record of this write. */
  readonly etcdSeq: Seq;
}
/** A piece of a watch stream. */
export type WatchPiece =
  | { readonly kind: 'events'; readonly revision: number; readonly events: readonly WatchEvent[] }
  | { readonly kind: 'progress'; readonly revision: number }
  /** The asked revision has been compacted; the stream ends. */
  | { readonly kind: 'compacted'; readonly compactRevision: number };

/** An error of etcd or of the way to it, as the Go client prints it. */
export interface EtcdError {
  readonly etcdError: string;
}

/** Texts of etcd's errors. Source: etcd v3.5 api/v3rpc/rpctypes/error.go. */
export const ETCD_ERROR = {
  compacted: 'etcdserver: mvcc: required revision has been compacted',
  futureRevision: 'etcdserver: mvcc: required revision is a future revision',
  noSpace: 'etcdserver: mvcc: database space exceeded',
  duplicateKey: 'etcdserver: duplicate key given in txn request',
  requestTooLarge: 'etcdserver: request is too large',
  leaseNotFound: 'etcdserver: requested lease not found',
  leaseExists: 'etcdserver: lease already exists',
  leaseTtlTooLarge: 'etcdserver: too large lease TTL',
  timeout: 'etcdserver: request timed out',
  noLeader: 'etcdserver: no leader',
} as const;

/**
 * End of a range that has no end: everything from its key on. Source: etcd clientv3 WithFromKey.
 */
export const NO_RANGE_END = '\0';

/** End of the range of all keys that begin with `prefix`. Upstream: clientv3 GetPrefixRangeEnd. */
export function prefixEnd(prefix: string): string {
  if (prefix === '') return NO_RANGE_END;
  const last = prefix.length - 1;
  return prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1);
}
