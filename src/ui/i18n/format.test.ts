import { expect, it } from 'vitest';
import { formatClock, formatCount, formatEnd, formatLength, formatSpan } from './format';

it.each([
  [0, '00:00.000'],
  [31_204_567, '00:31.204'],
  [6_000_412_000, '100:00.412'],
])('formatClock %d is %s', (us, text) => expect(formatClock(us)).toBe(text));

it.each([
  [120_000_000, '02:00'],
  [90_500_000, '01:30.500'],
])('formatEnd %d is %s', (us, text) => expect(formatEnd(us)).toBe(text));

it.each([
  [250, '250 µs'],
  [3_210, '3.2 ms'],
  [40_000, '40 ms'],
  [11_800_000, '11.8 s'],
  [125_000_000, '2 min 5 s'],
  [-1_300_000, '−1.3 s'],
])('formatSpan %d is %s', (us, text) => expect(formatSpan(us)).toBe(text));

it.each([
  [7, '7'],
  [24_100, '24,100'],
  [1_234_567.4, '1,234,567'],
])('formatCount %d is %s', (n, text) => expect(formatCount(n)).toBe(text));

it.each([
  [90_000_000, '90 s', '90 秒'],
  [400_000_000, '6 min 40 s', '6 分 40 秒'],
  [600_000_000, '10 min', '10 分'],
])('formatLength %d is %s, and %s in Chinese', (us, en, zh) => {
  expect([formatLength(us, 'en'), formatLength(us, 'zh')]).toEqual([en, zh]);
});
