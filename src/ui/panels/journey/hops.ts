/** The hops of a journey, and where it stands at a time. Pure. */
import type { Seq } from '#trace';

export type HopKind =
  | 'write'
  | 'told'
  | 'cache'
  | 'event'
  | 'client'
  | 'list'
  | 'listed'
  | 'reflector'
  | 'fifo'
  | 'indexer'
  | 'listener'
  | 'add'
  | 'later'
  | 'get'
  | 'request'
  | 'more'
  | 'failed'
  | 'done';

export interface Hop {
  readonly kind: HopKind;
  /** The record that tells of it. */
  readonly seq: Seq;
  readonly at: number;
  readonly actor: string;
  /** In Kubernetes' words: the type of a delta, a request, a key. */
  readonly what?: string;
  /** Objects in the store, or requests that are not shown. */
  readonly count?: number;
  /** How long a key has to wait, µs. */
  readonly delay?: number;
}

/** Why nothing comes after the last hop that the trace has. */
export interface Pending {
  /**
   * lost: the network lost the event. unheard: the informer has not heard of that version.
   * overtaken: it knows a newer version without this one. queued: no worker has taken the key.
   * waiting: the key comes again later. working: the worker has not finished.
   */
  readonly kind: 'lost' | 'unheard' | 'overtaken' | 'queued' | 'waiting' | 'working';
  readonly since: number;
  /** When it is over, where that is known. */
  readonly at?: number;
}

/** Where a way stands at a time. */
export type Standing =
  | { readonly kind: 'before' }
  | { readonly kind: 'between'; readonly last: Hop; readonly next: Hop }
  | { readonly kind: 'pending'; readonly last: Hop; readonly pending: Pending }
  | { readonly kind: 'through'; readonly last: Hop };

export function standingAt(
  hops: readonly Hop[],
  pending: Pending | undefined,
  time: number,
): Standing {
  const place = hops.findLastIndex(({ at }) => at <= time);
  if (place < 0) return { kind: 'before' };
  const [last, next] = [hops[place], hops[place + 1] as Hop | undefined];
  if (next) return { kind: 'between', last, next };
  return pending ? { kind: 'pending', last, pending } : { kind: 'through', last };
}
