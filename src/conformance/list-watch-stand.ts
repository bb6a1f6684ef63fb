/**
 * A server of a case that only lists and watches: it answers as it is told to, keeps what it was
 * asked, and says of each stream whether its reader has ended it.
 */
import { NO_DURATION, type SimDuration } from '#base';
import { type Procedure, type Process, perform } from '#kernel';
import type { KubeList, KubeObject, RestClient, RestResult, Status } from '#kube';
import { Unsupported } from './adapter';

/** Most lists of one case, so that each one ends. */
const MOST_LISTS = 10_000;

export interface AskedList {
  readonly resourceVersion: string;
  readonly continue: string;
  readonly limit: number;
}

/** An answer: a list, or why there is none: a Status, or the text of an error of Go. */
export type Listed =
  | {
      readonly resourceVersion: string;
      readonly items: readonly KubeObject[];
      readonly continue?: string;
    }
  | { readonly error: Status | string };

/** One watch, as its server sees it. */
export class Stream {
  readonly resourceVersion: string;
  readonly #process: Process;
  readonly #onEvent: (type: string, object: unknown) => void;
  readonly #onEnd: () => void;
  /** Its reader has ended it. */
  stopped = false;

  constructor(process: Process, parts: Pick<Stream, 'resourceVersion'> & StreamEnds) {
    this.#process = process;
    this.resourceVersion = parts.resourceVersion;
    this.#onEvent = parts.onEvent;
    this.#onEnd = parts.onEnd;
  }

  /** In a task of its own, as what comes over a network. */
  send(type: string, object: unknown): void {
    this.#process.later(NO_DURATION, () => {
      if (!this.stopped) this.#onEvent(type, object);
    });
  }

  close(): void {
    this.#process.later(NO_DURATION, () => {
      if (!this.stopped) this.#onEnd();
    });
  }
}

interface StreamEnds {
  readonly onEvent: (type: string, object: unknown) => void;
  readonly onEnd: () => void;
}

/** What becomes of a watch: it is refused, or served, after a time where it is said. */
export type Watched =
  | { readonly error: Status | string }
  | { readonly after?: SimDuration; readonly serve: (stream: Stream) => void };

export interface ListWatchScript {
  list(asked: AskedList): Listed;
  watch(number: number): Watched;
}

export class ListWatchStand {
  readonly lists: AskedList[] = [];
  readonly streams: Stream[] = [];
  /** Versions that watches asked for, refused ones too. */
  readonly watchVersions: string[] = [];
  readonly #process: Process;
  readonly #script: ListWatchScript;

  constructor(process: Process, script: ListWatchScript) {
    this.#process = process;
    this.#script = script;
  }

  get client(): RestClient {
    const stand = this;
    const client: Pick<RestClient, 'list' | 'watch'> = {
      *list(_of, _namespace, options = {}) {
        yield* stand.#pass(NO_DURATION);
        const { resourceVersion = '', continue: place = '', limit = 0 } = options;
        return stand.#listed({ resourceVersion, continue: place, limit });
      },
      *watch(_of, _namespace, { resourceVersion = '', onEvent, onEnd }) {
        return yield* stand.#watch(resourceVersion, {
          onEvent: (type, object) =>
            onEvent({ type: type as 'ADDED', object: object as never, seq: 0 }),
          onEnd: () => onEnd('EOF'),
        });
      },
    };
    return client as RestClient;
  }

  *#pass(length: SimDuration): Procedure<void> {
    yield* perform<void>((resume) => this.#process.later(length, () => resume()));
  }

  #listed(asked: AskedList): RestResult<KubeList> {
    this.lists.push(asked);
    if (this.lists.length > MOST_LISTS) throw new Unsupported('the lists of the case do not end');
    const answer = this.#script.list(asked);
    if ('error' in answer) return failure(answer.error);
    const { resourceVersion, items, continue: next } = answer;
    const metadata = { resourceVersion, ...(next === undefined ? {} : { continue: next }) };
    const object = { apiVersion: 'v1', kind: 'List', metadata, items };
    return { ok: true, code: 200, object, seq: 0 };
  }

  *#watch(
    resourceVersion: string,
    ends: StreamEnds,
  ): Procedure<RestResult<{ readonly stop: () => void }>> {
    this.watchVersions.push(resourceVersion);
    const answer = this.#script.watch(this.watchVersions.length);
    if ('error' in answer) return failure(answer.error);
    const { after, serve } = answer;
    if (after !== undefined) yield* this.#pass(after);
    const stream = new Stream(this.#process, { resourceVersion, ...ends });
    this.streams.push(stream);
    serve(stream);
    const stop = () => {
      stream.stopped = true;
    };
    return { ok: true, code: 200, object: { stop }, seq: 0 };
  }
}

function failure(error: Status | string): RestResult<never> {
  if (typeof error === 'string') return { ok: false, status: undefined, transport: error, seq: 0 };
  return { ok: false, status: error, transport: undefined, seq: 0 };
}
