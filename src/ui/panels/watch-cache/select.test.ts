import { beforeAll, describe, expect, it } from 'vitest';
import { asTime } from '#base';
import type { TraceIndex } from '#trace';
import { libraryIndex } from '../testing';
import { selectCaches, serversWithCaches } from './select';

const SECOND = 1_000_000;
const SERVER = 'kube-apiserver-a';

describe('the caches of a server that is restarted', () => {
  let index: TraceIndex;
  const cache = (seconds: number, resource = 'namespaces') =>
    selectCaches(index, SERVER, asTime(seconds * SECOND)).find((one) => one.resource === resource);

  beforeAll(() => {
    index = libraryIndex('version-too-old');
  });

  it('are there from its first transitions on, each with its list', () => {
    expect(serversWithCaches(index)).toEqual([SERVER]);
    expect(cache(0.5)).toBeUndefined();
    expect(cache(14)).toMatchObject({ ready: true, state: 'watching.streaming', listRevision: 1 });
    expect(selectCaches(index, SERVER, 14 * SECOND).length).toBeGreaterThan(40);
  });

  it('keep the events that came since the list', () => {
    expect(cache(14)).toMatchObject({ size: 4, capacity: 100, servedFrom: 1 });
    const after = cache(22);
    expect(after).toMatchObject({ size: 5, capacity: 100, oldest: 4, servedFrom: 1 });
    const history = index.table.archive.history('/registry/namespaces/shop');
    expect(after?.newest).toBe(history[0].revision);
  });

  it('name who watches, from where on, and when a bookmark is due', () => {
    const watchers = cache(22)?.watchers ?? [];
    expect(watchers.map(({ client, from }) => [client, from])).toEqual([
      [SERVER, '1'],
      ['kubectl', '100'],
    ]);
    const [own, kubectl] = watchers;
    expect(own.bookmarkAt).toBe(own.openedAt + 60 * SECOND);
    expect(kubectl).toMatchObject({ sent: 1, underWay: 0, bookmarkAt: undefined });
    expect(cache(26)?.watchers.map(({ client }) => client)).toEqual([SERVER]);
  });

  it('begin anew with a list when the server does', () => {
    expect(cache(40.2)).toBeUndefined();
    const anew = cache(60);
    expect(anew).toMatchObject({ ready: true, size: 0, oldest: undefined });
    expect(anew?.servedFrom).toBe(anew?.listRevision);
    expect(anew?.listRevision).toBeGreaterThan(100);
  });

  it('tell what they decided: the version that was too old', () => {
    expect(cache(69)?.decisions).toEqual([]);
    const [seq] = cache(71)?.decisions ?? [];
    expect(index.table.recordOf(seq, 'decision')).toMatchObject({
      name: 'getAllEventsSinceLocked',
      outcome: 'expired',
      reason: `too old resource version: 100 (${cache(71)?.listRevision})`,
    });
  });
});

describe('a cache on a slow way to etcd', () => {
  it('has heard of what arrived, and no more', () => {
    const index = libraryIndex('stale-list-from-cache');
    const newest = (server: string, seconds: number) =>
      selectCaches(index, server, seconds * SECOND).find(
        ({ resource }) => resource === 'namespaces',
      )?.newest ?? 0;
    const [{ revision }] = index.table.archive.history('/registry/namespaces/late');
    expect(newest('kube-apiserver-a', 51)).toBe(revision);
    expect(newest('kube-apiserver-b', 51)).toBeLessThan(revision);
    expect(newest('kube-apiserver-b', 55)).toBe(revision);
  });
});
