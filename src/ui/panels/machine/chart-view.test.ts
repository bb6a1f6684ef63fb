import { describe, expect, it } from 'vitest';
import type { ChartState } from '#protocol';
import { layoutChart } from './chart-layout';
import { chartMarks } from './chart-marks';
import { partInSight, scaleFor, suitedLayout, zoomed } from './chart-view';
import { transitionsFrom } from './select';

const state = (
  path: string,
  transitions: readonly (readonly [string, string])[],
  states: readonly ChartState[] = [],
): ChartState => ({
  path,
  tags: [],
  initial: states[0]?.path,
  states,
  transitions: transitions.map(([event, target]) => ({ event, target })),
});

const root = state(
  '',
  [['stopAsked', 'stopped']],
  [
    state('idle', [['asked', 'busy']]),
    state(
      'busy',
      [['failed', 'idle']],
      [
        state('busy.reading', [
          ['done', 'busy.writing'],
          ['again', 'busy.reading'],
        ]),
        state('busy.writing', [
          ['done', 'idle'],
          ['leftAlone', 'idle'],
        ]),
      ],
    ),
    { ...state('stopped', []), final: true },
  ],
);
const layouts = { down: layoutChart(root, 'down'), right: layoutChart(root, 'right') };
const bare = {
  down: layoutChart(root, 'down', false),
  right: layoutChart(root, 'right', false),
};
const { edges, boxes } = layouts.down;

function marked(current: string, from: string, event: string) {
  const last = { from, to: current, event, at: 0, seq: 0 } as never;
  const marks = chartMarks(edges, { current, last, next: transitionsFrom(root, current) });
  const of = (kind: string) =>
    edges.filter((edge) => marks.kinds.get(edge) === kind).flatMap(({ labels }) => labels);
  return { last: of('last'), next: of('next').sort(), ahead: [...marks.next].sort() };
}

describe('chartMarks', () => {
  it('marks the transition just taken, and all that could follow', () => {
    expect(marked('busy.reading', 'idle', 'asked')).toEqual({
      last: ['asked'],
      next: ['again', 'done', 'failed', 'stopAsked'],
      ahead: ['busy.reading', 'busy.writing', 'idle', 'stopped'],
    });
  });

  it('tells two ways between the same states apart by the event', () => {
    expect(marked('idle', 'busy.writing', 'failed').last).toEqual(['failed']);
    expect(marked('idle', 'busy.writing', 'leftAlone').last).toEqual(['done', 'leftAlone']);
  });

  it('finds a transition of the machine itself, after which nothing follows', () => {
    expect(marked('stopped', 'busy.writing', 'stopAsked')).toEqual({
      last: ['stopAsked'],
      next: [],
      ahead: [],
    });
  });
});

describe('the view of a chart', () => {
  const box = (path: string) => boxes.find((one) => one.path === path) as (typeof boxes)[0];

  it('goes down in a high room and right in a wide one', () => {
    const suited = (width: number, height: number) =>
      suitedLayout({ labelled: layouts, bare }, { width, height }, undefined);
    expect(suited(420, 900)).toBe(layouts.down);
    expect(suited(1600, 240)).toBe(layouts.right);
  });

  it('leaves labels out where not all of it could be read with them, unless asked', () => {
    const suited = (words: boolean | undefined) =>
      suitedLayout({ labelled: layouts, bare }, { width: 200, height: 200 }, words);
    expect(suited(undefined).labelled).toBe(false);
    expect([suited(true).labelled, suited(false).labelled]).toEqual([true, false]);
    const large = { width: 2_000, height: 2_000 };
    expect(suitedLayout({ labelled: layouts, bare }, large, false).labelled).toBe(false);
    expect(scaleFor('readable', bare.down, { width: 60, height: 60 })).toBe(0.72);
  });

  it('keeps names readable, and shows all when asked', () => {
    const room = { width: 80, height: 60 };
    const readable = scaleFor('readable', layouts.down, room);
    const whole = scaleFor('whole', layouts.down, room);
    expect(readable).toBeGreaterThan(0.8);
    expect(layouts.down.width * whole).toBeLessThanOrEqual(room.width + 0.001);
    expect(layouts.down.height * whole).toBeLessThanOrEqual(room.height + 0.001);
    expect(scaleFor('readable', layouts.down, { width: 9_000, height: 9_000 })).toBe(
      scaleFor('whole', layouts.down, { width: 9_000, height: 9_000 }),
    );
    expect(scaleFor(2, layouts.down, room)).toBe(2);
  });

  it('has bounds of zoom', () => {
    expect(zoomed(1, 1.5)).toBe(1.5);
    expect(zoomed(2.9, 2)).toBe(zoomed(2.9, 3));
    expect(zoomed(0.2, 0.01)).toBe(zoomed(0.2, 0.001));
  });

  it('has the lit state in sight, with its neighbours where they fit', () => {
    const wanted = [box('busy.reading'), box('idle')];
    const all = partInSight(wanted, 1, { width: 900, height: 900 });
    expect(all?.y).toBe(Math.min(...wanted.map(({ y }) => y)));
    expect(partInSight(wanted, 1, { width: 100, height: 40 })).toBe(wanted[0]);
    expect(partInSight([], 1, { width: 100, height: 40 })).toBeUndefined();
  });
});
