import { describe, expect, it } from 'vitest';
import { seconds } from '#base';
import type { KubeObject, Status } from '../../api/objects';
import { EVENTS_V1, LEASES } from '../../api/resources';
import type { RestClient, RestWatchEvent, WatchOptions } from '../../client';
import { good, RestWorld } from './testing/rest-world';

const lease = (name: string, tier = 'x', namespace = 'kube-system'): KubeObject => ({
  metadata: { name, namespace, labels: { tier } },
  spec: {},
});

function watching(
  world: RestWorld,
  options: Omit<WatchOptions, 'onEvent' | 'onEnd'> = {},
  namespace = '',
  client: RestClient = world.clientOf(),
) {
  const events: RestWatchEvent[] = [];
  const ends: { readonly reason: string; readonly at: number }[] = [];
  const { stop } = good(
    world.run(
      client.watch(LEASES, namespace, {
        ...options,
        onEvent: (event) => events.push(event),
        onEnd: (reason) => ends.push({ reason, at: world.sim.now }),
      }),
    ),
  );
  const lines = () =>
    events.map(({ type, object }) => {
      const { name, resourceVersion } = (object as KubeObject).metadata;
      return `${type} ${name} ${resourceVersion}`;
    });
  return { events, ends, lines, stop };
}

describe('a watch', () => {
  it('begins with what is there when no version is given', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const a = good(world.run(client.create(LEASES, lease('a'))));
    const { lines } = watching(world, { resourceVersion: '0' });
    const b = good(world.run(client.create(LEASES, lease('b'))));
    world.forSeconds(1);
    const version = (object: KubeObject) => object.metadata.resourceVersion;
    expect(lines()).toEqual([`ADDED a ${version(a)}`, `ADDED b ${version(b)}`]);
  });

  it('goes on after the version it is given, and a DELETED has the version of the delete', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const a = good(world.run(client.create(LEASES, lease('a'))));
    const { resourceVersion } = a.metadata;
    const changed = good(world.run(client.update(LEASES, { ...a, spec: { holderIdentity: 'h' } })));
    good(world.run(client.delete(LEASES, 'kube-system', 'a')));
    const deletion = world.etcd.revision;
    const { lines, events } = watching(world, { resourceVersion });
    world.forSeconds(1);
    expect(lines()).toEqual([
      `MODIFIED a ${changed.metadata.resourceVersion}`,
      `DELETED a ${deletion}`,
    ]);
    expect(events[1].object).toMatchObject({ spec: { holderIdentity: 'h' } });
  });

  it('names the etcd record of each revision as the cause of its record', () => {
    const world = new RestWorld();
    watching(world, { resourceVersion: '0' });
    good(world.run(world.clientOf().create(LEASES, lease('a'))));
    world.forSeconds(1);
    const records = world.records();
    const watch = records.find(
      (r) => r.kind === 'watch' && r.actor === 'server-a/apiserver' && r.resource === 'leases',
    );
    const cause = records[watch?.cause ?? -1];
    expect(watch).toMatchObject({ type: 'ADDED', resource: 'leases', name: 'a' });
    expect(cause).toMatchObject({
      kind: 'etcd',
      op: 'put',
      key: '/registry/leases/kube-system/a',
      revision: (watch as { resourceVersion: number }).resourceVersion,
    });
    const message = records.find((r) => r.kind === 'message' && r.of === watch?.seq);
    expect(message).toMatchObject({ from: 'server-a', to: 'client' });
  });

  it('sends ADDED and DELETED when an object begins and ceases to match', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    let a = good(world.run(client.create(LEASES, lease('a', 'y'))));
    const { resourceVersion } = a.metadata;
    const { lines, events } = watching(world, { resourceVersion, labelSelector: 'tier=x' });
    const relabel = (tier: string, holderIdentity: string) => {
      const metadata = { ...a.metadata, labels: { tier } };
      a = good(world.run(client.update(LEASES, { ...a, metadata, spec: { holderIdentity } })));
      return a.metadata.resourceVersion;
    };
    const added = relabel('x', '1');
    const modified = relabel('x', '2');
    const gone = relabel('y', '3');
    relabel('z', '4');
    good(world.run(client.delete(LEASES, 'kube-system', 'a')));
    world.forSeconds(1);
    expect(lines()).toEqual([`ADDED a ${added}`, `MODIFIED a ${modified}`, `DELETED a ${gone}`]);
    // The old content, with the version of the change.
    expect(events[2].object).toMatchObject({
      metadata: { labels: { tier: 'x' } },
      spec: { holderIdentity: '2' },
    });
  });

  it('hears of its own namespace and name only', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const inSystem = watching(world, { resourceVersion: '1' }, 'kube-system');
    const fieldSelector = 'metadata.name=b';
    const named = watching(world, { resourceVersion: '1', fieldSelector }, 'default');
    for (const object of [lease('a'), lease('b'), lease('b', 'x', 'default')]) {
      good(world.run(client.create(LEASES, object)));
    }
    world.forSeconds(1);
    expect(inSystem.lines().map((line) => line.split(' ')[1])).toEqual(['a', 'b']);
    expect(named.lines()).toHaveLength(1);
  });

  it('answers a version that was compacted with one ERROR and the end', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    for (const name of ['a', 'b', 'c']) good(world.run(client.create(LEASES, lease(name))));
    expect(world.etcd.compactNow()).toBeUndefined();
    const events: RestWatchEvent[] = [];
    const ends: string[] = [];
    const listener = {
      onEvent: (event: RestWatchEvent) => events.push(event),
      onEnd: (reason: string) => ends.push(reason),
    };
    // Events have no cache: what etcd has compacted is gone.
    good(world.run(client.watch(EVENTS_V1, '', { resourceVersion: '2', ...listener })));
    world.forSeconds(1);
    expect(events.map(({ type }) => type)).toEqual(['ERROR']);
    expect(events[0].object as Status).toMatchObject({
      code: 410,
      reason: 'Expired',
      message: 'The resourceVersion for the provided watch is too old.',
    });
    expect(ends).toHaveLength(1);
  });

  it('ends after its time: the client asks for it, or the server draws it', () => {
    const world = new RestWorld();
    const start = world.sim.now;
    const asked = watching(world, { resourceVersion: '1', timeoutSeconds: 300 });
    const drawn = watching(world, { resourceVersion: '1' });
    world.forSeconds(3_700);
    const length = (at: number) => (at - start) / seconds(1);
    expect(asked.ends.map(({ reason }) => reason)).toEqual(['']);
    expect(length(asked.ends[0].at)).toBeCloseTo(300, 0);
    expect(length(drawn.ends[0].at)).toBeGreaterThanOrEqual(1_800);
    expect(length(drawn.ends[0].at)).toBeLessThan(3_602);
  });

  it('stops quietly', () => {
    const world = new RestWorld();
    const { stop, events, ends } = watching(world, { resourceVersion: '0' });
    world.forSeconds(1);
    world.sim.planStep(world.sim.now, stop);
    world.forSeconds(1);
    good(world.run(world.clientOf().create(LEASES, lease('a'))));
    world.forSeconds(5_000);
    expect([events, ends]).toEqual([[], []]);
    const timers = world.records().filter((r) => r.kind === 'timer' && r.name === 'watch timeout');
    expect(timers.filter((r) => r.kind === 'timer' && r.phase === 'cancelled')).toHaveLength(1);
  });

  it('survives a restart of etcd and misses nothing', () => {
    const world = new RestWorld();
    const { ends, lines } = watching(world, { resourceVersion: '0' });
    world.put('leases/default/before', lease('before'));
    world.forSeconds(1);
    world.etcd.process.kill();
    world.forSeconds(20);
    world.etcd.process.start();
    world.forSeconds(0.01);
    world.put('leases/default/early', lease('early'));
    world.forSeconds(30);
    world.put('leases/default/late', lease('late'));
    world.forSeconds(1);
    expect(lines().map((line) => line.split(' ').slice(0, 2))).toEqual([
      ['ADDED', 'before'],
      ['ADDED', 'early'],
      ['ADDED', 'late'],
    ]);
    expect(ends).toEqual([]);
  });

  it('shares one watch of etcd among all clients of a server', () => {
    const world = new RestWorld();
    for (let count = 0; count < 5; count += 1) watching(world, { resourceVersion: '1' });
    const opened = world
      .records()
      .filter((r) => r.kind === 'request' && r.verb === 'watch' && r.group === 'etcdserverpb')
      .filter((r) => r.kind === 'request' && r.name === '/registry/leases/');
    expect(opened).toHaveLength(1);
  });

  it('takes a client back with an old version, though etcd has compacted it', () => {
    const world = new RestWorld();
    const first = watching(world, { resourceVersion: '1', timeoutSeconds: 60 });
    world.forSeconds(100);
    expect(first.ends).toHaveLength(1);
    for (let count = 0; count < 30; count += 1) world.put(`leases/a/x${count}`, lease('x'));
    world.forSeconds(1);
    world.etcd.compactNow();
    const { events, ends } = watching(world, { resourceVersion: '1' });
    world.forSeconds(1);
    expect(events.map(({ type }) => type)).toEqual(Array.from({ length: 30 }, () => 'ADDED'));
    expect(ends).toEqual([]);
  });

  it('keeps more events while they are young, and refuses a version from before them', () => {
    const world = new RestWorld();
    const begun = world.etcd.revision;
    for (let count = 0; count < 500; count += 1) world.put(`leases/a/x${count}`, lease('x'));
    world.forSeconds(1);
    const young = watching(world, { resourceVersion: String(begun) });
    world.put('leases/a/last', lease('last'));
    world.forSeconds(2);
    const versions = young.lines().map((line) => Number(line.split(' ')[2]));
    expect(versions).toEqual(Array.from({ length: 501 }, (_, index) => begun + 1 + index));
    world.forSeconds(80);
    for (let count = 0; count < 800; count += 1) world.put(`leases/a/y${count}`, lease('y'));
    world.forSeconds(1);
    const { events, ends } = watching(world, { resourceVersion: String(begun) });
    world.forSeconds(1);
    const message = `too old resource version: ${begun} (${begun + 501})`;
    expect(events.map(({ object }) => object)).toMatchObject([
      { kind: 'Status', code: 410, reason: 'Expired', message },
    ]);
    expect(ends).toHaveLength(1);
  });

  it('speaks the words of its version', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const events: RestWatchEvent[] = [];
    const onEvent = (event: RestWatchEvent) => events.push(event);
    good(world.run(client.watch(EVENTS_V1, '', { onEvent, onEnd: () => {} })));
    world.put('events/default/e', {
      kind: 'Event',
      apiVersion: 'v1',
      metadata: { name: 'e', namespace: 'default' },
      involvedObject: { kind: 'Service', name: 'b' },
    });
    world.forSeconds(1);
    expect(events[0].object).toMatchObject({ regarding: { name: 'b' } });
  });
});
