import { describe, expect, it } from 'vitest';
import { after, between, millis, seconds } from '#base';
import { ETCD_ERROR } from './api';
import { EtcdFixture, prefixOf } from './etcd-fixture';

const leaseOps = (world: EtcdFixture) =>
  world.records('etcd').flatMap(({ op, key, revision, lease }) => {
    return op === 'put' ? [] : [`${op} ${key}@${revision} ${lease}`];
  });
const timers = (world: EtcdFixture) =>
  world.records('timer').map(({ name, phase }) => `${name} ${phase}`);

describe('leases', () => {
  it('are numbered from 1, and live at least 2 s', () => {
    const world = new EtcdFixture();
    expect(world.ask('grant', { ttlSeconds: 15 })).toEqual({ id: 1, ttlSeconds: 15, revision: 1 });
    expect(world.ask('grant', { ttlSeconds: 1 })).toEqual({ id: 2, ttlSeconds: 2, revision: 1 });
    expect(world.ask('grant', { ttlSeconds: 5, id: 9 })).toMatchObject({ id: 9 });
    expect(world.ask('grant', { ttlSeconds: 5, id: 9 })).toEqual({
      etcdError: ETCD_ERROR.leaseExists,
    });
    expect(world.ask('grant', { ttlSeconds: 9_000_000_001 })).toEqual({
      etcdError: ETCD_ERROR.leaseTtlTooLarge,
    });
  });

  it('take all their keys with them in one revision, in order of key', () => {
    const world = new EtcdFixture();
    const watch = world.watch({ ...prefixOf('/'), startRevision: 0 });
    world.ask('grant', { ttlSeconds: 15 });
    for (const key of ['/b', '/a', '/c']) world.put(key, 1, 1);
    world.advance(seconds(16));
    expect(leaseOps(world)).toEqual([
      'lease-grant @1 1',
      'lease-expire @4 1',
      'delete /a@5 1',
      'delete /b@5 1',
      'delete /c@5 1',
    ]);
    expect(watch.pieces.at(-1)).toMatchObject({
      revision: 5,
      events: [{ kv: { key: '/a' } }, { kv: { key: '/b' } }, { kv: { key: '/c' } }],
    });
  });

  it('lose a key to the lease of its next put, and to a put without', () => {
    const world = new EtcdFixture();
    world.ask('grant', { ttlSeconds: 5 });
    world.ask('grant', { ttlSeconds: 30 });
    world.put('/moved', 1, 1);
    world.put('/moved', 2, 2);
    world.put('/kept', 1, 1);
    world.put('/kept', 2);
    world.advance(seconds(10));
    expect(leaseOps(world).at(-1)).toBe('lease-expire @5 1');
    expect(world.etcd.revision).toBe(5);
    world.advance(seconds(30));
    expect(leaseOps(world).slice(-2)).toEqual(['lease-expire @5 2', 'delete /moved@6 2']);
  });

  it('go when they are revoked, and refuse keys from then on', () => {
    const world = new EtcdFixture();
    world.ask('grant', { ttlSeconds: 15 });
    world.put('/a', 1, 1);
    expect(world.ask('revoke', { id: 1 })).toEqual({ revision: 3 });
    expect(world.ask('revoke', { id: 1 })).toEqual({ etcdError: ETCD_ERROR.leaseNotFound });
    expect(world.put('/a', 1, 1)).toEqual({ etcdError: ETCD_ERROR.leaseNotFound });
    world.advance(seconds(30));
    expect(leaseOps(world)).toEqual(['lease-grant @1 1', 'lease-revoke @2 1', 'delete /a@3 1']);
    expect(timers(world)).toEqual(['lease 1 armed', 'lease 1 cancelled']);
  });

  it('start over when they are kept alive', () => {
    const world = new EtcdFixture();
    world.ask('grant', { ttlSeconds: 10 });
    world.advance(seconds(7.5));
    expect(world.ask('ttl', { id: 1 })).toMatchObject({ ttlSeconds: 1, grantedTtlSeconds: 10 });
    expect(world.ask('keepalive', { id: 1 })).toMatchObject({ ttlSeconds: 10 });
    world.advance(seconds(0.5));
    expect(world.ask('ttl', { id: 1 })).toMatchObject({ ttlSeconds: 8 });
    expect(timers(world)).toEqual(['lease 1 armed', 'lease 1 cancelled', 'lease 1 armed']);
    world.advance(seconds(10));
    expect(world.ask('keepalive', { id: 1 })).toMatchObject({ ttlSeconds: 0 });
    expect(world.ask('ttl', { id: 1 })).toMatchObject({ ttlSeconds: -1 });
  });

  it('cannot be kept alive between their end and the scan that finds it', () => {
    const world = new EtcdFixture();
    world.ask('grant', { ttlSeconds: 10 });
    const [{ t, firesAt }] = world.records('timer');
    const end = after(t, seconds(10));
    expect(firesAt - end).toBeGreaterThan(millis(20));
    world.advance(between(world.sim.now, end));
    const answers = world.send('keepalive', { id: 1 });
    world.advance(millis(20));
    expect(answers).toEqual([{ id: 1, ttlSeconds: 0, revision: 1 }]);
    expect(leaseOps(world)).toEqual(['lease-grant @1 1']);
  });

  it('get their full TTL and a second again when etcd starts again', () => {
    const world = new EtcdFixture();
    world.etcd.put('/a', 1, 10);
    world.advance(seconds(8));
    world.etcd.process.kill();
    world.advance(seconds(60));
    world.etcd.process.start();
    const startedAt = world.sim.now;
    world.advance(seconds(20));
    const gone = world.records('etcd').find(({ op }) => op === 'lease-expire');
    const lived = (gone?.t ?? 0) - startedAt - seconds(11);
    expect(lived).toBeGreaterThanOrEqual(0);
    expect(lived).toBeLessThan(seconds(0.5));
  });

  it('do not run out while there is no leader, and start over with the next', () => {
    const world = new EtcdFixture();
    world.etcd.put('/a', 1, 10);
    const fault = world.etcd.outage('noLeader');
    world.advance(seconds(60));
    expect(leaseOps(world)).toEqual(['lease-grant @1 1']);
    fault.undo();
    world.advance(seconds(10.9));
    expect(world.etcd.revision).toBe(2);
    world.advance(seconds(1));
    expect(world.etcd.revision).toBe(3);
  });

  it('are measured by the clock of the process', () => {
    const world = new EtcdFixture();
    world.etcd.process.clock.distort({ rate: 2 });
    world.etcd.put('/a', 1, 10);
    world.advance(seconds(4.9));
    expect(world.etcd.revision).toBe(2);
    world.advance(seconds(0.4));
    expect(world.etcd.revision).toBe(3);
  });
});
