/**
 * A cache of one resource that its users share, and word of every change to them.
 *
 * What is guaranteed: the cache is changed before a handler hears of it; a handler hears of one
 * object's changes in their order; an object that was changed and then deleted is at least reported
 * as deleted. What is not: every state between, and any order between two resources.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache (shared_informer.go,
 *             controller.go), informers/factory.go
 * Simplified  no queue before a handler; no resync, so every handler hears of unchanged objects
 *             after another list
 */
import { compareText } from '#base';
import type { Process } from '#kernel';
import { metaNamespaceKey, nameOf, namespaceOf, versionOf } from '../api/meta';
import type { ApiResource, KubeObject } from '../api/objects';
import { apiVersionOf } from '../api/resources';
import { type Delta, DeltaFifo, type Deltas, objectOf } from './delta-fifo';
import { goType, Reflector, type ReflectorStore } from './reflector';
import type { RestClient } from './rest-client';
import { Indexer } from './store';

/** Name of the reflectors of a factory. Source: the caller's place that client-go prints. */
const REFLECTOR_NAME = 'k8s.io/client-go/informers/factory.go:134';

export interface InformerHandler {
  readonly onAdd?: (object: KubeObject) => void;
  readonly onUpdate?: (old: KubeObject, object: KubeObject) => void;
  readonly onDelete?: (object: KubeObject) => void;
}

export interface InformerOptions {
  readonly process: Process;
  /** Writes the deltas and the reflector's states. */
  readonly actor: string;
  readonly client: RestClient;
  readonly of: ApiResource;
  /** "" for all namespaces. */
  readonly namespace?: string;
  /** Only objects that it selects are listed and watched. */
  readonly fieldSelector?: string;
  /** Told once, when the first list has been taken in. */
  readonly onSynced?: () => void;
}

export class SharedInformer implements ReflectorStore {
  readonly of: ApiResource;
  readonly #options: InformerOptions;
  readonly #indexer = new Indexer();
  readonly #fifo: DeltaFifo<KubeObject>;
  readonly #handlers: InformerHandler[] = [];
  readonly #reflector: Reflector;
  #synced = false;
  #started = false;

  constructor(options: InformerOptions) {
    const { process, actor, client, of, namespace = '', fieldSelector } = options;
    this.of = of;
    this.#options = options;
    const parts = { process, actor, client, of, namespace, fieldSelector, name: REFLECTOR_NAME };
    this.#reflector = new Reflector({ ...parts, store: this });
    this.#fifo = new DeltaFifo({
      keyOf: metaNamespaceKey,
      known: this.#indexer,
      emitReplaced: true,
      replaceChecksQueue: true,
    });
    this.#processLoop();
  }

  /** `v1.Namespace`; names the informer in records. */
  get name(): string {
    return `${apiVersionOf(this.of)}.${this.of.kind}`;
  }

  /** The first list has been taken in. */
  get hasSynced(): boolean {
    return this.#synced;
  }

  get started(): boolean {
    return this.#started;
  }

  /** What the cache holds; `namespace` is "" for resources without one. Upstream: Lister.Get. */
  get(namespace: string, name: string): KubeObject | undefined {
    return this.#indexer.get(namespace === '' ? name : `${namespace}/${name}`);
  }

  /** Objects of the namespace ("" for all), in order of key. Upstream: Lister.List. */
  list(namespace: string): readonly KubeObject[] {
    return this.#indexer.list(namespace);
  }

  /** One that comes late hears of every object in the cache as added. */
  addEventHandler(handler: InformerHandler): void {
    this.#handlers.push(handler);
    for (const object of this.#indexer.list('')) handler.onAdd?.(object);
  }

  /** Begins to list and watch; a second call does nothing. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#reflector.start();
  }

  stop(): void {
    if (this.#started) this.#reflector.stop();
  }

  added(object: KubeObject): void {
    this.#fifo.add(object);
  }

  updated(object: KubeObject): void {
    this.#fifo.update(object);
  }

  deleted(object: KubeObject): void {
    this.#fifo.delete(object);
  }

  /** What has gone is reported with its last known state. */
  replaced(items: readonly KubeObject[]): void {
    this.#fifo.replace(items);
    if (this.#synced || !this.#fifo.hasSynced) return;
    this.#synced = true;
    this.#options.onSynced?.();
  }

  /** Takes in what comes, at once. Upstream: controller.processLoop. */
  #processLoop(): void {
    this.#fifo.pop(
      (deltas) => this.#processDeltas(deltas),
      () => this.#processLoop(),
    );
  }

  #processDeltas(deltas: Deltas<KubeObject>): undefined {
    for (const delta of deltas) this.#handle(delta);
  }

  /** What is known is updated, whatever the delta is called. */
  #handle({ type, object: given }: Delta<KubeObject>): void {
    const { process, actor } = this.#options;
    const object = objectOf(given);
    process.write('delta', actor, {
      type,
      resourceVersion: versionOf(object),
      informer: this.name,
      namespace: namespaceOf(object),
      name: nameOf(object),
    });
    const old = this.#indexer.get(metaNamespaceKey(object));
    if (type === 'Deleted') {
      this.#indexer.delete(object);
      for (const handler of this.#handlers) handler.onDelete?.(object);
      return;
    }
    this.#indexer.update(object);
    for (const handler of this.#handlers) {
      if (!old) handler.onAdd?.(object);
      else handler.onUpdate?.(old, object);
    }
  }
}

/** What all informers of a factory have; each is the actor `<actor>/<resource>`. */
export type FactoryOptions = Omit<InformerOptions, 'of' | 'namespace' | 'fieldSelector'>;

/** The shared informers of one process. Upstream: SharedInformerFactory. */
export class SharedInformerFactory {
  readonly #options: FactoryOptions;
  readonly #informers = new Map<string, SharedInformer>();
  #stopped = false;

  constructor(options: FactoryOptions) {
    this.#options = options;
  }

  /** The informer of a resource, registered at the first asking. It runs after the next `start`. */
  informerFor(of: ApiResource): SharedInformer {
    const key = `${apiVersionOf(of)}/${of.resource}`;
    let informer = this.#informers.get(key);
    if (!informer) {
      const actor = `${this.#options.actor}/${of.resource}`;
      informer = new SharedInformer({ ...this.#options, actor, of });
      this.#informers.set(key, informer);
    }
    return informer;
  }

  /** Starts every registered informer that does not run yet; after `stop` it does nothing. */
  start(): void {
    if (this.#stopped) return;
    for (const informer of this.#informers.values()) informer.start();
  }

  stop(): void {
    this.#stopped = true;
    for (const informer of this.#informers.values()) informer.stop();
  }

  /** `*v1.Namespace` and the like of informers that were started and have not synced, in order. */
  notSynced(): readonly string[] {
    return [...this.#informers.values()]
      .filter(({ started, hasSynced }) => started && !hasSynced)
      .map(({ of }) => goType(of))
      .sort(compareText);
  }
}
