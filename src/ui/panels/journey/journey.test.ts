import { beforeAll, describe, expect, it } from 'vitest';
import type { TraceIndex } from '#trace';
import { libraryIndex } from '../testing';
import { standingAt } from './hops';
import { type Journey, journeyOf } from './journey';
import { writeInQuestion } from './question';

const SECOND = 1_000_000;
const MANAGER = 'kube-controller-manager-a';
const NOTHING = { actor: undefined, process: undefined, seq: undefined, key: undefined };

describe('the journey of a Namespace', () => {
  let index: TraceIndex;
  const key = '/registry/namespaces/shop';
  const writes = () => index.table.archive.history(key);
  const journey = (place: number) => journeyOf(index, writes()[place].seq) as Journey;
  const kinds = (hops: readonly { readonly kind: string }[]) => hops.map(({ kind }) => kind);

  beforeAll(() => {
    index = libraryIndex('one-namespace-stuck');
  }, 60_000);

  it('goes from etcd by the watch cache and the reflector to the store and a work queue', () => {
    const { caches, followers, before } = journey(0);
    expect(before).toBeUndefined();
    expect(caches.map(({ server }) => server)).toEqual(['kube-apiserver-a']);
    expect(followers.map(({ name }) => name)).toEqual([
      `${MANAGER}/informers/namespaces`,
      'kube-apiserver-a/informers/namespaces',
    ]);
    const [first] = followers;
    expect(kinds(first.hops)).toEqual([
      ...['write', 'told', 'cache', 'event', 'reflector'],
      ...['fifo', 'indexer', 'listener'],
    ]);
    const times = first.hops.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[4] - times[3]).toBeGreaterThan(0);
    expect(first.works).toMatchObject([{ controller: 'serviceaccount', key: 'shop' }]);
    expect(kinds(first.works[0].hops)).toEqual(['add', 'get', 'request', 'done']);
    expect(first.works[0].hops[2].what).toBe('create serviceaccounts shop/default');
  });

  it('waits five seconds for a deletion, then asks, and comes again', () => {
    const [{ works }] = journey(1).followers;
    const work = works.find(({ controller }) => controller === 'namespace');
    expect(kinds(work?.hops ?? []).slice(0, 4)).toEqual(['later', 'add', 'get', 'request']);
    expect(work?.hops[0].delay).toBe(5 * SECOND);
    const stands = standingAt(work?.hops ?? [], work?.pending, 33 * SECOND);
    expect(stands).toMatchObject({ kind: 'between', next: { kind: 'add' } });
    const more = work?.hops.find(({ kind }) => kind === 'more');
    expect(more?.count).toBeGreaterThan(20);
  });

  it('ends in the stores when the last write takes the object away', () => {
    const last = journey(writes().length - 1);
    expect(last).toMatchObject({ deleted: true, after: undefined });
    expect(last.followers[0].hops.at(-3)).toMatchObject({ kind: 'fifo', what: 'Deleted' });
    expect(last.followers.every(({ pending }) => pending === undefined)).toBe(true);
  });

  it('is asked for by whatever came of the write', () => {
    const [{ seq }] = writes();
    const [{ works }] = journey(0).followers;
    const ask = works[0].hops[2].seq;
    expect(writeInQuestion(index, { ...NOTHING, seq: ask }, 0)).toBe(seq);
    expect(writeInQuestion(index, { ...NOTHING, key }, 25 * SECOND)).toBe(seq);
  });
});

describe('a journey over a slow way to etcd', () => {
  it('says which cache has not heard, and comes to its informer late', () => {
    const index = libraryIndex('stale-list-from-cache');
    const [{ seq }] = index.table.archive.history('/registry/namespaces/late');
    const { caches, followers } = journeyOf(index, seq) as Journey;
    const slow = caches.find(({ server }) => server === 'kube-apiserver-b');
    expect(standingAt(slow?.hops ?? [], slow?.pending, 51 * SECOND)).toMatchObject({
      kind: 'between',
      last: { kind: 'told' },
      next: { kind: 'cache' },
    });
    const own = followers.find(({ process }) => process === 'kube-apiserver-b');
    expect(standingAt(own?.hops ?? [], own?.pending, 55 * SECOND).kind).toBe('through');
  });
});
