import { expect, test } from 'vitest';
import { ageOf, humanDuration } from './human-duration';

test.each([
  [-5_000, '<invalid>'],
  [0, '0s'],
  [119_000, '119s'],
  [120_000, '2m'],
  [330_000, '5m30s'],
  [3_600_000, '60m'],
  [11_100_000, '3h5m'],
  [100_000_000, '27h'],
  [200_000_000, '2d7h'],
  [40_000_000_000, '462d'],
  [80_000_000_000, '2y195d'],
])('an age of %d ms is %s', (ms, text) => expect(humanDuration(ms)).toBe(text));

test('what has no time has no age', () => {
  expect(ageOf(undefined, 0)).toBe('<unknown>');
  expect(ageOf('1970-01-01T00:00:00Z', 5_000)).toBe('5s');
});
