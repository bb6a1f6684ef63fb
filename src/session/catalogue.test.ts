import { expect, it } from 'vitest';
import { catalogue } from './catalogue';

const { flags, hooks, steps, machines, invariants, switches, profiles } = catalogue();

// The page lists each under its name: one that comes twice is offered twice.
it.each([
  ['flag', flags.map(({ component, name }) => `${component} --${name}`)],
  ['hook', hooks.map(({ type, name }) => `${type} ${name}`)],
  ['verb', steps.map(({ verb }) => verb)],
  ['machine', machines.map(({ id }) => id)],
  ['invariant', invariants.map(({ name }) => name)],
  ['switch', switches.map(({ name }) => name)],
  ['profile', profiles],
] as const)('names every %s once', (_, names) => {
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

it('describes a flag that was deprecated on the way', () => {
  expect(flags.filter(({ name }) => name === 'cloud-provider')).toEqual([
    { component: 'kube-apiserver', name: 'cloud-provider', default: '', modelled: false },
  ]);
});
