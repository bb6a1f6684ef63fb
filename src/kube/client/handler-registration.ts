/**
 * What those who add a handler to an informer get.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache/shared_informer.go
 *             (ResourceEventHandlerRegistration)
 */
import type { SimDuration } from '#base';
import type { Syncing } from './cache-sync';
import type { ProcessorListener, SharedProcessor } from './processor-listener';

/** A handler that was added. */
export interface HandlerRegistration {
  /** It has heard of everything that the first list brought. */
  readonly hasSynced: boolean;
  /** How often it hears of everything again; 0 for never. */
  readonly resyncPeriod: SimDuration;
  /** It hears of nothing any more. Upstream: RemoveEventHandler. */
  remove(): void;
}

export class Registration implements HandlerRegistration {
  readonly #informer: Syncing;
  readonly #listener: ProcessorListener;
  readonly #processor: SharedProcessor;

  constructor(informer: Syncing, listener: ProcessorListener, processor: SharedProcessor) {
    this.#informer = informer;
    this.#listener = listener;
    this.#processor = processor;
  }

  get hasSynced(): boolean {
    return this.#informer.hasSynced && this.#listener.initialListHeard;
  }

  get resyncPeriod(): SimDuration {
    return this.#listener.resyncPeriod;
  }

  remove(): void {
    this.#processor.removeListener(this.#listener);
  }
}
