/**
 * Empties namespaces that are being deleted, and lets go of them.
 *
 * Upstream    kubernetes v1.27 pkg/controller/namespace/namespace_controller.go
 * Acts as     namespace
 * Wakes on    Namespaces added or updated that are being deleted, 5 s later; their resync
 * Reads       informer of Namespaces
 * Writes      see resources-deleter.ts
 */
import { millis, minutes, seconds } from '#base';
import type { Procedure } from '#kernel';
import { metaNamespaceKey } from '../../api/meta';
import type { KubeObject } from '../../api/objects';
import { NAMESPACES } from '../../api/resources';
import type { SharedInformer } from '../../client';
import { ItemExponentialFailureRateLimiter } from '../../client/rate-limiters';
import { type Controller, type ControllerContext, KeyWorkers, type SyncEnd } from '../controller';
import { NamespacedResourcesDeleter } from './resources-deleter';

/** --concurrent-namespace-syncs and --namespace-sync-period by default. */
const WORKERS = 10;
const RESYNC = minutes(5);
/** Admission's caches see the deletion before the content goes. Upstream: the same name. */
const NAMESPACE_DELETION_GRACE_PERIOD = seconds(5);
/** Source: nsControllerRateLimiter. */
const RETRY = { first: millis(5), longest: seconds(60) };
/** It sends many requests. Source: startModifiedNamespaceController. */
const RATES = { qps: 20, burst: 100 };

export const makeNamespaceController = (context: ControllerContext): Controller =>
  new NamespaceController(context);

class NamespaceController implements Controller {
  readonly greeting = 'Starting namespace controller';
  readonly #context: ControllerContext;
  readonly #namespaces: SharedInformer;
  readonly #workers: KeyWorkers;
  readonly #deleter: NamespacedResourcesDeleter;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#namespaces = context.informers.informerFor(NAMESPACES);
    this.#deleter = new NamespacedResourcesDeleter(context, context.client(RATES));
    this.#workers = new KeyWorkers(context, {
      name: 'namespace',
      workers: WORKERS,
      limiter: new ItemExponentialFailureRateLimiter(RETRY.first, RETRY.longest),
      sync: (key) => this.#syncNamespace(key),
      failure: (key, error) => `deletion of namespace ${key} failed: ${error}`,
      requeuesFirst: true,
    });
    this.#namespaces.addEventHandler(
      {
        onAdd: (namespace) => this.#enqueue(namespace),
        onUpdate: (_, namespace) => this.#enqueue(namespace),
      },
      RESYNC,
    );
  }

  work(): void {
    this.#workers.start();
  }

  #enqueue(namespace: KubeObject): void {
    if (namespace.metadata.deletionTimestamp === undefined) return;
    this.#workers.addAfter(metaNamespaceKey(namespace), NAMESPACE_DELETION_GRACE_PERIOD);
  }

  *#syncNamespace(key: string): Procedure<SyncEnd> {
    if (this.#namespaces.getByKey(key)) return yield* this.#deleter.delete(key);
    const { process, actor } = this.#context;
    process.log(actor, 'info', `"Namespace has been deleted" namespace=${JSON.stringify(key)}`);
    return undefined;
  }
}
