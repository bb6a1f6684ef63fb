import { describe, expect, it } from 'vitest';
import { seconds } from '#base';
import { DEFAULT_LEASE_MANAGER, reuseDurationSeconds } from './lease-manager';
import { StorageFixture, thing } from './storage-fixture';

const EVENT_TTL_SECONDS = 3_600;
const leaseOf = (world: StorageFixture, key: string) => world.etcd.disk.store.get(key)?.lease;

describe('reuseDurationSeconds', () => {
  it.each([
    { ttl: 1_000, reuse: 50 },
    { ttl: 3_600, reuse: 60 },
    { ttl: 1_200, reuse: 60 },
    { ttl: 1_199, reuse: 59 },
    { ttl: 15, reuse: 0 },
    { ttl: 20, reuse: 1 },
  ])('a TTL of $ttl s is shared for $reuse s', ({ ttl, reuse }) => {
    expect(reuseDurationSeconds(ttl, DEFAULT_LEASE_MANAGER.reuseSeconds)).toBe(reuse);
  });
});

describe('LeaseManager', () => {
  it('shares the lease of Events for a minute', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    const write = (key: string) => {
      world.run(store.create(key, thing(key), EVENT_TTL_SECONDS));
      return leaseOf(world, key);
    };
    expect([write('/e/1'), write('/e/2')]).toEqual([1, 1]);
    world.advance(seconds(58));
    expect(write('/e/3')).toBe(1);
    world.advance(seconds(3));
    expect(write('/e/4')).toBe(2);
    expect(world.etcd.disk.leases.get(1)?.ttlSeconds).toBe(3_660);
  });

  it('gives each write of 15 s its own lease, and writes without TTL none', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    for (const [key, ttl] of [
      ['/a', 15],
      ['/b', 15],
      ['/c', 0],
    ] as const) {
      world.run(store.create(key, thing(key), ttl));
    }
    expect(['/a', '/b', '/c'].map((key) => leaseOf(world, key))).toEqual([1, 2, 0]);
  });

  it('counts writes, failed ones too, and changes the lease when it is full', () => {
    const world = new StorageFixture({ leaseManager: { reuseSeconds: 60, maxObjects: 2 } });
    const { store } = world.server();
    const counts = ['/a', '/a', '/b', '/c'].map((key) => {
      world.run(store.create(key, thing(key), 1_200));
      return store.leaseManager.attachedObjects;
    });
    expect(counts).toEqual([1, 2, 1, 2]);
    expect(['/a', '/b', '/c'].map((key) => leaseOf(world, key))).toEqual([1, 2, 2]);
  });

  it('grants one lease for writes that come at once', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    for (const key of ['/a', '/b', '/c']) {
      world.begin(store.create(key, thing(key), EVENT_TTL_SECONDS));
    }
    world.advance(seconds(1));
    expect(['/a', '/b', '/c'].map((key) => leaseOf(world, key))).toEqual([1, 1, 1]);
  });

  it('fails the write when etcd grants no lease, and lets the next one try', () => {
    const world = new StorageFixture({ quotaBackendBytes: 300 });
    const { store } = world.server();
    world.run(store.create('/full', thing('full')));
    const write = (key: string) => world.begin(store.create(key, thing(key), 100));
    const results = [write('/a'), write('/b')];
    world.advance(seconds(1));
    const message = 'etcdserver: mvcc: database space exceeded';
    const failure = { kind: 'raw', message };
    expect(results).toMatchObject([[{ failure }], [{ failure }]]);
    world.etcd.drop('/full');
    world.etcd.compactNow();
    world.etcd.defragment();
    world.etcd.disarm();
    const small = world.begin(store.create('/c', { metadata: {} }, 100));
    world.advance(seconds(1));
    expect(small).toMatchObject([{ ok: true }]);
  });
});
