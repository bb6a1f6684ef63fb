/** Where the REST API gets the changes of a resource from: a watch cache, or etcd itself. */
import type { SimTime } from '#base';
import type { Procedure } from '#kernel';
import type { Seq } from '#trace';
import type { KubeObject } from '../../api/objects';
import type { StorageFailure, StorageResult } from '../storage/storage';

/** What a client wants to hear of. */
export interface WatchAsk {
  /** Of the client's request, for the trace. */
  readonly id?: number;
  /** A prefix that ends in a slash, or one whole key. */
  readonly key: string;
  /** "" and "0" for what is there now, and then every change. */
  readonly resourceVersion: string;
  /** Undefined when everything matches. */
  readonly matches?: (object: KubeObject) => boolean;
  readonly allowBookmarks?: boolean;
  /** When the time limit of the watch is over. */
  readonly deadline?: SimTime;
  /** `sendInitialEvents`, where it is given. */
  readonly sendInitialEvents?: boolean;
  /** How many pieces the client has been sent that it has not read; absent for none. */
  readonly underWay?: () => number;
}

/** A change as the client hears of it. */
export interface WatchOutput {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  /** Of a bookmark only its metadata counts. */
  readonly object: KubeObject;
  /** The etcd record of that revision; null for what was there before, and for a bookmark. */
  readonly etcdSeq: Seq | null;
}

export interface WatchSink {
  onOutput(output: WatchOutput): void;
  /** No more comes. A failure is told to the client; without one the stream just ends. */
  onEnd(failure: StorageFailure | undefined): void;
}

export interface OpenedWatch {
  /** Delivers what is known at once, then every change. */
  begin(sink: WatchSink): void;
  stop(): void;
}

export interface WatchSource {
  openWatch(ask: WatchAsk): Procedure<StorageResult<OpenedWatch>>;
}

/** Whether a key lies where a client looks. Upstream: hasPathPrefix. */
export const keyWanted = (key: string, wanted: string): boolean =>
  wanted.endsWith('/') ? key.startsWith(wanted) : key === wanted;

interface Change {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubeObject;
  readonly previous: KubeObject | undefined;
  readonly etcdSeq: Seq;
}

/**
 * A change as one client sees it: an object that begins to match is added, one that ceases to is
 * deleted. Undefined when it is none of theirs. Upstream: convertToWatchEvent.
 * @param atRevision gives an object the version of this change.
 */
export function convertToWatchEvent(
  { type, object, previous, etcdSeq }: Change,
  matches: WatchAsk['matches'],
  atRevision: (object: KubeObject) => KubeObject,
): WatchOutput | undefined {
  const now = type !== 'DELETED' && (matches?.(object) ?? true);
  const before = previous !== undefined && (matches?.(previous) ?? true);
  if (now) return { type: before ? 'MODIFIED' : 'ADDED', object, etcdSeq };
  if (!before) return undefined;
  return { type: 'DELETED', object: atRevision(previous), etcdSeq };
}
