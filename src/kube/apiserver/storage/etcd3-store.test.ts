import { describe, expect, it } from 'vitest';
import { minutes, seconds } from '#base';
import type { KubeObject } from '../../api/objects';
import type { StorageFailure, StorageResult, StorageWatchEvent } from './storage';
import { StorageFixture, thing } from './storage-fixture';

const KEY = '/registry/configmaps/default/a';
const PREFIX = '/registry/configmaps/';
const REST = `Key: ${KEY}, ResourceVersion: 0, AdditionalErrorMsg: `;
const MISSING = `StorageError: key not found, Code: 1, ${REST}`;

const at = (object: KubeObject, version: number): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, resourceVersion: String(version) },
});
const failureOf = (result: StorageResult<unknown>): StorageFailure | undefined =>
  result.ok ? undefined : result.failure;
const write = (fields: Record<string, unknown>) => (existing: KubeObject | undefined) => ({
  kind: 'write' as const,
  object: { ...(existing as KubeObject), ...fields },
});

describe('create', () => {
  it('stores the object without its version and gives it back with the revision', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    const made = world.run(store.create(KEY, thing('a')));
    expect(made).toEqual({ ok: true, value: at(thing('a'), 2), revision: 2 });
    expect(world.etcd.disk.store.get(KEY)?.value).toEqual(thing('a'));
  });

  it('is refused when the key is there, or when the object carries a version', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    world.run(store.create(KEY, thing('a')));
    expect(failureOf(world.run(store.create(KEY, thing('a'))))).toMatchObject({
      code: 2,
      message: `StorageError: key exists, Code: 2, ${REST}`,
    });
    expect(failureOf(world.run(store.create(`${KEY}b`, at(thing('b'), 2))))).toEqual({
      kind: 'raw',
      message: 'resourceVersion should not be set on objects to be created',
    });
  });

  it('with a TTL goes by itself, and a watch hears of it', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    const made = world.run(store.create(KEY, thing('a'), 1));
    const events: StorageWatchEvent[] = [];
    store.watch(KEY, made.ok ? made.revision : 0, {
      onEvent: (event) => events.push(event),
      onEnd: () => expect.unreachable('the watch goes on'),
    });
    world.advance(seconds(5));
    expect(events).toMatchObject([{ type: 'DELETED', revision: 3, object: at(thing('a'), 3) }]);
  });
});

describe('get', () => {
  it('reads the newest, whatever older version is asked for', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    world.run(store.create(KEY, thing('a')));
    const update = write({ data: 1 });
    world.run(store.guaranteedUpdate(KEY, { ignoreNotFound: false, update }));
    for (const resourceVersion of ['', '0', '2', '3']) {
      const got = world.run(store.get(KEY, { resourceVersion }));
      expect(got).toEqual({ ok: true, value: at(thing('a', { data: 1 }), 3), revision: 3 });
    }
  });

  it('says what is missing, too new, or no version', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    const get = (resourceVersion: string) =>
      failureOf(world.run(store.get(KEY, { resourceVersion })));
    expect(get('')).toMatchObject({ kind: 'storage', code: 1, message: MISSING });
    expect(get('7')).toEqual({ kind: 'tooLarge', asked: 7, current: 1 });
    expect(get('x')).toMatchObject({
      kind: 'refused',
      refusal: { code: 400, message: expect.stringContaining('invalid resource version: ') },
    });
  });

  it('gives all who read one revision the same object', () => {
    const world = new StorageFixture();
    const [a, b] = [world.server(), world.server()];
    world.run(a.store.create(KEY, thing('a')));
    const [first, second] = [a, b].map(({ store }) => world.run(store.get(KEY, {})));
    expect(first.ok && second.ok && first.value === second.value).toBe(true);
  });
});

describe('delete', () => {
  it('gives back the object at the revision of its deletion', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    world.run(store.create(KEY, thing('a')));
    const deleted = world.run(store.delete(KEY, {}));
    expect(deleted).toEqual({ ok: true, value: at(thing('a'), 3), revision: 3 });
    expect(failureOf(world.run(store.delete(KEY, {})))).toMatchObject({ message: MISSING });
  });

  it('gave it back at its own version in 1.25', () => {
    const world = new StorageFixture({ profile: '1.25' });
    const { store } = world.server();
    world.run(store.create(KEY, thing('a')));
    expect(world.run(store.delete(KEY, {}))).toMatchObject({ value: at(thing('a'), 2) });
  });

  it('checks preconditions, then asks', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    world.run(store.create(KEY, thing('a')));
    const remove = (options: Parameters<typeof store.delete>[1]) =>
      failureOf(world.run(store.delete(KEY, options)));
    const why = 'Precondition failed: UID in precondition: B, UID in object meta: uid-a';
    expect(remove({ preconditions: { uid: 'B' } })).toMatchObject({
      code: 4,
      message: `StorageError: invalid object, Code: 4, ${REST}${why}`,
    });
    expect(remove({ preconditions: { resourceVersion: '9' } })).toMatchObject({
      message: expect.stringContaining(
        'ResourceVersion in precondition: 9, ResourceVersion in object meta: 2',
      ),
    });
    const validate = (object: KubeObject) => `not ${object.metadata.name}`;
    expect(remove({ validate })).toEqual({ kind: 'refused', refusal: 'not a' });
    expect(remove({ preconditions: { uid: 'uid-a' }, validate: () => undefined })).toBeUndefined();
  });

  it('looks again when the object has changed in between', () => {
    const world = new StorageFixture();
    const [a, b] = [world.server(), world.server()];
    world.run(a.store.create(KEY, thing('a')));
    const seen: unknown[] = [];
    const validate = (object: KubeObject) => {
      if (seen.length === 0) {
        world.etcd.put(KEY, thing('a', { data: 'changed' }));
      }
      seen.push(object.data);
    };
    expect(world.run(b.store.delete(KEY, { validate })).ok).toBe(true);
    expect(seen).toEqual([undefined, 'changed']);
  });
});

