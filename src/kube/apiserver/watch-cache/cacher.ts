/**
 * Storage of one resource with its watch cache: one list and one watch of etcd for all clients of
 * the server. Reads that say how old they may be come from memory, and so do all watches; writes
 * go to etcd, with the copy of the cache as a first guess.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go
 * Acts as     watch-cache/...
 * Simplified  a page of a list at the newest version comes from etcd in every version
 */
import { type SimDuration, type SimTime, seconds } from '#base';
import {
  type HostedMachine,
  hostMachine,
  type Procedure,
  type Process,
  perform,
  runProcedure,
} from '#kernel';
import type { KubeObject } from '../../api/objects';
import { unparsedVersion } from '../storage/resource-version';
import type {
  Storage,
  StorageFailure,
  StorageResult,
  StorageWatchEvent,
  StorageWatcher,
  StoredList,
  UpdateOptions,
} from '../storage/storage';
import { STORAGE_CODE } from '../storage/storage';
import { storageError } from '../storage/storage-errors';
import { readAll, storedList } from './cache-contents';
import { type CacherMachineEvent, cacherMachine } from './cacher-machine';
import { delegatesList } from './delegates-list';
import { Dispatcher } from './dispatcher';
import { type Resized, resizeText, type WindowBounds } from './event-window';
import { initialEventsFresh, openCacheWatch } from './open-watch';
import { ProgressRequester } from './progress-requester';
import { failureText, STOPPED, UNREADY } from './unready';
import { WatchCache } from './watch-cache';
import type { OpenedWatch, WatchAsk, WatchSource } from './watch-source';

/**
 * For how long internal errors of the watch are borne. Source: NewCacherFromConfig,
 * MaxInternalErrorRetryDuration.
 */
const INTERNAL_ERRORS_BORNE: SimDuration = seconds(30);
const NO_OBJECT: KubeObject = { metadata: {} };
type GetOptions = Parameters<Storage['get']>[1];
type ListOptions = Parameters<Storage['list']>[1];
type DeleteOptions = Parameters<Storage['delete']>[1];

export interface CacherOptions {
  readonly process: Process;
  /** `<server>/watch-cache/<resource>`. */
  readonly actor: string;
  /** Name in log lines: the resource with its group. */
  readonly resource: string;
  readonly storage: Storage;
  /** Where all objects of the resource are; it ends in a slash. */
  readonly prefix: string;
  /** Lists at the newest version are served from memory. Upstream: ConsistentListFromCache. */
  readonly consistentLists: boolean;
  /** Who comes too early is refused or sent on. Upstream: ResilientWatchCacheInitialization. */
  readonly resilient: boolean;
  /** Clients may look for one value of a field, for which there is an index. */
  readonly indexed?: boolean;
  readonly bounds?: WindowBounds;
  readonly bookmarkPeriod?: SimDuration;
}

export class Cacher implements Storage, WatchSource {
  readonly #options: CacherOptions;
  readonly #cache: WatchCache;
  readonly #dispatcher: Dispatcher;
  #machine: HostedMachine | undefined;
  #watch: { stop(): void } | undefined;
  /** Who waits until it is ready. */
  #waiting: (() => void)[] = [];
  #ready = false;
  /** Since when the watch of etcd has been ending with errors. */
  #interruptedSince: SimTime | undefined;
  #stopped = false;

  constructor(options: CacherOptions) {
    const { process, actor, storage, prefix, bounds, resource, bookmarkPeriod } = options;
    this.#options = options;
    const progress = new ProgressRequester(process, () => storage.requestProgress(prefix));
    const onWaiting = (now: boolean) => options.consistentLists && progress.setWaiting(now);
    const onResize = (to: Resized) => this.#decided('resizeCacheLocked', ...resizeText(to));
    this.#cache = new WatchCache({ process, bounds, onWaiting, onResize });
    this.#dispatcher = new Dispatcher({ process, actor, resource, bookmarkPeriod });
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** Upstream: NewCacherFromConfig. Begins with the list. */
  start(): void {
    if (this.#machine || this.#stopped) return;
    const { process, actor } = this.#options;
    this.#machine = hostMachine(process, {
      actor,
      machine: cacherMachine,
      effects: {
        terminateAllWatchers: () => this.#dispatcher.terminateAll(),
        list: () => this.#list(),
        openWatch: () => this.#openWatch(),
        closeWatch: () => this.#watch?.stop(),
        becomeReady: () => this.#setReady(true),
        becomeUnready: () => this.#setReady(false),
      },
    });
  }

