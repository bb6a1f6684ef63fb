import { describe, expect, it } from 'vitest';
import { fixtureOrrery } from './fixture';
import { xOf } from './frame-view';
import { hitLane, laneAt, neighbourInLane } from './hit';
import { LANE_HEIGHT, type Lane } from './lanes';
import { TimelineModel } from './timeline-model';
import { visibleRecords } from './visible-records';

const orrery = fixtureOrrery({ records: 0, seconds: 60, seed: 3 });
const model = new TimelineModel(orrery);
orrery.viewport.setState({ folded: new Set(['kube-apiserver-a']) });
model.resize(1_000, 424, 1);
while (model.advance(() => 0, 1)) {
  // One more slice.
}
const view = model.view();
const { layout } = model.lanes.getState();
const lane = (id: string) => layout.scrolled.find((each) => each.id === id) as Lane;
const { table } = orrery.trace;
const hit = (id: string, time: number) =>
  hitLane({ feed: model.feed, view, lane: lane(id), x: xOf(view, time), bars: [] });

describe('hitLane', () => {
  it('takes the record that matters most among those near the pointer, and counts them', () => {
    const leases = [...orrery.index.rowsOf('kube-apiserver-a/lease-reconciler')].filter(
      (seq) => table.kindOf(seq) === 'lease',
    );
    const found = hit('kube-apiserver-a/lease-reconciler', table.t[leases[1]] + 100_000);
    expect(found.seq).toBe(leases[1]);
    expect(found.count).toBe(2);
  });

  it('takes the record that began the state under the pointer where no mark is near', () => {
    const found = hit('kube-apiserver-a/lifecycle', 30_000_000);
    expect(found.bar).toMatchObject({ label: 'serving', style: 'working' });
    expect(found.seq).toBe(found.bar?.seq);
    expect(found.count).toBe(0);
  });

  it('finds nothing in an empty place', () => {
    expect(hit('scenario', 5_000_000).seq).toBeUndefined();
  });
});

it('laneAt knows which lane is at a height', () => {
  expect(laneAt(layout, 0, view, 1)?.id).toBe('scenario');
  expect(laneAt(layout, 0, view, LANE_HEIGHT + 1)?.id).toBe('kube-apiserver-a');
  expect(laneAt(layout, LANE_HEIGHT, view, 1)?.id).toBe('kube-apiserver-a');
  expect(laneAt(layout, 0, view, -1)).toBeUndefined();
});

it('neighbourInLane steps through a lane both ways and ends at its ends', () => {
  const id = 'kube-apiserver-a/lifecycle';
  const rows = orrery.index.rowsOf(id);
  const step = (from: number, direction: 1 | -1) =>
    neighbourInLane(model.feed, lane(id), from, direction);
  expect(step(rows[0], 1)).toBe(rows[1]);
  expect(step(rows[1], -1)).toBe(rows[0]);
  expect(step(rows[0], -1)).toBeUndefined();
  expect(step(0, 1)).toBe(rows[0]);
});

it('visibleRecords lists the first ones in order of time and counts all', () => {
  const { seqs, count } = visibleRecords(view, layout.scrolled);
  expect(seqs.length).toBe(40);
  expect(count).toBeGreaterThan(40);
  expect([...seqs].sort((a, b) => a - b)).toEqual(seqs);
});
