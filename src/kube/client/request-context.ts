/**
 * Ends requests of a client: all of them at once, or at a time.
 *
 * Upstream    Go context (WithTimeout, WithCancel)
 */
import { between, NO_DURATION, type SimDuration, type SimTime } from '#base';
import type { Call } from '#kernel';

/** Source: context.Canceled, context.DeadlineExceeded. */
const CANCELED = 'context canceled';
export const DEADLINE_EXCEEDED = 'context deadline exceeded';

export class RequestContext {
  /** Those in progress, oldest first. An array: there is mostly one. */
  readonly #calls: Call[] = [];
  #deadline: SimTime | undefined;
  #cancelled = false;

  /** Requests that are in progress then end; undefined: none does. */
  expireAt(deadline: SimTime | undefined): void {
    this.#deadline = deadline;
  }

  /** Ends requests in progress, and those that begin later. */
  cancel(): void {
    this.#cancelled = true;
    for (const call of [...this.#calls]) call.abort(CANCELED);
  }

  /** What begins from now on does not end. */
  clear(): void {
    this.#cancelled = false;
    this.#deadline = undefined;
  }

  /** The time that a request has which begins now. */
  left(now: SimTime, timeout: SimDuration | undefined): SimDuration | undefined {
    if (this.#deadline === undefined) return timeout;
    const left = Math.max(between(now, this.#deadline), NO_DURATION) as SimDuration;
    return timeout === undefined || left < timeout ? left : timeout;
  }

  /** A request has ended at that time because of this, and not by its own time-out. */
  hasExpired(now: SimTime): boolean {
    return this.#deadline !== undefined && now >= this.#deadline;
  }

  /** Why no request is made any more. */
  error(now: SimTime): string | undefined {
    if (this.#cancelled) return CANCELED;
    return this.hasExpired(now) ? DEADLINE_EXCEEDED : undefined;
  }

  began(call: Call): void {
    this.#calls.push(call);
    if (this.#cancelled) call.abort(CANCELED);
  }

  ended(call: Call): void {
    const place = this.#calls.lastIndexOf(call);
    if (place >= 0) this.#calls.splice(place, 1);
  }
}
