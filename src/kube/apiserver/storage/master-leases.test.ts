import { expect, it } from 'vitest';
import { seconds } from '#base';
import { createMasterLeases } from './master-leases';
import { StorageFixture } from './storage-fixture';

const KEY = '/registry/masterleases/10.0.0.11';

function world(initial: ConstructorParameters<typeof StorageFixture>[0] = {}) {
  const fixture = new StorageFixture(initial);
  const { store, process } = fixture.server();
  return { fixture, process, leases: createMasterLeases(store, '/registry') };
}

it('renews with a higher generation and an etcd lease of its own each time', () => {
  const { fixture, process, leases } = world();
  fixture.run(leases.updateLease('10.0.0.11'));
  fixture.run(leases.updateLease('10.0.0.11'));
  expect(fixture.etcd.disk.store.get(KEY)).toMatchObject({
    value: {
      kind: 'Endpoints',
      apiVersion: 'v1',
      metadata: { generation: 2 },
      subsets: [{ addresses: [{ ip: '10.0.0.11' }] }],
    },
    version: 2,
    lease: 2,
  });
  expect(fixture.etcd.disk.leases.get(2)?.ttlSeconds).toBe(15);
  const round = ['range', 'grant', 'txn'];
  expect(fixture.verbs(process)).toEqual([...round, ...round]);
});

it('lists addresses in order of key as text, and leaves out what has none', () => {
  const { fixture, leases } = world({
    initial: [
      { key: '/registry/masterleases/a', value: { metadata: {}, subsets: [] } },
      { key: '/registry/masterleases/b', value: { metadata: {} } },
      { key: '/registry/masterleases/c', value: { metadata: {}, subsets: [{ addresses: [{}] }] } },
      { key: '/registry/masterleasesx/d', value: { metadata: {} } },
    ],
  });
  for (const ip of ['10.0.0.2', '10.0.0.10']) fixture.run(leases.updateLease(ip));
  expect(fixture.run(leases.listLeases())).toMatchObject({ value: ['10.0.0.10', '10.0.0.2'] });
});

it('is gone 15 s after the last renewal, or when it is removed', () => {
  const { fixture, leases } = world();
  fixture.run(leases.updateLease('10.0.0.11'));
  fixture.run(leases.updateLease('10.0.0.12'));
  expect(fixture.run(leases.removeLease('10.0.0.12'))).toMatchObject({ ok: true });
  fixture.advance(seconds(10));
  expect(fixture.run(leases.listLeases())).toMatchObject({ value: ['10.0.0.11'] });
  fixture.advance(seconds(6));
  expect(fixture.run(leases.listLeases())).toMatchObject({ value: [] });
  const rest = 'ResourceVersion: 0, AdditionalErrorMsg: ';
  const message = `StorageError: key not found, Code: 1, Key: ${KEY}, ${rest}`;
  expect(fixture.run(leases.removeLease('10.0.0.11'))).toMatchObject({ failure: { message } });
});
