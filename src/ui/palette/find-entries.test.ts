import { expect, it } from 'vitest';
import { type Entry, findEntries, MOST_ENTRIES } from './find-entries';

const entries: readonly Entry[] = [
  { kind: 'command', id: 'show-all', title: 'Show the whole run', aside: '0' },
  { kind: 'command', id: 'kill', title: 'Kill the selected process', aside: 'K' },
  { kind: 'actor', id: 'kube-apiserver-a/health', title: 'kube-apiserver-a/health', aside: '' },
  { kind: 'scenario', id: 'slow-hook', title: '一个慢 hook', aside: 'slow-hook' },
];
const ids = (query: string) => findEntries(entries, query).map(({ id }) => id);

it.each([
  ['', ['show-all', 'kill', 'kube-apiserver-a/health', 'slow-hook']],
  ['KILL', ['kill']],
  ['apiserver health', ['kube-apiserver-a/health']],
  ['slow', ['slow-hook']],
  ['k', ['kill', 'kube-apiserver-a/health', 'slow-hook']],
  ['the', ['show-all', 'kill']],
  ['nothing like it', []],
])('%j finds %j', (query, found) => expect(ids(query)).toEqual(found));

it('offers no more than can be read', () => {
  const many = Array.from({ length: 200 }, (_, n): Entry => ({ ...entries[0], id: `c${n}` }));
  expect(findEntries(many, '')).toHaveLength(MOST_ENTRIES);
});
