import { expect, it } from 'vitest';
import { scrollBy } from './reveal';

const VIEW = { top: 100, bottom: 200 };

it.each([
  ['a part that is seen', { top: 120, bottom: 180 }, 0],
  ['a part that is cut below', { top: 170, bottom: 230 }, 30],
  ['a part longer than its place: its beginning counts', { top: 170, bottom: 330 }, 70],
  ['a part that has gone up', { top: 40, bottom: 90 }, -60],
  ['nothing at all', { top: 240, bottom: 240 }, 0],
])('%s', (_, part, by) => {
  expect(scrollBy(part, VIEW)).toBe(by);
});
