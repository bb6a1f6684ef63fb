/**
 * One watch of a client: what is there, if asked, then every change, until its time is over.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go,
 *             get.go (ListResource: the time limit)
 */
import { after, type SimDuration, seconds } from '#base';
import type { IncomingCall, Process, Timer } from '#kernel';
import { runProcedure } from '#kernel';
import { nameOf, namespaceOf, versionOf } from '../../api/meta';
import type { KubeObject, Status } from '../../api/objects';
import { apiVersionOf } from '../../api/resources';
import { newInternalError, newTimeoutError } from '../../api/status';
import type { StorageFailure } from '../storage/storage';
import type { OpenedWatch, WatchOutput, WatchSource } from '../watch-cache/watch-source';
import type { ParsedListOptions } from './list-options';
import type { RegistryStore } from './registry-store';
import type { Transform } from './response-transform';
import { interpretFailure } from './storage-failures';

const LATE = newTimeoutError('request did not complete within the allotted timeout', 0);

/** What travels in the stream. */
export interface WatchPiece {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  /** Another form of it where the client asked for one. */
  readonly object: KubeObject | Status;
}

export interface RestWatchParts {
  readonly process: Process;
  readonly actor: string;
  readonly store: RegistryStore;
  readonly source: WatchSource;
  /** Where the objects that are watched are stored. */
  readonly key: string;
  /** Shortest time limit drawn for a watch that names none: --min-request-timeout, seconds. */
  readonly minRequestTimeout: number;
  /** Makes of each object what the client wants; absent where it wants the object. */
  readonly transform: Transform | undefined;
}

/** Begins to serve a watch; it ends with its time, its client or its storage. */
export function serveWatch(
  parts: RestWatchParts,
  call: IncomingCall,
  options: ParsedListOptions,
): void {
  new RestWatch(parts, call, options).start();
}

class RestWatch {
  readonly #parts: RestWatchParts;
  readonly #call: IncomingCall;
  readonly #options: ParsedListOptions;
  #opened: OpenedWatch | undefined;
  #replied = false;
  #timer: Timer | undefined;
  #over = false;

  constructor(parts: RestWatchParts, call: IncomingCall, options: ParsedListOptions) {
    this.#parts = parts;
    this.#call = call;
    this.#options = options;
  }

  /** A watch is answered as soon as it stands; what it says comes after that. */
  start(): void {
    const { actor, process, key, source } = this.#parts;
    const { resourceVersion, matches, allowWatchBookmarks, sendInitialEvents } = this.#options;
    const close = () => this.#close();
    this.#call.onCancel = close;
    const limit = this.#timeLimit();
    const deadline = after(process.ownTime(), limit);
    this.#timer = process.timer(actor, 'watch timeout', limit, () => this.#end(''));
    const opening = source.openWatch({
      id: this.#call.id,
      key,
      resourceVersion,
      matches,
      allowBookmarks: allowWatchBookmarks,
      deadline,
      sendInitialEvents,
      underWay: () => this.#call.underWay,
    });
    runProcedure(opening, (opened) => {
      if (this.#over && opened.ok) opened.value.stop();
      else if (!opened.ok) this.#refuse(opened.failure);
      else this.#begin(opened.value);
    });
  }

  #refuse(failure: StorageFailure): void {
    if (this.#over) return;
    this.#close();
    const status = this.#parts.store.failed(failure, 'list', '');
    const { code = 500, reason = '' } = status;
    this.#call.reply(this.#parts.actor, { code, reason, resourceVersion: 0, body: status });
  }

  #begin(watch: OpenedWatch): void {
    const { actor } = this.#parts;
    this.#opened = watch;
    this.#replied = true;
    this.#call.reply(actor, { code: 200, reason: '', resourceVersion: 0, body: undefined });
    watch.begin({
      onOutput: (output) => this.#send(output),
      onEnd: (failure) => this.#onStorageEnd(failure),
    });
  }

  /** Upstream: timeoutSeconds, else minRequestTimeout times [1, 2). */
  #timeLimit(): SimDuration {
    const { process, minRequestTimeout } = this.#parts;
    const { timeoutSeconds } = this.#options;
    if (timeoutSeconds !== undefined) return seconds(clampSeconds(timeoutSeconds));
    const shortest = seconds(minRequestTimeout);
    const stream = process.random('apiserver/watch-timeout');
    return stream.int(shortest, 2 * shortest - 1) as SimDuration;
  }

  #worded(object: KubeObject): KubeObject {
    const { onRead } = this.#parts.store;
    return onRead ? onRead(object) : object;
  }

  #send({ type, object, etcdSeq }: WatchOutput): void {
    if (this.#over) return;
    const { process, actor, store, transform } = this.#parts;
    const { sim } = process;
    const cause = etcdSeq ?? sim.cause;
    const also = sim.cause !== null && sim.cause !== cause ? [sim.cause] : undefined;
    const fields = {
      id: this.#call.id,
      type,
      resourceVersion: versionOf(object),
      resource: store.of.resource,
      namespace: namespaceOf(object),
      name: nameOf(object),
    };
    const seq = sim.recorder.write('watch', actor, cause, fields, also);
    const { kind } = store.of;
    const said =
      type === 'BOOKMARK'
        ? { kind, apiVersion: apiVersionOf(store.of), ...object }
        : this.#worded(object);
    const piece: WatchPiece = { type, object: transform ? (transform(said) as KubeObject) : said };
    this.#call.push(seq, piece);
  }

  #onStorageEnd(failure: StorageFailure | undefined): void {
    if (this.#over) return;
    if (!failure) this.#end('');
    else if (failure.kind === 'expired') {
      this.#fail(interpretFailure(failure, { verb: 'list', of: this.#parts.store.of, name: '' }));
    } else if (failure.kind === 'raw') this.#fail(newInternalError(failure.message));
    else this.#end('');
  }

  /** An ERROR event, then the end. */
  #fail(status: Status): void {
    const { process, actor, store } = this.#parts;
    const seq = process.write('watch', actor, {
      id: this.#call.id,
      type: 'ERROR',
      resourceVersion: 0,
      resource: store.of.resource,
      namespace: '',
      name: '',
    });
    const piece: WatchPiece = { type: 'ERROR', object: status };
    this.#call.push(seq, piece);
    this.#end('');
  }

  #end(reason: string): void {
    if (this.#over) return;
    const { actor } = this.#parts;
    const begun = this.#replied;
    this.#close();
    // Its time was over before it stood.
    if (begun) this.#call.end(reason);
    else this.#call.reply(actor, { code: 504, reason: 'Timeout', resourceVersion: 0, body: LATE });
  }

  #close(): void {
    if (this.#over) return;
    this.#over = true;
    this.#timer?.cancel();
    this.#opened?.stop();
  }
}

/** Longest watch that is planned, s: some thirty years. */
const LONGEST_SECONDS = 1_000_000_000;

/** A timer of less than nothing fires at once, and one beyond all runs never does. */
const clampSeconds = (asked: number): number => Math.min(Math.max(asked, 0), LONGEST_SECONDS);
