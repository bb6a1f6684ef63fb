import { describe, expect, it } from 'vitest';
import { KIND_NUMBER } from '#trace';
import { fixtureOrrery } from './fixture';
import { pictureOf } from './lane-picture';
import type { Lane } from './lanes';
import { listLanes } from './lanes';
import { RowRaster } from './raster';
import { TimelineModel } from './timeline-model';

function world(records: number, seconds: number) {
  const orrery = fixtureOrrery({ records, seconds, seed: 7 });
  const model = new TimelineModel(orrery);
  model.resize(1_000, 424, 1);
  while (model.feed.advance(() => 0, 1)) {
    // One more slice.
  }
  const folded = new Set(['kube-apiserver-a']);
  const lanes = listLanes(model.feed.tree.roots, [], { folded, pinned: new Set(), filter: '' });
  const lane = (id: string) => lanes.find((each) => each.id === id) as Lane;
  const picture = (id: string) => {
    const view = model.view();
    const raster = new RowRaster();
    raster.begin(view.grid);
    return { ...pictureOf(model.feed, view, lane(id), raster), raster };
  };
  return { orrery, model, picture };
}

const us = (seconds: number): number => seconds * 1_000_000;

describe('few records in view', () => {
  const { model, picture, orrery } = world(0, 60);

  it('is one bar a state, from its record to the next', () => {
    const { bars, raster } = picture('kube-apiserver-a/lifecycle');
    expect(bars.map(({ label, style }) => [label, style])).toEqual([
      ['startingHooks', 'working'],
      ['serving', 'working'],
    ]);
    expect(bars[1].from).toBe(bars[0].to);
    expect(bars[1].to).toBe(us(60));
    expect(raster.empty).toBe(true);
  });

  it('merges records nearer than a mark and counts them', () => {
    const { marks } = picture('kube-apiserver-a/etcd-client');
    const all = orrery.index.rowsOf('kube-apiserver-a/etcd-client').length;
    expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(all);
    expect(marks.every(({ count }) => count === 2)).toBe(true);
  });

  it('a folded lane also shows what is notable inside', () => {
    const { marks } = picture('kube-apiserver-c');
    expect(marks.filter(({ kind }) => kind === KIND_NUMBER.lease)).toHaveLength(4);
    expect(marks.some(({ kind }) => kind === KIND_NUMBER.hook)).toBe(true);
  });

  it('writes what a step did', () => {
    expect(picture('scenario').marks).toMatchObject([{ label: 'kill kube-apiserver-c', count: 1 }]);
  });

  it('marks keep their groups while the window is panned', () => {
    const id = 'kube-apiserver-a/etcd-client';
    const before = picture(id).marks.map(({ seq, count }) => [seq, count]);
    model.setWindow({ from: us(3.3), to: us(59) });
    const zoomed = picture(id).marks.map(({ seq, count }) => [seq, count]);
    model.setWindow({ from: us(4.1), to: us(59.8) });
    const panned = picture(id).marks.map(({ seq, count }) => [seq, count]);
    expect(zoomed).toEqual(before);
    expect(panned).toEqual(zoomed);
  });
});

describe('many records in view', () => {
  const { model, picture } = world(60_000, 60);

  it('becomes a raster row instead of thousands of bars and marks', () => {
    const { bars, marks, raster } = picture('kube-apiserver-a/system-namespaces');
    expect(bars.length).toBeLessThan(300);
    expect(marks).toEqual([]);
    expect(raster.empty).toBe(false);
  });

  it('is drawn one by one again when zoomed in', () => {
    model.setWindow({ from: us(30), to: us(30.05) });
    const { bars, marks } = picture('kube-apiserver-a/system-namespaces');
    expect(bars.some(({ label }) => label === 'reading')).toBe(true);
    expect(marks).toEqual([]);
    expect(picture('kube-apiserver-a/loopback').marks.length).toBeGreaterThan(0);
  });
});
