/**
 * A cache of one resource that its users share, and word of every change to them.
 *
 * What is guaranteed: the cache is changed before a handler hears of it; a handler hears of one
 * object's changes in their order; an object that was changed and then deleted is at least reported
 * as deleted. What is not: every state between, and any order between two resources.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache (shared_informer.go,
 *             controller.go)
 * Simplified  objects are transformed when they are taken in, and a transformation does not fail
 */
import { formatGoDuration, NO_DURATION, type SimDuration, seconds } from '#base';
import type { Process } from '#kernel';
import { metaNamespaceKey, nameOf, namespaceOf, versionOf } from '../api/meta';
import type { ApiResource, KubeObject } from '../api/objects';
import { apiVersionOf } from '../api/resources';
import type { Syncing } from './cache-sync';
import { type Delta, DeltaFifo, type Deltas, objectOf, Tombstone } from './delta-fifo';
import { type HandlerRegistration, Registration } from './handler-registration';
import {
  determineResyncPeriod,
  type InformerHandler,
  ProcessorListener,
  SharedProcessor,
} from './processor-listener';
import { Reflector } from './reflector';
import type { ReflectorStore } from './reflector-options';
import type { RestClient } from './rest-client';
import { Indexer, type IndexFunc } from './store';

export type { InformerHandler } from './processor-listener';

/** Name of the reflectors of a factory. Source: the caller's place that client-go prints. */
const REFLECTOR_NAME = 'k8s.io/client-go/informers/factory.go:134';
/** Shortest time between two resyncs. Source: minimumResyncPeriod. */
const MINIMUM_RESYNC_PERIOD = seconds(1);

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
  /** How often handlers that do not say hear of everything again; absent or 0: never. */
  readonly resyncPeriod?: SimDuration;
  /** What the cache keeps of an object. */
  readonly transform?: (object: KubeObject) => KubeObject;
  /** Hears why a list-and-watch has failed; absent: it is logged. */
  readonly onWatchError?: (error: string) => void;
  /** Told once, when the first list has been taken in. */
  readonly onSynced?: () => void;
}

export class SharedInformer implements ReflectorStore, Syncing {
  readonly of: ApiResource;
  readonly #options: InformerOptions;
  readonly #indexer = new Indexer();
  readonly #fifo: DeltaFifo<KubeObject>;
  readonly #processor: SharedProcessor;
  readonly #waiting: (() => void)[] = [];
  #reflector: Reflector | undefined;
  #resyncCheckPeriod: SimDuration;
  #synced = false;
  #stopped = false;

  constructor(options: InformerOptions) {
    const { of, onSynced, resyncPeriod = NO_DURATION } = options;
    this.of = of;
    this.#options = options;
    this.#resyncCheckPeriod = resyncPeriod;
    this.#processor = new SharedProcessor(options);
    if (onSynced) this.#waiting.push(onSynced);
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
    return this.#reflector !== undefined;
  }

  /** How often it looks who is to hear of everything again; 0 for never. */
  get resyncCheckPeriod(): SimDuration {
    return this.#resyncCheckPeriod;
  }

