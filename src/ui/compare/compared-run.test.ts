import { expect, it } from 'vitest';
import { asTime } from '#base';
import type { FromWorker, Scenario, ToWorker } from '#protocol';
import { Recorder } from '#trace';
import type { WorkerPort } from '../session/worker-port';
import { createOrrery } from '../stores';
import { startCompared } from './compared-run';
import { differingProcesses } from './differing';

const scenario: Scenario = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 's' },
  spec: { until: '60s' },
};

function start() {
  const first = createOrrery();
  const received: ToWorker[] = [];
  const port: WorkerPort & { ended: boolean } = {
    ended: false,
    onmessage: null,
    onerror: null,
    postMessage: (message) => void received.push(message),
    terminate: () => {
      port.ended = true;
    },
  };
  const run = startCompared(first, scenario, () => port);
  const say = (data: FromWorker): void => port.onmessage?.({ data } as MessageEvent<FromWorker>);
  return { first, run, port, received, say };
}

it('runs in a worker of its own, with the playhead of the first', () => {
  const { first, run, port, received, say } = start();
  expect(received).toEqual([{ kind: 'run', runId: 1, scenario }]);
  first.playback.setState({ time: asTime(7) });
  expect(run.orrery.playback.getState().time).toBe(7);
  const recorder = new Recorder(() => asTime(3));
  const fields = { name: 'a', phase: 'starting', exitCode: null, reason: '' };
  recorder.write('process', 'a', null, fields);
  const block = recorder.takeBlock();
  if (block) say({ kind: 'block', runId: 1, block, reached: asTime(3) });
  expect(run.orrery.session.getState()).toMatchObject({ status: 'running', traceVersion: 1 });
  expect(first.trace.table.length).toBe(0);
  expect(differingProcesses(first.index, run.orrery.index, asTime(5))).toEqual([
    { name: 'a', a: undefined, b: { phase: 'starting', reason: '', hooks: undefined } },
  ]);
  run.stop();
  expect(port.ended).toBe(true);
});

it('shares the selection of actors and objects, not of records', () => {
  const { first, run } = start();
  const actor = { kind: 'actor', path: 'a' } as const;
  first.selection.setState({ selected: actor });
  expect(run.orrery.selection.getState().selected).toEqual(actor);
  run.orrery.selection.setState({ selected: { kind: 'record', seq: 3 } });
  expect(first.selection.getState().selected).toEqual(actor);
  run.stop();
  first.selection.setState({ selected: undefined });
  expect(run.orrery.selection.getState().selected).toEqual({ kind: 'record', seq: 3 });
});

it('keeps why it was refused', () => {
  const { run, say } = start();
  const faults = [{ path: 'spec', reason: 'no' }];
  say({ kind: 'refused', runId: 1, faults });
  expect(run.orrery.session.getState()).toMatchObject({ status: 'refused', faults });
});
