import { expect, it, vi } from 'vitest';
import type { FromWorker, Scenario, SeedResult, ToWorker } from '#protocol';
import { MEASURES } from '#session';
import type { WorkerPort } from '../session/worker-port';
import { createOrrery } from '../stores';
import { Exploration, explorationOf } from './exploration';
import { exploreTexts } from './texts';

const SCENARIO: Scenario = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 's' },
  spec: { seed: 9, until: '1s' },
};

class FakeWorker implements WorkerPort {
  onmessage: WorkerPort['onmessage'] = null;
  onerror: WorkerPort['onerror'] = null;
  readonly asked: number[] = [];
  terminated = false;
  postMessage(message: ToWorker): void {
    if (message.kind === 'explore') this.asked.push(message.scenario.spec.seed ?? -1);
  }
  terminate(): void {
    this.terminated = true;
  }
  say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
  /** Answers the seed it was asked for last. */
  answer(): void {
    this.say({ kind: 'explored', result: resultOf(this.asked.at(-1) ?? -1) });
  }
}

const resultOf = (seed: number): SeedResult => ({
  seed,
  truncated: false,
  samples: {},
  failed: [],
  broken: [],
});

function rig() {
  const workers: FakeWorker[] = [];
  const clock = { now: 0 };
  const make = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const exploration = new Exploration(make, () => clock.now);
  return { workers, clock, exploration, state: exploration.state };
}

it('gives each seed once, to whichever worker is free, and ends with the last', () => {
  const { workers, clock, exploration, state } = rig();
  exploration.start(SCENARIO, [4, 5, 6, 7], 2);
  const [a, b] = workers;
  expect([a.asked, b.asked]).toEqual([[4], [5]]);
  a.answer();
  a.answer();
  expect([a.asked, b.asked]).toEqual([[4, 6, 7], [5]]);
  a.answer();
  expect(state.getState().status).toBe('running');
  clock.now = 500;
  b.answer();
  const { status, results, elapsedMs } = state.getState();
  expect([status, elapsedMs]).toEqual(['done', 500]);
  expect(results.map(({ seed }) => seed)).toEqual([4, 6, 7, 5]);
  expect([a.terminated, b.terminated]).toEqual([true, true]);
});

it('shows the first seed at once, and others as soon as somebody can read them', () => {
  vi.useFakeTimers();
  const { workers, clock, exploration, state } = rig();
  const shown = () => state.getState().results.length;
  exploration.start(SCENARIO, [1, 2, 3, 4, 5], 1);
  workers[0].answer();
  expect(shown()).toBe(1);
  workers[0].answer();
  expect(shown()).toBe(1);
  // No further seed needs to come for the last one to be seen.
  vi.advanceTimersByTime(200);
  expect(shown()).toBe(2);
  clock.now = 250;
  workers[0].answer();
  expect(shown()).toBe(3);
  vi.useRealTimers();
});

it('starts no more workers than there are seeds', () => {
  const { workers, exploration } = rig();
  exploration.start(SCENARIO, [1], 8);
  expect(workers).toHaveLength(1);
});

it('keeps what it has when it is stopped, and hears nothing after', () => {
  const { workers, exploration, state } = rig();
  exploration.start(SCENARIO, [1, 2, 3], 1);
  workers[0].answer();
  exploration.stop();
  workers[0].answer();
  expect(state.getState()).toMatchObject({ status: 'stopped', total: 3 });
  expect(state.getState().results.map(({ seed }) => seed)).toEqual([1]);
  expect(workers[0].terminated).toBe(true);
});

it('says why it could not', () => {
  const refused = rig();
  refused.exploration.start(SCENARIO, [1, 2], 2);
  refused.workers[1].say({ kind: 'unexplored', reason: 'spec.until: too long' });
  expect(refused.state.getState()).toMatchObject({
    status: 'failed',
    reason: 'spec.until: too long',
  });
  expect(refused.workers.map(({ terminated }) => terminated)).toEqual([true, true]);
  const lost = rig();
  lost.exploration.start(SCENARIO, [1], 1);
  lost.workers[0].onerror?.({ message: '' } as ErrorEvent);
  expect(lost.state.getState().reason).toBe('the worker could not be started');
});

it('drops an earlier exploration when another begins', () => {
  const { workers, exploration, state } = rig();
  exploration.start(SCENARIO, [1, 2], 1);
  exploration.start(SCENARIO, [5], 1);
  workers[0].answer();
  workers[1].answer();
  expect(state.getState().results.map(({ seed }) => seed)).toEqual([5]);
});

it('is the same for another seed of a scenario, and another for another scenario', () => {
  const orrery = createOrrery();
  const first = explorationOf(orrery, SCENARIO);
  const reseeded = { ...SCENARIO, spec: { ...SCENARIO.spec, seed: 10 } };
  expect(explorationOf(orrery, reseeded)).toBe(first);
  const longer = { ...SCENARIO, spec: { ...SCENARIO.spec, until: '2s' } };
  expect(explorationOf(orrery, longer)).not.toBe(first);
});

it('has words for every measure', () => {
  for (const { name } of MEASURES) {
    expect(exploreTexts.en).toMatchObject({
      [name]: expect.any(String),
      [`${name}-what`]: expect.any(String),
    });
  }
});

it('employs the workers that were started ahead, and ends those that are too many', () => {
  const { workers, exploration, state } = rig();
  exploration.prepare(3);
  exploration.prepare(3);
  expect(workers).toHaveLength(3);
  exploration.start(SCENARIO, [1, 2], 2);
  expect(workers.map(({ asked }) => asked.length).sort()).toEqual([0, 1, 1]);
  expect(workers.filter(({ terminated }) => terminated)).toHaveLength(1);
  exploration.prepare(3);
  expect(workers).toHaveLength(3);
  for (const worker of workers) if (!worker.terminated) worker.answer();
  expect(state.getState().status).toBe('done');
  exploration.prepare(1);
  exploration.release();
  expect(workers.map(({ terminated }) => terminated)).toEqual([true, true, true, true]);
});
