/**
 * How long each of many things is left alone after a failure: twice as long each time, and from the
 * beginning after a quiet time.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/flowcontrol/backoff.go
 */
import { between, NO_DURATION, type SimDuration, type SimTime } from '#base';
import type { RandomStream } from '#kernel';
import type { Clock } from './backoff';

interface Entry {
  readonly backoff: SimDuration;
  readonly lastUpdate: SimTime;
}

export interface ItemBackoffOptions {
  readonly clock: Clock;
  readonly initial: SimDuration;
  readonly max: SimDuration;
  /** Longest addition to a wait, as a part of it, and where it is drawn from. */
  readonly jitter?: { readonly factor: number; readonly stream: RandomStream };
}

export class ItemBackoff {
  readonly #options: ItemBackoffOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: ItemBackoffOptions) {
    this.#options = options;
  }

  get(id: string): SimDuration {
    return this.#entries.get(id)?.backoff ?? NO_DURATION;
  }

  /** It has failed at that time. */
  next(id: string, eventTime: SimTime): void {
    const { clock, initial, max } = this.#options;
    const entry = this.#entries.get(id);
    const backoff =
      !entry || this.#hasExpired(eventTime, entry.lastUpdate)
        ? initial + this.#jitter(initial)
        : Math.min(2 * entry.backoff + this.#jitter(entry.backoff), max);
    this.#entries.set(id, { backoff: backoff as SimDuration, lastUpdate: clock.now });
  }

  reset(id: string): void {
    this.#entries.delete(id);
  }

  /** Whether the back-off since that time is not over. */
  isInBackOffSince(id: string, eventTime: SimTime): boolean {
    const entry = this.#entries.get(id);
    if (!entry || this.#hasExpired(eventTime, entry.lastUpdate)) return false;
    return between(eventTime, this.#options.clock.now) < entry.backoff;
  }

  /** Whether at that time the back-off since the last failure is not over. */
  isInBackOffSinceUpdate(id: string, eventTime: SimTime): boolean {
    const entry = this.#entries.get(id);
    if (!entry || this.#hasExpired(eventTime, entry.lastUpdate)) return false;
    return between(entry.lastUpdate, eventTime) < entry.backoff;
  }

  /** Forgets what has been quiet for twice the longest back-off. */
  gc(): void {
    for (const [id, { lastUpdate }] of [...this.#entries]) {
      if (this.#hasExpired(this.#options.clock.now, lastUpdate)) this.#entries.delete(id);
    }
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  #jitter(length: SimDuration): number {
    const { jitter } = this.#options;
    const most = jitter ? Math.floor(length * jitter.factor) : 0;
    return jitter && most > 0 ? jitter.stream.int(1, most) : 0;
  }

  #hasExpired(eventTime: SimTime, lastUpdate: SimTime): boolean {
    return between(lastUpdate, eventTime) > 2 * this.#options.max;
  }
}
