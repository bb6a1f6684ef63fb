import { describe, expect, it } from 'vitest';
import { millis, NO_DURATION, seconds } from '#base';
import { traceHash } from '#trace';
import { ETCD_ERROR, type KeyValue, type WatchEvent } from './api';
import { EtcdFixture, prefixOf } from './etcd-fixture';

const NOTHING = { revision: 1, kvs: [], more: false, count: 0 };
const names = (events: readonly WatchEvent[]) =>
  events.map(({ type, kv }) => `${type} ${kv.key}@${kv.modRevision}`);

describe('records of etcd', () => {
  it('writes the initial keys at t = 0 without a cause', () => {
    const value = { kind: 'Namespace' };
    const world = new EtcdFixture({
      initial: [
        { key: '/a', value },
        { key: '/b', value, ttlSeconds: 15 },
      ],
    });
    const heads = world.records('etcd').map(({ t, cause, op, key, revision, lease, object }) => {
      return { t, cause, op, key, revision, lease, object };
    });
    const start = { t: 0, cause: null };
    expect(heads).toEqual([
      { ...start, op: 'put', key: '/a', revision: 2, lease: 0, object: value },
      { ...start, op: 'lease-grant', key: '', revision: 2, lease: 1, object: undefined },
      { ...start, op: 'put', key: '/b', revision: 3, lease: 1, object: value },
    ]);
  });

  it('names the request as cause of a write, and the write as cause of a watch event', () => {
    const world = new EtcdFixture();
    const watch = world.watch({ ...prefixOf('/a/'), startRevision: 0 });
    expect(watch.answers).toEqual([{ revision: 1 }]);
    world.put('/a/1', { x: 1 });
    const [write] = world.records('etcd');
    expect(world.sim.recorder.table.record(write.cause as number)).toMatchObject({
      kind: 'request',
      verb: 'txn',
    });
    const [heard] = world.records('watch');
    expect(heard).toMatchObject({ cause: write.seq, type: 'ADDED', name: '/a/1' });
    expect(watch.events()).toMatchObject([{ type: 'PUT', etcdSeq: write.seq }]);
  });

  it('is the same twice for one seed and another for the next', () => {
    const hash = (seed: number) => {
      const world = new EtcdFixture({ seed, initial: [{ key: '/a', value: 1, ttlSeconds: 3 }] });
      world.watch({ ...prefixOf('/'), startRevision: 1 });
      for (const key of ['/b', '/c', '/a']) world.put(key, { key });
      world.advance(seconds(10));
      return traceHash(world.sim.recorder.table);
    };
    expect(hash(7)).toBe(hash(7));
    expect(hash(8)).not.toBe(hash(7));
  });
});

describe('calls', () => {
  it('commits in the order of arrival, whatever each call takes', () => {
    const world = new EtcdFixture({ requestLatency: { min: millis(1), max: millis(400) } });
    const put = (index: number) =>
      world.send('txn', {
        compare: [],
        success: [{ kind: 'put', key: `/k${index}`, value: index }],
        failure: [],
      });
    for (let index = 0; index < 20; index += 1) put(index);
    world.advance(seconds(10));
    const keys = world.records('etcd').map(({ key }) => key);
    expect(keys).toEqual(Array.from({ length: 20 }, (_, index) => `/k${index}`));
  });

  it('refuses a read of a compacted revision, and one of a revision to come', () => {
    const world = new EtcdFixture();
    for (const value of [1, 2, 3]) world.put('/a', value);
    expect(world.ask('compact', { revision: 3 })).toEqual({ revision: 4 });
    expect(world.records('etcd').at(-1)).toMatchObject({ op: 'compact', revision: 3 });
    const at = (revision: number) => world.ask('range', { key: '/a', revision });
    expect(at(2)).toEqual({ etcdError: ETCD_ERROR.compacted });
    expect(at(3)).toMatchObject({ kvs: [{ value: 2 }] });
    expect(at(5)).toEqual({ etcdError: ETCD_ERROR.futureRevision });
  });

  it('refuses a value of more than 1.5 MiB', () => {
    const world = new EtcdFixture();
    const etcdError = ETCD_ERROR.requestTooLarge;
    expect(world.put('/a', { text: 'x'.repeat(1_600_000) })).toEqual({ etcdError });
    expect(world.put('/a', { text: 'x'.repeat(1_500_000) })).toMatchObject({ succeeded: true });
  });
});

