/** Small pure parts of the drawing: labels, arrows, colours, minimap, tags, names. */
import { describe, expect, it } from 'vitest';
import { KIND_NUMBER } from '#trace';
import { curveBetween, MOST_ARROWS, selectArrows } from './arrows';
import { MarkBins } from './bins';
import { compareNatural, componentKindOf } from './component-kind';
import { minimapColumns } from './draw-minimap';
import { fixtureOrrery } from './fixture';
import { dragGrip, gripAt } from './minimap-pointing';
import { contrast, mix, pack, type Rgb, writingOn } from './palette';
import { labelForms, placeLabel, timerLabels } from './place-labels';
import { StateTags } from './state-tags';

describe('placeLabel', () => {
  const gap = { left: 0, right: 200 };
  it.each([
    ['at the start when nothing is in the way', [], 50, 6],
    ['behind what is in the way', [{ left: 10, right: 20 }], 50, 26],
    ['before something far enough away', [{ left: 90, right: 95 }], 50, 6],
    [
      'in a gap that is wide enough',
      [
        { left: 5, right: 9 },
        { left: 100, right: 110 },
      ],
      70,
      15,
    ],
    [
      'nowhere when no gap is',
      [
        { left: 40, right: 50 },
        { left: 120, right: 130 },
      ],
      80,
      undefined,
    ],
    ['nowhere when it is too long', [], 190, undefined],
  ])('%s', (_name, taken, width, x) => expect(placeLabel(gap, width, taken)).toBe(x));

  it('has shorter forms to try', () => {
    expect(labelForms('serving · ready')).toEqual(['serving · ready', 'serving']);
    expect(labelForms('held by a, renewed every 10 s')).toEqual([
      'held by a, renewed every 10 s',
      'held by a',
    ]);
    expect(labelForms('no renewal by a, time runs out', ['not renewed', 'overdue'])).toEqual([
      'no renewal by a, time runs out',
      'no renewal by a',
      'not renewed',
      'overdue',
    ]);
  });
});

describe('timerLabels', () => {
  const room = { width: 400, widthOf: (text: string) => text.length * 10 };
  const forms = ['3.8 s reconcile-tick', '3.8 s'];
  const texts = (timers: Parameters<typeof timerLabels>[0]) =>
    timerLabels(timers, [], room).map(({ text }) => text);
  const at = (x: number, top = 0) => ({ x, top, forms });

  it('stand in full where there is room', () => expect(texts([at(0)])).toEqual([forms[0]]));

  it('cover no label of their lane, and are short where that leaves room', () => {
    const serving = (left: number, top = 0) => [{ left, right: left + 80, top }];
    const among = (left: number, top = 0) => timerLabels([at(0)], serving(left, top), room);
    expect(among(30)).toEqual([]);
    expect(among(100)).toEqual([{ left: 8, right: 58, top: 0, text: '3.8 s' }]);
    expect(among(220)[0].text).toBe(forms[0]);
    expect(among(30, 24)[0].text).toBe(forms[0]);
  });

  it('cover no other timer, no label of one, and end before the edge', () => {
    expect(texts([at(0), at(100)])).toEqual(['3.8 s', forms[0]]);
    expect(texts([at(0), at(40)])).toEqual([forms[0]]);
    expect(texts([at(0), at(3)])).toEqual([forms[0]]);
    expect(texts([at(320)])).toEqual(['3.8 s']);
    expect(texts([at(360)])).toEqual([]);
  });
});

