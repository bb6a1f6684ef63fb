import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KIND_NUMBER } from '#trace';
import { addCover, BIN_COUNT, MarkBins, SpanBins, TAG_COUNT } from './bins';

const RUNS = { seed: 42, numRuns: 60 };
/** Up to 28 hours, so that bins are put together several times. */
const time = fc.integer({ min: 0, max: 100_000_000_000 });

describe('MarkBins', () => {
  it('counts every record once, however often bins are put together', () => {
    fc.assert(
      fc.property(fc.array(time, { minLength: 1, maxLength: 50 }), (times) => {
        const bins = new MarkBins();
        for (const at of times) bins.add(at, KIND_NUMBER.message);
        const sum = bins.counts.reduce((total, count) => total + count, 0);
        expect(sum).toBe(times.length);
        for (const at of times) expect(bins.top[Math.floor(at / bins.width)]).toBeGreaterThan(0);
        expect(bins.used).toBe(Math.floor(Math.max(...times) / bins.width) + 1);
      }),
      RUNS,
    );
  });

  it('shows the record that matters most, in whatever order they came', () => {
    for (const kinds of [
      ['fault', 'message'],
      ['message', 'fault'],
    ] as const) {
      const bins = new MarkBins();
      for (const kind of kinds) bins.add(500, KIND_NUMBER[kind]);
      bins.add(BIN_COUNT * bins.width + 1, KIND_NUMBER.message);
      expect(bins.width).toBe(2_048);
      expect(bins.top[0]).toBe(KIND_NUMBER.fault + 1);
    }
  });
});

describe('SpanBins', () => {
  it('keeps the time spent in each tag', () => {
    fc.assert(
      fc.property(fc.array(time, { minLength: 2, maxLength: 30 }), (times) => {
        const sorted = [...times].sort((a, b) => a - b);
        const bins = new SpanBins();
        const spent = new Array<number>(TAG_COUNT).fill(0);
        for (let place = 1; place < sorted.length; place += 1) {
          const tag = place % TAG_COUNT;
          bins.add(sorted[place - 1], sorted[place], tag);
          spent[tag] += sorted[place] - sorted[place - 1];
        }
        for (let tag = 0; tag < TAG_COUNT; tag += 1) {
          let sum = 0;
          for (let bin = 0; bin < BIN_COUNT; bin += 1) sum += bins.covered[bin * TAG_COUNT + tag];
          expect(sum / Math.max(1, spent[tag])).toBeCloseTo(spent[tag] > 0 ? 1 : 0, 3);
        }
      }),
      RUNS,
    );
  });
});

it('addCover leaves out what lies outside', () => {
  const covered = new Float32Array(4 * TAG_COUNT);
  addCover(covered, { from: 0, to: 100, tag: 1, first: 2, width: 10, count: 4 });
  expect(Array.from({ length: 4 }, (_, bin) => covered[bin * TAG_COUNT + 1])).toEqual([
    10, 10, 10, 10,
  ]);
});
