import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  betweenWindows,
  centreWindow,
  clampWindow,
  fitWindow,
  followWindow,
  lengthOf,
  panWindow,
  revealInWindow,
  SHORTEST_WINDOW,
  zoomWindow,
} from './window';

const END = 120_000_000;
const windows = fc
  .tuple(fc.integer({ min: 0, max: END }), fc.integer({ min: SHORTEST_WINDOW, max: END }))
  .map(([from, length]) => clampWindow({ from, to: from + length }, END));
const RUNS = { seed: 42, numRuns: 300 };

describe('clampWindow', () => {
  it.each([
    ['inside stays', { from: 10_000, to: 90_000 }, { from: 10_000, to: 90_000 }],
    ['before the start moves in', { from: -5_000, to: 5_000 }, { from: 0, to: 10_000 }],
    [
      'past the end moves in',
      { from: END - 1_000, to: END + 9_000 },
      { from: END - 10_000, to: END },
    ],
    ['longer than the run is the run', { from: -1, to: 2 * END }, { from: 0, to: END }],
    ['too short grows', { from: 50_000, to: 50_000 }, { from: 50_000, to: 50_200 }],
  ])('%s', (_name, given, then) => expect(clampWindow(given, END)).toEqual(then));
});

describe('moves', () => {
  it('never leave the run', () => {
    fc.assert(
      fc.property(windows, fc.double({ min: 0.01, max: 100, noNaN: true }), (window, factor) => {
        const at = window.from + lengthOf(window) / 3;
        const all = [
          zoomWindow(window, factor, at, END),
          panWindow(window, factor - 1, END),
          centreWindow(window, at * factor, END),
          fitWindow(at, at + 10 * factor, END),
          revealInWindow(window, Math.min(END, at * factor), END),
          followWindow(window, Math.min(END, at * factor), END, factor > 1),
        ];
        for (const { from, to } of all) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(END * (1 + 1e-12));
          expect(to - from).toBeGreaterThanOrEqual(SHORTEST_WINDOW * (1 - 1e-9));
        }
      }),
      RUNS,
    );
  });

  it('zooming keeps the point under the pointer where it is', () => {
    const zoomed = zoomWindow({ from: 40_000_000, to: 60_000_000 }, 0.5, 45_000_000, END);
    expect(zoomed).toEqual({ from: 42_500_000, to: 52_500_000 });
  });

  it('revealing moves no more than needed', () => {
    const window = { from: 10_000_000, to: 20_000_000 };
    expect(revealInWindow(window, 15_000_000, END)).toBe(window);
    const later = revealInWindow(window, 25_000_000, END);
    expect(later.to).toBeGreaterThan(25_000_000);
    expect(lengthOf(later)).toBeCloseTo(10_000_000);
  });
});

describe('followWindow', () => {
  const window = { from: 0, to: 10_000_000 };
  it('stands still until the playhead is at its place, then glides', () => {
    expect(followWindow(window, 7_000_000, END, false)).toBe(window);
    expect(followWindow(window, 8_000_000, END, false).from).toBeCloseTo(800_000);
  });

  it('turns pages where motion is reduced', () => {
    expect(followWindow(window, 9_900_000, END, true)).toBe(window);
    expect(followWindow(window, 10_100_000, END, true).from).toBeCloseTo(8_900_000);
  });
});

describe('betweenWindows', () => {
  it('begins and ends where it should, and is never outside of both', () => {
    fc.assert(
      fc.property(windows, windows, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, part) => {
        const { from, to } = betweenWindows(a, b, part);
        expect(to - from).toBeGreaterThan(0);
        expect(from).toBeGreaterThanOrEqual(Math.min(a.from, b.from) - 1);
        expect(to).toBeLessThanOrEqual(Math.max(a.to, b.to) + 1);
        expect(betweenWindows(a, b, 0).from).toBeCloseTo(a.from, 3);
        expect(betweenWindows(a, b, 1).to).toBeCloseTo(b.to, 3);
      }),
      RUNS,
    );
  });
});
