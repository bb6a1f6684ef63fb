/**
 * What the controllers of a controller manager have in common: how one is made, and workers that
 * take keys from a queue.
 *
 * Upstream    kubernetes v1.27 cmd/kube-controller-manager/app/controllermanager.go
 *             (ControllerContext, InitFunc); the loop of workers is that of every controller
 *             (runWorker, processNextWorkItem)
 */
import { NO_DURATION, type SimDuration } from '#base';
import { type Procedure, type Process, runProcedure } from '#kernel';
import type { SharedInformerFactory } from '../client';
import type { RateLimiter } from '../client/rate-limiters';
import type { RestClient } from '../client/rest-client';
import type { RuntimeErrors } from '../client/runtime-errors';
import { WorkQueue } from '../client/workqueue';
import type { Profile } from '../profile';

export interface ClientRates {
  /** How many times the rate of other controllers. */
  readonly qps: number;
  readonly burst: number;
}

/** What a controller is made of. Upstream: ControllerContext. */
export interface ControllerContext {
  readonly process: Process;
  /** `<process>/<name>`, by the name before 1.28 where there is one. */
  readonly actor: string;
  readonly profile: Profile;
  /** Those of the whole process; they start when all controllers are made. */
  readonly informers: SharedInformerFactory;
  /** A client of its own, which acts as its account where the manager is told so. */
  readonly client: (times?: ClientRates) => RestClient;
  readonly errors: RuntimeErrors;
  readonly gateOn: (gate: string) => boolean;
  /** The value of a flag of the manager. */
  readonly flag: (name: string) => unknown;
}

/** One that has been made: its handlers are registered. */
export interface Controller {
  /** What it logs when it runs, before it waits for its caches. */
  readonly greeting: string;
  /** Its caches are filled. */
  work(): void;
}

export type MakeController = (context: ControllerContext) => Controller;

/** The key is done and comes again after a length of time. */
export interface ComesAgain {
  readonly after: SimDuration;
}

/** How the work on a key ends: undefined when all is well, a text for an error. */
export type SyncEnd = string | ComesAgain | undefined;

export interface KeyWorkersOptions {
  /** Name of the queue. */
  readonly name: string;
  readonly workers: number;
  readonly limiter?: RateLimiter;
  readonly sync: (key: string) => Procedure<SyncEnd>;
  /** The log line of an error. */
  readonly failure: (key: string, error: string) => string;
  /** Its wait begins before the error is told of, which may take a moment; absent: after that. */
  readonly requeuesFirst?: boolean;
  /** Absent: a key comes again as long as it fails. */
  readonly budget?: RetryBudget;
}

/** A key that has failed too often is given up; only that is an error. */
export interface RetryBudget {
  readonly retries: number;
  /** Messages of the lines in the log that name key and error. */
  readonly retrying: string;
  readonly dropping: string;
}

/** A queue and its workers; a key that fails comes again, later each time. */
export class KeyWorkers {
  readonly #context: ControllerContext;
  readonly #options: KeyWorkersOptions;
  readonly #queue: WorkQueue;

  constructor(context: ControllerContext, options: KeyWorkersOptions) {
    const { process, actor } = context;
    const { name, workers, limiter } = options;
    this.#context = context;
    this.#options = options;
    const work = (key: string, done: () => void) => {
      runProcedure(this.#processItem(key), done);
    };
    this.#queue = new WorkQueue({ process, actor, name, workers, work, limiter });
  }

  add(key: string): void {
    this.addAfter(key, NO_DURATION);
  }

  addAfter(key: string, wait: SimDuration): void {
    if (wait === NO_DURATION) this.#queue.add(key);
    else this.#queue.addAfter(key, wait);
  }

  start(): void {
    this.#queue.start();
  }

  *#processItem(key: string): Procedure<void> {
    const { actor, errors } = this.#context;
    const { sync, failure, budget, requeuesFirst = false } = this.#options;
    const end = yield* sync(key);
    if (end === undefined) this.#queue.forget(key);
    else if (typeof end === 'object') this.#queue.addAfter(key, end.after);
    else if (budget && this.#mayRetry(key, end, budget)) this.#queue.addRateLimited(key);
    else {
      if (budget) this.#queue.forget(key);
      else if (requeuesFirst) this.#queue.addRateLimited(key);
      yield* errors.handleError(actor, failure(key, end));
      if (!budget && !requeuesFirst) this.#queue.addRateLimited(key);
    }
  }

  #mayRetry(key: string, error: string, { retries, retrying, dropping }: RetryBudget): boolean {
    const { process, actor } = this.#context;
    const may = this.#queue.numRequeues(key) < retries;
    const of = `key=${JSON.stringify(key)} err=${JSON.stringify(error)}`;
    process.log(actor, 'info', `${JSON.stringify(may ? retrying : dropping)} ${of}`);
    return may;
  }
}
