import { describe, expect, it } from 'vitest';
import { minutes, NO_DURATION, seconds } from '#base';
import { traceHash } from '#trace';
import { compact, FIRST_COMPACT_STATE, startCompactor } from './compactor';
import { StorageFixture, thing } from './storage-fixture';

const INTERVAL = minutes(5);

/** Servers whose compactors started at different times, and a write each 10 s. */
function busyServers(count: number, seed: number) {
  const world = new StorageFixture({ seed });
  const servers = Array.from({ length: count }, () => {
    const server = world.server();
    world.advance(seconds(7));
    const actor = `${server.process.name}/compactor`;
    const compactor = startCompactor(server.process, {
      client: server.client,
      actor,
      interval: INTERVAL,
    });
    return { ...server, compactor };
  });
  const tick = () => {
    world.etcd.put('/busy', thing('busy', { at: world.sim.now }));
    servers[0].process.later(seconds(10), tick);
  };
  tick();
  const compactions = () => world.records('etcd').filter(({ op }) => op === 'compact');
  const decisions = () => world.records('decision');
  return { world, servers, compactions, decisions };
}

describe('compact', () => {
  it('lets one of two servers with the same time win', () => {
    const world = new StorageFixture();
    const [a, b] = [world.server(), world.server()];
    world.run(a.store.create('/somekey', thing('data')));
    const first = world.run(compact(a.client, FIRST_COMPACT_STATE));
    const second = world.run(compact(b.client, FIRST_COMPACT_STATE));
    expect([first, second].map(({ outcome, state }) => [outcome, state.time])).toEqual([
      ['noted', 1],
      ['lost', 1],
    ]);
    expect(world.etcd.disk.store.compactRevision).toBe(0);
  });

  it('compacts at the revision that it noted', () => {
    const world = new StorageFixture();
    const { client, store } = world.server();
    world.run(store.create('/somekey', thing('data')));
    const update = () => ({ kind: 'write' as const, object: thing('data2') });
    world.run(store.guaranteedUpdate('/somekey', { ignoreNotFound: false, update }));
    const round = world.run(compact(client, { time: 0, revision: 3 }));
    expect(round).toMatchObject({ outcome: 'compacted', state: { time: 1, revision: 4 } });
    expect(world.run(client.range({ key: '/somekey', revision: 2 }))).toMatchObject({
      error: 'etcdserver: mvcc: required revision has been compacted',
    });
  });

  it('keeps what it knew when etcd fails', () => {
    const world = new StorageFixture();
    const { client } = world.server();
    world.etcd.process.kill();
    const state = { time: 3, revision: 7 };
    const round = world.run(compact(client, state));
    expect(round).toMatchObject({ outcome: 'failed', state });
  });
});

describe('startCompactor', () => {
  it('of several servers compacts each interval once, from the second interval on', () => {
    for (const seed of [1, 2, 3]) {
      const { world, compactions, decisions } = busyServers(3, seed);
      world.advance(minutes(31));
      const times = compactions().map(({ t }) => t / 60_000_000);
      const revisions = compactions().map(({ revision }) => revision);
      expect(times).toHaveLength(5);
      for (const [index, time] of times.entries()) expect(Math.floor(time / 5)).toBe(index + 2);
      expect(new Set(revisions).size).toBe(revisions.length);
      expect([...revisions].sort((a, b) => a - b)).toEqual(revisions);
      const outcomes = decisions().map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'noted')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'lost')).toHaveLength(12);
    }
  });

  it('is the same twice for one seed', () => {
    const hash = (seed: number) => {
      const { world } = busyServers(3, seed);
      world.advance(minutes(11));
      return traceHash(world.sim.recorder.table);
    };
    expect(hash(6)).toBe(hash(6));
    expect(hash(7)).not.toBe(hash(6));
  });

  it('keeps between one and two intervals of history', () => {
    const { world, servers } = busyServers(2, 4);
    world.advance(minutes(30));
    const { client } = servers[0];
    const readable = (ago: number) => {
      const { table } = world.sim.recorder;
      const row = table.archive.at('/busy', table.firstAt(world.sim.now - ago));
      const revision = row?.revision ?? 0;
      return world.run(client.range({ key: '/busy', revision })).ok;
    };
    expect([readable(minutes(4.9)), readable(minutes(10.5))]).toEqual([true, false]);
  });

  it('says in the log when it fails, and goes on', () => {
    const { world, servers, compactions } = busyServers(1, 5);
    world.advance(minutes(6));
    const fault = world.etcd.outage('noLeader');
    world.advance(minutes(5));
    expect(world.records('log').map(({ message }) => message)).toEqual([
      'etcd: endpoint ([etcd]) compact failed: etcdserver: request timed out',
    ]);
    fault.undo();
    world.advance(minutes(5.2));
    expect(compactions()).toHaveLength(1);
    servers[0].compactor.stop();
    world.advance(minutes(20));
    expect(compactions()).toHaveLength(1);
  });

  it('does nothing without an interval', () => {
    const world = new StorageFixture();
    const { client, process } = world.server();
    startCompactor(process, { client, actor: 'x', interval: NO_DURATION });
    world.advance(minutes(20));
    expect(world.verbs(process)).toEqual([]);
  });
});
