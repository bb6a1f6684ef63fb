import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery } from '../stores';
import { markArea, orderedArea } from './area';
import { areaFacts } from './area-facts';

it('an area begins at the playhead, ends there, and goes away', () => {
  const orrery = createOrrery();
  const at = (us: number) => orrery.playback.setState({ time: asTime(us) });
  at(50);
  markArea(orrery);
  expect(orrery.marks.getState().area).toEqual({ start: 50, end: undefined });
  at(20);
  markArea(orrery);
  const { area } = orrery.marks.getState();
  expect(area && orderedArea(area, 99)).toEqual({ from: 20, to: 50 });
  expect(orderedArea({ start: 10, end: undefined }, 99)).toEqual({ from: 10, to: 99 });
  markArea(orrery);
  expect(orrery.marks.getState().area).toBeUndefined();
});

it('counts what happened in it, both ends included', () => {
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  const answer = (us: number, code: number): void => {
    now = us;
    recorder.write('response', 'a', null, { id: us, code, reason: '', resourceVersion: 1 });
  };
  answer(10, 500);
  answer(20, 404);
  answer(30, 200);
  answer(40, 200);
  const etcd = { key: '/a', revision: 2, lease: 0 };
  recorder.write('etcd', 'etcd', null, { ...etcd, op: 'put' });
  recorder.write('etcd', 'etcd', null, { ...etcd, op: 'compact' });
  recorder.write('decision', 'a', null, { name: 'f', outcome: 'x', reason: 'y', saw: [] });
  answer(50, 200);
  expect(areaFacts(recorder.table, 20, 40)).toEqual({
    records: 6,
    requests: 0,
    codes: [
      [200, 2],
      [404, 1],
    ],
    writes: 1,
    decisions: 1,
  });
  expect(areaFacts(recorder.table, 60, 70).records).toBe(0);
});
