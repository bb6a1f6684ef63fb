import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import type { Catalogue, ChartState, MachineDescription } from '#protocol';
import { Recorder, TraceIndex } from '#trace';
import { exampleTrace, RECONCILER, SERVER } from '../example-trace';
import { machineActor, selectActors, selectMachine, selectTimers, transitionsFrom } from './select';

const state = (
  path: string,
  transitions: readonly (readonly [string, string])[],
  states: readonly ChartState[] = [],
): ChartState => ({
  path,
  tags: ['working'],
  initial: states[0]?.path,
  states,
  transitions: transitions.map(([event, target]) => ({ event, target })),
});

const machine: MachineDescription = {
  id: 'lease-endpoint-reconciler',
  purpose: { en: '', zh: '' },
  upstream: { version: 'v1.27', files: [], symbol: '' },
  simplified: [],
  root: state(
    '',
    [],
    [
      state('idle', [['asked', 'busy']]),
      state(
        'busy',
        [['failed', 'idle']],
        [
          state('busy.readingEndpoints', [['done', 'busy.writingEndpoints']]),
          state('busy.writingEndpoints', [
            ['done', 'idle'],
            ['gone', 'idle'],
          ]),
        ],
      ),
    ],
  ),
};
const catalogue = { machines: [machine] } as unknown as Catalogue;

describe('transitionsFrom', () => {
  it('gives the ways out of a state and of those around it, innermost first', () => {
    expect(
      transitionsFrom(machine.root, 'busy.readingEndpoints').map(({ event }) => event),
    ).toEqual(['done', 'failed']);
  });

  it('gives none where the machine has come to an end', () => {
    const root = {
      ...state('', [['stopAsked', 'over']], [{ ...state('over', []), final: true }]),
    };
    expect(transitionsFrom(root, 'over')).toEqual([]);
  });
});

describe('selectMachine', () => {
  const { index } = exampleTrace().orrery;

  it('lights the state at the playhead and names the last transition', () => {
    const view = selectMachine(index, catalogue, RECONCILER, asTime(13_015_000));
    expect(view).toMatchObject({
      current: 'readingEndpoints',
      since: 13_000_000,
      last: { from: 'idle', to: 'readingEndpoints', event: 'go' },
    });
  });

  it('has no state before the machine began', () => {
    expect(selectMachine(index, catalogue, RECONCILER, asTime(1))?.current).toBeUndefined();
  });

  it('is nothing for an actor without a machine', () => {
    expect(selectMachine(index, catalogue, 'etcd', asTime(1))).toBeUndefined();
  });

  it('stands for a process by its lifecycle and lists its other machines', () => {
    expect(machineActor(index, SERVER)).toBe(`${SERVER}/lifecycle`);
    expect(selectActors(index, catalogue, SERVER, asTime(30_000_000))).toMatchObject([
      { label: 'lifecycle', state: 'starting' },
      { label: 'lease-reconciler', state: 'idle' },
    ]);
  });

  it('stands for a manager by its leader election', () => {
    const elector = 'kube-controller-manager/leader-election';
    const recorder = new Recorder(() => asTime(0));
    const fields = { machine: 'leader-elector', from: 'stopped', to: 'acquiring', event: 'run' };
    recorder.write('state', elector, null, fields);
    const managers = new TraceIndex(recorder.table);
    managers.update();
    expect(machineActor(managers, 'kube-controller-manager')).toBe(elector);
    expect(machineActor(managers, elector)).toBe(elector);
  });

  it('shows timers before they fire', () => {
    expect(selectTimers(index, RECONCILER, asTime(4_000_000))).toMatchObject([
      { name: 'reconcile-tick', armedAt: 3_000_000, firesAt: 13_000_000 },
    ]);
    expect(selectTimers(index, SERVER, asTime(4_000_000))).toHaveLength(1);
  });
});
