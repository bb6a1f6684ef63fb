import { describe, expect, it } from 'vitest';
import { distributionOf, samplesOf } from './distribution';
import type { SeedResult } from './seed-result';

const SECOND = 1_000_000;

/** A seed whose one measure gave these seconds; null is one that was not over. */
const seedOf = (seed: number, ...lengths: readonly (number | null)[]): SeedResult => ({
  seed,
  truncated: false,
  failed: [],
  broken: [],
  samples: {
    wait: lengths.map((length) => {
      return { subject: `of ${seed}`, us: length === null ? null : length * SECOND };
    }),
  },
});

describe('a distribution', () => {
  const results = [seedOf(3, 4, null), seedOf(1, 2), seedOf(2, 4, 1), seedOf(0)];

  it('counts what is over, and says apart what is not', () => {
    const found = distributionOf(results, 'wait');
    expect(found).toMatchObject({ measure: 'wait', count: 4, open: 1, mean: 2.75 * SECOND });
  });

  it('names the seeds of the extremes, of equal ones the lowest', () => {
    const found = distributionOf(results, 'wait');
    expect(found?.shortest).toEqual({ seed: 2, subject: 'of 2', us: SECOND });
    expect(found?.longest).toEqual({ seed: 2, subject: 'of 2', us: 4 * SECOND });
  });

  it('has quantiles between the samples', () => {
    const hundred = Array.from({ length: 101 }, (_, seed) => seedOf(seed, seed));
    expect(distributionOf(hundred, 'wait')?.quantiles).toEqual(
      [0.05, 0.25, 0.5, 0.75, 0.95, 0.99].map((q) => ({ q, us: q * 100 * SECOND })),
    );
  });

  it('has a histogram of round, equal bins in which each sample stands once', () => {
    const lengths = Array.from({ length: 50 }, (_, seed) => seedOf(seed, 3 + (seed * 7) / 50));
    const { histogram = [] } = distributionOf(lengths, 'wait') ?? {};
    expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(50);
    expect(histogram[0].from).toBeLessThanOrEqual(3 * SECOND);
    expect(histogram.at(-1)?.to).toBeGreaterThanOrEqual((3 + (49 * 7) / 50) * SECOND);
    for (const [index, { from, to }] of histogram.entries()) {
      expect(to - from).toBe(SECOND / 2);
      if (index > 0) expect(from).toBe(histogram[index - 1].to);
    }
  });

  it('is the same in whatever order the seeds came', () => {
    expect(distributionOf([...results].reverse(), 'wait')).toEqual(distributionOf(results, 'wait'));
  });

  it('of equal samples has one bin and no width', () => {
    const found = distributionOf([seedOf(1, 5), seedOf(2, 5)], 'wait');
    expect(found?.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    expect(found?.shortest).toEqual(found?.longest);
  });

  it('is none where nothing is over', () => {
    expect(distributionOf([seedOf(1, null)], 'wait')).toBeUndefined();
    expect(distributionOf([seedOf(1, 2)], 'another')).toBeUndefined();
    expect(samplesOf([seedOf(1, null)], 'wait')).toEqual([]);
  });
});
