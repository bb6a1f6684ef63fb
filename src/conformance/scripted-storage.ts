/** Storage that holds what a case says, delivers what it is told, and fails reads if asked to. */
import { NO_DURATION } from '#base';
import { type Procedure, type Process, perform } from '#kernel';
import type { KubeObject, Storage, StorageResult, StorageWatchEvent, StorageWatcher } from '#kube';

export interface ScriptedContent {
  readonly items: readonly KubeObject[];
  readonly keyOf: (object: KubeObject) => string;
  readonly revision: number;
}

export class ScriptedStorage implements Storage {
  readonly #process: Process;
  readonly #content: ScriptedContent;
  #watcher: StorageWatcher | undefined;
  /** Reads fail with this text from now on; undefined for never. */
  failure: string | undefined;
  /** Reads that came here. */
  reads = 0;

  constructor(process: Process, content: ScriptedContent) {
    this.#process = process;
    this.#content = content;
  }

  deliver(event: Omit<StorageWatchEvent, 'etcdSeq' | 'created'>): void {
    this.#watcher?.onEvent({ ...event, etcdSeq: 0, created: event.type === 'ADDED' });
  }

  progress(revision: number): void {
    this.#watcher?.onProgress?.(revision);
  }

  *get(): Procedure<StorageResult<KubeObject>> {
    return yield* this.#read(() => this.#content.items[0]);
  }

  *list() {
    const { items, keyOf } = this.#content;
    const value = { items, keys: items.map(keyOf), more: false, count: items.length };
    return yield* this.#read(() => value);
  }

  watch(_prefix: string, _from: number, watcher: StorageWatcher) {
    this.#watcher = watcher;
    return { stop: () => {} };
  }

  *create(_key: string, object: KubeObject): Procedure<StorageResult<KubeObject>> {
    return yield* this.#read(() => object);
  }

  delete(): Procedure<StorageResult<KubeObject>> {
    return this.get();
  }

  guaranteedUpdate(): Procedure<StorageResult<KubeObject>> {
    return this.get();
  }

  requestProgress(): void {}

  destroy(): void {}

  *#read<T>(value: () => T): Procedure<StorageResult<T>> {
    this.reads += 1;
    yield* perform<void>((resume) => {
      this.#process.later(NO_DURATION, () => resume());
    });
    const { failure: message } = this;
    if (message !== undefined) return { ok: false, failure: { kind: 'raw', message } };
    return { ok: true, value: value(), revision: this.#content.revision };
  }
}