describe('arrows', () => {
  const { index, trace } = fixtureOrrery({ records: 3_000, seconds: 60, seed: 5 });
  const { table } = trace;

  it('are the chain back to its end, at most ten, and the direct effects', () => {
    for (const seq of [10, 500, 2_500]) {
      const arrows = selectArrows(index, seq);
      const causes = arrows.filter(({ depth }) => depth > 0);
      expect(causes.length).toBeLessThanOrEqual(10);
      expect(causes.every(({ from, to }) => table.causeOf(to) === from)).toBe(true);
      const effects = arrows.filter(({ depth }) => depth === 0);
      expect(effects.map(({ to }) => to)).toEqual(index.effectsOf(seq));
      expect(arrows.length).toBeLessThanOrEqual(MOST_ARROWS);
    }
  });

  it('leave out what is one place, and bow within a lane', () => {
    expect(curveBetween({ x: 5, y: 5 }, { x: 6, y: 5 })).toBeUndefined();
    expect(curveBetween({ x: 0, y: 50 }, { x: 100, y: 50 })?.[1].y).toBeLessThan(50);
    expect(curveBetween({ x: 0, y: 50 }, { x: 100, y: 90 })?.[1].y).toBe(50);
  });
});

describe('colours', () => {
  it('mix, pack and choose writing that can be read', () => {
    expect(mix([0, 0, 0], [200, 100, 50], 0.5)).toEqual([100, 50, 25]);
    expect(pack([1, 2, 3], 4)).toBe(0x04030201);
    for (const ground of [
      [233, 159, 16],
      [17, 26, 46],
      [90, 180, 236],
      [255, 255, 255],
    ] as Rgb[]) {
      expect(contrast(ground, writingOn(ground))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('minimap', () => {
  it('has columns whose heights follow what happens, and marks faults', () => {
    const bins = new MarkBins();
    for (let count = 0; count < 16; count += 1) bins.add(15_000, KIND_NUMBER.etcd);
    for (let count = 0; count < 4; count += 1) bins.add(75_000, KIND_NUMBER.fault);
    const columns = minimapColumns(bins, 80_000, 32);
    expect(columns).toHaveLength(8);
    expect(columns[1]).toEqual({ height: 1, fault: false });
    expect(columns[7]).toEqual({ height: 0.5, fault: true });
    expect(columns[4]).toEqual({ height: 0, fault: false });
  });

  it('knows what a press takes hold of, and keeps the window inside', () => {
    const window = { from: 20_000_000, to: 60_000_000 };
    const grips = [10, 203, 400, 598, 800].map((x) => gripAt(window, 100_000_000, 1_000, x));
    expect(grips).toEqual(['outside', 'from', 'whole', 'to', 'outside']);
    expect(dragGrip(window, 'whole', 90_000_000, 100_000_000).to).toBe(100_000_000);
    expect(dragGrip(window, 'from', 90_000_000, 100_000_000).from).toBe(59_999_800);
    expect(dragGrip(window, 'to', 5_000_000, 100_000_000)).toEqual({
      from: 20_000_000,
      to: 65_000_000,
    });
  });
});

describe('state tags', () => {
  const state = (path: string, tags: string[], states: object[] = []) =>
    ({ path, tags, states, transitions: [] }) as never;
  const root = state('', [], [state('run', ['working'], [state('run.retry', ['failing'])])]);
  const machine = { id: 'm', root } as never;
  const tags = new StateTags({ machines: [machine] } as never);

  it('come from the catalogue, and from the name where it says nothing', () => {
    expect(tags.tagOf('m', 'run')).toBe('working');
    expect(tags.tagOf('m', 'run.retry')).toBe('failing');
    expect(tags.tagOf('other', 'waitingForCache')).toBe('waiting');
    expect(tags.tagOf('other', 'backingOff')).toBe('failing');
    expect(tags.tagOf('other', 'done')).toBe('done');
    expect(tags.tagOf('other', 'planning')).toBe('working');
  });
});

it('names are compared as people read them, and give the kind of component', () => {
  const names = ['node-10', 'node-2', 'etcd', 'node-2/x'].sort(compareNatural);
  expect(names).toEqual(['etcd', 'node-2', 'node-2/x', 'node-10']);
  expect(componentKindOf('front-door/hooks/x', ['front-door'])).toBe('apiserver');
  expect(componentKindOf('kubectl', [])).toBe('client');
  expect(componentKindOf('scenario', [])).toBe('scenario');
});
