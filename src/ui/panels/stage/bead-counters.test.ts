import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Counter, counterBox, mergeCounters } from './bead-counters';
import { rectsOverlap } from './geometry';

const heap = fc.array(
  fc.record({
    x: fc.integer({ min: 0, max: 120 }),
    y: fc.integer({ min: 0, max: 60 }),
    count: fc.integer({ min: 4, max: 60 }),
  }),
  { maxLength: 40 },
);

const sum = (counters: readonly Counter[]) => counters.reduce((all, { count }) => all + count, 0);

it('writes no counter over another, and loses no message', () => {
  fc.assert(
    fc.property(heap, (counters) => {
      const merged = mergeCounters(counters);
      expect(sum(merged)).toBe(sum(counters));
      merged.forEach((one, place) => {
        for (const other of merged.slice(place + 1)) {
          expect(rectsOverlap(counterBox(one), counterBox(other))).toBe(false);
        }
      });
    }),
    { seed: 4, numRuns: 200 },
  );
});

it('leaves counters that keep apart where they are', () => {
  const apart = [
    { x: 10, y: 10, count: 4 },
    { x: 60, y: 10, count: 30 },
    { x: 10, y: 40, count: 12 },
  ];
  expect(mergeCounters(apart)).toEqual(apart);
});

it('adds up what touches at the place of the larger', () => {
  const touching = [
    { x: 10, y: 10, count: 4 },
    { x: 14, y: 12, count: 12 },
  ];
  expect(mergeCounters(touching)).toEqual([{ x: 14, y: 12, count: 16 }]);
});