  whenSynced(run: () => void): void {
    if (this.#synced) run();
    else this.#waiting.push(run);
  }

  /** What the cache holds; `namespace` is "" for resources without one. Upstream: Lister.Get. */
  get(namespace: string, name: string): KubeObject | undefined {
    return this.getByKey(namespace === '' ? name : `${namespace}/${name}`);
  }

  /** By the key of a work queue. */
  getByKey(key: string): KubeObject | undefined {
    return this.#indexer.get(key);
  }

  /** Objects of the namespace ("" for all), in order of key. Upstream: Lister.List. */
  list(namespace: string): readonly KubeObject[] {
    return this.#indexer.list(namespace);
  }

  /** Objects by which a function of `addIndexers` says a value, in order of key. */
  byIndex(name: string, value: string): readonly KubeObject[] {
    return this.#indexer.byIndex(name, value);
  }

  /** Before it starts. Upstream: AddIndexers. */
  addIndexers(indexers: Readonly<Record<string, IndexFunc<KubeObject>>>): void {
    this.#indexer.addIndexers(indexers);
  }

  /**
   * One that comes late hears of every object in the cache as added; one that comes after the end
   * hears of nothing.
   * @param wanted how often it hears of everything again, as updates from what is to what is; 0 for
   *   never, absent: as often as the informer says
   */
  addEventHandler(
    handler: InformerHandler,
    wanted: SimDuration = this.#options.resyncPeriod ?? NO_DURATION,
  ): HandlerRegistration {
    const requested = this.#allowedPeriod(wanted);
    const period = determineResyncPeriod(this.#options, requested, this.#resyncCheckPeriod);
    const now = this.#options.process.ownTime();
    const listener = new ProcessorListener(handler, requested, period, now);
    if (!this.#stopped) this.#add(listener);
    return new Registration(this, listener, this.#processor);
  }

  /** Begins to list and watch; a second call does nothing. */
  start(): void {
    if (this.#reflector || this.#stopped) return;
    const { process, actor, client, of, namespace = '', fieldSelector } = this.#options;
    this.#reflector = new Reflector({
      ...{ process, actor, client, of, namespace, fieldSelector, name: REFLECTOR_NAME },
      store: this,
      resyncPeriod: this.#resyncCheckPeriod,
      shouldResync: () => this.#processor.shouldResync(),
      onWatchError: this.#options.onWatchError,
    });
    this.#reflector.start();
  }

  stop(): void {
    this.#stopped = true;
    this.#reflector?.stop();
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
    for (const run of this.#waiting.splice(0)) run();
  }

  resync(): undefined {
    this.#fifo.resync();
  }

  /** The period that the handler may ask for; before the start the informer follows it. */
  #allowedPeriod(wanted: SimDuration): SimDuration {
    if (wanted === NO_DURATION) return wanted;
    const { process, actor } = this.#options;
    const least = formatGoDuration(MINIMUM_RESYNC_PERIOD);
    if (wanted < MINIMUM_RESYNC_PERIOD) {
      const what = `resyncPeriod ${formatGoDuration(wanted)} is too small`;
      const how = `Changing it to the minimum allowed value of ${least}`;
      process.log(actor, 'warning', `${what}. ${how}`);
    }
    const period = Math.max(wanted, MINIMUM_RESYNC_PERIOD) as SimDuration;
    const check = this.#resyncCheckPeriod;
    if (period >= check) return period;
    if (this.started) {
      const words = `resyncPeriod ${formatGoDuration(period)} is smaller than resyncCheckPeriod`;
      const why = 'and the informer has already started';
      const text = formatGoDuration(check);
      process.log(actor, 'warning', `${words} ${text} ${why}. Changing it to ${text}`);
      return check;
    }
    this.#resyncCheckPeriod = period;
    this.#processor.resyncCheckPeriodChanged(period);
    return period;
  }

  #add(listener: ProcessorListener): void {
    this.#processor.addListener(listener);
    for (const object of this.#indexer.list('')) {
      listener.add({ kind: 'add', object, isInInitialList: true });
    }
    listener.run();
  }

  /** Takes in what comes, at once. Upstream: controller.processLoop. */
  #processLoop(): void {
    this.#fifo.pop(
      (deltas) => this.#processDeltas(deltas),
      () => this.#processLoop(),
    );
  }

  /** Handlers hear of it when the queue has let go of it. */
  #processDeltas(deltas: Deltas<KubeObject>): undefined {
    for (const delta of deltas) this.#handle(delta);
    this.#processor.run();
  }

  /** What is known is updated, whatever the delta is called. */
  #handle({ type, object: given }: Delta<KubeObject>): void {
    const { process, actor, transform } = this.#options;
    const came = objectOf(given);
    process.write('delta', actor, {
      type,
      resourceVersion: versionOf(came),
      informer: this.name,
      namespace: namespaceOf(came),
      name: nameOf(came),
    });
    const old = this.#indexer.get(metaNamespaceKey(came));
    const object = transform ? transform(came) : came;
    const finalStateUnknown = given instanceof Tombstone;
    if (type === 'Deleted') {
      this.#indexer.delete(object);
      this.#processor.distribute({ kind: 'delete', object, finalStateUnknown }, false);
      return;
    }
    this.#indexer.update(object);
    if (old) {
      const unchanged = old.metadata.resourceVersion === object.metadata.resourceVersion;
      this.#processor.distribute({ kind: 'update', old, object }, unchanged);
      return;
    }
    const isInInitialList = !this.#synced;
    this.#processor.distribute({ kind: 'add', object, isInInitialList }, false);
  }
}
