import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ETCD_ERROR, type KeyValue, type Op, prefixEnd } from './api';
import { MvccStore, type TxnOutcome } from './mvcc-store';

const KEYS = ['/r/a', '/r/b', '/r/b/c', '/r/d', '/s/a', '/s/z'];
const noLease = () => false;

const op = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('put' as const), key: fc.constantFrom(...KEYS) }),
  },
  fc.record({ kind: fc.constant('delete' as const), key: fc.constantFrom(...KEYS) }),
);
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('txn' as const),
      ops: fc.uniqueArray(op, { selector: ({ key }) => key, minLength: 1, maxLength: 3 }),
    }),
  },
  fc.record({ kind: fc.constant('compact' as const), percent: fc.integer({ min: 1, max: 100 }) }),
);

/** Every revision as a whole copy of the store: too slow for anything but a comparison. */
class NaiveStore {
  readonly states: ReadonlyMap<string, KeyValue>[] = [new Map(), new Map()];

  apply(ops: readonly { readonly kind: 'put' | 'delete'; readonly key: string }[]): Op[] {
    const state = new Map(this.states.at(-1));
    const revision = this.states.length;
    let changed = false;
    const done = ops.map(({ kind, key }, index): Op => {
      const old = state.get(key);
      if (kind === 'delete') {
        changed = state.delete(key) || changed;
        return { kind, key };
      }
      const value = `${revision}.${index}`;
      const createRevision = old?.createRevision ?? revision;
      const version = (old?.version ?? 0) + 1;
      state.set(key, { key, value, createRevision, modRevision: revision, version, lease: 0 });
      changed = true;
      return { kind, key, value };
    });
    if (changed) this.states.push(state);
    return done;
  }
}

/** What a watcher that applies every event in order would have after each revision. */
function replay(store: MvccStore, from: number, state: Map<string, KeyValue>) {
  const after = new Map<number, Map<string, KeyValue>>();
  for (const { type, kv } of store.eventsFrom(from)) {
    if (type === 'PUT') state.set(kv.key, kv);
    else state.delete(kv.key);
    after.set(kv.modRevision, new Map(state));
  }
  return after;
}

const inOrder = (state: ReadonlyMap<string, KeyValue>, prefix: string) =>
  [...state.values()]
    .filter(({ key }) => key.startsWith(prefix))
    .sort((a, b) => (a.key < b.key ? -1 : 1));

describe('MvccStore against whole copies', () => {
  it('reads every revision that is kept, and refuses all others', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const store = new MvccStore();
        const naive = new NaiveStore();
        for (const step of acts) {
          if (step.kind === 'compact') {
            store.compact(Math.ceil((store.revision * step.percent) / 100));
            continue;
          }
          const success = naive.apply(step.ops);
          const done = store.txn({ compare: [], success, failure: [] }, noLease) as TxnOutcome;
          expect(done.response.revision).toBe(naive.states.length - 1);
        }
        for (let revision = 1; revision < naive.states.length; revision += 1) {
          for (const key of ['/', '/r/', '/r/b', '/s/']) {
            const read = store.range({ key, rangeEnd: prefixEnd(key), revision });
            const kvs = inOrder(naive.states[revision], key);
            const { revision: now, compactRevision } = store;
            if (revision < compactRevision)
              expect(read).toEqual({ etcdError: ETCD_ERROR.compacted });
            else expect(read).toEqual({ revision: now, kvs, more: false, count: kvs.length });
          }
        }
      }),
      { seed: 20_230_411, numRuns: 150 },
    );
  });

  it('logs every revision that is kept, in order and without a gap', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const store = new MvccStore();
        const naive = new NaiveStore();
        for (const step of acts) {
          if (step.kind === 'compact') store.compact(Math.max(1, store.revision - step.percent));
          else store.txn({ compare: [], success: naive.apply(step.ops), failure: [] }, noLease);
        }
        const first = Math.max(2, store.compactRevision + 1);
        const start = new Map(naive.states[first - 1]);
        const after = replay(store, first, start);
        const revisions = naive.states.map((_, revision) => revision).slice(first);
        expect([...after.keys()]).toEqual(revisions);
        for (const revision of revisions) {
          expect(after.get(revision)).toEqual(naive.states[revision]);
        }
      }),
      { seed: 20_230_411, numRuns: 150 },
    );
  });
});
