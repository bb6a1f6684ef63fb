import { describe, expect, it } from 'vitest';
import { formatGoDuration, parseGoDuration } from './go-duration';
import type { SimDuration } from './sim-time';

describe('parseGoDuration', () => {
  it.each([
    ['0', 0],
    ['15s', 15_000_000],
    ['1h2m3.5s', 3_723_500_000],
    ['-5ms', -5_000],
    ['+1m', 60_000_000],
    ['1.5h', 5_400_000_000],
    ['.5s', 500_000],
    ['1500ns', 2],
    ['3us', 3],
    ['3µs', 3],
  ])('reads %s as %i µs', (text, us) => {
    expect(parseGoDuration(text)).toBe(us);
  });

  it.each(['', '-', '5', 's', '1 s', '1d', '1e3s', '0x5s', '9999999999h', ' 1s', '1s '])(
    'refuses %j as Go does',
    (text) => {
      expect(parseGoDuration(text)).toBeUndefined();
    },
  );
});

describe('formatGoDuration', () => {
  it.each([
    [0, '0s'],
    [1, '1µs'],
    [1_500, '1.5ms'],
    [40_000_000, '40s'],
    [65_500_000, '1m5.5s'],
    [3_600_000_000, '1h0m0s'],
    [-5_000, '-5ms'],
  ])('prints %i µs as %s', (us, text) => {
    expect(formatGoDuration(us as SimDuration)).toBe(text);
    expect(parseGoDuration(text)).toBe(us);
  });
});
