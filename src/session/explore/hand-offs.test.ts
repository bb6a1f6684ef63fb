import { describe, expect, it } from 'vitest';
import type { ScenarioSpec, TimelineStep } from '#protocol';
import { apiServers, runOf, scenarioOf } from '../testing';
import { seedExplorer } from './explore-seed';

const SECOND = 1_000_000;
const KCM = 'kube-system/kube-controller-manager';
const SCHEDULER = 'kube-system/kube-scheduler';

/** The first of two candidates leads: the second one starts when it has long had the lease. */
const spec = (timeline: readonly TimelineStep[], until = '60s'): ScenarioSpec => ({
  until,
  apiServers: apiServers(1),
  controllerManagers: [
    { name: 'kcm-a', startAt: '2s' },
    { name: 'kcm-b', startAt: '12s' },
  ],
  schedulers: [
    { name: 'scheduler-a', startAt: '2s' },
    { name: 'scheduler-b', startAt: '12s' },
  ],
  timeline,
});

const handOff = (seed: number, timeline: readonly TimelineStep[], until?: string) =>
  seedExplorer(scenarioOf(spec(timeline, until)))(seed).samples['hand-off'];

const SEEDS = 40;
const PATIENCE_MS = 300_000;

describe('hand-off', () => {
  it(
    `takes 13 to 23.8 s after SIGKILL, 17.4 s on average, in ${SEEDS} seeds`,
    () => {
      const all = Array.from({ length: SEEDS }, (_, seed) =>
        handOff(seed, [{ at: '35s', kill: 'kcm-a' }]),
      );
      const lengths = all.map(([sample]) => (sample.us ?? Number.NaN) / SECOND);
      expect(all.map((samples) => samples.length)).toEqual(lengths.map(() => 1));
      expect(Math.min(...lengths)).toBeGreaterThanOrEqual(13);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(23.8);
      const mean = lengths.reduce((sum, length) => sum + length, 0) / SEEDS;
      // Three standard errors: the deviation of one is about 1.5 s.
      expect(mean).toBeGreaterThan(17.4 - 0.75);
      expect(mean).toBeLessThan(17.4 + 0.75);
    },
    PATIENCE_MS,
  );

  it('takes at most 4.4 s after the release of a scheduler, and some ms', () => {
    for (let seed = 0; seed < 10; seed += 1) {
      const [{ subject, by, us }] = handOff(seed, [{ at: '35s', terminate: 'scheduler-a' }]);
      expect([subject, by]).toEqual([SCHEDULER, 'scheduler-b']);
      expect(us).toBeLessThan(4.45 * SECOND);
    }
  });

  it('is not of the leases with which API servers say that they are there', () => {
    const servers = { until: '60s', apiServers: apiServers(2) };
    const timeline = [{ at: '30s', kill: 'kube-apiserver-b' }];
    const { samples } = seedExplorer(scenarioOf({ ...servers, timeline }))(1);
    expect(samples['hand-off']).toEqual([]);
  });

  it('counts each leader that is gone, and says that nobody followed yet', () => {
    const both = [
      { at: '30s', terminate: 'scheduler-a' },
      { at: '31s', kill: 'kcm-a' },
    ];
    expect(handOff(1, both, '40s')).toEqual([
      { subject: SCHEDULER, by: 'scheduler-b', us: expect.any(Number) },
      { subject: KCM, us: null },
    ]);
    expect(handOff(1, [{ at: '35s', kill: 'kcm-b' }])).toEqual([]);
  });
});

describe('the expectation leader', () => {
  const leads = (is: string, rest: object) => {
    const expectation = { name: is, leader: { lease: KCM, is }, ...rest };
    const timeline = [{ at: '35s', kill: 'kcm-a' }];
    const run = runOf(scenarioOf({ ...spec(timeline), expect: [expectation as never] }));
    return run.verdicts().expectations[0];
  };

  it('follows the holder of the Lease', () => {
    expect(leads('kcm-a', { at: '30s' })).toMatchObject({ ok: true, want: { leader: 'kcm-a' } });
    expect(leads('kcm-b', { at: '30s' })).toMatchObject({
      ok: false,
      got: expect.stringMatching(/^kcm-a_[0-9a-f-]{36}$/),
    });
    expect(leads('kcm-b', { by: '59s' }).ok).toBe(true);
  });

  it('knows always and never', () => {
    expect(leads('kcm-a', { always: true, from: '10s', until: '45s' }).ok).toBe(true);
    expect(leads('kcm-a', { always: true, from: '10s' }).ok).toBe(false);
    expect(leads('kcm-b', { never: true, until: '45s' }).ok).toBe(true);
    expect(leads('kcm-b', { never: true }).ok).toBe(false);
  });

  it('has nobody before there is a Lease', () => {
    expect(leads('kcm-a', { at: '1s' })).toMatchObject({ ok: false, got: 'absent' });
  });
});
