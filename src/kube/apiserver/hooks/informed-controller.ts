/**
 * What the controllers that hooks start have in common: they wait for informers, then some workers
 * take keys from a queue, and a key that failed comes again after a wait.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache (WaitForCacheSync); the
 *             queue is that of client/workqueue.ts
 */
import type { SimDuration } from '#base';
import { type HostedMachine, hostMachine, type Procedure } from '#kernel';
import { ItemExponentialFailureRateLimiter } from '../../client/rate-limiters';
import { WorkQueue } from '../../client/workqueue';
import type { ServerContext } from '../server-context';
import {
  type InformedControllerMachineEvent,
  informedControllerMachine,
} from './informed-controller-machine';

export interface InformedControllerOptions {
  readonly server: ServerContext;
  readonly actor: string;
  /** Log lines of the start and of the end. */
  readonly says: { readonly start: string; readonly stop: string };
  /** What must have synced before a key is taken. */
  readonly caches: readonly { readonly hasSynced: boolean }[];
  readonly workers: number;
  /** The caches have synced; the workers start afterwards. */
  readonly onSynced: () => void;
  /** Deals with a key. @returns why it has to come again, or when; undefined when it is done. */
  readonly sync: (key: string) => Procedure<string | SyncAgain | undefined>;
  /** The log line of a failed key. */
  readonly failure: (key: string, error: string) => string;
  /** First and longest wait of a failed key; absent: those of controllers by default. */
  readonly retry?: { readonly first: SimDuration; readonly longest: SimDuration };
}

/** The key is done, and comes again after a length of time. Upstream: AddAfter by the worker. */
export interface SyncAgain {
  readonly after: SimDuration;
}

export class InformedController {
  readonly #options: InformedControllerOptions;
  readonly #queue: WorkQueue;
  /** Keys whose last sync failed. */
  readonly #failing = new Set<string>();
  #machine: HostedMachine | undefined;

  constructor(options: InformedControllerOptions) {
    this.#options = options;
    const { server, actor, workers, retry } = options;
    this.#queue = new WorkQueue({
      process: server.process,
      actor,
      name: 'keys',
      workers,
      atOnce: true,
      quiet: true,
      limiter: retry && new ItemExponentialFailureRateLimiter(retry.first, retry.longest),
      work: (key, done) => this.#work(key, done),
    });
  }

  start(): void {
    const { server, actor, says, caches } = this.#options;
    const { process, stop } = server;
    process.log(actor, 'info', says.start);
    const effects = {
      checkCaches: () => {
        if (caches.every(({ hasSynced }) => hasSynced)) {
          process.later(NOW, () => this.#send('cachesSynced'));
        }
      },
      startWorkers: () => this.#startWorkers(),
      leave: () => process.log(actor, 'info', says.stop),
    };
    this.#machine = hostMachine(process, { actor, machine: informedControllerMachine, effects });
    stop.onClose(() => {
      this.#queue.shutDown();
      this.#send('stopAsked');
    });
  }

  /** Upstream: Add. One that is waiting is not added twice. */
  add(key: string): void {
    this.#queue.add(key);
  }

  /** Upstream: AddAfter. Of two waits of one key the earlier counts. */
  addAfter(key: string, name: string, wait: SimDuration): void {
    this.#queue.addAfter(key, wait, name);
  }

  #startWorkers(): void {
    this.#options.onSynced();
    this.#queue.start();
  }

  #work(key: string, done: () => void): void {
    const { server, sync } = this.#options;
    server.run(sync(key), (result) => {
      this.#ended(key, result);
      done();
    });
  }

  #ended(key: string, result: string | SyncAgain | undefined): void {
    const failed = this.#failing.size > 0;
    if (result === undefined) this.#forget(key);
    else if (typeof result === 'string') this.#again(key, result);
    else this.addAfter(key, 'again', result.after);
    if (failed && this.#failing.size === 0) this.#send('syncRecovered');
    if (!failed && this.#failing.size > 0) this.#send('syncFailed');
  }

  #forget(key: string): void {
    this.#failing.delete(key);
    this.#queue.forget(key);
  }

  #again(key: string, error: string): void {
    const { server, actor, failure } = this.#options;
    server.process.log(actor, 'error', failure(key, error));
    this.#failing.add(key);
    this.#queue.addRateLimited(key, 'retry');
  }

  #send(type: InformedControllerMachineEvent['type']): void {
    this.#machine?.send({ type });
  }
}

const NOW = 0 as SimDuration;
