/**
 * What the controllers that hooks start have in common: they wait for informers, then some workers
 * take keys from a queue, and a key that failed comes again after a wait.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/util/workqueue (queue.go,
 *             delaying_queue.go, default_rate_limiters.go), tools/cache (WaitForCacheSync)
 * Simplified  of the two rate limits only the one by item: the bucket of 10 a second with 100 in
 *             hand is never empty here
 */
import { after, millis, type SimDuration, type SimTime, seconds } from '#base';
import { type HostedMachine, hostMachine, type Procedure, type Timer } from '#kernel';
import type { ServerContext } from '../server-context';
import {
  type InformedControllerMachineEvent,
  informedControllerMachine,
} from './informed-controller-machine';

/** First and longest wait of a failed key. Source: DefaultControllerRateLimiter. */
const RETRY = { first: millis(5), longest: seconds(1_000) };

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
  /** First and longest wait of a failed key. */
  readonly retry?: { readonly first: SimDuration; readonly longest: SimDuration };
}

/** The key is done, and comes again after a length of time. Upstream: AddAfter by the worker. */
export interface SyncAgain {
  readonly after: SimDuration;
}

export class InformedController {
  readonly #options: InformedControllerOptions;
  readonly #queue: string[] = [];
  readonly #dirty = new Set<string>();
  readonly #processing = new Set<string>();
  /** The next wait of each key that failed. */
  readonly #failures = new Map<string, SimDuration>();
  readonly #delayed = new Map<string, { readonly at: SimTime; readonly timer: Timer }>();
  #machine: HostedMachine | undefined;
  #running = false;

  constructor(options: InformedControllerOptions) {
    this.#options = options;
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
      this.#running = false;
      this.#send('stopAsked');
    });
  }

  /** Upstream: Add. One that is waiting is not added twice. */
  add(key: string): void {
    if (this.#dirty.has(key)) return;
    this.#dirty.add(key);
    if (this.#processing.has(key)) return;
    this.#queue.push(key);
    this.#work();
  }

  /** Upstream: AddAfter. Of two waits of one key the earlier counts. */
  addAfter(key: string, name: string, wait: SimDuration): void {
    const { server, actor } = this.#options;
    const { process } = server;
    const at = after(process.sim.now, wait);
    const before = this.#delayed.get(key);
    if (before && before.at <= at) return;
    before?.timer.cancel();
    const timer = process.timer(actor, name, wait, () => {
      this.#delayed.delete(key);
      this.add(key);
    });
    this.#delayed.set(key, { at, timer });
  }

  #startWorkers(): void {
    this.#options.onSynced();
    this.#running = true;
    this.#work();
  }

  #work(): void {
    const { server, sync, workers } = this.#options;
    while (this.#running && this.#processing.size < workers) {
      const key = this.#queue.shift();
      if (key === undefined) return;
      this.#processing.add(key);
      this.#dirty.delete(key);
      server.run(sync(key), (error) => this.#done(key, error));
    }
  }

  #done(key: string, result: string | SyncAgain | undefined): void {
    const failed = this.#failures.size > 0;
    if (result === undefined) this.#failures.delete(key);
    else if (typeof result === 'string') this.#again(key, result);
    else this.addAfter(key, 'again', result.after);
    if (failed && this.#failures.size === 0) this.#send('syncRecovered');
    if (!failed && this.#failures.size > 0) this.#send('syncFailed');
    this.#processing.delete(key);
    if (this.#dirty.has(key)) this.#queue.push(key);
    this.#work();
  }

  /** Upstream: AddRateLimited. */
  #again(key: string, error: string): void {
    const { server, actor, failure } = this.#options;
    server.process.log(actor, 'error', failure(key, error));
    const { first, longest } = this.#options.retry ?? RETRY;
    const wait = this.#failures.get(key) ?? first;
    this.#failures.set(key, Math.min(2 * wait, longest) as SimDuration);
    this.addAfter(key, 'retry', wait);
  }

  #send(type: InformedControllerMachineEvent['type']): void {
    this.#machine?.send({ type });
  }
}

const NOW = 0 as SimDuration;
