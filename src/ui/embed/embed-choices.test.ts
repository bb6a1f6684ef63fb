import { expect, it } from 'vitest';
import { embedChoices } from './embed-choices';

it.each([
  ['', undefined],
  ['?embed=yes', undefined],
  ['?embed=1', { view: 'both', theme: 'system', postsHeight: false }],
  [
    '?embed=1&view=timeline&theme=light&height=post',
    { view: 'timeline', theme: 'light', postsHeight: true },
  ],
  ['?embed=1&view=all&theme=pink&height=9', { view: 'both', theme: 'system', postsHeight: false }],
])('%j', (search, choices) => {
  expect(embedChoices(search)).toEqual(choices);
});
