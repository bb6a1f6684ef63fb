import { describe, expect, it } from 'vitest';
import { asTime, seconds } from '#base';
import { Simulation } from '#kernel';
import { ExponentialBackoff } from './backoff';

const OPTIONS = {
  initial: seconds(0.8),
  max: seconds(30),
  reset: seconds(120),
  factor: 2,
  jitter: 1,
};

describe('exponential backoff', () => {
  it('doubles with jitter up to its cap, and starts again after a quiet time', () => {
    const sim = new Simulation({ seed: 3, epochMs: 0, maxRecords: 10 });
    const backoff = new ExponentialBackoff(sim, sim.random('x'), OPTIONS);
    for (const base of [0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30, 30]) {
      const wait = backoff.step() / seconds(1);
      expect(wait).toBeGreaterThanOrEqual(base);
      expect(wait).toBeLessThan(2 * base);
    }
    sim.advance(asTime(seconds(121)));
    expect(backoff.step()).toBeLessThan(seconds(1.6));
  });
});
