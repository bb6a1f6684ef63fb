import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { watchesAreGapless } from './index';

type Write = readonly [key: string, revision: number];
type Delivery = readonly [type: string, revision: number];

/** What the invariant says of each delivery of a watch that was opened before the writes. */
function verdictsOn(name: string, writes: readonly Write[], deliveries: readonly Delivery[]) {
  const recorder = new Recorder(() => asTime(0));
  const watcher = watchesAreGapless.watch(recorder.table);
  const none = { subresource: '', namespace: '', query: '', user: '', userAgent: '' };
  const about = { verb: 'watch', group: 'etcdserverpb', version: 'v3', resource: 'watch' };
  const opened = { id: 7, client: 'a', server: 'etcd', name, ...about, ...none };
  watcher.look(recorder.write('request', 'a', null, opened));
  for (const [key, revision] of writes) {
    recorder.writeRevision('etcd', null, { op: 'put', key, revision, lease: 0 }, { revision });
  }
  return deliveries.map(([type, resourceVersion]) => {
    const piece = { id: 7, type, resourceVersion, resource: 'kv', namespace: '', name: '/a/x' };
    return watcher.look(recorder.write('watch', 'etcd', null, piece));
  });
}

it('says nothing of a watch that delivers everything below its prefix', () => {
  const writes: Write[] = [2, 3, 4, 5].map((n) => [n === 4 ? '/b/x' : '/a/x', n]);
  const deliveries: Delivery[] = [
    ['ADDED', 2],
    ['MODIFIED', 3],
    ['BOOKMARK', 4],
    ['DELETED', 5],
  ];
  expect(verdictsOn('/a/', writes, deliveries)).toEqual(deliveries.map(() => undefined));
});

it.each(['MODIFIED', 'DELETED'])('names the revision that is left out before %s', (type) => {
  const writes: Write[] = [2, 3, 4].map((n) => ['/a/x', n]);
  const verdicts = verdictsOn('/a/', writes, [
    ['ADDED', 2],
    [type, 4],
  ]);
  expect(verdicts).toEqual([undefined, 'watch 7 of /a/ leaves out revision 3']);
});

it('asks of a watch of one key nothing about keys that begin alike', () => {
  const writes: Write[] = [2, 3, 4].map((n) => [n === 3 ? '/a/xy' : '/a/x', n]);
  const deliveries: Delivery[] = [
    ['ADDED', 2],
    ['MODIFIED', 4],
  ];
  expect(verdictsOn('/a/x', writes, deliveries)).toEqual([undefined, undefined]);
});

it('notices a revision delivered after a later one', () => {
  const deliveries: Delivery[] = [
    ['ADDED', 3],
    ['MODIFIED', 2],
  ];
  expect(verdictsOn('/a/', [['/a/x', 2]], deliveries)[1]).toBe('watch 7 delivers 2 after 3');
});
