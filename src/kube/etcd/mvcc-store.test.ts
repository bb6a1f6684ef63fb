import { describe, expect, it } from 'vitest';
import { ETCD_ERROR, type Op, prefixEnd, type TxnRequest } from './api';
import { MvccStore, type TxnOutcome } from './mvcc-store';

const noLease = () => false;
const always = (...success: Op[]): TxnRequest => ({ compare: [], success, failure: [] });
const put = (key: string, value: unknown): Op => ({ kind: 'put', key, value });

function storeWith(...ops: Op[][]): MvccStore {
  const store = new MvccStore();
  for (const success of ops) store.txn(always(...success), noLease);
  return store;
}

describe('MvccStore', () => {
  it('is at revision 1 when empty, and its first write is 2', () => {
    const store = new MvccStore();
    expect(store.range({ key: 'a' })).toEqual({ revision: 1, kvs: [], more: false, count: 0 });
    store.txn(always(put('a', 'x')), noLease);
    const kv = { key: 'a', value: 'x', createRevision: 2, modRevision: 2, version: 1, lease: 0 };
    expect(store.range({ key: 'a' })).toEqual({ revision: 2, kvs: [kv], more: false, count: 1 });
  });

  it('gives a transaction one revision, and none when it writes nothing', () => {
    const store = storeWith([put('a', 1), put('b', 2)], [{ kind: 'delete', key: 'z' }]);
    expect(store.revision).toBe(2);
    expect([store.get('a')?.modRevision, store.get('b')?.modRevision]).toEqual([2, 2]);
  });

  it('counts versions from creation and starts over after a deletion', () => {
    const store = storeWith(
      [put('a', 1)],
      [put('a', 2)],
      [{ kind: 'delete', key: 'a' }],
      [put('a', 3)],
    );
    expect(store.get('a')).toMatchObject({ createRevision: 5, modRevision: 5, version: 1 });
    expect(store.range({ key: 'a', revision: 3 })).toMatchObject({
      kvs: [{ value: 2, createRevision: 2, modRevision: 3, version: 2 }],
      revision: 5,
    });
    expect(store.range({ key: 'a', revision: 4 })).toMatchObject({ kvs: [], count: 0 });
  });

  it('reads prefixes in order of key, with limit, count and whether there is more', () => {
    const store = storeWith([put('/a/2', 2), put('/a/1', 1), put('/ab', 0), put('/a/3', 3)]);
    const range = { key: '/a/', rangeEnd: prefixEnd('/a/') };
    expect(store.range({ ...range, limit: 2 })).toMatchObject({
      kvs: [{ key: '/a/1' }, { key: '/a/2' }],
      more: true,
      count: 3,
    });
    expect(store.range({ ...range, countOnly: true })).toMatchObject({ kvs: [], count: 3 });
    expect(store.range({ ...range, keysOnly: true, limit: 1 })).toMatchObject({
      kvs: [{ key: '/a/1', value: undefined }],
    });
    expect(store.range({ key: '/a/3', rangeEnd: '\0' })).toMatchObject({ count: 2 });
  });

  it('runs the branch that its comparisons choose', () => {
    const store = storeWith([put('a', 1)]);
    const update = (equals: number): TxnRequest => ({
      compare: [{ key: 'a', target: 'mod', equals }],
      success: [put('a', 'new')],
      failure: [{ kind: 'range', key: 'a' }],
    });
    const lost = store.txn(update(1), noLease) as TxnOutcome;
    expect(lost).toMatchObject({ response: { succeeded: false, revision: 2 }, events: [] });
    expect(lost.response.responses[0]).toMatchObject({ kvs: [{ value: 1 }] });
    const won = store.txn(update(2), noLease) as TxnOutcome;
    expect(won.response).toEqual({ succeeded: true, revision: 3, responses: [{ count: 0 }] });
    const byVersion: TxnRequest = {
      compare: [{ key: 'a', target: 'version', equals: 2 }],
      success: [{ kind: 'delete', key: 'a' }],
      failure: [],
    };
    expect(store.txn(byVersion, noLease)).toMatchObject({
      response: { succeeded: true, responses: [{ count: 1 }] },
      events: [{ type: 'DELETE', kv: { modRevision: 4 }, prevKv: { value: 'new' } }],
    });
  });

  it('refuses a whole transaction for one bad operation', () => {
    const store = storeWith([put('a', 1)]);
    const refusals: [Op[], string][] = [
      [[put('b', 1), put('b', 2)], ETCD_ERROR.duplicateKey],
      [[put('b', 1), { kind: 'put', key: 'c', value: 1, lease: 7 }], ETCD_ERROR.leaseNotFound],
      [[put('b', 1), { kind: 'range', key: 'a', revision: 9 }], ETCD_ERROR.futureRevision],
    ];
    for (const [ops, etcdError] of refusals) {
      expect(store.txn(always(...ops), noLease)).toEqual({ etcdError });
    }
    expect([store.revision, store.get('b')]).toEqual([2, undefined]);
  });

  it('forgets what is compacted and keeps what a reader at that revision sees', () => {
    const store = storeWith(
      [put('a', 1)],
      [put('a', 2)],
      [put('gone', 1)],
      [{ kind: 'delete', key: 'gone' }],
      [put('a', 3)],
    );
    const before = store.bytes;
    expect(store.compact(5)).toBeUndefined();
    expect(store.bytes).toBeLessThan(before);
    expect(store.range({ key: 'a', revision: 4 })).toEqual({ etcdError: ETCD_ERROR.compacted });
    expect(store.range({ key: 'a', revision: 5 })).toMatchObject({ kvs: [{ value: 2 }] });
    expect(store.range({ key: 'a', revision: 7 })).toEqual({
      etcdError: ETCD_ERROR.futureRevision,
    });
    expect(store.compact(5)).toEqual({ etcdError: ETCD_ERROR.compacted });
    expect(store.compact(7)).toEqual({ etcdError: ETCD_ERROR.futureRevision });
    expect(store.eventsFrom(5).map((event) => event.kv.modRevision)).toEqual([5, 6]);
  });

  it('keeps nothing of a key that was gone before the compacted revision', () => {
    const store = storeWith([put('a', 'x')]);
    const { bytes } = store;
    store.txn(always(put('gone', 'x'.repeat(100))), noLease);
    store.txn(always({ kind: 'delete', key: 'gone' }), noLease);
    store.compact(4);
    expect(store.bytes).toBe(bytes);
    store.txn(always({ kind: 'delete', key: 'a' }), noLease);
    store.compact(5);
    expect(store.bytes).toBe(0);
  });
});
