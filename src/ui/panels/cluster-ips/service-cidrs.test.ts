import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder, type Seq } from '#trace';
import { serviceCidrsAt } from './service-cidrs';

const KEY = '/registry/servicecidrs/kubernetes';
const SECOND = 1_000_000;

const READY = {
  type: 'Ready',
  status: 'True',
  message: 'Kubernetes default Service CIDR is ready',
};
const LEAVING = {
  type: 'Ready',
  status: 'False',
  reason: 'Terminating',
  message: 'There are still IPAddresses referencing the ServiceCIDR',
};

const cidr = (conditions: readonly object[], metadata: object = {}) => ({
  metadata: { name: 'kubernetes', ...metadata },
  spec: { cidrs: ['10.96.0.0/24', 'fd00::/112'] },
  status: conditions.length === 0 ? {} : { conditions },
});

/** One write of the key for each object, a second apart; undefined is a delete. */
function storyOf(...objects: readonly unknown[]) {
  let at = 0;
  const recorder = new Recorder(() => asTime(at));
  const seqs: Seq[] = [];
  for (const object of objects) {
    at += SECOND;
    const op = object === undefined ? 'delete' : 'put';
    const fields = { op, key: KEY, revision: seqs.length + 2, lease: 0 };
    recorder.writeRevision('etcd', null, fields, object);
    seqs.push(recorder.table.length - 1);
  }
  return { table: recorder.table, seqs };
}

describe('serviceCidrsAt', () => {
  const { table, seqs } = storyOf(
    cidr([]),
    cidr([READY]),
    cidr([READY], { labels: { of: 'us' } }),
    cidr([LEAVING], { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    undefined,
    cidr([]),
  );
  const shown = (place: number) => serviceCidrsAt(table, seqs[place]);

  it('has none before the first write', () => expect(serviceCidrsAt(table, -1)).toEqual([]));

  it('has no condition until one is written', () => {
    expect(shown(0)).toEqual([
      {
        name: 'kubernetes',
        cidrs: ['10.96.0.0/24', 'fd00::/112'],
        seq: seqs[0],
        terminating: false,
        conditions: [],
      },
    ]);
  });

  it('tells a condition with the write that brought it, whatever is written later', () => {
    const condition = { ...READY, reason: '', seq: seqs[1], at: 2 * SECOND };
    expect(shown(1)[0].conditions).toEqual([condition]);
    expect(shown(2)[0].conditions).toEqual([condition]);
  });

  it('tells what it waits for while it is being deleted', () => {
    expect(shown(3)).toMatchObject([
      { terminating: true, conditions: [{ ...LEAVING, seq: seqs[3], at: 4 * SECOND }] },
    ]);
  });

  it('is gone with the object, and begins anew', () => {
    expect(shown(4)).toEqual([]);
    expect(shown(5)).toMatchObject([{ seq: seqs[5], terminating: false, conditions: [] }]);
  });
});