describe('guaranteedUpdate', () => {
  it('creates what is missing only when told to', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    const update = () => ({ kind: 'write' as const, object: thing('a') });
    const strict = world.run(store.guaranteedUpdate(KEY, { ignoreNotFound: false, update }));
    expect(failureOf(strict)).toMatchObject({ message: MISSING });
    const made = world.run(store.guaranteedUpdate(KEY, { ignoreNotFound: true, update }));
    expect(made).toEqual({ ok: true, value: at(thing('a'), 2), revision: 2 });
  });

  it('writes nothing when the result is what is stored, in any order and version', () => {
    const world = new StorageFixture();
    const { store, process } = world.server();
    world.run(store.create(KEY, thing('a', { data: { x: 1, y: [1, { z: 2 }] } })));
    const same = {
      data: { y: [1, { z: 2, none: undefined }], x: 1 },
      metadata: { uid: 'uid-a', name: 'a', selfLink: '/x', resourceVersion: '99' },
    };
    const before = world.verbs(process).length;
    const result = world.run(
      store.guaranteedUpdate(KEY, { ignoreNotFound: false, ttlSeconds: 5, update: write(same) }),
    );
    expect(result).toMatchObject({ ok: true, revision: 2, value: { metadata: { name: 'a' } } });
    expect(result.ok && 'selfLink' in result.value.metadata).toBe(false);
    expect(world.verbs(process).slice(before)).toEqual(['range']);
  });

  it('writes when anything differs', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    world.run(store.create(KEY, thing('a', { data: { x: [1, 2] } })));
    let revision = 2;
    for (const data of [{ x: [2, 1] }, { x: [2, 1], y: null }, { x: [2] }, [2], 'text', null, 0]) {
      const update = write({ data });
      revision += 1;
      const result = world.run(store.guaranteedUpdate(KEY, { ignoreNotFound: false, update }));
      expect(result).toMatchObject({ revision, value: { data } });
    }
  });

  it('hands a refusal through and checks preconditions first', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    world.run(store.create(KEY, thing('a')));
    const update = () => ({ kind: 'refuse' as const, refusal: { code: 422 } });
    const base = { ignoreNotFound: false, update };
    expect(failureOf(world.run(store.guaranteedUpdate(KEY, base)))).toEqual({
      kind: 'refused',
      refusal: { code: 422 },
    });
    const preconditions = { uid: 'B' };
    const refused = world.run(store.guaranteedUpdate(KEY, { ...base, preconditions }));
    expect(failureOf(refused)).toMatchObject({ kind: 'storage', code: 4 });
  });

  it('loses nothing between two servers that count at once', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const world = new StorageFixture({ seed });
      const servers = [world.server(), world.server()];
      world.run(servers[0].store.create(KEY, thing('a', { count: 0 })));
      let calls = 0;
      const update = (existing: KubeObject | undefined) => {
        calls += 1;
        const count = (existing?.count as number) + 1;
        return { kind: 'write' as const, object: { ...(existing as KubeObject), count } };
      };
      const results = servers.flatMap(({ store }) =>
        Array.from({ length: 5 }, () =>
          world.begin(store.guaranteedUpdate(KEY, { ignoreNotFound: false, update })),
        ),
      );
      world.advance(seconds(5));
      expect(results.every(([result]) => result.ok)).toBe(true);
      expect(world.run(servers[0].store.get(KEY, {}))).toMatchObject({ value: { count: 10 } });
      expect(calls).toBeGreaterThan(10);
    }
  });
});

