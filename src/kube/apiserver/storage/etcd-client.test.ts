import { describe, expect, it } from 'vitest';
import { minutes, seconds } from '#base';
import type { WatchPiece } from '../../etcd/api';
import { StorageFixture } from './storage-fixture';

const REFUSED =
  'rpc error: code = Unavailable desc = connection error: desc = ' +
  '"transport: Error while dialing dial tcp etcd: connect: connection refused"';
const PUT = {
  compare: [],
  success: [{ kind: 'put', key: '/a', value: 1 }],
  failure: [],
} as const;

describe('while etcd is down', () => {
  it('a write fails at once, a read after the client has tried for 2.5 s', () => {
    const world = new StorageFixture();
    const { client } = world.server();
    world.etcd.process.kill();
    const write = world.begin(client.txn(PUT));
    world.advance(seconds(0.1));
    expect(write).toMatchObject([{ ok: false, error: REFUSED }]);
    const [again, read] = [world.begin(client.txn(PUT)), world.begin(client.range({ key: '/a' }))];
    world.advance(seconds(2.3));
    expect(again).toMatchObject([{ ok: false, error: REFUSED }]);
    expect(read).toEqual([]);
    world.advance(seconds(0.3));
    expect(read).toMatchObject([{ ok: false, error: REFUSED }]);
  });

  it('the channel tries again by itself, in ever longer waits, and then reads go through', () => {
    const world = new StorageFixture();
    const { client, process } = world.server();
    world.etcd.process.kill();
    world.run(client.txn(PUT));
    world.advance(seconds(30));
    const tries = world.records('connection').map(({ t }) => t / 1_000_000);
    const waits = tries.slice(1).map((at, index) => at - tries[index]);
    const bounds = waits.map((_, index) =>
      Array(index)
        .fill(1.6)
        .reduce((a, b) => a * b, 1),
    );
    expect(waits.length).toBeGreaterThan(4);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThan(bounds[index] * 0.79);
      expect(wait).toBeLessThan(bounds[index] * 1.21);
    }
    world.etcd.process.start();
    world.advance(seconds(60));
    expect(world.run(client.range({ key: '/a' }))).toMatchObject({ ok: true });
    expect(world.run(client.txn(PUT))).toMatchObject({ ok: true, body: { succeeded: true } });
    expect(world.verbs(process)).toEqual(['txn', 'range', 'txn']);
  });

  it('a read that is under way is sent again, a write is not', () => {
    const world = new StorageFixture({ requestLatency: { min: seconds(1), max: seconds(1) } });
    const { client } = world.server();
    const [write, read] = [world.begin(client.txn(PUT)), world.begin(client.range({ key: '/a' }))];
    world.advance(seconds(0.5));
    world.etcd.process.kill();
    world.etcd.process.start();
    world.advance(seconds(5));
    const why = 'error reading from server: read: connection reset by peer';
    const error = `rpc error: code = Unavailable desc = ${why}`;
    expect(write).toMatchObject([{ ok: false, error }]);
    expect(read).toMatchObject([{ ok: true, body: { count: 0 } }]);
    expect(world.etcd.revision).toBe(1);
  });

  it('a watch waits for it, and goes on after the last event', () => {
    const world = new StorageFixture();
    const { client } = world.server();
    world.etcd.process.kill();
    world.run(client.txn(PUT));
    const heard: string[] = [];
    const onEnd = (error: string) => heard.push(error);
    const onPiece = (piece: WatchPiece) =>
      heard.push('revision' in piece ? String(piece.revision) : piece.kind);
    client.watch({ key: '/a', startRevision: 2 }, { onPiece, onEnd });
    world.advance(seconds(0.1));
    expect(heard).toEqual([]);
    world.etcd.process.start();
    world.advance(seconds(5));
    world.etcd.put('/a', 1);
    world.advance(seconds(1));
    world.etcd.process.kill();
    world.advance(seconds(3));
    world.etcd.process.start();
    world.advance(minutes(0.001));
    world.etcd.put('/a', 2);
    world.advance(seconds(10));
    expect(heard).toEqual(['2', '3']);
  });
});

