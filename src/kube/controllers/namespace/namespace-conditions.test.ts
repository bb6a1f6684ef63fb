import { expect, it } from 'vitest';
import { NamespaceConditionUpdater } from './namespace-conditions';

it('says nothing of what none is left of', () => {
  const updater = new NamespaceConditionUpdater('2026-01-01T00:00:00Z');
  updater.processContentTotals({
    remaining: new Map([
      ['pods.', 0],
      ['deployments.apps', 5],
    ]),
    finalizers: new Map([
      ['kubedb', 2],
      ['service-catalog', 0],
    ]),
  });
  expect(updater.found.map(({ message }) => message)).toEqual([
    'Some resources are remaining: deployments.apps has 5 resource instances',
    'Some content in the namespace has finalizers remaining: kubedb in 2 resource instances',
  ]);
});
