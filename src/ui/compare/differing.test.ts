import { expect, it } from 'vitest';
import { asTime } from '#base';
import { cameTo } from './differing';

it('tells who differs only once a run has come to the playhead, or is over', () => {
  const run = { reached: asTime(5_000_000), status: 'running', replacing: false } as const;
  expect(cameTo(run, asTime(5_000_000))).toBe(true);
  expect(cameTo(run, asTime(5_000_001))).toBe(false);
  expect(cameTo({ ...run, status: 'done' }, asTime(9_000_000))).toBe(true);
  expect(cameTo({ ...run, status: 'done', replacing: true }, asTime(9_000_000))).toBe(false);
});
