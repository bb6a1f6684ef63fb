import { expect, it } from 'vitest';
import { cutOff } from './cut-off';

const parts = [0, 100, 200, 300].map((left) => ({ left, right: left + 100 }));

it('names what reaches beyond either end of its row', () => {
  expect(cutOff({ left: 0, right: 400 }, parts)).toEqual([]);
  expect(cutOff({ left: 0, right: 260 }, parts)).toEqual([2, 3]);
  expect(cutOff({ left: 60, right: 340 }, parts)).toEqual([0, 3]);
});

it('does not count a part of the empty edge', () => {
  expect(cutOff({ left: 3, right: 397 }, parts)).toEqual([]);
});
