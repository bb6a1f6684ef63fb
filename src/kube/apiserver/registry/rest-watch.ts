/**
 * One watch of a client: what is there, if asked, then every change, until its time is over.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/watch.go,
 *             get.go (ListResource: the time limit); pkg/storage/etcd3/watcher.go
 * Simplified  changes come from etcd without a watch cache in between, so there are no bookmarks
 */
import { type SimDuration, seconds } from '#base';
import type { IncomingCall, Process, Timer } from '#kernel';
import { runProcedure } from '#kernel';
import type { Seq } from '#trace';
import { nameOf, namespaceOf, versionOf, withMeta } from '../../api/meta';
import type { KubeObject, Status } from '../../api/objects';
import { newInternalError } from '../../api/status';
import type { Storage, StorageFailure, StorageWatchEvent } from '../storage/storage';
import { list } from './list';
import type { ParsedListOptions } from './list-options';
import type { RegistryStore } from './registry-store';
import { interpretFailure } from './storage-failures';
import type { WatchHub } from './watch-hub';

/** What travels in the stream. */
export interface WatchPiece {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'ERROR';
  readonly object: KubeObject | Status;
}

export interface RestWatchParts {
  readonly process: Process;
  readonly actor: string;
  readonly store: RegistryStore;
  readonly storage: Storage;
  readonly hub: WatchHub;
  /** Where the objects that are watched are stored; a list before the changes reads it. */
  readonly prefix: string;
  /** "" for all. */
  readonly namespace: string;
  /** Shortest time limit drawn for a watch that names none: --min-request-timeout, seconds. */
  readonly minRequestTimeout: number;
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
  #joined: { leave(): void } | undefined;
  #timer: Timer | undefined;
  #over = false;

  constructor(parts: RestWatchParts, call: IncomingCall, options: ParsedListOptions) {
    this.#parts = parts;
    this.#call = call;
    this.#options = options;
  }

  start(): void {
    const { actor, process } = this.#parts;
    const { resourceVersion } = this.#options;
    this.#call.onCancel = () => this.#close();
    this.#call.reply(actor, { code: 200, reason: '', resourceVersion: 0, body: undefined });
    this.#timer = process.timer(actor, 'watch timeout', this.#timeLimit(), () => this.#end(''));
    if (resourceVersion === '' || resourceVersion === '0') this.#listFirst();
    else this.#join(Number(resourceVersion));
  }

  /** Upstream: timeoutSeconds, else minRequestTimeout times [1, 2). */
  #timeLimit(): SimDuration {
    const { process, minRequestTimeout } = this.#parts;
    const { timeoutSeconds } = this.#options;
    if (timeoutSeconds !== undefined) return seconds(timeoutSeconds);
    const shortest = seconds(minRequestTimeout);
    const stream = process.random('apiserver/watch-timeout');
    return stream.int(shortest, 2 * shortest - 1) as SimDuration;
  }

  #listFirst(): void {
    const { store, storage, prefix } = this.#parts;
    const options = { ...this.#options, resourceVersion: '', limit: 0, continue: '' };
    runProcedure(list(store, storage, prefix, options), (outcome) => {
      if (this.#over) return;
      if (!outcome.ok) {
        this.#fail(outcome.status);
        return;
      }
      for (const item of outcome.body.items) this.#send('ADDED', item, null);
      this.#join(outcome.version);
    });
  }

  #join(after: number): void {
    this.#joined = this.#parts.hub.join(after, {
      onEvent: (event) => this.#onEvent(event),
      onEnd: (failure) => this.#onStorageEnd(failure),
    });
  }

  /** What does not match the selectors neither now nor before is not sent. */
  #onEvent(event: StorageWatchEvent): void {
    if (this.#over) return;
    const { type, object, previous, revision, etcdSeq } = event;
    const { namespace } = this.#parts;
    if (namespace !== '' && namespaceOf(object) !== namespace) return;
    const { matches } = this.#options;
    const now = type !== 'DELETED' && (matches?.(object) ?? true);
    const before = previous !== undefined && (matches?.(previous) ?? true);
    if (now) this.#send(before ? 'MODIFIED' : 'ADDED', this.#worded(object), etcdSeq);
    else if (before) {
      const last = withMeta(previous, { resourceVersion: String(revision) });
      this.#send('DELETED', this.#worded(last), etcdSeq);
    }
  }

  #worded(object: KubeObject): KubeObject {
    const { fromStorage } = this.#parts.store.strategy;
    return fromStorage ? fromStorage(object) : object;
  }

  /** @param etcdSeq the etcd record of this revision; null for what was there before. */
  #send(type: WatchPiece['type'], object: KubeObject, etcdSeq: Seq | null): void {
    const { process, actor, store } = this.#parts;
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
    const piece: WatchPiece = { type, object };
    this.#call.push(seq, piece);
  }

  #onStorageEnd(failure: StorageFailure): void {
    if (this.#over) return;
    if (failure.kind === 'expired') {
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
    this.#close();
    this.#call.end(reason);
  }

  #close(): void {
    if (this.#over) return;
    this.#over = true;
    this.#timer?.cancel();
    this.#joined?.leave();
  }
}
