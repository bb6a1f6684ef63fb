import { expect, test } from 'vitest';
import { groupActors, matching } from './part-groups';
import type { ActorRow } from './select';

const row = (label: string, state?: string): ActorRow => ({
  path: `kube-apiserver-a/${label}`,
  label,
  state,
  tags: [],
});

const ROWS = [
  row('lifecycle', 'serving'),
  row('ranges/services', 'idle'),
  row('ranges/ports', 'idle'),
  ...['pods', 'services', 'secrets', 'nodes'].map((name) => row(`watch-cache/${name}`, 'ready')),
  row('watch-cache/leases', 'listing'),
];

const labels = (rows: readonly ActorRow[]): string[] => rows.map(({ label }) => label);

test('four that begin alike are a family, fewer stand by themselves', () => {
  const { singles, groups } = groupActors(ROWS, 'loops');
  expect(labels(singles)).toEqual(['lifecycle', 'ranges/services', 'ranges/ports']);
  expect(groups.map(({ name, rows }) => [name, rows.length])).toEqual([['watch-cache', 5]]);
});

test('of many singles the lifecycle stays, and the rest is a family', () => {
  const many = [...ROWS, ...[1, 2, 3, 4, 5, 6].map((number) => row(`loop-${number}`))];
  const { singles, groups } = groupActors(many, 'loops');
  expect(labels(singles)).toEqual(['lifecycle']);
  expect(groups.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['loops', 8],
    ['watch-cache', 5],
  ]);
});

test.each([
  ['', 5],
  ['PODS', 1],
  ['watch-cache listing', 1],
  ['listing pods', 0],
])('%j finds %i by name and state', (typed, count) => {
  const found = matching(groupActors(ROWS, 'loops').groups, typed);
  expect(found.flatMap(({ rows }) => rows)).toHaveLength(count);
  expect(found).toHaveLength(count === 0 ? 0 : 1);
});