describe('watches', () => {
  it('replays history from a revision and goes on without a gap', () => {
    const world = new EtcdFixture();
    for (const key of ['/a/1', '/b/1', '/a/2', '/a/1']) world.put(key, { key });
    const watch = world.watch({ ...prefixOf('/a/'), startRevision: 3 });
    expect(names(watch.events())).toEqual(['PUT /a/2@4', 'PUT /a/1@5']);
    world.etcd.drop('/a/2');
    world.put('/b/1', 2);
    world.put('/a/3', 3);
    expect(names(watch.events().slice(2))).toEqual(['DELETE /a/2@6', 'PUT /a/3@8']);
    expect(watch.events()[2].prevKv).toMatchObject({ key: '/a/2', modRevision: 4 });
  });

  it('sends the events of one revision in one piece, a record for each', () => {
    const world = new EtcdFixture();
    const all = world.watch({ key: '/', rangeEnd: '\0', startRevision: 0 });
    const one = world.watch({ key: '/b', startRevision: 0 });
    const puts = ['/a', '/b'].map((key) => ({ kind: 'put', key, value: 1 }));
    world.ask('txn', { compare: [], success: puts, failure: [] });
    expect(all.pieces).toMatchObject([{ kind: 'events', revision: 2 }]);
    expect(names(all.events())).toEqual(['PUT /a@2', 'PUT /b@2']);
    expect(names(one.events())).toEqual(['PUT /b@2']);
    expect(world.records('watch').map(({ name }) => name)).toEqual(['/a', '/b', '/b']);
  });

  it('does not deliver what is older than its start', () => {
    const world = new EtcdFixture();
    const watch = world.watch({ ...prefixOf('/a/'), startRevision: 4 });
    for (const value of [1, 2, 3]) world.put('/a/1', value);
    expect(names(watch.events())).toEqual(['PUT /a/1@4']);
  });

  it('says which revision is compacted, and ends', () => {
    const world = new EtcdFixture();
    for (const value of [1, 2, 3]) world.put('/a/1', value);
    expect(world.etcd.compactNow()).toBeUndefined();
    const old = world.watch({ ...prefixOf('/a/'), startRevision: 3 });
    expect(old.pieces).toEqual([{ kind: 'compacted', compactRevision: 4 }]);
    expect(old.ends).toEqual([ETCD_ERROR.compacted]);
    const live = world.watch({ ...prefixOf('/a/'), startRevision: 4 });
    expect(names(live.events())).toEqual(['PUT /a/1@4']);
  });

  it('tells idle watchers the revision, in time and on request', () => {
    const world = new EtcdFixture({ progressPeriod: seconds(60) });
    const watch = world.watch({ ...prefixOf('/a/'), startRevision: 0, progressNotify: true });
    const quiet = world.watch({ ...prefixOf('/a/'), startRevision: 0 });
    world.put('/b', 1);
    world.advance(seconds(61));
    expect(watch.pieces).toEqual([{ kind: 'progress', revision: 2 }]);
    world.put('/a/1', 1);
    world.advance(seconds(60));
    expect(watch.pieces.map(({ kind }) => kind)).toEqual(['progress', 'events']);
    world.ask('progress', { key: '/b/' });
    expect(watch.pieces.at(-1)).toMatchObject({ kind: 'events' });
    world.ask('progress', { key: '/a/' });
    expect(watch.pieces.at(-1)).toEqual({ kind: 'progress', revision: 3 });
    expect(quiet.pieces.map(({ kind }) => kind)).toEqual(['events', 'progress']);
  });

  it('hears nothing more once it has stopped', () => {
    const world = new EtcdFixture();
    const watch = world.watch({ ...prefixOf('/a/'), startRevision: 0 });
    watch.stop();
    world.advance(seconds(1));
    world.put('/a/1', 1);
    expect([watch.pieces, watch.ends, world.records('watch')]).toEqual([[], [], []]);
  });
});

