/**
 * Watchers by the second in which their next bookmark is due.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/cacher (cacher.go
 *             watcherBookmarkTimeBuckets, cache_watcher.go nextBookmarkTime)
 */
import { after, asTime, minutes, type SimDuration, type SimTime, seconds } from '#base';

/** How often a watcher gets a bookmark. Source: defaultBookmarkFrequency. */
export const BOOKMARK_PERIOD: SimDuration = minutes(1);
/** The last one comes so long before the watch ends. Source: bookmarkFrequency's pretimeout. */
const BEFORE_DEADLINE: SimDuration = seconds(2);
const BUCKET: SimDuration = seconds(1);

export interface BookmarkTaker {
  /** When its time limit is over; undefined for never. */
  readonly deadline: SimTime | undefined;
}

/** When the next bookmark is due; undefined when there is none any more. */
export function nextBookmarkTime(
  { deadline }: BookmarkTaker,
  now: SimTime,
  period: SimDuration,
): SimTime | undefined {
  const heartbeat = after(now, period);
  if (deadline === undefined) return heartbeat;
  const next = asTime(Math.min(heartbeat, deadline - BEFORE_DEADLINE));
  return next < now ? undefined : next;
}

export class BookmarkBuckets<W extends BookmarkTaker> {
  readonly #begunAt: SimTime;
  readonly #period: SimDuration;
  readonly #buckets = new Map<number, W[]>();

  constructor(begunAt: SimTime, period: SimDuration = BOOKMARK_PERIOD) {
    this.#begunAt = begunAt;
    this.#period = period;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** When the first of them is due. */
  get nextAt(): SimTime | undefined {
    let first: number | undefined;
    for (const number of this.#buckets.keys()) {
      if (first === undefined || number < first) first = number;
    }
    return first === undefined ? undefined : asTime(this.#begunAt + first * BUCKET);
  }

  /** @returns whether it will get one more. */
  add(watcher: W, now: SimTime): boolean {
    const at = nextBookmarkTime(watcher, now, this.#period);
    if (at === undefined) return false;
    const number = this.#numberOf(at);
    const bucket = this.#buckets.get(number);
    if (bucket) bucket.push(watcher);
    else this.#buckets.set(number, [watcher]);
    return true;
  }

  /** It has gone. */
  remove(watcher: W): void {
    for (const [number, bucket] of this.#buckets) {
      const place = bucket.indexOf(watcher);
      if (place < 0) continue;
      bucket.splice(place, 1);
      if (bucket.length === 0) this.#buckets.delete(number);
    }
  }

  /** Takes out the buckets whose second has come, oldest first. */
  popExpired(now: SimTime): readonly (readonly W[])[] {
    const until = this.#numberOf(now);
    const due: number[] = [];
    for (const number of this.#buckets.keys()) if (number <= until) due.push(number);
    if (due.length > 1) due.sort((a, b) => a - b);
    const expired: W[][] = [];
    for (const number of due) {
      expired.push(this.#buckets.get(number) ?? []);
      this.#buckets.delete(number);
    }
    return expired;
  }

  #numberOf(at: SimTime): number {
    return Math.floor((at - this.#begunAt) / BUCKET);
  }
}