  /** Upstream: Stop. Watches end; who asks afterwards is refused. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#send({ type: 'stop' });
    this.#setReady(false);
  }

  *get(key: string, options: GetOptions): Procedure<StorageResult<KubeObject>> {
    const { storage, resilient } = this.#options;
    const { resourceVersion = '', ignoreNotFound } = options;
    if (resourceVersion === '') return yield* storage.get(key, options);
    const refusal = unparsedVersion(resourceVersion);
    if (refusal) return { ok: false, failure: { kind: 'refused', refusal } };
    const asked = Number(resourceVersion);
    if (!this.#ready && (asked === 0 || resilient)) {
      return yield* storage.get(key, options);
    }
    const unready = yield* this.#untilReady();
    if (unready) return { ok: false, failure: unready };
    const found = yield* this.#cache.waitUntilFreshAndGet(asked, key);
    if (!found.ok) return found;
    const { value, revision } = found;
    if (value) return { ok: true, value, revision };
    if (ignoreNotFound) return { ok: true, value: NO_OBJECT, revision: 0 };
    return { ok: false, failure: storageError(STORAGE_CODE.keyNotFound, key) };
  }

  create(
    key: string,
    object: KubeObject,
    ttlSeconds?: number,
  ): Procedure<StorageResult<KubeObject>> {
    return this.#options.storage.create(key, object, ttlSeconds);
  }

  delete(key: string, options: DeleteOptions): Procedure<StorageResult<KubeObject>> {
    return this.#options.storage.delete(key, { ...options, cached: this.#cache.get(key) });
  }

  guaranteedUpdate(key: string, options: UpdateOptions): Procedure<StorageResult<KubeObject>> {
    const cached = this.#cache.get(key);
    return this.#options.storage.guaranteedUpdate(key, Object.assign({}, options, { cached }));
  }

  /** Upstream: GetList. The limit is of no meaning where the list comes from memory. */
  *list(prefix: string, options: ListOptions): Procedure<StorageResult<StoredList>> {
    const { storage } = this.#options;
    const { resourceVersion = '' } = options;
    const refusal = unparsedVersion(resourceVersion);
    if (delegatesList(options, this.#options, this.#ready || refusal !== undefined)) {
      return yield* storage.list(prefix, options);
    }
    if (refusal) return { ok: false, failure: { kind: 'refused', refusal } };
    let asked = Number(resourceVersion);
    if (resourceVersion === '') {
      const current = yield* storage.list(this.#options.prefix, { limit: 1 });
      if (!current.ok) return current;
      asked = current.revision;
    }
    const unready = yield* this.#untilReady();
    if (unready) return { ok: false, failure: unready };
    const found = yield* this.#cache.waitUntilFreshAndList(asked);
    if (found.ok) return storedList(found.value.elements, prefix, found.revision);
    // A consistent list that memory is not fresh enough for comes from etcd.
    return resourceVersion === '' ? yield* storage.list(prefix, options) : found;
  }

  watch(prefix: string, fromRevision: number, watcher: StorageWatcher): { stop(): void } {
    return this.#options.storage.watch(prefix, fromRevision, watcher);
  }

  requestProgress(prefix: string): void {
    this.#options.storage.requestProgress(prefix);
  }

  destroy(): void {
    this.stop();
  }

  *openWatch(ask: WatchAsk): Procedure<StorageResult<OpenedWatch>> {
    const unready = yield* this.#untilReady();
    if (unready) return { ok: false, failure: unready };
    const { process, storage, prefix, indexed = false } = this.#options;
    const expired = (why: string) => this.#decided('getAllEventsSinceLocked', 'expired', why);
    if (ask.sendInitialEvents) {
      const failure = yield* initialEventsFresh(storage, prefix, this.#cache, ask);
      if (failure) return { ok: false, failure };
    }
    const parts = { process, cache: this.#cache, dispatcher: this.#dispatcher, indexed, expired };
    return openCacheWatch(parts, ask);
  }

  /** Upstream: ready.wait, and ready.check from 1.31 on. */
  *#untilReady(): Procedure<StorageFailure | undefined> {
    if (!this.#ready && !this.#stopped) {
      if (this.#options.resilient) return UNREADY;
      yield* perform<void>((resume) => this.#waiting.push(resume));
    }
    return this.#stopped ? STOPPED : undefined;
  }

  #setReady(ready: boolean): void {
    this.#ready = ready;
    if (!ready && !this.#stopped) return;
    for (const go of this.#waiting.splice(0)) go();
  }

  #send(event: CacherMachineEvent): void {
    this.#machine?.send(event);
  }

  #list(): void {
    const { storage, prefix } = this.#options;
    runProcedure(readAll(storage, prefix), (read) => {
      if (this.#stopped) return;
      if (!read.ok) {
        this.#failed(failureText(read.failure));
        this.#send({ type: 'listFailed' });
        return;
      }
      this.#interruptedSince = undefined;
      this.#cache.replace(read.value, read.revision);
      this.#send({ type: 'listed' });
    });
  }

  /** Goes on after what the cache knows. */
  #openWatch(): void {
    let current = true;
    const { storage, prefix } = this.#options;
    const { stop } = storage.watch(prefix, this.#cache.revision, {
      onEvent: (event) => {
        if (current) this.#onEvent(event);
      },
      onProgress: (revision) => {
        if (!current) return;
        this.#cache.updateResourceVersion(revision);
        this.#dispatcher.noteProgress(revision);
      },
      onEnd: (failure) => {
        if (!current) return;
        current = false;
        this.#watchEnded(failure);
      },
    });
    this.#watch = {
      stop: () => {
        current = false;
        stop();
      },
    };
  }

  /** An internal error of etcd is borne for a while: it may have lost its leader. */
  #watchEnded(failure: StorageFailure): void {
    const now = this.#options.process.ownTime();
    this.#interruptedSince ??= now;
    const borne = failure.kind === 'raw' && now - this.#interruptedSince <= INTERNAL_ERRORS_BORNE;
    this.#send({ type: borne ? 'watchInterrupted' : 'watchFailed' });
  }

  #onEvent(event: StorageWatchEvent): void {
    this.#interruptedSince = undefined;
    this.#dispatcher.dispatch(this.#cache.process(event));
  }

  #decided(name: string, outcome: string, reason: string): void {
    const { process, actor } = this.#options;
    process.write('decision', actor, { name, outcome, reason, saw: [] });
  }

  #failed(why: string): void {
    const { process, actor, resource } = this.#options;
    const text = `unexpected ListAndWatch error: ${why}; reinitializing...`;
    process.log(actor, 'error', `cacher (${resource}): ${text}`);
  }
}
