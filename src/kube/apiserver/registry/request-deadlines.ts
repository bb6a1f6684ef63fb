/**
 * Gives up on requests that take too long. One task looks at all of them.
 *
 * Upstream    kubernetes v1.27
 *             staging/src/k8s.io/apiserver/pkg/endpoints/filters/request_deadline.go,
 *             pkg/server/filters/timeout.go
 * Simplified  what the request had begun goes on; its result is not heard any more
 */
import { after, parseGoDuration, type SimDuration, type SimTime } from '#base';
import type { IncomingCall, Process } from '#kernel';
import { parseQuery } from '../../api/query-string';

interface Waiting {
  readonly deadline: SimTime;
  readonly expire: () => void;
}

export class RequestDeadlines {
  readonly #process: Process;
  /** Oldest first. An array: there are few, and the newest end first. */
  readonly #waiting: Waiting[] = [];
  /** When the next look is due; undefined when none is planned. */
  #lookAt: SimTime | undefined;

  constructor(process: Process) {
    this.#process = process;
  }

  /** Calls `expire` after `limit` unless the returned function was called before. */
  add(limit: SimDuration, expire: () => void): () => void {
    const waiting = { deadline: after(this.#process.ownTime(), limit), expire };
    this.#waiting.push(waiting);
    this.#plan(waiting.deadline);
    return () => this.#forget(waiting);
  }

  #forget(waiting: Waiting): void {
    const place = this.#waiting.lastIndexOf(waiting);
    if (place >= 0) this.#waiting.splice(place, 1);
  }

  #plan(at: SimTime): void {
    if (this.#lookAt !== undefined && this.#lookAt <= at) return;
    this.#lookAt = at;
    const left = (at - this.#process.ownTime()) as SimDuration;
    this.#process.later(left, () => this.#look(at));
  }

  #look(planned: SimTime): void {
    if (this.#lookAt === planned) this.#lookAt = undefined;
    const now = this.#process.ownTime();
    let next: SimTime | undefined;
    for (const waiting of [...this.#waiting]) {
      const { deadline, expire } = waiting;
      if (deadline <= now) {
        this.#forget(waiting);
        expire();
      } else if (next === undefined || deadline < next) next = deadline;
    }
    if (next !== undefined) this.#plan(next);
  }
}

/** The one read last: clients ask for the same one for ever. */
let lastRead: { readonly text: string; readonly length: SimDuration | undefined } | undefined;

function durationOf(text: string): SimDuration | undefined {
  if (lastRead?.text !== text) lastRead = { text, length: parseGoDuration(text) };
  return lastRead.length;
}

/** `timeout=` where it is shorter than the server's own; undefined when it is no duration. */
export function timeLimit(
  { fields }: IncomingCall,
  requestTimeout: SimDuration,
): SimDuration | undefined {
  if (!fields.query.includes('timeout=')) return requestTimeout;
  const text = parseQuery(fields.query).get('timeout') ?? '';
  if (text === '') return requestTimeout;
  const asked = durationOf(text);
  if (asked === undefined) return undefined;
  // Nothing, and less than nothing, stand for no limit of the client's.
  return asked <= 0 || asked > requestTimeout ? requestTimeout : asked;
}
