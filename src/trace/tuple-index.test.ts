import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TupleIndex } from './tuple-index';

const anyTuple = fc.record({
  kind: fc.integer({ min: 0, max: 3 }),
  tuple: fc.array(fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer()), {
    minLength: 3,
    maxLength: 3,
  }),
});

it('numbers tuples as a map by their text would', () => {
  fc.assert(
    fc.property(fc.array(anyTuple, { maxLength: 900 }), (list) => {
      const tuples: (readonly number[])[] = [];
      const index = new TupleIndex(tuples);
      const byText = new Map<string, number>();
      for (const { kind, tuple } of list) {
        const text = `${kind}:${tuple.join()}`;
        const number = byText.get(text) ?? byText.size;
        byText.set(text, number);
        expect(index.numberOf(kind, tuple)).toBe(number);
        expect(tuples[number]).toEqual(tuple);
      }
      expect(tuples.length).toBe(byText.size);
    }),
    { seed: 1, numRuns: 100 },
  );
});

it('keeps a copy, so that the tuple may be used again', () => {
  const tuples: (readonly number[])[] = [];
  const index = new TupleIndex(tuples);
  const tuple = [1, 2];
  index.numberOf(0, tuple);
  tuple[0] = 9;
  expect(tuples).toEqual([[1, 2]]);
  expect(index.numberOf(0, tuple)).toBe(1);
});
