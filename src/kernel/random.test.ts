import { describe, expect, it } from 'vitest';
import { millis } from '#base';
import { RandomStreams } from './random';

const draws = (streams: RandomStreams, name: string, count = 5) =>
  Array.from({ length: count }, () => streams.stream(name).int(0, 999_999));

describe('RandomStreams', () => {
  it('gives the same numbers for the same seed and name', () => {
    expect(draws(new RandomStreams(42), 'a')).toEqual(draws(new RandomStreams(42), 'a'));
    expect(draws(new RandomStreams(42), 'a')).not.toEqual(draws(new RandomStreams(43), 'a'));
    expect(draws(new RandomStreams(42), 'a')).not.toEqual(draws(new RandomStreams(42), 'b'));
  });

  it('does not move a stream when another one is drawn from', () => {
    const quiet = new RandomStreams(7);
    const busy = new RandomStreams(7);
    draws(busy, 'other', 100);
    expect(draws(busy, 'mine')).toEqual(draws(quiet, 'mine'));
  });

  it('is pinned: these numbers are part of the behaviour version', () => {
    expect(draws(new RandomStreams(42), 'kube-apiserver-a/start')).toMatchInlineSnapshot(`
      [
        87692,
        144630,
        12514,
        406985,
        220914,
      ]
    `);
  });

  it('draws lengths within both bounds, and makes no draw from a single one', () => {
    const streams = new RandomStreams(1);
    const range = { min: millis(2), max: millis(3) };
    const lengths = Array.from({ length: 500 }, () => streams.stream('d').duration(range));
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(2_000);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(3_000);
    expect(new Set(lengths).size).toBeGreaterThan(200);
    const before = draws(new RandomStreams(9), 'e');
    const fixed = new RandomStreams(9);
    fixed.stream('e').duration({ min: millis(5), max: millis(5) });
    expect(draws(fixed, 'e')).toEqual(before);
  });
});
