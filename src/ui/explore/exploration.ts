/** Many seeds of the scenario on screen, run by workers of their own beside it. */
import { createStore, type StoreApi } from 'zustand';
import type { FromWorker, Scenario, SeedResult } from '#protocol';
import { withSeed } from '../session/edit-scenario';
import { startWorker, type WorkerPort } from '../session/worker-port';
import type { Orrery } from '../stores';

export interface ExplorationState {
  readonly status: 'idle' | 'running' | 'stopped' | 'done' | 'failed';
  /** How many seeds were asked for. */
  readonly total: number;
  /** In the order in which they were ready. */
  readonly results: readonly SeedResult[];
  /** How long it has taken, ms. */
  readonly elapsedMs: number;
  /** Why it failed. */
  readonly reason: string;
}

const IDLE: ExplorationState = {
  status: 'idle',
  total: 0,
  results: [],
  elapsedMs: 0,
  reason: '',
};

/** Between two pictures of what has come in, ms: more would only be work. */
const SHOW_EVERY_MS = 200;

export class Exploration {
  readonly state: StoreApi<ExplorationState> = createStore(() => IDLE);
  readonly #createWorker: () => WorkerPort;
  readonly #clock: () => number;
  /** Whether workers wait for the next start when all seeds are over. */
  readonly #keeps: boolean;
  #workers: WorkerPort[] = [];
  /** Started ahead, not employed yet. */
  #ready: WorkerPort[] = [];
  #left: number[] = [];
  #results: SeedResult[] = [];
  #startedAt = 0;
  #shownAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(createWorker = startWorker, clock = () => performance.now(), keeps = false) {
    this.#createWorker = createWorker;
    this.#clock = clock;
    this.#keeps = keeps;
  }

  /** Starts workers ahead, so that the first seeds do not wait until their script is read. */
  prepare(workers: number): void {
    if (this.state.getState().status === 'running') return;
    while (this.#ready.length < workers) this.#ready.push(this.#createWorker());
  }

  /** Ends those that nobody employed. */
  release(): void {
    for (const worker of this.#ready.splice(0)) worker.terminate();
  }

  /** Begins anew; what an earlier start had found is dropped. */
  start(scenario: Scenario, seeds: readonly number[], workers: number): void {
    this.#end();
    this.#left = [...seeds].reverse();
    this.#results = [];
    this.#startedAt = this.#clock();
    this.#shownAt = this.#startedAt;
    this.state.setState({ ...IDLE, status: 'running', total: seeds.length });
    const count = Math.min(workers, seeds.length);
    this.#workers = Array.from({ length: count }, () => this.#ready.pop() ?? this.#createWorker());
    this.release();
    for (const worker of this.#workers) this.#employ(worker, scenario);
  }

  /** What has been found stays. */
  stop(): void {
    if (this.state.getState().status !== 'running') return;
    this.#show('stopped');
    this.#end();
  }

  #employ(worker: WorkerPort, scenario: Scenario): void {
    const next = () => {
      const seed = this.#left.pop();
      if (seed === undefined) this.#dismiss(worker);
      else worker.postMessage({ kind: 'explore', scenario: withSeed(scenario, seed) });
    };
    worker.onmessage = ({ data }) => {
      if (this.#hear(data)) next();
    };
    worker.onerror = ({ message }) => this.#fail(message || 'the worker could not be started');
    next();
  }

  /** Nothing is left for it to do. */
  #dismiss(worker: WorkerPort): void {
    if (!this.#keeps) {
      worker.terminate();
      return;
    }
    worker.onmessage = null;
    worker.onerror = null;
    this.#workers = this.#workers.filter((one) => one !== worker);
    this.#ready.push(worker);
  }

  /** @returns whether the worker is free again. */
  #hear(message: FromWorker): boolean {
    if (message.kind === 'unexplored') this.#fail(message.reason);
    if (message.kind !== 'explored') return false;
    this.#results.push(message.result);
    const done = this.#results.length === this.state.getState().total;
    if (done) {
      this.#show('done');
      // Whoever is here has answered its last seed: nobody else is busy any more.
      if (this.#keeps) for (const worker of [...this.#workers]) this.#dismiss(worker);
      this.#end();
    } else this.#showSoon();
    return !done;
  }

  /** The first one at once, and none later than a moment after it has come. */
  #showSoon(): void {
    const waited = this.#clock() - this.#shownAt;
    if (this.#results.length === 1 || waited >= SHOW_EVERY_MS) this.#show('running');
    else this.#timer ??= setTimeout(() => this.#show('running'), SHOW_EVERY_MS - waited);
  }

  #show(status: ExplorationState['status'], reason = ''): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#shownAt = this.#clock();
    const elapsedMs = this.#shownAt - this.#startedAt;
    this.state.setState({ status, results: [...this.#results], elapsedMs, reason });
  }

  #fail(reason: string): void {
    if (this.state.getState().status !== 'running') return;
    this.#show('failed', reason);
    this.#end();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const worker of this.#workers) {
      worker.onmessage = null;
      worker.onerror = null;
      worker.terminate();
    }
    this.#workers = [];
    this.#left = [];
  }
}

interface Kept {
  readonly about: string;
  readonly exploration: Exploration;
}

const kept = new WeakMap<Orrery, Kept>();

/** That of the scenario on screen under any seed: what was found is there when one comes back. */
export function explorationOf(orrery: Orrery, scenario: Scenario): Exploration {
  const about = JSON.stringify(withSeed(scenario, 0));
  const known = kept.get(orrery);
  if (known?.about === about) return known.exploration;
  known?.exploration.stop();
  const exploration = new Exploration();
  kept.set(orrery, { about, exploration });
  return exploration;
}
