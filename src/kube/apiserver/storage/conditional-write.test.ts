import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../api/objects';
import type { Preconditions, StorageResult, Updated } from './storage';
import { StorageFixture, thing } from './storage-fixture';

const KEY = '/registry/configmaps/default/a';

/** A store with one object that has been changed once, and its copies before and after. */
function changedOnce(isStale?: (data: unknown) => boolean) {
  const world = new StorageFixture({ isStale });
  const { store, process } = world.server();
  const made = world.run(store.create(KEY, thing('a', { data: 'old' })));
  world.etcd.put(KEY, thing('a', { data: 'new' }));
  const read = world.run(store.get(KEY, {}));
  const before = world.verbs(process).length;
  const old = (made as { value: KubeObject }).value;
  const now = (read as { value: KubeObject }).value;
  const verbs = () => world.verbs(process).slice(before).join(' ');
  const update = (cached: KubeObject, update: (existing?: KubeObject) => Updated) =>
    world.run(store.guaranteedUpdate(KEY, { ignoreNotFound: false, cached, update }));
  return { world, store, old, now, verbs, update };
}

const summary = (result: StorageResult<KubeObject>) =>
  result.ok ? `${result.value.data}@${result.revision}` : result.failure;
const write = (existing: KubeObject | undefined, data: unknown): Updated => ({
  kind: 'write',
  object: { ...(existing as KubeObject), data },
});
const refuse = (refusal: unknown): Updated => ({ kind: 'refuse', refusal });

describe('an update from a cached copy', () => {
  it('writes without a read when the copy is current', () => {
    const { now, verbs, update } = changedOnce();
    expect(summary(update(now, (existing) => write(existing, 'newer')))).toBe('newer@4');
    expect(verbs()).toBe('txn');
  });

  it('runs again with what is there when the copy is old', () => {
    const { old, verbs, update } = changedOnce();
    const seen: unknown[] = [];
    const result = update(old, (existing) => {
      seen.push(existing?.data);
      return write(existing, 'newer');
    });
    expect([summary(result), seen, verbs()]).toEqual(['newer@4', ['old', 'new'], 'txn txn']);
  });

  it('believes a refusal of an old copy only after another look', () => {
    const { old, verbs, update } = changedOnce();
    const seen: unknown[] = [];
    const result = update(old, (existing) => {
      seen.push(existing?.data);
      return existing?.data === 'old' ? refuse('conflict') : write(existing, 'newer');
    });
    expect([summary(result), seen, verbs()]).toEqual(['newer@4', ['old', 'new'], 'range txn']);
  });

  it('asks no second time when the copy turns out to be current', () => {
    const { now, verbs, update } = changedOnce();
    let calls = 0;
    const result = update(now, () => {
      calls += 1;
      return refuse('invalid');
    });
    expect([summary(result), calls, verbs()]).toEqual([
      { kind: 'refused', refusal: 'invalid' },
      1,
      'range',
    ]);
  });

  it('makes sure of etcd before it leaves out a write', () => {
    const current = changedOnce();
    let calls = 0;
    const same = (existing?: KubeObject) => {
      calls += 1;
      return write(existing, existing?.data);
    };
    expect([summary(current.update(current.now, same)), calls]).toEqual(['new@3', 1]);
    expect(current.verbs()).toBe('range');
    const old = changedOnce();
    calls = 0;
    expect([summary(old.update(old.old, same)), calls]).toEqual(['new@3', 2]);
    expect(old.verbs()).toBe('range');
  });

  it('checks preconditions against etcd before it fails', () => {
    const { world, store, old, now } = changedOnce();
    const update = (existing?: KubeObject) => write(existing, 'newer');
    const attempt = (cached: KubeObject, preconditions: Preconditions) => {
      const options = { ignoreNotFound: false, cached, preconditions, update };
      return summary(world.run(store.guaranteedUpdate(KEY, options)));
    };
    expect(attempt(now, { uid: 'B' })).toMatchObject({ kind: 'storage', code: 4 });
    expect(attempt(old, { resourceVersion: '3' })).toBe('newer@4');
  });
});

describe('a stale value', () => {
  it('is written again though nothing differs', () => {
    const { world, store, now, update } = changedOnce((data) => data !== undefined);
    expect(summary(update(now, (existing) => write(existing, 'new')))).toBe('new@4');
    const options = { ignoreNotFound: false, update: (e?: KubeObject) => write(e, 'new') };
    expect(summary(world.run(store.guaranteedUpdate(KEY, options)))).toBe('new@5');
  });
});

describe('a delete from a cached copy', () => {
  it('needs no read, whether the copy is current or old', () => {
    for (const which of ['now', 'old'] as const) {
      const world = changedOnce();
      const cached = world[which];
      expect(summary(world.world.run(world.store.delete(KEY, { cached })))).toBe('new@4');
      expect(world.verbs()).toBe(which === 'now' ? 'txn' : 'txn txn');
    }
  });

  it('finds out that the object has gone', () => {
    const { world, store, now } = changedOnce();
    world.etcd.drop(KEY);
    const result = world.run(store.delete(KEY, { cached: now }));
    expect(summary(result)).toMatchObject({ kind: 'storage', code: 1 });
  });

  it('validates once when the copy is current, and again when it is old', () => {
    const { world, store, old, now } = changedOnce();
    const seen: unknown[] = [];
    const validate = (object: KubeObject) => {
      seen.push(object.data);
      return `not ${object.data}`;
    };
    const attempt = (cached: KubeObject) =>
      summary(world.run(store.delete(KEY, { cached, validate })));
    expect(attempt(now)).toEqual({ kind: 'refused', refusal: 'not new' });
    expect(attempt(old)).toEqual({ kind: 'refused', refusal: 'not new' });
    expect(seen).toEqual(['new', 'old', 'new']);
  });
});

describe('get', () => {
  it('gives an empty object for a missing key that nobody minds', () => {
    const world = new StorageFixture();
    const { store } = world.server();
    const got = world.run(store.get(KEY, { ignoreNotFound: true }));
    expect(got).toEqual({ ok: true, value: { metadata: {} }, revision: 0 });
  });
});