describe('a restart', () => {
  it('keeps data and leases, and loses calls and watches', () => {
    const world = new EtcdFixture();
    world.put('/a', 1);
    const watch = world.watch({ key: '/a', startRevision: 0 });
    const lost = world.send('txn', {
      compare: [],
      success: [{ kind: 'put', key: '/a', value: 2 }],
      failure: [],
    });
    world.advance(millis(0.9));
    world.etcd.process.kill();
    world.advance(seconds(1));
    expect(lost).toEqual(['read: connection reset by peer']);
    expect(watch.ends).toEqual(['read: connection reset by peer']);
    expect(world.ask('range', { key: '/a' })).toBe('dial tcp etcd: connect: connection refused');
    world.etcd.process.start();
    expect(world.ask('range', { key: '/a' })).toMatchObject({ revision: 2, kvs: [{ value: 1 }] });
  });
});

describe('faults', () => {
  it('without a leader times calls out after 7 s and ends streams after 3 s', () => {
    const world = new EtcdFixture();
    const watch = world.watch({ key: '/a', startRevision: 0 });
    const fault = world.etcd.outage('noLeader');
    const early = world.send('range', { key: '/a' });
    world.advance(seconds(5));
    const late = world.send('range', { key: '/a' });
    expect(watch.ends).toEqual([ETCD_ERROR.noLeader]);
    expect(world.watch({ key: '/a', startRevision: 0 }).answers).toEqual([
      { etcdError: ETCD_ERROR.noLeader },
    ]);
    expect(world.etcd.put('/a', 1)).toBe(ETCD_ERROR.timeout);
    world.advance(seconds(2));
    expect([early, late]).toEqual([[{ etcdError: ETCD_ERROR.timeout }], []]);
    fault.undo();
    fault.undo();
    world.advance(seconds(1));
    expect(late).toEqual([NOTHING]);
  });

  it('silent, says nothing to those who wait, and answers who still waits when it is over', () => {
    const world = new EtcdFixture();
    const fault = world.etcd.outage('silent');
    const impatient = world.send('range', { key: '/a' }, seconds(2));
    const patient = world.send('range', { key: '/a' });
    world.advance(seconds(60));
    expect([impatient, patient]).toEqual([['context deadline exceeded'], []]);
    fault.undo();
    world.advance(seconds(1));
    expect(patient).toEqual([NOTHING]);
    expect(world.records('response')).toHaveLength(2);
  });

  it('lasts until the last of several outages is undone, also across a restart', () => {
    const world = new EtcdFixture();
    const [first, second] = [world.etcd.outage('silent'), world.etcd.outage('silent')];
    first.undo();
    world.etcd.process.kill();
    world.advance(seconds(1));
    world.etcd.process.start();
    const waits = world.send('range', { key: '/a' });
    world.advance(seconds(9));
    expect(waits).toEqual([]);
    second.undo();
    world.advance(seconds(1));
    expect(waits).toEqual([NOTHING]);
  });

  it('makes every call slower until it is undone', () => {
    const world = new EtcdFixture();
    const took = (): number => {
      const before = world.sim.now;
      const answers = world.send('range', { key: '/a' });
      while (answers.length === 0) world.advance(millis(1));
      return (world.sim.now - before) / 1_000;
    };
    const usual = took();
    const fault = world.etcd.slow(seconds(2));
    expect(took()).toBeGreaterThan(2_000);
    fault.undo();
    expect([usual, took()].every((ms) => ms < 10)).toBe(true);
  });

  it('refuses acts while it does not run or is stopped', () => {
    const world = new EtcdFixture();
    world.etcd.process.pause();
    expect([world.etcd.put('/a', 1), world.etcd.drop('/a'), world.etcd.compactNow()]).toEqual(
      Array(3).fill('etcd is not running'),
    );
    world.etcd.process.resume();
    expect(world.etcd.put('/a', 1)).toBeUndefined();
  });
});

