import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SeqMap } from './seq-map';

const anyAct = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('add'), n: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('get'), n: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('from'), n: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('cut'), n: fc.nat(60) }) },
);

it('answers as a map does', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 200 }), (acts) => {
      const ours = new SeqMap<number>();
      const oracle = new Map<number, number>();
      let last = -1;
      for (const [index, { act, n }] of acts.entries()) {
        const later = () => [...oracle].filter(([seq]) => seq >= n);
        if (act === 'add') {
          last += n;
          ours.set(last, index);
          oracle.set(last, index);
        } else if (act === 'get') expect(ours.get(n)).toBe(oracle.get(n));
        else if (act === 'from') expect(ours.from(n)).toEqual(later());
        else {
          for (const [seq] of later()) oracle.delete(seq);
          ours.cut(n);
          last = Math.max(-1, ...oracle.keys());
        }
        expect(ours.size).toBe(oracle.size);
      }
    }),
    { seed: 1, numRuns: 300 },
  );
});
