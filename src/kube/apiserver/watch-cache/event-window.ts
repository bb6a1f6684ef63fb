/**
 * The latest events of one resource, in a ring that grows while it is full of young events and
 * shrinks when it is full of old ones.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/cacher/watch_cache.go
 *             (updateCache, resizeCacheLocked, doCacheResizeLocked, getAllEventsSinceLocked)
 */
import { formatGoDuration, type SimDuration, type SimTime, seconds } from '#base';

/** Bounds of the number of events. Source: defaultLowerBoundCapacity, defaultUpperBoundCapacity. */
const LOWER_BOUND = 100;
const UPPER_BOUND = 102_400;
/** For how long events are to be kept. Source: eventFreshDuration. */
const FRESH: SimDuration = seconds(75);

export interface WindowBounds {
  readonly capacity: number;
  readonly lower: number;
  readonly upper: number;
}

export const DEFAULT_BOUNDS: WindowBounds = {
  capacity: LOWER_BOUND,
  lower: LOWER_BOUND,
  upper: UPPER_BOUND,
};

/** What the window must know of an event. */
export interface Dated {
  readonly revision: number;
  /** When it was taken in. */
  readonly at: SimTime;
}

/** The window has become larger or smaller. */
export interface Resized {
  readonly from: number;
  readonly to: number;
  /** How old the event is that decided it: the oldest, or the one at the last quarter. */
  readonly age: SimDuration;
}

export type Since<E> =
  | { readonly ok: true; readonly events: readonly E[] }
  /** Events after that version have been dropped; `oldest` is the first version that is served. */
  | { readonly ok: false; readonly oldest: number };

export class EventWindow<E extends Dated> {
  readonly #bounds: WindowBounds;
  #ring: (E | undefined)[];
  #capacity: number;
  /** Numbers of the first event and of the one after the last; they never fall. */
  #start = 0;
  #end = 0;
  /** Version of the list that the events follow; 0 before the first. */
  #listRevision = 0;
  #removedSinceList = false;

  constructor(bounds: WindowBounds = DEFAULT_BOUNDS) {
    this.#bounds = bounds;
    this.#capacity = bounds.capacity;
    this.#ring = new Array(bounds.capacity);
  }

  get capacity(): number {
    return this.#capacity;
  }

  get size(): number {
    return this.#end - this.#start;
  }

  get startIndex(): number {
    return this.#start;
  }

  get endIndex(): number {
    return this.#end;
  }

  /** Every event after this version is here; undefined when neither list nor event came yet. */
  get completeAfter(): number | undefined {
    if (this.#listRevision > 0 && !this.#removedSinceList) return this.#listRevision;
    return this.size > 0 ? this.#at(this.#start).revision - 1 : undefined;
  }

  /** @returns how the capacity has changed, if it has. */
  add(event: E): Resized | undefined {
    const resized = this.resize(event.at);
    if (this.#full) {
      this.#start += 1;
      this.#removedSinceList = true;
    }
    this.#ring[this.#end % this.#capacity] = event;
    this.#end += 1;
    return resized;
  }

  /** A list was taken in: events before it are of no use. */
  replace(revision: number): void {
    this.#start = this.#end;
    this.#removedSinceList = false;
    this.#listRevision = revision;
  }

  /** Events after a version, oldest first. */
  since(revision: number): Since<E> {
    const { completeAfter = 0 } = this;
    if (revision < completeAfter) return { ok: false, oldest: completeAfter };
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#at(this.#start + middle).revision > revision) high = middle;
      else low = middle + 1;
    }
    const events: E[] = [];
    for (let index = this.#start + low; index < this.#end; index += 1) events.push(this.#at(index));
    return { ok: true, events };
  }

  /** Before an event of this time is added. Upstream: resizeCacheLocked. */
  resize(now: SimTime): Resized | undefined {
    if (!this.#full) return undefined;
    const { lower, upper } = this.#bounds;
    const from = this.#capacity;
    let age = now - this.#at(this.#start).at;
    if (age < FRESH) this.#setCapacity(Math.max(from, Math.min(from * 2, upper)));
    else {
      const recent = this.#end - Math.floor(from / 4);
      age = now - this.#at(Math.min(recent, this.#end - 1)).at;
      if (age > FRESH) this.#setCapacity(Math.min(from, Math.max(Math.floor(from / 2), lower)));
    }
    const to = this.#capacity;
    return to === from ? undefined : { from, to, age: age as SimDuration };
  }

  get #full(): boolean {
    return this.size === this.#capacity;
  }

  #at(index: number): E {
    return this.#ring[index % this.#capacity] as E;
  }

  #setCapacity(capacity: number): void {
    if (capacity === this.#capacity) return;
    if (capacity < this.#capacity) this.#start = this.#end - capacity;
    const ring = new Array<E | undefined>(capacity);
    for (let index = this.#start; index < this.#end; index += 1) {
      ring[index % capacity] = this.#at(index);
    }
    this.#ring = ring;
    this.#capacity = capacity;
  }
}

/** A change of the window, for the trace: what came of it, and why. */
export function resizeText({ from, to, age }: Resized): readonly [outcome: string, reason: string] {
  const old = `${formatGoDuration(age)} old`;
  const fresh = formatGoDuration(FRESH);
  const reason =
    to > from
      ? `it is full, and its oldest event is ${old}, less than ${fresh}`
      : `it is full, and the event at its last quarter is ${old}, more than ${fresh}`;
  return [`${from} -> ${to} events`, reason];
}

/** Least and most events that wait for one watcher. Source: minWatchChanSize and the three max. */
const CHANNEL_MIN = 10;
const CHANNEL_MAX = { trigger: 10, noTrigger: 1_000, noIndex: 100 } as const;

/** How many events may wait for one watcher: those of about a second. */
export function suggestedWatchChannelSize(
  capacity: number,
  indexExists: boolean,
  triggerUsed: boolean,
): number {
  const aSecond = Math.ceil((capacity * seconds(1)) / FRESH);
  const indexed = triggerUsed ? CHANNEL_MAX.trigger : CHANNEL_MAX.noTrigger;
  const most = indexExists ? indexed : CHANNEL_MAX.noIndex;
  return Math.min(Math.max(aSecond, CHANNEL_MIN), most);
}
