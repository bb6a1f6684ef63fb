import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import type { Catalogue, ChartState, MachineDescription } from '#protocol';
import { exampleTrace, RECONCILER, SERVER } from '../example-trace';
import { nameLines, SMALL } from './chart-form';
import { inOrder, layoutChart } from './chart-layout';
import { machineActor, selectActors, selectMachine, selectTimers, transitionsFrom } from './select';

const state = (
  path: string,
  transitions: readonly (readonly [string, string])[],
  states: readonly ChartState[] = [],
): ChartState => ({
  path,
  tags: ['working'],
  initial: states[0]?.path.split('.').at(-1),
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

  it('shows timers before they fire', () => {
    expect(selectTimers(index, RECONCILER, asTime(4_000_000))).toMatchObject([
      { name: 'reconcile-tick', armedAt: 3_000_000, firesAt: 13_000_000 },
    ]);
    expect(selectTimers(index, SERVER, asTime(4_000_000))).toHaveLength(1);
  });
});

describe('layoutChart', () => {
  it('orders states as one gets to them', () => {
    expect(inOrder(machine.root).map(({ path }) => path)).toEqual([
      'idle',
      'busy.readingEndpoints',
      'busy.writingEndpoints',
    ]);
  });

  it('gives up labels between neighbours where they would make it too small', () => {
    const root = state(
      '',
      [],
      [state('one', [['somethingHasHappened', 'two']]), state('two', [['goneBackAgain', 'one']])],
    );
    expect(layoutChart({ root }, { width: 900, height: 300 }).form.id).toBe('labelled');
    expect(layoutChart({ root }, { width: 240, height: 90 }).form.id).toBe('bare');
  });

  it.each([
    ['wide and low', 900, 80, 3],
    ['narrow and high', 200, 600, 1],
  ])('takes as many columns as suit a room that is %s', (_name, width, height, columns) => {
    const { boxes } = layoutChart(machine, { width, height });
    expect(new Set(boxes.map(({ column }) => column)).size).toBe(columns);
  });

  it.each([
    [900, 80],
    [400, 200],
    [200, 600],
  ])('%d x %d: boxes stand apart', (width, height) => {
    const layout = layoutChart(machine, { width, height });
    for (const a of layout.boxes) {
      expect(a.x >= 0 && a.x + a.width <= layout.width).toBe(true);
      expect(a.y >= 0 && a.y + a.height <= layout.height).toBe(true);
      const over = layout.boxes.filter(
        (b) =>
          a !== b &&
          a.x < b.x + b.width &&
          b.x < a.x + a.width &&
          a.y < b.y + b.height &&
          b.y < a.y + a.height,
      );
      expect(over).toEqual([]);
    }
  });

  it('draws a long chain small rather than cut it', () => {
    const names = Array.from({ length: 17 }, (_, place) => `waitingForDrain${place}`);
    const chain = names.map((name, place) => state(name, [['next', names[place + 1] ?? name]]));
    const room = { width: 412, height: 215 };
    const { form, scale, width, height } = layoutChart({ root: state('', [], chain) }, room);
    expect(form.fontPx * scale).toBeGreaterThanOrEqual(9);
    expect(width * scale).toBeLessThanOrEqual(room.width);
    expect(height * scale).toBeLessThanOrEqual(room.height);
  });

  it('breaks a long name between its words', () => {
    expect(nameLines('waitingForPreShutdownHooks', SMALL)).toEqual([
      'waitingForPre',
      'ShutdownHooks',
    ]);
    expect(nameLines('ready', SMALL)).toEqual(['ready']);
    expect(nameLines('oneverylongnamewithoutwords', SMALL)).toEqual([
      'oneverylongnamewithoutwords',
    ]);
  });

  it('draws one arrow for all events between two states', () => {
    const { edges } = layoutChart(machine, { width: 900, height: 80 });
    const joined = edges.find(({ from }) => from === 'busy.writingEndpoints');
    expect(joined?.events).toEqual(['done', 'gone']);
  });

  it('draws a transition of a group from where the group begins', () => {
    const { edges } = layoutChart(machine, { width: 900, height: 80 });
    const failed = edges.find(({ events }) => events.includes('failed'));
    expect(failed).toMatchObject({ from: 'busy.readingEndpoints', to: 'idle' });
  });
});
