import { describe, expect, it } from 'vitest';
import { etcdKeyOf, etcdPrefix, etcdPrefixOf } from './keys';

describe('etcdKeyOf', () => {
  it.each([
    { group: '', resource: 'namespaces', namespace: '', key: '/registry/namespaces/x' },
    { group: '', resource: 'nodes', namespace: '', key: '/registry/minions/x' },
    { group: '', resource: 'services', namespace: 'n', key: '/registry/services/specs/n/x' },
    { group: '', resource: 'endpoints', namespace: 'n', key: '/registry/services/endpoints/n/x' },
    {
      group: '',
      resource: 'replicationcontrollers',
      namespace: 'n',
      key: '/registry/controllers/n/x',
    },
    { group: '', resource: 'events', namespace: 'n', key: '/registry/events/n/x' },
    { group: 'events.k8s.io', resource: 'events', namespace: 'n', key: '/registry/events/n/x' },
    { group: 'apps', resource: 'deployments', namespace: 'n', key: '/registry/deployments/n/x' },
    {
      group: 'networking.k8s.io',
      resource: 'ingresses',
      namespace: 'n',
      key: '/registry/ingress/n/x',
    },
    {
      group: 'coordination.k8s.io',
      resource: 'leases',
      namespace: 'n',
      key: '/registry/leases/n/x',
    },
    {
      group: 'discovery.k8s.io',
      resource: 'endpointslices',
      namespace: 'n',
      key: '/registry/endpointslices/n/x',
    },
    {
      group: 'apiregistration.k8s.io',
      resource: 'apiservices',
      namespace: '',
      key: '/registry/apiregistration.k8s.io/apiservices/x',
    },
    {
      group: 'cr.bar.com',
      resource: 'foos',
      namespace: 'n',
      key: '/registry/cr.bar.com/foos/n/x',
    },
  ])('$group/$resource is $key', ({ group, resource, namespace, key }) => {
    expect(etcdKeyOf({ group, resource }, namespace, 'x')).toBe(key);
  });

  it('begins with the prefix of its resource and of its namespace', () => {
    const services = { group: '', resource: 'services' };
    expect(etcdPrefixOf(services)).toBe('/registry/services/specs/');
    expect(etcdPrefixOf(services, 'n')).toBe('/registry/services/specs/n/');
    expect(etcdPrefixOf(services, 'n', 'custom/prefix')).toBe('/custom/prefix/services/specs/n/');
  });
});

describe('etcdPrefix', () => {
  it.each([
    ['/registry', '/registry'],
    ['custom/prefix', '/custom/prefix'],
    ['/custom//prefix/', '/custom/prefix'],
    ['/', ''],
    ['a/../b/./c', '/b/c'],
    ['..', ''],
  ])('%s is %s', (flag, prefix) => {
    expect(etcdPrefix(flag)).toBe(prefix);
  });
});
