/**
 * What travels between an etcd client and etcd: the parts of etcd's v3 API that are modelled. Values are
 * decoded objects, shared and never changed by anyone.
 *
 * Upstream    etcd v3.5 api/etcdserverpb/rpc.proto, api/mvccpb/kv.proto
 */

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

export interface WatchRequest {
  readonly key: string;
  readonly rangeEnd?: string;
  /** First revision to deliver; 0 for what comes after now. */
  readonly startRevision: number;
  readonly progressNotify?: boolean;
}
export interface WatchEvent {
  readonly type: 'PUT' | 'DELETE';
  readonly kv: KeyValue;
  readonly prevKv: KeyValue | undefined;
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
