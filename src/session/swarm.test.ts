import { describe, expect, it } from 'vitest';
import { encodeShareLink } from '#protocol';
import { runSwarm } from './swarm';

/** Seeds of an ordinary run; `npm run swarm` takes more. */
const SEEDS = 50;
const PATIENCE_MS = 300_000;

describe('the swarm', () => {
  it(
    `breaks nothing for good in ${SEEDS} seeds`,
    () => {
      const results = Array.from({ length: SEEDS }, (_, seed) => runSwarm(seed));
      const broken = results
        .filter(({ breaches }) => breaches.length > 0)
        .map(({ seed, breaches, scenario }) => {
          const link = encodeShareLink(scenario);
          return `seed ${seed}: ${breaches.join('; ')} ${link.ok ? link.value : ''}`;
        });
      expect(broken).toEqual([]);
      const disturbed = results.filter((result) => result.disturbed).length;
      expect(disturbed / SEEDS).toBeGreaterThanOrEqual(0.8);
    },
    PATIENCE_MS,
  );
});
