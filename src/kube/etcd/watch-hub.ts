/**
 * The watchers of one life of etcd: who hears of which key. Events come in order of revision,
 * none is left out and none comes twice. One `watch` record is written for each event, with the
 * etcd record of that revision as its cause; the events of one revision travel in one piece.
 *
 * Upstream    etcd v3.5 server/mvcc/watchable_store.go, server/etcdserver/api/v3rpc/watch.go
 * Simplified  a watcher that starts in the past gets all that it missed at once (upstream within
 *             100 ms); a slow watcher is never left behind.
 */
import { minutes, type SimDuration } from '#base';
import type { IncomingCall, Process, Task } from '#kernel';
import type { Seq } from '#trace';
import {
  NO_RANGE_END,
  prefixEnd,
  type WatchEvent,
  type WatchPiece,
  type WatchRequest,
} from './api';

/**
 * How often an idle watcher that asked for it hears the revision. Source: v3rpc/watch.go, 10 min.
 */
export const PROGRESS_PERIOD: SimDuration = minutes(10);

interface Watcher {
  readonly order: number;
  readonly call: IncomingCall;
  readonly request: WatchRequest;
  /** Events of the revision that is being delivered. */
  batch: WatchEvent[];
  idle: boolean;
}

export interface HubOptions {
  readonly process: Process;
  readonly actor: string;
  readonly progressPeriod: SimDuration;
  /** Revision of the store now. */
  readonly revision: () => number;
}

/** Keys whose watchers are remembered. */
const KEPT_KEYS = 4_096;

export class WatchHub {
  readonly #options: HubOptions;
  readonly #watchers = new Set<Watcher>();
  /** Watchers of one key, and of all keys that begin so, by that text. */
  readonly #byKey = new Map<string, Watcher[]>();
  readonly #byPrefix = new Map<string, Watcher[]>();
  /** Those of both that hear of a key, for the keys that were written lately. */
  readonly #listsOfKey = new Map<string, readonly (readonly Watcher[])[]>();
  /** Watchers of any other range. */
  readonly #byRange: Watcher[] = [];
  #orders = 0;
  #progress: Task | undefined;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#watchers.size;
  }

  /** Takes a watcher in and sends what it missed. The call has been answered. */
  add(call: IncomingCall, request: WatchRequest, missed: readonly WatchEvent[]): void {
    this.#orders += 1;
    const watcher: Watcher = { order: this.#orders, call, request, batch: [], idle: true };
    this.#watchers.add(watcher);
    this.#listOf(request, true).push(watcher);
    const remove = () => this.#remove(watcher);
    call.onCancel = remove;
    if (request.progressNotify) this.#armProgress();
    const wanted = missed.filter((event) => inRange(request, event.kv.key));
    if (wanted.length > 0) this.#send(watcher, wanted);
  }

  /** Delivers the events of one revision. */
  publish(events: readonly WatchEvent[]): void {
    if (this.#watchers.size === 0) return;
    const touched: Watcher[] = [];
    for (const event of events) this.#collect(event, touched);
    for (const watcher of touched) {
      const { batch } = watcher;
      watcher.batch = [];
      this.#send(watcher, batch);
    }
  }

  /**
   * Tells some watchers, or all, the revision they have been told everything up to.
   */
  progress(only?: (call: IncomingCall, request: WatchRequest) => boolean): void {
    for (const watcher of this.#watchers) {
      if (!only || only(watcher.call, watcher.request)) this.#tellRevision(watcher);
    }
  }

  /** Ends every stream. */
  endAll(reason: string): void {
    for (const watcher of [...this.#watchers]) {
      this.#remove(watcher);
      watcher.call.end(reason);
    }
  }

  #collect(event: WatchEvent, touched: Watcher[]): void {
    const { key } = event.kv;
    let lists = this.#listsOfKey.get(key);
    if (!lists) {
      lists = this.#listsAbout(key);
      if (this.#listsOfKey.size >= KEPT_KEYS) this.#listsOfKey.clear();
      this.#listsOfKey.set(key, lists);
    }
    for (const list of lists) for (const watcher of list) give(watcher, event, touched);
    for (const watcher of this.#byRange) {
      if (inRange(watcher.request, key)) give(watcher, event, touched);
    }
  }

  /** The lists of those who watch the key, and of those who watch what begins as it does. */
  #listsAbout(key: string): readonly (readonly Watcher[])[] {
    const lists = [this.#byKey.get(key)];
    for (let end = key.indexOf('/'); end >= 0; end = key.indexOf('/', end + 1)) {
      lists.push(this.#byPrefix.get(key.slice(0, end + 1)));
    }
    return lists.filter((list) => list !== undefined);
  }

  #send(watcher: Watcher, events: readonly WatchEvent[]): void {
    let seq: Seq = 0;
    for (const event of events) seq = this.#record(watcher, event);
    const revision = events[events.length - 1].kv.modRevision;
    watcher.idle = false;
    watcher.call.push(seq, { kind: 'events', revision, events } satisfies WatchPiece);
  }

  #tellRevision({ call, request }: Watcher): void {
    const { process, actor } = this.#options;
    const revision = this.#options.revision();
    const seq = process.write('watch', actor, watchFields(call, 'BOOKMARK', request.key, revision));
    call.push(seq, { kind: 'progress', revision } satisfies WatchPiece);
  }

  #record({ call }: Watcher, { kv, type, etcdSeq }: WatchEvent): Seq {
    const { process, actor } = this.#options;
    const kind = type === 'DELETE' ? 'DELETED' : kv.version === 1 ? 'ADDED' : 'MODIFIED';
    return process.write('watch', actor, watchFields(call, kind, kv.key, kv.modRevision), etcdSeq);
  }

  #remove(watcher: Watcher): void {
    if (!this.#watchers.delete(watcher)) return;
    watcher.call.onCancel = undefined;
    const list = this.#listOf(watcher.request, false);
    list.splice(list.indexOf(watcher), 1);
  }

  #listOf({ key, rangeEnd }: WatchRequest, make: boolean): Watcher[] {
    const whole = rangeEnd === undefined;
    if (!whole && (!key.endsWith('/') || rangeEnd !== prefixEnd(key))) return this.#byRange;
    const index = whole ? this.#byKey : this.#byPrefix;
    let list = index.get(key);
    if (!list) {
      list = [];
      if (make) {
        index.set(key, list);
        this.#listsOfKey.clear();
      }
    }
    return list;
  }

  #armProgress(): void {
    if (this.#progress) return;
    const { process, progressPeriod } = this.#options;
    if (progressPeriod <= 0) return;
    this.#progress = process.later(progressPeriod, () => {
      this.#progress = undefined;
      for (const watcher of this.#watchers) {
        if (!watcher.request.progressNotify) continue;
        if (watcher.idle) this.#tellRevision(watcher);
        watcher.idle = true;
        this.#armProgress();
      }
    });
  }
}

function give(watcher: Watcher, event: WatchEvent, touched: Watcher[]): void {
  if (event.kv.modRevision < watcher.request.startRevision) return;
  if (watcher.batch.length === 0) touched.push(watcher);
  watcher.batch.push(event);
}

/** Fields of a watch record of etcd; its object is a key. */
export function watchFields(call: IncomingCall, type: string, key: string, revision: number) {
  return {
    id: call.id,
    type,
    resourceVersion: revision,
    resource: 'kv',
    namespace: '',
    name: key,
  };
}

function inRange({ key, rangeEnd }: WatchRequest, candidate: string): boolean {
  if (rangeEnd === undefined) return candidate === key;
  return candidate >= key && (rangeEnd === NO_RANGE_END || candidate < rangeEnd);
}
