import { describe, expect, it } from 'vitest';
import { translator } from '../i18n';
import { stepTexts } from '../why/step-words';
import { contentWords } from './content-words';
import { describeHit } from './describe-hit';
import { fixtureOrrery } from './fixture';
import { leasePicture } from './lease-picture';
import { processBars } from './process-bars';
import { RowRaster } from './raster';
import { timelineTexts } from './texts';
import { TimelineModel } from './timeline-model';

const timelineWords = translator(timelineTexts, { language: 'en' });
const words = contentWords(timelineWords, translator(stepTexts, { language: 'en' }));
const orrery = fixtureOrrery({ records: 0, seconds: 120, seed: 42 });
const { index } = orrery;

describe('a process', () => {
  it('is told by its lifecycle and its readiness, up to the kill and again after the start', () => {
    const bars = processBars(index, 'kube-apiserver-c', words);
    expect(bars.map(({ label, style }) => [label, style])).toEqual([
      ['starting', 'starting'],
      ['startingHooks', 'running'],
      ['serving · ready', 'running'],
      ['SIGKILL', 'killed'],
      ['starting', 'starting'],
      ['startingHooks', 'running'],
      ['serving · ready', 'running'],
    ]);
    expect(bars[2].to).toBe(bars[3].from);
    expect(bars[3].to).toBe(bars[3].from);
    expect(bars[6].to).toBeUndefined();
  });

  it('is told in the person’s language; states of machines keep their names', () => {
    const chinese = { language: 'zh' } as const;
    const said = contentWords(translator(timelineTexts, chinese), translator(stepTexts, chinese));
    const labels = processBars(index, 'kube-apiserver-c', said).map(({ label }) => label);
    expect(labels.slice(0, 4)).toEqual(['启动中', 'startingHooks', 'serving · 就绪', 'SIGKILL']);
    const step = (verb: string, target: string, fields: unknown = {}) =>
      said.step({ verb, target, step: fields } as never).label;
    expect([step('note', ''), step('kill', 'c'), step('partition', 'a | etcd')]).toEqual([
      '旁白',
      '杀死 c',
      '切断 a | etcd',
    ]);
    expect(step('create', 'default/x')).toBe('create default/x');
  });

  it('has the plain phase when nothing tells more', () => {
    expect(processBars(index, 'etcd', words).map(({ label }) => label)).toEqual([
      'starting',
      'running',
    ]);
    expect(processBars(index, 'nobody', words)).toEqual([]);
  });
});

describe('a lease', () => {
  const model = new TimelineModel(orrery);
  model.resize(1_000, 424, 1);
  while (model.feed.advance(() => 0, 1)) {
    // One more slice.
  }
  const picture = (name: string) => {
    const lease = index.leases().find((each) => each.name === name);
    if (!lease) throw new Error(`no lease ${name}`);
    const view = model.view();
    const raster = new RowRaster();
    raster.begin(view.grid);
    return leasePicture({ index, view, words, kindOf: () => 'apiserver' }, lease, raster);
  };

  it('says who held it, until nobody renewed it and it ran out', () => {
    const { bars } = picture('10.0.0.13');
    expect(bars.map(({ label, style }) => [label, style])).toEqual([
      ['held by kube-apiserver-c, renewed every 10.0 s', 'held'],
      ['no renewal by kube-apiserver-c, time runs out', 'unrenewed'],
      ['expired', 'expired'],
      ['held by kube-apiserver-c, renewed every 10.0 s', 'held'],
    ]);
    const [held, rest] = bars;
    expect(rest.short).toEqual(['not renewed', 'overdue']);
    expect(held.short).toEqual(['kube-apiserver-c']);
    const hit = {
      lane: { title: '10.0.0.13' } as never,
      time: rest.from,
      seq: undefined,
      count: 0,
    };
    const request = { feed: model.feed, t: timelineWords, wording: { language: 'en' } } as const;
    expect(describeHit({ ...request, hit: { ...hit, bar: rest } }).aside).toMatch(/up to 0\.5 s/);
    expect(describeHit({ ...request, hit: { ...hit, bar: held } }).aside).toBeUndefined();
    expect(held.to).toBe(rest.from);
    // Due 10 s after the last renewal; the lease ran out 15 s after it, or 0.5 s later.
    expect((rest.to - rest.from) / 1e6).toBeGreaterThanOrEqual(5);
    expect((rest.to - rest.from) / 1e6).toBeLessThanOrEqual(5.5);
  });

  it('drains between renewals, and wholly when there is none', () => {
    const { fuses } = picture('10.0.0.13');
    expect(fuses[0].toPart).toBeCloseTo(1 / 3, 2);
    expect(fuses.filter(({ toPart }) => toPart === 0)).toHaveLength(1);
    expect(picture('10.0.0.11').fuses.every(({ toPart }) => toPart > 0.3)).toBe(true);
  });
});
