/** In an outage of etcd the stage, the timeline and the tab etcd say the same of a lease. */
import { beforeAll, describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { TraceIndex } from '#trace';
import { translator } from '../../i18n';
import { contentWords } from '../../timeline/content-words';
import { leasePicture } from '../../timeline/lease-picture';
import { processBars } from '../../timeline/process-bars';
import { RowRaster } from '../../timeline/raster';
import { timelineTexts } from '../../timeline/texts';
import { stepTexts } from '../../why/step-words';
import { leftOf, selectStore } from '../etcd/select';
import { selectHealth } from '../health/select';
import { libraryTable } from '../testing';
import { castOf } from './process-kind';
import { type StageSource, stageAt } from './select';
import { StageHistory } from './stage-history';
import { stageTexts } from './texts';
import { longestStates, spokenState, stateLine } from './wording';

const SECOND = 1_000_000;
const [A, B] = ['kube-apiserver-a', 'kube-apiserver-b'];
const ADDRESSES = new Map([
  [A, '10.0.0.11'],
  [B, '10.0.0.12'],
]);
/** The outage, and when the last lease would have run out if anybody had counted, s. */
const [FROM, TO, RUN_OUT] = [40, 80, 56];

describe('etcd does not answer', () => {
  let source: StageSource;
  const stage = (seconds: number) => stageAt(source, seconds * SECOND, SECOND);
  const leases = (seconds: number) =>
    [A, B].map((name) => stage(seconds).processes.get(name)?.lease);

  beforeAll(() => {
    const history = new StageHistory(libraryTable('etcd-outage'));
    history.update();
    const index = new TraceIndex(history.table);
    index.update();
    const cast = castOf(history.processes, [A, B]);
    source = { history, index, cast, advertised: ADDRESSES };
  });

  it('shows leases that are held and do not run, as long as it lasts', () => {
    for (const seconds of [FROM - 1, TO + 1]) {
      expect(leases(seconds).map((lease) => lease?.stopped)).toEqual([false, false]);
    }
    const stopped = leases(FROM + 1);
    expect(stopped.map((lease) => lease?.stopped)).toEqual([true, true]);
    expect(stopped.every((lease) => (lease?.leftUs ?? 0) > SECOND)).toBe(true);
    for (const seconds of [RUN_OUT, RUN_OUT + 10, TO - 1]) {
      expect(leases(seconds)).toEqual(stopped);
      expect(stage(seconds).endpoints.addresses.map(({ lease }) => lease)).toEqual(stopped);
    }
  });

  it('agrees with the lanes of the timeline and with the store', () => {
    for (const { name, holds } of source.index.leases()) {
      const hold = holds.find(
        ({ from, to }) => from < FROM * SECOND && (to ?? Infinity) > FROM * SECOND,
      );
      expect(hold?.to ?? Infinity, name).toBeGreaterThan(TO * SECOND);
    }
    const { table } = source.history;
    const at = (seconds: number) => selectStore(table, table.lastAt(seconds * SECOND)).keys;
    for (const [name, ip] of ADDRESSES) {
      const term = at(TO - 1).get(`/registry/masterleases/${ip}`)?.lease;
      const left = term && leftOf(term, (TO - 1) * SECOND).leftUs;
      expect(left).toBe(stage(TO - 1).processes.get(name)?.lease?.leftUs);
    }
  });

  // Only a was asked in the outage, at 52 s, and answered when both probes of etcd timed out.
  it('says a server is ready only as of the time when somebody last asked it', () => {
    const t = translator(stageTexts, { language: 'en' });
    const saidAt = (seconds: number) =>
      [A, B].map((name) => {
        const view = stage(seconds).processes.get(name);
        return view && stateLine(t, view).text;
      });
    expect(saidAt(FROM - 1)).toEqual(['ready', 'ready']);
    expect(saidAt(FROM + 1)).toEqual(['not asked since 00:03.885', 'not asked since 00:04.902']);
    expect(saidAt(60)).toEqual(['not ready', 'not asked since 00:04.902']);
    expect(saidAt(TO + 1)).toEqual(['not asked since 00:56.000', 'not asked since 00:04.902']);
    const b = stage(60).processes.get(B);
    expect(b && spokenState(t, b)).toContain('not asked since 00:04.902, ready then');
    expect(longestStates(t).states).toContain('not asked since 00:00.000');
  });

  it('says so in the lanes of the timeline and in the tab of health', () => {
    const english = { language: 'en' } as const;
    const steps = translator(stepTexts, english);
    const words = contentWords(translator(timelineTexts, english), steps);
    const labels = (name: string) =>
      processBars(source.index, name, words)
        .filter(({ from }) => from > 10 * SECOND)
        .map(({ from, label }) => [Math.floor(from / SECOND), label]);
    const unknown = 'serving · not asked since';
    expect(labels(A)).toEqual([
      [FROM, unknown],
      [56, 'serving · not ready'],
      [TO, unknown],
    ]);
    expect(labels(B)).toEqual([[FROM, unknown]]);
    const health = (seconds: number, name: string) => {
      const view = selectHealth(source.index, undefined, name, asTime(seconds * SECOND));
      return [view.asked, view.outdated].map((at) => at && Math.floor(at.t / SECOND));
    };
    expect(health(FROM - 1, B)).toEqual([4, undefined]);
    expect(health(60, B)).toEqual([4, FROM]);
    expect(health(60, A)).toEqual([56, undefined]);
    expect(health(TO + 1, A)).toEqual([56, TO]);
  });

  // Renewed last 4 to 6 s before the outage at 40 s, and next when it is over, at 80 s.
  it('says how often a lease is renewed only of the time when it is', () => {
    const words = contentWords(
      translator(timelineTexts, { language: 'en' }),
      translator(stepTexts, { language: 'en' }),
    );
    for (const lease of source.index.leases().filter(({ master }) => master)) {
      const view = { window: { from: 0, to: 150e6 }, reached: 150e6, seqFrom: 0, seqTo: -1 };
      const context = { index: source.index, view: view as never, words, kindOf: () => 'etcd' };
      const { bars } = leasePicture(context as never, lease, new RowRaster());
      expect(bars.map(({ label }) => label)).toEqual([
        expect.stringMatching(/^held by kube-apiserver-[ab], renewed every (9\.[89]|10\.[01]) s$/),
        expect.stringMatching(/^no renewal by kube-apiserver-[ab] for a while$/),
        expect.stringMatching(/^held by kube-apiserver-[ab], renewed every (9\.[89]|10\.[01]) s$/),
      ]);
      expect(bars[1].from).toBeGreaterThan(FROM * SECOND);
      expect(bars[1].to).toBeGreaterThanOrEqual(TO * SECOND);
      expect([bars[0].to, bars[1].to]).toEqual([bars[1].from, bars[2].from]);
    }
  });

  it('has the whole time begin anew when etcd answers', () => {
    const left = leases(TO + 0.001).map((lease) => lease?.leftUs ?? 0);
    expect(Math.min(...left)).toBeGreaterThanOrEqual(14 * SECOND);
  });
});
