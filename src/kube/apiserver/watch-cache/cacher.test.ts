import { describe, expect, it } from 'vitest';
import { after, minutes, seconds } from '#base';
import type { StorageResult } from '../storage/storage';
import { StorageFixture, thing } from '../storage/storage-fixture';
import { Cacher, type CacherOptions } from './cacher';
import type { OpenedWatch, WatchAsk } from './watch-source';

const PREFIX = '/registry/configmaps/';
const key = (name: string) => `${PREFIX}n/${name}`;

function cacherOver(world: StorageFixture, more: Partial<CacherOptions> = {}) {
  const { process, store, client } = world.server();
  const cacher = new Cacher({
    process,
    actor: `${process.name}/watch-cache/configmaps`,
    resource: 'configmaps',
    storage: store,
    prefix: PREFIX,
    consistentLists: false,
    resilient: false,
    ...more,
  });
  cacher.start();
  return { cacher, process, store, client };
}

function listening(world: StorageFixture, cacher: Cacher, ask: Partial<WatchAsk> = {}) {
  const heard: string[] = [];
  const opened = world.run<StorageResult<OpenedWatch>>(
    cacher.openWatch({ key: PREFIX, resourceVersion: '0', ...ask }),
  );
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  opened.value.begin({
    onOutput: ({ type, object: { metadata } }) =>
      heard.push(`${type} ${metadata.name ?? ''}@${metadata.resourceVersion}`),
    onEnd: (failure) => heard.push(failure && 'message' in failure ? failure.message : 'end'),
  });
  return { heard, stop: () => opened.value.stop() };
}

const listed = (world: StorageFixture, cacher: Cacher, options: object) => {
  const found = world.run(cacher.list(PREFIX, options));
  return found.ok
    ? found.value.items.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)
    : found.failure;
};

const decisions = (world: StorageFixture) =>
  world
    .records('decision')
    .filter(({ actor }) => actor.includes('/watch-cache/'))
    .map(({ name, outcome, reason }) => `${name} ${outcome}: ${reason}`);

