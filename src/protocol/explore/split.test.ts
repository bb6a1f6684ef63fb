import { expect, it } from 'vitest';
import type { Sample, SeedResult } from './seed-result';
import { sharesOf } from './split';

const seedOf = (seed: number, ...wait: readonly Sample[]): SeedResult => {
  return { seed, truncated: false, failed: [], broken: [], samples: { wait } };
};

it('counts for each whom, by name, and leaves out what is not over', () => {
  const results = [
    seedOf(1, { subject: 'b', us: 30 }, { subject: 'a', us: 10 }),
    seedOf(2, { subject: 'b', us: 10 }, { subject: 'a', us: null }),
    seedOf(3, { subject: 'b', us: 20 }),
  ];
  expect(sharesOf(results, 'wait')).toEqual([
    { whom: 'a', count: 1, part: 0.25, p5: 10, median: 10, p95: 10 },
    { whom: 'b', count: 3, part: 0.75, p5: 11, median: 20, p95: 29 },
  ]);
  expect(sharesOf(results, 'another')).toEqual([]);
});

it('tells winners of the same lease apart', () => {
  const results = [
    seedOf(1, { subject: 'l', by: 'x', us: 1 }),
    seedOf(2, { subject: 'l', by: 'y', us: 2 }),
  ];
  expect(sharesOf(results, 'wait').map(({ whom }) => whom)).toEqual(['l → x', 'l → y']);
});
