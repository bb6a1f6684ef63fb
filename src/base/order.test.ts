import { expect, it } from 'vitest';
import { takeOut } from './order';

it.each([
  ['the newest', 'c', ['a', 'b', 'a']],
  ['the last of equal ones', 'a', ['a', 'b', 'c']],
  ['one from between', 'b', ['a', 'a', 'c']],
  ['nothing where it is not there', 'd', ['a', 'b', 'a', 'c']],
])('takes out %s', (_, item, left) => {
  const list = ['a', 'b', 'a', 'c'];
  takeOut(list, item);
  expect(list).toEqual(left);
});