describe('the quota', () => {
  it('refuses what adds data until compacted, defragmented and disarmed', () => {
    const world = new EtcdFixture({ quotaBackendBytes: 2_000 });
    const value = { text: 'x'.repeat(500) };
    const full = { etcdError: ETCD_ERROR.noSpace };
    const results = Array.from({ length: 5 }, () => world.put('/a', value));
    expect(results.map((result) => 'etcdError' in (result as object))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(world.put('/b', 1)).toEqual(full);
    expect(world.ask('grant', { ttlSeconds: 5 })).toEqual(full);
    expect(world.ask('range', { key: '/a' })).toMatchObject({ count: 1 });
    expect(world.ask('status', {})).toMatchObject({ alarms: ['NOSPACE'] });
    world.etcd.disarm();
    expect(world.put('/a', value)).toEqual(full);
    world.etcd.compactNow();
    world.etcd.disarm();
    expect(world.put('/a', value)).toEqual(full);
    world.etcd.defragment();
    expect(world.put('/a', value)).toEqual(full);
    world.etcd.disarm();
    expect(world.put('/a', value)).toMatchObject({ succeeded: true });
    expect(world.ask('status', {})).toMatchObject({ alarms: [] });
    const raised = ['alarm', 'alarm-disarm'];
    const told = world.records('etcd').filter(({ op }) => raised.concat('defrag').includes(op));
    expect(told.map(({ op }) => op)).toEqual([...raised, ...raised, 'alarm', 'defrag', raised[1]]);
    // What raised it is the write that found no room.
    expect(world.sim.recorder.table.record(told[0].cause as number)).toMatchObject({
      kind: 'request',
      verb: 'txn',
    });
    expect(world.records('log').map(({ message }) => message)).toContainEqual(
      expect.stringMatching(
        /^finished defragmenting directory, db size \d+ -> \d+ bytes, quota 2000$/,
      ),
    );
  });

  it('can be neither defragmented nor disarmed while it does not run', () => {
    const world = new EtcdFixture({ quotaBackendBytes: 300 });
    world.etcd.process.kill();
    expect([world.etcd.defragment(), world.etcd.disarm()]).toEqual(
      Array(2).fill('etcd is not running'),
    );
  });

  it('lets keys be deleted while it is full', () => {
    const world = new EtcdFixture({ quotaBackendBytes: 300 });
    world.put('/a', 1);
    const full = { etcdError: ETCD_ERROR.noSpace };
    expect(world.put('/b', 'x'.repeat(200))).toEqual(full);
    const drop = { compare: [], success: [{ kind: 'delete', key: '/a' }], failure: [] };
    expect(world.ask('txn', drop)).toMatchObject({ responses: [{ count: 1 }] });
  });
});

describe('acts past the API server', () => {
  it('puts with a lease of its own, and drops', () => {
    const world = new EtcdFixture();
    world.etcd.put('/a', { x: 1 }, 5);
    const stored = world.ask('range', { key: '/a' }) as { readonly kvs: readonly KeyValue[] };
    expect(stored.kvs).toMatchObject([{ value: { x: 1 }, lease: 1 }]);
    world.etcd.put('/b', { x: 2 });
    world.etcd.drop('/b');
    world.etcd.drop('/none');
    world.advance(seconds(6));
    expect(world.ask('range', { ...prefixOf('/'), key: '/' })).toMatchObject({ count: 0 });
    const ops = world.records('etcd').map(({ op }) => op);
    expect(ops).toEqual(['lease-grant', 'put', 'put', 'delete', 'lease-expire', 'delete']);
  });

  it('takes no latency', () => {
    const world = new EtcdFixture({ requestLatency: { min: seconds(5), max: seconds(5) } });
    world.etcd.put('/a', 1);
    world.advance(NO_DURATION);
    expect(world.etcd.revision).toBe(2);
  });
});
