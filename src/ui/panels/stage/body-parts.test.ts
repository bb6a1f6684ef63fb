import { describe, expect, it } from 'vitest';
import { leaderMarkAt, letterSize } from './body-parts';
import { LEADER_REACH } from './geometry';

describe.each([5.6, 8, 11, 14, 22])('a body of %d px', (radius) => {
  const size = letterSize(radius, 11.5);

  it('has a letter that can be read', () => {
    expect(size).toBeGreaterThanOrEqual(9.5);
  });

  it('has its star beside the letter', () => {
    const { x, y, scale } = leaderMarkAt(radius);
    // A small letter is about half as wide as its size; its diagonal is less than 0.4 of it.
    expect(Math.hypot(x, y) - LEADER_REACH * scale).toBeGreaterThan(size * 0.4);
  });
});
