import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Simulation } from '#kernel';
import { AllocationBitmap } from './bitmap';

const RUNS = { seed: 1, numRuns: 200 };

const drawing = (seed: number) =>
  new Simulation({ seed, epochMs: 0, maxRecords: 1 }).random('bitmap');

const acts = (max: number) =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('next' as const) },
      { weight: 2, arbitrary: fc.record({ take: fc.integer({ min: -1, max }) }) },
      { weight: 2, arbitrary: fc.record({ free: fc.integer({ min: 0, max: max - 1 }) }) },
      { weight: 1, arbitrary: fc.constant('restore' as const) },
    ),
    { maxLength: 120 },
  );

const SIZES = fc
  .record({ max: fc.integer({ min: 1, max: 70 }), band: fc.integer({ min: 0, max: 80 }) })
  .chain(({ max, band }) =>
    fc.record({ max: fc.constant(max), band: fc.constant(band), steps: acts(max) }),
  );

describe('a bitmap', () => {
  it('holds what a set would hold, and leaves the lower band for last', () => {
    fc.assert(
      fc.property(fc.nat(), SIZES, (seed, { max, band, steps }) => {
        let bitmap = new AllocationBitmap(max, 'x', band, drawing(seed));
        const model = new Set<number>();
        const upperFree = () =>
          Array.from({ length: max }, (_, at) => at).some((at) => at >= band && !model.has(at));
        for (const step of steps) {
          if (step === 'next') {
            const hadUpper = upperFree();
            const taken = bitmap.allocateNext();
            expect(taken.ok).toBe(model.size < max);
            if (!taken.ok) continue;
            expect(model.has(taken.offset)).toBe(false);
            expect(taken.offset >= band).toBe(hadUpper);
            model.add(taken.offset);
          } else if (step === 'restore') {
            const copy = new AllocationBitmap(max, 'x', band, drawing(seed));
            expect(copy.restore(bitmap.snapshot())).toBeUndefined();
            bitmap = copy;
          } else if ('take' in step) {
            const { take } = step;
            const inside = take >= 0 && take < max;
            const taken = bitmap.allocate(take);
            expect(taken.ok).toBe(inside && !model.has(take));
            if (taken.ok) model.add(take);
            else expect(taken.error === undefined).toBe(inside);
          } else {
            bitmap.release(step.free);
            model.delete(step.free);
          }
          expect([bitmap.count, bitmap.free]).toEqual([model.size, max - model.size]);
        }
        const visited: number[] = [];
        bitmap.forEach((offset) => {
          visited.push(offset);
        });
        expect(visited).toEqual([...model].sort((a, b) => a - b));
      }),
      RUNS,
    );
  });

  it('is the number whose bits are the items', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 99 })), (items) => {
        const bitmap = new AllocationBitmap(100, 'x', 0, drawing(1));
        for (const item of items) bitmap.allocate(item);
        const { bytes } = bitmap.snapshot();
        const number = items.reduce((sum, item) => sum | (1n << BigInt(item)), 0n);
        const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
        expect(BigInt(`0x0${hex}`)).toBe(number);
        expect(bytes[0]).not.toBe(0);
      }),
      RUNS,
    );
  });
});
