import { describe, expect, it } from 'vitest';
import { formatTick, tickStep, ticksOf } from './time-axis';

describe('tickStep', () => {
  it.each([
    [120_000_000, 20_000_000],
    [32_000_000, 4_000_000],
    [3_600_000_000, 600_000_000],
    [1_000_000, 100_000],
    [200_000, 20_000],
    [900, 100],
    [864_000_000_000, 86_400_000_000],
  ])('%d µs over 1000 px', (length, step) => expect(tickStep(length, 1_000, 100)).toBe(step));
});

describe('formatTick', () => {
  it.each([
    [0, 1_000_000, '00:00'],
    [3_725_000_000, 1_000_000, '62:05'],
    [31_204_000, 1_000, '00:31.204'],
    [31_204_050, 10, '00:31.204050'],
  ])('%d by %d', (time, step, label) => expect(formatTick(time, step)).toBe(label));
});

it('ticks are round times inside the window, evenly spaced and far enough apart', () => {
  const ticks = ticksOf({ from: 17_300_000, to: 51_900_000 }, 1_160, 104);
  expect(ticks.map((tick) => tick.label)).toEqual([
    ...['00:20', '00:24', '00:28', '00:32', '00:36', '00:40', '00:44', '00:48'],
  ]);
  const gaps = ticks.slice(1).map((tick, place) => tick.x - ticks[place].x);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(104);
});
