/**
 * The seam between the API server and its storage: upstream's `storage.Interface`. What is above
 * knows nothing of etcd; what is below (one store today, Raft members later) may change without
 * it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/interfaces.go
 */
import type { Procedure } from '#kernel';
import type { Seq } from '#trace';
import type { KubeObject } from '../../api/objects';

/** Codes of upstream's StorageError. Source: storage/errors.go. */
export const STORAGE_CODE = {
  keyNotFound: 1,
  keyExists: 2,
  resourceVersionConflicts: 3,
  invalidObject: 4,
  unreachable: 5,
} as const;

export type StorageFailure =
  /** A storage error with a code; `message` is its whole text. */
  | {
      readonly kind: 'storage';
      readonly code: number;
      readonly key: string;
      readonly message: string;
    }
  /** Asked for a version that storage has not reached. */
  | {
      readonly kind: 'tooLarge';
      readonly asked: number;
      readonly current: number;
      /** Given by a cache: it may get there. */
      readonly retryAfterSeconds?: number;
    }
  /** The cache in front of storage has been stopped. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** The cache in front of storage is being filled. */
  | {
      readonly kind: 'tooManyRequests';
      readonly message: string;
      readonly retryAfterSeconds: number;
    }
  /** The asked version has been compacted. */
  | { readonly kind: 'expired'; readonly message: string; readonly continue?: string }
  /** An update function or a validation refused; the failure is handed through unchanged. */
  | { readonly kind: 'refused'; readonly refusal: unknown }
  /** Anything else: the raw text of etcd or of the way to it. */
  | { readonly kind: 'raw'; readonly message: string };

export type StorageResult<T> =
  | { readonly ok: true; readonly value: T; readonly revision: number }
  | { readonly ok: false; readonly failure: StorageFailure };

export interface Preconditions {
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** What an update function decides about the object that is there. */
export type Updated =
  | { readonly kind: 'write'; readonly object: KubeObject; readonly ttlSeconds?: number }
  | { readonly kind: 'refuse'; readonly refusal: unknown };

export interface UpdateOptions {
  readonly ignoreNotFound: boolean;
  readonly preconditions?: Preconditions;
  /**
   * Called again with newer objects when a write was lost. `existing` is undefined when missing. A
   * procedure where deciding takes requests of its own.
   */
  readonly update: (existing: KubeObject | undefined) => Updated | Procedure<Updated>;
  readonly ttlSeconds?: number;
  /** A copy from a cache, perhaps old, that saves the first read. */
  readonly cached?: KubeObject;
}

export interface StorageWatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  readonly object: KubeObject;
  readonly revision: number;
  /** The etcd record of that revision. */
  readonly etcdSeq: Seq;
  /** The key was created by this revision. */
  readonly created: boolean;
  /** The object before this revision; undefined when it was created by it. */
  readonly previous: KubeObject | undefined;
}

export interface StorageWatcher {
  readonly onEvent: (event: StorageWatchEvent) => void;
  /** Every event up to this revision has been delivered. */
  readonly onProgress?: (revision: number) => void;
  /** The stream has ended: compacted, or the connection was lost. */
  readonly onEnd: (failure: StorageFailure) => void;
}

export interface StoredList {
  readonly items: readonly KubeObject[];
  readonly more: boolean;
  readonly count: number;
  /** Keys of the items, in the same order. */
  readonly keys: readonly string[];
  /** It comes from a cache, which knows no pages: all is in it, whatever the limit. */
  readonly whole?: boolean;
}

/**
 * Objects come back with `resourceVersion` set to the revision of their key; it is not stored in
 * them. Keys are whole etcd keys, prefix included (see `keys.ts`).
 */
export interface Storage {
  get(
    key: string,
    options: {
      readonly resourceVersion?: string;
      /** A missing key gives an object without anything, at revision 0. */
      readonly ignoreNotFound?: boolean;
    },
  ): Procedure<StorageResult<KubeObject>>;
  create(
    key: string,
    object: KubeObject,
    ttlSeconds?: number,
  ): Procedure<StorageResult<KubeObject>>;
  /** `validate` may refuse; it sees the newest object. */
  delete(
    key: string,
    options: {
      readonly preconditions?: Preconditions;
      readonly validate?: (object: KubeObject) => unknown | undefined;
      /** A copy from a cache, perhaps old, that saves the first read. */
      readonly cached?: KubeObject;
    },
  ): Procedure<StorageResult<KubeObject>>;
  guaranteedUpdate(key: string, options: UpdateOptions): Procedure<StorageResult<KubeObject>>;
  list(
    prefix: string,
    options: {
      readonly resourceVersion?: string;
      readonly match?: 'Exact' | 'NotOlderThan';
      readonly limit?: number;
      readonly startKey?: string;
    },
  ): Procedure<StorageResult<StoredList>>;
  /** Watches keys that begin with `prefix` (or the one key) from after `fromRevision`. */
  watch(prefix: string, fromRevision: number, watcher: StorageWatcher): { stop(): void };
  /** Asks for a word on how far the watches of that prefix are. */
  requestProgress(prefix: string): void;
  /** Closes the client. */
  destroy(): void;
}
