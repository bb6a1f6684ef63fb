import fc from 'fast-check';
import { expect, it } from 'vitest';
import { micros, seconds } from '#base';
import { NO_RANGE_END, prefixEnd, type WatchEvent, type WatchRequest } from './api';
import { EtcdFixture } from './etcd-fixture';

const KEYS = ['/a/1', '/a/2', '/a/2/x', '/b/1', '/c'];
const RANGES: readonly Omit<WatchRequest, 'startRevision'>[] = [
  { key: '/a/', rangeEnd: prefixEnd('/a/') },
  { key: '/a/2' },
  { key: '/a', rangeEnd: '/b/2' },
  { key: '/', rangeEnd: NO_RANGE_END },
];

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('put' as const), key: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drop' as const), key: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('watch' as const), key: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lease' as const), key: fc.nat(4) }) },
);

const inRange = ({ key, rangeEnd }: Omit<WatchRequest, 'startRevision'>, candidate: string) =>
  rangeEnd === undefined
    ? candidate === key
    : candidate >= key && (rangeEnd === NO_RANGE_END || candidate < rangeEnd);
const line = ({ type, kv }: WatchEvent) => `${type} ${kv.key}@${kv.modRevision}`;

it('tells each watcher every event of its range from its start, once and in order', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.array(step, { maxLength: 40 }), (seed, steps) => {
      const world = new EtcdFixture({ seed });
      const watches = steps.flatMap((each, index) => {
        world.advance(micros(100_000 + index));
        const key = KEYS[each.key];
        if (each.do === 'put') world.etcd.put(key, index);
        else if (each.do === 'lease') world.etcd.put(key, index, 2);
        else if (each.do === 'drop') world.etcd.drop(key);
        if (each.do !== 'watch') return [];
        const startRevision = 1 + ((index * 7) % world.etcd.revision);
        const request = { ...RANGES[each.key], startRevision };
        return [{ request, watch: world.watch(request) }];
      });
      world.advance(seconds(5));
      const all = world.etcd.disk.store.eventsFrom(1);
      for (const { request, watch } of watches) {
        const wanted = all.filter(({ kv }) => {
          return kv.modRevision >= request.startRevision && inRange(request, kv.key);
        });
        expect(watch.events().map(line)).toEqual(wanted.map(line));
      }
    }),
    { seed: 20_230_411, numRuns: 60 },
  );
});
