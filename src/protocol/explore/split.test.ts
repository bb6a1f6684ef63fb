import { expect, it } from 'vitest';
import { distributionOf } from './distribution';
import type { Sample, SeedResult } from './seed-result';
import { bySubject, sharesOf } from './split';

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

it('gives each lease a distribution of its own, and keeps what is not over with its lease', () => {
  const results = [
    seedOf(1, { subject: 'scheduler', us: 2 }, { subject: 'manager', us: 20 }),
    seedOf(2, { subject: 'manager', us: 40 }, { subject: 'scheduler', us: null }),
  ];
  const found = bySubject(results, 'wait').map(({ subject, results: own }) => {
    const { count, open, mean } = distributionOf(own, 'wait') ?? {};
    return [subject, count, open, mean];
  });
  expect(found).toEqual([
    ['manager', 2, 0, 30],
    ['scheduler', 1, 1, 2],
  ]);
  expect(bySubject(results, 'another')).toEqual([]);
});
