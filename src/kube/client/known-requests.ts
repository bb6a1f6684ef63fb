/**
 * Requests that a client has made before: what is said of each is worked out once. The lock of an
 * election is asked for again and again.
 */
import type { CallFields } from '#kernel';
import { requestRefusal, type Sent } from './request-rules';

/** Requests that are remembered. */
const KEPT_REQUESTS = 8;

export interface KnownRequest {
  readonly sent: Sent;
  /** Why it is not made; undefined when it is. */
  readonly refused: string | undefined;
  readonly fields: CallFields;
}

export class KnownRequests {
  readonly #fieldsOf: (sent: Sent) => CallFields;
  readonly #known: KnownRequest[] = [];
  /** Place of the one that is forgotten next. */
  #next = 0;

  constructor(fieldsOf: (sent: Sent) => CallFields) {
    this.#fieldsOf = fieldsOf;
  }

  of(sent: Sent): KnownRequest {
    const { verb, of, namespace, name, subresource, query, raw } = sent;
    if (query !== undefined || raw === true) return this.#make(sent);
    for (const known of this.#known) if (saysSame(known.sent, sent)) return known;
    const made = this.#make({ verb, of, namespace, name, subresource });
    this.#known[this.#next] = made;
    this.#next = (this.#next + 1) % KEPT_REQUESTS;
    return made;
  }

  #make(sent: Sent): KnownRequest {
    return { sent, refused: requestRefusal(sent), fields: this.#fieldsOf(sent) };
  }
}

/** Of two without a query. */
function saysSame(a: Sent, b: Sent): boolean {
  return (
    a.name === b.name &&
    a.verb === b.verb &&
    a.of === b.of &&
    a.namespace === b.namespace &&
    a.subresource === b.subresource
  );
}
