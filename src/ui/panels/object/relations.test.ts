import { expect, it } from 'vitest';
import { relationsOf, type Store } from './relations';

const OBJECTS: Readonly<Record<string, unknown>> = {
  '/registry/replicasets/shop/web-1': {
    kind: 'ReplicaSet',
    metadata: {
      name: 'web-1',
      uid: 'r',
      ownerReferences: [{ kind: 'Deployment', name: 'web', uid: 'd', controller: true }],
    },
  },
  '/registry/deployments/shop/web': { kind: 'Deployment', metadata: { name: 'web', uid: 'd' } },
  '/registry/pods/shop/web-1-a': {
    kind: 'Pod',
    metadata: {
      name: 'web-1-a',
      uid: 'p',
      ownerReferences: [
        { kind: 'ReplicaSet', name: 'web-1', uid: 'r', controller: true },
        { kind: 'ConfigMap', name: 'was', uid: 'gone' },
      ],
    },
  },
  '/registry/ranges/serviceips': 'bytes',
  '/registry/odd': { kind: 'Odd', metadata: { name: 'odd', ownerReferences: 'nothing' } },
};
const store: Store = { keys: Object.keys(OBJECTS), objectAt: (key) => OBJECTS[key] };

it('finds owners and owned by uid', () => {
  expect(relationsOf(store, '/registry/replicasets/shop/web-1')).toEqual({
    owners: [
      { kind: 'Deployment', name: 'web', key: '/registry/deployments/shop/web', controller: true },
    ],
    owned: [{ kind: 'Pod', name: 'web-1-a', key: '/registry/pods/shop/web-1-a', controller: true }],
  });
});

it('names an owner that is not there', () => {
  const { owners, owned } = relationsOf(store, '/registry/pods/shop/web-1-a');
  expect(owners.map(({ name, key }) => [name, key])).toEqual([
    ['web-1', '/registry/replicasets/shop/web-1'],
    ['was', undefined],
  ]);
  expect(owned).toEqual([]);
});

it.each(['/registry/ranges/serviceips', '/registry/odd', '/registry/none'])(
  '%s has neither',
  (key) => {
    expect(relationsOf(store, key)).toEqual({ owners: [], owned: [] });
  },
);
