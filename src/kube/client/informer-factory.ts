/**
 * The informers of one process: one for each resource, however many ask for it.
 *
 * How it is used, in a controller manager or a scheduler:
 *
 *     const informers = new SharedInformerFactory({ process, actor, client, resyncPeriod });
 *     const pods = informers.informerFor(PODS);                  // registers it, starts nothing
 *     pods.addIndexers({ node: (pod) => [nodeNameOf(pod)] });    // before the start
 *     pods.addEventHandler({ onAdd, onUpdate, onDelete });       // its notifications come in order
 *     informers.start();                                         // again after asking for more
 *     runProcedure(informers.waitForCacheSync(), () => ...);     // all that were started
 *     runProcedure(waitForNamedCacheSync({ process, actor }, 'namespace', [pods]), () => ...);
 *     pods.get('default', 'web'); pods.getByKey(key); pods.list(''); pods.byIndex('node', 'n1');
 *
 * A handler computes a key (`metaNamespaceKey`) and adds it to a `WorkQueue`; the worker reads the
 * cache by the key. Objects of the cache are shared: nobody changes them. `actor` is the path
 * `<process>/informers`; each informer is `<actor>/<resource>`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/informers/factory.go
 * Simplified  informers start in the order in which they were asked for, not in one that is drawn
 */
import { compareText, type SimDuration } from '#base';
import type { Procedure } from '#kernel';
import type { ApiResource } from '../api/objects';
import { apiVersionOf } from '../api/resources';
import { waitForCacheSync } from './cache-sync';
import { goType } from './expected-type';
import { type InformerOptions, SharedInformer } from './shared-informer';

/** What all informers of a factory have; each is the actor `<actor>/<resource>`. */
export type FactoryOptions = Omit<InformerOptions, 'of'> & {
  /** Resync periods that are not the factory's, by `group/version/resource`. */
  readonly customResync?: ReadonlyMap<string, SimDuration>;
};

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
      const { customResync, resyncPeriod: common, ...options } = this.#options;
      const actor = `${options.actor}/${of.resource}`;
      const resyncPeriod = customResync?.get(key) ?? common;
      informer = new SharedInformer({ ...options, actor, of, resyncPeriod });
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

  /** Waits for each informer that was started, one after the other. */
  *waitForCacheSync(): Procedure<void> {
    const started = [...this.#informers.values()].filter((informer) => informer.started);
    for (const informer of started) yield* waitForCacheSync(this.#options.process, [informer]);
  }

  /** `*v1.Namespace` and the like of informers that were started and have not synced, in order. */
  notSynced(): readonly string[] {
    return [...this.#informers.values()]
      .filter(({ started, hasSynced }) => started && !hasSynced)
      .map(({ of }) => goType(of))
      .sort(compareText);
  }
}