describe('list', () => {
  const filled = () => {
    const world = new StorageFixture();
    const { store } = world.server();
    for (const name of ['c', 'a', 'b']) world.run(store.create(`${PREFIX}n/${name}`, thing(name)));
    world.run(store.create('/registry/configmapsx/n/z', thing('z')));
    const list = (options: Parameters<typeof store.list>[1]) => {
      const result = world.run(store.list(PREFIX, options));
      if (!result.ok) return result.failure;
      const { items, more, count } = result.value;
      const names = items.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`);
      return { names: names.join(' '), more, count, revision: result.revision };
    };
    return { world, store, list };
  };

  it('is in order of key, at the revision of the read', () => {
    const { list } = filled();
    const all = { names: 'a@3 b@4 c@2', more: false, count: 3, revision: 5 };
    expect(list({})).toEqual(all);
    expect(list({ resourceVersion: '0', match: 'NotOlderThan' })).toEqual(all);
    expect(list({ resourceVersion: '3' })).toEqual(all);
    expect(list({ resourceVersion: '9' })).toEqual({ kind: 'tooLarge', asked: 9, current: 5 });
  });

  it('goes back to an exact version, and in pages', () => {
    const { list } = filled();
    expect(list({ resourceVersion: '3', match: 'Exact' })).toMatchObject({ names: 'a@3 c@2' });
    expect(list({ limit: 2 })).toEqual({ names: 'a@3 b@4', more: true, count: 3, revision: 5 });
    const startKey = `${PREFIX}n/b\0`;
    const rest = { resourceVersion: '3', match: 'Exact', limit: 2, startKey } as const;
    expect(list(rest)).toEqual({ names: 'c@2', more: false, count: 1, revision: 3 });
  });

  it('says that an old version is gone, with a token where the list may go on', () => {
    const { world, list } = filled();
    world.etcd.compactNow();
    expect(list({ resourceVersion: '3', match: 'Exact' })).toEqual({
      kind: 'expired',
      message: 'The resourceVersion for the provided list is too old.',
    });
    const startKey = `${PREFIX}n/b\0`;
    const page = { resourceVersion: '3', match: 'Exact', limit: 2, startKey } as const;
    expect(list(page)).toMatchObject({
      kind: 'expired',
      message: expect.stringMatching(/^The provided continue parameter is too old to display/),
      continue: expect.stringMatching(/^eyJ2IjoibWV0YS5rOHMuaW8vdjEiL/),
    });
  });

  it('reads one key, and counts', () => {
    const { world, store } = filled();
    const one = world.run(store.list(`${PREFIX}n/b`, {}));
    expect(one).toMatchObject({ value: { keys: [`${PREFIX}n/b`], count: 1 } });
    expect(world.run(store.count('/registry/configmaps'))).toMatchObject({ value: 3 });
  });
});

describe('watch', () => {
  const heard = (store: ReturnType<StorageFixture['server']>['store'], from: number) => {
    const events: StorageWatchEvent[] = [];
    const ends: StorageFailure[] = [];
    const onEvent = (event: StorageWatchEvent) => events.push(event);
    const watch = store.watch(PREFIX, from, { onEvent, onEnd: (failure) => ends.push(failure) });
    const lines = () =>
      events.map(({ type, object, revision, created }) => {
        const { name, resourceVersion } = object.metadata;
        return `${type} ${name} ${resourceVersion}@${revision}${created ? ' created' : ''}`;
      });
    return { events, ends, lines, stop: () => watch.stop() };
  };

  it('tells what is there first, when it starts at 0', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    world.run(store.create(`${PREFIX}n/a`, thing('a')));
    const watch = heard(store, 0);
    world.advance(seconds(1));
    const update = write({ data: 1 });
    world.run(store.guaranteedUpdate(`${PREFIX}n/a`, { ignoreNotFound: false, update }));
    world.run(store.delete(`${PREFIX}n/a`, {}));
    expect(watch.lines()).toEqual(['ADDED a 2@2 created', 'MODIFIED a 3@3', 'DELETED a 4@4']);
    expect(watch.events.map(({ previous }) => previous?.metadata.resourceVersion)).toEqual([
      undefined,
      '2',
      '3',
    ]);
    watch.stop();
    world.run(store.create(`${PREFIX}n/b`, thing('b')));
    expect([watch.events.length, watch.ends]).toEqual([3, []]);
  });

  it('hands on the very object that is in the store, and the record that wrote it', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    const watch = heard(store, 1);
    world.run(store.create(`${PREFIX}n/a`, thing('a')));
    const got = world.run(store.get(`${PREFIX}n/a`, {}));
    expect(got.ok && got.value === watch.events[0].object).toBe(true);
    expect(world.records('etcd').at(-1)?.seq).toBe(watch.events[0].etcdSeq);
  });

  it('ends with the reason when its start is compacted, and outlives a lost connection', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    for (const name of ['a', 'b', 'c']) world.run(store.create(`${PREFIX}n/${name}`, thing(name)));
    world.etcd.compactNow();
    const old = heard(store, 1);
    world.advance(seconds(1));
    expect(old.ends).toEqual([
      { kind: 'expired', message: 'The resourceVersion for the provided watch is too old.' },
    ]);
    const live = heard(store, 4);
    world.advance(seconds(1));
    world.etcd.process.kill();
    world.advance(minutes(1));
    world.etcd.process.start();
    world.advance(seconds(1));
    world.etcd.put(`${PREFIX}n/d`, thing('d'));
    world.advance(minutes(2));
    expect(live.events.map(({ key, revision }) => `${key}@${revision}`)).toEqual([
      `${PREFIX}n/d@5`,
    ]);
    expect(live.ends).toEqual([]);
  });
});
