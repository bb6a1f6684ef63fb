import { expect, it } from 'vitest';
import { type FromWorker, readSweep, type Scenario, type ToWorker } from '#protocol';
import type { WorkerPort } from '../session/worker-port';
import { Exploration } from './exploration';
import { Sweeping } from './sweeping';

const SCENARIO: Scenario = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 's' },
  spec: { until: '1s' },
};

/** Answers at once; an end of `2s` it refuses, as an engine may. */
class QuickWorker implements WorkerPort {
  onmessage: WorkerPort['onmessage'] = null;
  onerror: WorkerPort['onerror'] = null;
  postMessage(message: ToWorker): void {
    if (message.kind === 'explore') queueMicrotask(() => this.#answer(message.scenario));
  }
  terminate(): void {}
  #answer({ spec: { until, seed = -1 } }: Scenario): void {
    const samples = { m: [{ subject: until, us: seed }] };
    const result = { seed, truncated: false, samples, failed: [], broken: [] };
    const data: FromWorker =
      until === '2s' ? { kind: 'unexplored', reason: 'no' } : { kind: 'explored', result };
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }
}

function started(text: string) {
  const sweep = readSweep(text);
  if (!sweep.ok) throw new Error(text);
  const sweeping = new Sweeping(new Exploration(() => new QuickWorker()));
  sweeping.start({ scenario: SCENARIO, sweep: sweep.value, seeds: [1, 2, 3], workers: 2 });
  return sweeping;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('runs the same seeds with each value, and goes on after one that is refused', async () => {
  const sweeping = started('spec.until=1s,soon,2s,3s');
  await settled();
  const { status, runs, refused, done, total } = sweeping.state.getState();
  expect([status, done, total]).toEqual(['done', 12, 12]);
  expect(runs.map(({ value, scenario }) => [value, scenario.spec.until])).toEqual([
    ['1s', '1s'],
    ['3s', '3s'],
  ]);
  for (const { value, results } of runs) {
    expect(results.map(({ seed }) => seed)).toEqual([1, 2, 3]);
    expect(results[0].samples.m[0].subject).toBe(value);
  }
  expect(refused).toEqual([
    { value: 'soon', reason: expect.stringMatching(/^spec\.until: with soon: /) },
    { value: '2s', reason: 'no' },
  ]);
});

it('keeps what is over when it is stopped', async () => {
  const sweeping = started('spec.until=1s,3s');
  sweeping.stop();
  await settled();
  expect(sweeping.state.getState()).toMatchObject({ status: 'stopped', runs: [] });
});
