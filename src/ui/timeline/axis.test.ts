import { describe, expect, it } from 'vitest';
import { TraceTable } from '#trace';
import { foldedAxis, idleStretches, PLAIN_AXIS } from './axis';
import { foldBands } from './draw-folds';
import { frameView, timeAt, xOf } from './frame-view';
import { ticksOf } from './time-axis';

const SECOND = 1_000_000;
const END = 100 * SECOND;
const axis = foldedAxis(
  [
    { from: 10 * SECOND, to: 40 * SECOND },
    { from: 60 * SECOND, to: 90 * SECOND },
  ],
  END,
);

it('idle is a long stretch without a record, but for its edges', () => {
  const t = Float64Array.of(0, 1, 5, 5.1, 9).map((seconds) => seconds * SECOND);
  expect(idleStretches({ t, length: 5 })).toEqual([
    { from: 1.25 * SECOND, to: 4.75 * SECOND },
    { from: 5.35 * SECOND, to: 8.75 * SECOND },
  ]);
});

describe('a folded axis', () => {
  it('gives each time one place, in order, and back', () => {
    let before = -1;
    for (let time = 0; time <= END; time += SECOND / 2) {
      const place = axis.of(time);
      expect(place).toBeGreaterThan(before);
      expect(axis.at(place)).toBeCloseTo(time, 3);
      before = place;
    }
  });

  it('folds to a small part of what is not folded', () => {
    expect(axis.of(END)).toBeCloseTo(40 * SECOND + 2 * 0.03 * 40 * SECOND, 3);
    expect(PLAIN_AXIS.of(END)).toBe(END);
  });

  it('is cut where the scale changes', () => {
    expect(axis.pieces({ from: 20 * SECOND, to: 70 * SECOND })).toEqual([
      { from: 20 * SECOND, to: 40 * SECOND },
      { from: 40 * SECOND, to: 60 * SECOND },
      { from: 60 * SECOND, to: 70 * SECOND },
    ]);
    expect(PLAIN_AXIS.pieces({ from: 1, to: 2 })).toEqual([{ from: 1, to: 2 }]);
  });

  it('has ticks at round times outside of folds, with room for their labels', () => {
    const ticks = ticksOf({ from: 0, to: END }, 1_000, 104, axis);
    const labels = ticks.map(({ label }) => label);
    expect(labels).toContain('00:00');
    for (const { time } of ticks) {
      expect(axis.folds.some(({ from, to }) => time > from && time < to)).toBe(false);
    }
    for (const [place, { x }] of ticks.slice(1).entries()) {
      expect(x - ticks[place].x).toBeGreaterThanOrEqual(60);
    }
  });

  it('is drawn across the whole width, each fold with its length', () => {
    const size = { width: 1_000, height: 100, pixelRatio: 1 };
    const progress = { reached: END, taken: 0, axis };
    const view = frameView(new TraceTable(), { from: 0, to: END }, size, progress);
    expect([xOf(view, 0), xOf(view, END)]).toEqual([0, 1_000]);
    expect(timeAt(view, xOf(view, 75 * SECOND))).toBeCloseTo(75 * SECOND, 3);
    const bands = foldBands(view);
    expect(bands.map(({ label }) => label)).toEqual(['30.0 s', '30.0 s']);
    expect(bands[0].right - bands[0].left).toBeCloseTo(1_000 * (1.2 / 42.4), 3);
  });
});
