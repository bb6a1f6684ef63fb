import { beforeAll, describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder, TraceIndex } from '#trace';
import { libraryIndex } from '../testing';
import { follow } from './follow';
import { processesWithInformers, selectInformers, selectQueues } from './select';
import { differs, selectStore } from './store-rows';

const SECOND = 1_000_000;
const SERVER = 'kube-apiserver-a';

describe('the informers of a server on a slow way to etcd', () => {
  let index: TraceIndex;
  const informer = (seconds: number, server: string) =>
    selectInformers(index, server, seconds * SECOND).find(
      ({ actor }) => actor === `${server}/informers/namespaces`,
    );

  beforeAll(() => {
    index = libraryIndex('stale-list-from-cache');
  });

  it('hold what they listed, and nothing before', () => {
    expect(processesWithInformers(index)).toContain(SERVER);
    expect(informer(0.5, SERVER)).toBeUndefined();
    expect(informer(40, SERVER)).toMatchObject({ state: 'watching.streaming', behind: [] });
    expect(informer(40, SERVER)?.items).toBeGreaterThan(3);
  });

  it('are behind by what has not come, and hear of it later', () => {
    const key = '/registry/namespaces/late';
    const late = informer(51, 'kube-apiserver-b');
    expect(late?.behind.map((row) => row.key)).toEqual([key]);
    expect(late?.newest).toBeGreaterThan(late?.known ?? 0);
    expect(informer(51, SERVER)?.behind).toEqual([]);
    expect(informer(55, 'kube-apiserver-b')).toMatchObject({ behind: [], known: late?.newest });
  });

  it('have a store that can be held against etcd, key by key', () => {
    const actor = 'kube-apiserver-b/informers/namespaces';
    const [late, ...others] = selectStore(index, actor, 51 * SECOND);
    expect(late).toMatchObject({
      key: 'late',
      stored: '/registry/namespaces/late',
      own: undefined,
    });
    expect(late.server).toBe(informer(51, 'kube-apiserver-b')?.newest);
    expect(others.map(({ key }) => key)).toContain('kube-system');
    expect(others.filter(differs)).toEqual([]);
    const same = selectStore(index, actor, 55 * SECOND);
    expect(same.filter(differs)).toEqual([]);
    expect(same).toHaveLength(others.length + 1);
  });

  it('are asked only for what they list', () => {
    const actor = `${SERVER}/legacy-token-tracking/configmaps`;
    const [only, ...others] = selectStore(index, actor, 40 * SECOND);
    expect(only.key).toBe('kube-system/kube-apiserver-legacy-service-account-token-tracking');
    expect([differs(only), others]).toEqual([false, []]);
  });

  it('let a change be followed from its write to the delta', () => {
    const [delta] = informer(55, 'kube-apiserver-b')?.deltas ?? [];
    expect(delta).toMatchObject({ type: 'Added', key: 'late' });
    const hops = follow(index, delta.seq, 55 * SECOND);
    expect(hops.map(({ kind }) => kind)).toEqual(['write', 'cache', 'event', 'delta']);
    expect(hops[3].at - hops[0].at).toBeGreaterThan(SECOND);
    const early = follow(index, delta.seq, 51 * SECOND);
    expect(early.map(({ kind }) => kind)).toEqual(['write', 'cache']);
  });
});

/** A queue to which these things happen, a second apart, as it is seen at a time. */
function queueOf(told: readonly (readonly [op: string, key: string, delay: number])[]) {
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  const process = { name: 'kcm', phase: 'starting', exitCode: null, reason: '' };
  recorder.write('process', 'kcm', null, process);
  for (const [op, key, delay] of told) {
    now += SECOND;
    recorder.write('queue', 'kcm/x', null, { controller: 'x', op, key, delay } as never);
  }
  const index = new TraceIndex(recorder.table);
  index.update();
  return (seconds: number) => selectQueues(index, 'kcm', seconds * SECOND)[0];
}

describe('a work queue', () => {
  it('is what its records say, up to a time', () => {
    const at = queueOf([
      ['add', 'a', 0],
      ['add', 'b', 0],
      ['get', 'a', 0],
      ['add', 'a', 0],
      ['requeue', 'c', 9 * SECOND],
      ['done', 'a', 0],
      ['forget', 'c', 0],
    ]);
    expect(at(0.5)).toBeUndefined();
    expect(at(2)).toMatchObject({ queue: ['a', 'b'], dirty: ['a', 'b'], processing: [] });
    expect(at(4)).toMatchObject({ queue: ['b'], dirty: ['b', 'a'], processing: ['a'] });
    expect(at(5)).toMatchObject({
      waiting: [{ key: 'c', dueAt: 14 * SECOND }],
      failing: [{ key: 'c', failures: 1, delay: 9 * SECOND }],
    });
    expect(at(7)).toMatchObject({ queue: ['b', 'a'], processing: [], failing: [], count: 7 });
  });

  it('keeps waits apart from failures, and a wait while the key is added by others', () => {
    const at = queueOf([
      ['wait', 'a', 5 * SECOND],
      ['add', 'a', 0],
      ['get', 'a', 0],
      ['requeue', 'a', 9 * SECOND],
      ['done', 'a', 0],
      ['add', 'a', 0],
      ['add', 'b', 0],
    ]);
    expect(at(1)).toMatchObject({ waiting: [{ key: 'a', dueAt: 6 * SECOND }], failing: [] });
    expect(at(2)).toMatchObject({ queue: ['a'], waiting: [{ key: 'a' }] });
    // The failure would come at 13 s; the wait from before is over earlier.
    expect(at(4)).toMatchObject({
      waiting: [{ key: 'a', dueAt: 6 * SECOND }],
      failing: [{ key: 'a', failures: 1, delay: 9 * SECOND }],
    });
    expect(at(6)).toMatchObject({ queue: ['a'], processing: [], waiting: [] });
  });
});
