/** The same seeds with each value of a parameter, one value after the other. */
import { createStore, type StoreApi } from 'zustand';
import { type Scenario, type Sweep, type SweepRun, withSweepValue } from '#protocol';
import type { Orrery } from '../stores';
import { Exploration } from './exploration';

/** What the seeds of a value gave, and the scenario that has the value. */
export interface SweptRun extends SweepRun {
  readonly scenario: Scenario;
}

export interface SweepingState {
  readonly status: 'idle' | 'running' | 'stopped' | 'done';
  /** What is swept; undefined before the first start. */
  readonly name: string | undefined;
  /** Of values that are over, in their order. */
  readonly runs: readonly SweptRun[];
  /** Values that could not be run, and why. */
  readonly refused: readonly { readonly value: string; readonly reason: string }[];
  readonly done: number;
  readonly total: number;
}

const IDLE: SweepingState = {
  status: 'idle',
  name: undefined,
  runs: [],
  refused: [],
  done: 0,
  total: 0,
};

interface Job {
  readonly scenario: Scenario;
  readonly sweep: Sweep;
  readonly seeds: readonly number[];
  readonly workers: number;
}

export class Sweeping {
  readonly state: StoreApi<SweepingState> = createStore(() => IDLE);
  readonly #exploration: Exploration;
  #leave: () => void = () => {};

  constructor(exploration = new Exploration(undefined, undefined, true)) {
    this.#exploration = exploration;
  }

  /** Begins anew; what an earlier start had found is dropped. */
  start(job: Job): void {
    this.stop();
    const total = job.sweep.values.length * job.seeds.length;
    this.state.setState({ ...IDLE, status: 'running', name: job.sweep.name, total });
    this.#run(job, 0);
  }

  /** Values that are over stay. */
  stop(): void {
    this.#leave();
    this.#exploration.stop();
    this.#exploration.release();
    if (this.state.getState().status === 'running') this.state.setState({ status: 'stopped' });
  }

  #run(job: Job, index: number): void {
    const value = job.sweep.values[index];
    if (value === undefined) {
      this.#exploration.release();
      this.state.setState(({ total }) => ({ status: 'done', done: total }));
      return;
    }
    this.state.setState({ done: index * job.seeds.length });
    const made = withSweepValue(job.scenario, job.sweep, value);
    if (made.ok) this.#explore(job, index, made.value);
    else {
      this.#refuse(value, made.faults.map(({ path, reason }) => `${path}: ${reason}`).join('; '));
      this.#run(job, index + 1);
    }
  }

  #explore(job: Job, index: number, scenario: Scenario): void {
    const value = job.sweep.values[index];
    const before = index * job.seeds.length;
    const leave = this.#exploration.state.subscribe(({ status, results, reason }) => {
      this.state.setState({ done: before + results.length });
      if (status !== 'done' && status !== 'failed') return;
      this.#leave();
      if (status === 'failed') this.#refuse(value, reason);
      else this.#keep({ value, scenario, results: [...results].sort((a, b) => a.seed - b.seed) });
      // The exploration ends its own round first.
      queueMicrotask(() => this.#goOn(job, index + 1));
    });
    this.#leave = () => {
      this.#leave = () => {};
      leave();
    };
    this.#exploration.start(scenario, job.seeds, job.workers);
  }

  #goOn(job: Job, index: number): void {
    if (this.state.getState().status === 'running') this.#run(job, index);
  }

  #keep(run: SweptRun): void {
    this.state.setState(({ runs }) => ({ runs: [...runs, run] }));
  }

  #refuse(value: string, reason: string): void {
    this.state.setState(({ refused }) => ({ refused: [...refused, { value, reason }] }));
  }
}

const kept = new WeakMap<Orrery, { readonly scenario: Scenario; readonly sweeping: Sweeping }>();

/** That of the scenario on screen. */
export function sweepingOf(orrery: Orrery, scenario: Scenario): Sweeping {
  const known = kept.get(orrery);
  if (known?.scenario === scenario) return known.sweeping;
  known?.sweeping.stop();
  const sweeping = new Sweeping();
  kept.set(orrery, { scenario, sweeping });
  return sweeping;
}