describe('while etcd does not answer', () => {
  it('a call with a deadline ends in time, and one without when the connection is given up', () => {
    const world = new StorageFixture({ client: { callTimeout: seconds(5) } });
    const hasty = world.server().client;
    const patient = new StorageFixture();
    const { client } = patient.server();
    for (const [each, caller] of [[world, hasty] as const, [patient, client] as const]) {
      each.run(caller.range({ key: '/a' }));
      each.etcd.process.pause();
    }
    const early = world.begin(hasty.txn(PUT));
    world.advance(seconds(5.1));
    expect(early).toMatchObject([{ ok: false, error: 'context deadline exceeded' }]);
    const late = patient.begin(client.txn(PUT));
    patient.advance(minutes(1));
    const error =
      'rpc error: code = Unavailable desc = keepalive ping failed to receive ACK within timeout';
    expect(late).toMatchObject([{ ok: false, error }]);
  });

  it('reads try on when etcd has no leader, writes say so', () => {
    const world = new StorageFixture();
    const { client } = world.server();
    const fault = world.etcd.outage('noLeader');
    const [read, write] = [world.begin(client.range({ key: '/a' })), world.begin(client.txn(PUT))];
    world.advance(seconds(30));
    const error = 'etcdserver: request timed out';
    expect([read, write]).toMatchObject([[], [{ ok: false, error }]]);
    fault.undo();
    world.advance(seconds(0.1));
    expect(read).toMatchObject([{ ok: true, body: { count: 0 } }]);
  });

  it('reads give up when their deadline is over, or after a hundred attempts', () => {
    const hasty = new StorageFixture({ client: { callTimeout: seconds(10) } });
    const patient = new StorageFixture();
    const [early, late] = [hasty, patient].map((world) => {
      world.etcd.outage('noLeader');
      const { client } = world.server();
      return { world, answers: world.begin(client.range({ key: '/a' })) };
    });
    early.world.advance(seconds(10.1));
    expect(early.answers).toMatchObject([{ ok: false, error: 'context deadline exceeded' }]);
    late.world.advance(seconds(702));
    expect(late.answers).toEqual([]);
    late.world.advance(seconds(3));
    expect(late.answers).toMatchObject([{ ok: false, error: 'etcdserver: request timed out' }]);
    expect(patient.records('request')).toHaveLength(100);
  });

  it('attempts that passed while the channel was failing count', () => {
    const world = new StorageFixture();
    const { client } = world.server();
    world.etcd.process.kill();
    world.run(client.txn(PUT));
    const read = world.begin(client.range({ key: '/a' }));
    world.etcd.process.start();
    world.etcd.outage('noLeader');
    world.advance(seconds(400));
    expect(read).toEqual([]);
    world.advance(seconds(200));
    expect(read).toMatchObject([{ ok: false, error: 'etcdserver: request timed out' }]);
  });

  it('a read that waits for the channel keeps its deadline', () => {
    const world = new StorageFixture({ client: { callTimeout: seconds(1) } });
    const { client } = world.server();
    world.etcd.process.kill();
    world.run(client.txn(PUT));
    const read = world.begin(client.range({ key: '/a' }));
    world.advance(seconds(1.1));
    expect(read).toMatchObject([{ ok: false, error: 'context deadline exceeded' }]);
  });
});

describe('a client that is closed', () => {
  it('is told nothing more, and its watches are gone', () => {
    const world = new StorageFixture();
    const { client } = world.server();
    const other = world.server();
    const heard: string[] = [];
    const listener = { onPiece: () => heard.push('piece'), onEnd: () => heard.push('end') };
    client.watch({ key: '/a', startRevision: 0 }, listener);
    world.advance(seconds(1));
    const call = world.begin(client.range({ key: '/a' }));
    client.close();
    world.run(other.client.txn(PUT));
    world.advance(minutes(2));
    expect([call, heard]).toEqual([[], []]);
    expect(world.run(client.range({ key: '/a' }))).toMatchObject({
      error: 'rpc error: code = Canceled desc = grpc: the client connection is closing',
    });
  });
});

it('leases can be granted, looked at, kept alive and revoked', () => {
  const world = new StorageFixture();
  const { client } = world.server();
  expect(world.run(client.grant({ ttlSeconds: 30 }))).toMatchObject({ body: { id: 1 } });
  expect(world.run(client.timeToLive({ id: 1 }))).toMatchObject({ body: { ttlSeconds: 29 } });
  expect(world.run(client.keepAlive({ id: 1 }))).toMatchObject({ body: { ttlSeconds: 30 } });
  expect(world.run(client.revoke({ id: 1 }))).toMatchObject({ ok: true });
  expect(world.run(client.revoke({ id: 1 }))).toMatchObject({
    error: 'etcdserver: requested lease not found',
  });
  expect(world.run(client.status())).toMatchObject({ body: { revision: 1, alarms: [] } });
});
