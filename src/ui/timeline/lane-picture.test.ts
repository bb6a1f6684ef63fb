import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { KIND_NUMBER, Recorder, TraceIndex } from '#trace';
import { translator } from '../i18n';
import { stepTexts } from '../why/step-words';
import { contentWords } from './content-words';
import { formsOf } from './draw-lanes';
import { TraceFeed } from './feed';
import { fixtureOrrery } from './fixture';
import { pictureOf } from './lane-picture';
import type { Lane } from './lanes';
import { listLanes } from './lanes';
import { RowRaster } from './raster';
import { timelineTexts } from './texts';
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
    const [mark] = picture('scenario').marks;
    expect(mark).toMatchObject({ count: 1, others: 0 });
    expect(orrery.index.table.recordOf(mark.step ?? 0, 'fault')).toMatchObject({ verb: 'kill' });
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

describe('steps in one place', () => {
  const { model } = world(0, 60);
  const words = contentWords(
    translator(timelineTexts, { language: 'en' }),
    translator(stepTexts, { language: 'en' }),
  );
  const marksOf = (steps: readonly (readonly [string, unknown] | 'timer')[]) => {
    const recorder = new Recorder(() => asTime(us(20)));
    for (const step of steps) {
      if (step === 'timer') {
        const timer = { name: 'undo partition', phase: 'armed', firesAt: asTime(us(30)) };
        recorder.write('timer', 'scenario', null, timer);
      } else {
        const [verb, fields] = step;
        const target = { partition: 'a | etcd', kill: 'c', etcd: 'etcd' }[verb] ?? '';
        recorder.write('fault', 'scenario', null, { verb, target, step: fields });
      }
    }
    const index = new TraceIndex(recorder.table);
    index.update();
    const feed = new TraceFeed(index, [], undefined);
    while (feed.advance(() => 0, 1)) {
      // One more slice.
    }
    const raster = new RowRaster();
    raster.begin(model.view().grid);
    const view = { ...model.view(), seqFrom: 0, seqTo: recorder.table.length - 1 };
    const node = feed.tree.nodeOf('scenario');
    const { marks } = pictureOf(feed, view, { node } as never, raster);
    return marks.map((mark) => {
      const record = mark.step === undefined ? undefined : index.table.recordOf(mark.step, 'fault');
      const fault = mark.kind === KIND_NUMBER.fault;
      return [...formsOf({ ...mark, words: record && words.step(record) }), fault];
    });
  };
  const cut = ['partition', { between: ['a'], and: ['etcd'] }] as const;
  const healed = ['partition', { undo: cut[1] }] as const;
  const note = ['note', 'a note'] as const;

  it.each([
    [
      [note, ['kill', 'c']],
      ['kill c +1', 'kill +1', 'kill', true],
    ],
    [
      [cut, 'timer'],
      ['partition a | etcd', 'partition', 'partition', true],
    ],
    [
      [cut, 'timer', healed],
      ['partition a | etcd +1', 'partition +1', 'partition', true],
    ],
    [[healed], ['healed: partition a | etcd', 'healed: partition', 'healed: partition', false]],
    [
      [note, 'timer', 'timer'],
      ['note', 'note', 'note', false],
    ],
    [[['etcd', { outage: true }]], ['etcd outage', 'etcd outage', 'etcd outage', true]],
    [
      [['etcd', { undo: { latency: '2s' } }]],
      ['healed: etcd latency 2s', 'healed: etcd latency', 'healed: etcd latency', false],
    ],
  ] as const)('%j', (steps, said) => expect(marksOf(steps)).toEqual([said]));

  it('writes the number of records where they are no steps', () => {
    expect(formsOf({ time: 0, kind: 0, seq: 0, count: 3 })).toEqual(['×3']);
  });
});