describe('a watch cache', () => {
  it('has one list and one watch of etcd, however many watch through it', () => {
    const world = new StorageFixture();
    world.etcd.put(key('a'), thing('a'));
    const { cacher, process } = cacherOver(world);
    const clients = Array.from({ length: 5 }, () => listening(world, cacher));
    world.etcd.put(key('b'), thing('b'));
    world.advance(seconds(1));
    for (const { heard } of clients) expect(heard).toEqual(['ADDED a@2', 'ADDED b@3']);
    expect(world.verbs(process)).toEqual(['range', 'watch']);
    const states = world.records('state').map(({ machine, to }) => `${machine} ${to}`);
    expect(states).toEqual(['cacher listing', 'cacher watching.streaming']);
  });

  it('serves reads at a version from memory and all others from etcd', () => {
    const world = new StorageFixture();
    world.etcd.put(key('a'), thing('a'));
    const { cacher, process } = cacherOver(world);
    world.advance(seconds(1));
    const before = world.verbs(process).length;
    expect(listed(world, cacher, { resourceVersion: '0', limit: 1 })).toEqual(['a@2']);
    expect(listed(world, cacher, { resourceVersion: '2' })).toEqual(['a@2']);
    expect(world.run(cacher.get(key('a'), { resourceVersion: '0' }))).toMatchObject({ ok: true });
    expect(world.run(cacher.get(key('b'), { resourceVersion: '2' }))).toMatchObject({
      failure: { code: 1 },
    });
    expect(world.verbs(process)).toHaveLength(before);
    for (const options of [{}, { resourceVersion: '2', match: 'Exact' }, { limit: 1 }]) {
      expect(listed(world, cacher, options)).toEqual(['a@2']);
    }
    expect(world.verbs(process)).toHaveLength(before + 3);
  });

  it('waits 3 s for a version, then says that it is too large', () => {
    const world = new StorageFixture();
    const { cacher } = cacherOver(world);
    world.advance(seconds(1));
    const found = world.begin(cacher.list(PREFIX, { resourceVersion: '2' }));
    world.advance(seconds(2));
    expect(found).toEqual([]);
    world.etcd.put(key('a'), thing('a'));
    world.advance(seconds(0.1));
    expect(found).toMatchObject([{ ok: true, revision: 2 }]);
    const begun = world.sim.now;
    expect(listed(world, cacher, { resourceVersion: '9' })).toEqual({
      kind: 'tooLarge',
      asked: 9,
      current: 2,
      retryAfterSeconds: 1,
    });
    expect(world.sim.now - begun).toBeGreaterThanOrEqual(seconds(3));
  });

  it('gives a stale answer at version 0 while etcd cannot be reached', () => {
    const world = new StorageFixture();
    world.etcd.put(key('a'), thing('a'));
    const { cacher } = cacherOver(world);
    world.advance(seconds(1));
    world.etcd.outage('silent');
    expect(listed(world, cacher, { resourceVersion: '0' })).toEqual(['a@2']);
  });

  it('lists at the newest version from memory where the gate is on, asking for progress', () => {
    const world = new StorageFixture();
    world.etcd.put(key('a'), thing('a'));
    const { cacher, process } = cacherOver(world, { consistentLists: true });
    world.advance(seconds(1));
    world.etcd.put('/registry/other/x', {});
    world.advance(seconds(1));
    const before = world.verbs(process).length;
    expect(listed(world, cacher, {})).toEqual(['a@2']);
    expect(world.verbs(process).slice(before)).toEqual(['range', 'progress']);
  });

  it('sends bookmarks once a minute and before the end, but none before a first event', () => {
    const world = new StorageFixture();
    const { cacher } = cacherOver(world);
    world.advance(seconds(1));
    const deadline = after(world.sim.now, seconds(200));
    const { heard } = listening(world, cacher, { allowBookmarks: true, deadline });
    const without = listening(world, cacher, { deadline });
    world.advance(minutes(1.1));
    expect(heard).toEqual([]);
    world.etcd.put(key('a'), thing('a'));
    world.advance(seconds(134));
    // The overdue one, one a minute after each, and the last 2 s before the deadline.
    expect(heard).toEqual(['ADDED a@2', ...Array.from({ length: 4 }, () => 'BOOKMARK @2')]);
    expect(without.heard).toEqual(['ADDED a@2']);
  });

  it('begins late, where a version has not come yet, and refuses one that has gone', () => {
    const world = new StorageFixture();
    world.etcd.put(key('a'), thing('a'));
    const { cacher } = cacherOver(world);
    world.advance(seconds(1));
    const future = listening(world, cacher, { resourceVersion: '4' });
    const past = listening(world, cacher, { resourceVersion: '1' });
    for (const name of ['b', 'c', 'd']) world.etcd.put(key(name), thing(name));
    world.advance(seconds(1));
    expect(future.heard).toEqual(['ADDED d@5']);
    expect(past.heard).toEqual(['too old resource version: 1 (2)']);
    expect(decisions(world)).toEqual([
      'getAllEventsSinceLocked expired: too old resource version: 1 (2)',
    ]);
  });

  it('says why its window becomes larger, and smaller again', () => {
    const world = new StorageFixture();
    const bounds = { capacity: 2, lower: 2, upper: 8 };
    const { cacher } = cacherOver(world, { bounds });
    world.advance(seconds(1));
    const write = () => {
      world.etcd.put(key('a'), thing('a'));
      world.advance(seconds(1));
    };
    for (let count = 0; count < 4; count += 1) write();
    world.advance(minutes(3));
    write();
    expect(cacher.ready).toBe(true);
    expect(decisions(world)).toEqual([
      expect.stringMatching(
        /^resizeCacheLocked 2 -> 4 events: it is full, and its oldest event is .* less than 1m15s$/,
      ),
      expect.stringMatching(
        /^resizeCacheLocked 4 -> 2 events: it is full, and the event at its last quarter is /,
      ),
    ]);
  });

  it('starts over when its version has been compacted, and sends all clients away', () => {
    const world = new StorageFixture();
    world.etcd.put(key('a'), thing('a'));
    const { cacher } = cacherOver(world);
    const { heard } = listening(world, cacher);
    const fault = world.etcd.outage('noLeader');
    world.advance(seconds(10));
    fault.undo();
    world.etcd.put(key('b'), thing('b'));
    world.etcd.put(key('c'), thing('c'));
    world.etcd.compactNow();
    world.advance(seconds(5));
    expect(heard).toEqual(['ADDED a@2', 'end']);
    expect(cacher.ready).toBe(true);
    expect(listed(world, cacher, { resourceVersion: '0' })).toEqual(['a@2', 'b@3', 'c@4']);
  });

  it('bears a loss of the leader of less than 30 s', () => {
    const world = new StorageFixture();
    const { cacher } = cacherOver(world);
    const { heard } = listening(world, cacher);
    const fault = world.etcd.outage('noLeader');
    world.advance(seconds(25));
    fault.undo();
    world.etcd.put(key('a'), thing('a'));
    world.advance(seconds(5));
    expect(heard).toEqual(['ADDED a@2']);
    const states = world.records('state').map(({ to }) => to);
    expect(states).toContain('watching.retrying');
    expect(states).not.toContain('restarting');
  });

  it('lets early clients wait, or refuses them from 1.31 on', () => {
    const world = new StorageFixture();
    world.etcd.outage('silent');
    const [patient, hasty] = [false, true].map((resilient) => cacherOver(world, { resilient }));
    const ask = { key: PREFIX, resourceVersion: '0' };
    const waiting = world.begin(patient.cacher.openWatch(ask));
    const refused = world.begin(hasty.cacher.openWatch(ask));
    world.advance(seconds(1));
    expect(waiting).toEqual([]);
    const message = 'storage is (re)initializing';
    expect(refused).toEqual([
      { ok: false, failure: { kind: 'tooManyRequests', message, retryAfterSeconds: 1 } },
    ]);
    patient.cacher.stop();
    world.advance(seconds(1));
    expect(waiting).toMatchObject([{ failure: { message: 'apiserver cacher is stopped' } }]);
  });

  it('ends the initial events with a bookmark when asked to send them', () => {
    const world = new StorageFixture();
    world.etcd.put(key('a'), thing('a'));
    const { cacher } = cacherOver(world);
    const ask = { allowBookmarks: true, sendInitialEvents: true, resourceVersion: '2' };
    expect(listening(world, cacher, ask).heard).toEqual(['ADDED a@2', 'BOOKMARK @2']);
    const none = listening(world, cacher, { sendInitialEvents: false, resourceVersion: '0' });
    expect(none.heard).toEqual([]);
  });

  it('sends a client away that does not read', () => {
    const world = new StorageFixture();
    const { cacher } = cacherOver(world);
    let stuck = 0;
    const slow = listening(world, cacher, { id: 7, underWay: () => stuck });
    const quick = listening(world, cacher);
    stuck = 2_000;
    for (let count = 0; count < 20; count += 1) world.etcd.put(key(`x${count}`), thing('x'));
    world.advance(seconds(1));
    expect([slow.heard.length, quick.heard.length]).toEqual([0, 20]);
    world.etcd.put(key('y'), thing('y'));
    world.advance(seconds(1));
    expect([slow.heard, quick.heard.length]).toEqual([['end'], 21]);
    const text = 'Forcing configmaps watcher close due to unresponsiveness';
    expect(world.records('log').map(({ message }) => message)).toContain(text);
    expect(decisions(world)).toEqual([
      'dispatchEvent closed: watch 7: 21 events wait for it, and none of them was read in 100ms',
    ]);
  });

  it('gives a client that reads again what has waited for it', () => {
    const world = new StorageFixture();
    const { cacher } = cacherOver(world);
    let stuck = 2_000;
    const slow = listening(world, cacher, { underWay: () => stuck });
    for (const name of ['a', 'b']) world.etcd.put(key(name), thing(name));
    world.advance(seconds(1));
    stuck = 0;
    world.advance(seconds(1));
    expect(slow.heard).toEqual(['ADDED a@2', 'ADDED b@3']);
  });
});
