import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#kube';
import { checkScenario, type ScenarioSpec, type TimelineStep } from '#protocol';
import { STEP_SCHEMAS } from './catalogue';
import { compileScenario } from './compile-scenario';
import { apiServers, recordsOf, runOf, scenarioOf, wrongCause } from './testing';

const [A, B] = ['kcm-a', 'kcm-b'];
const LEASE_KEY = '/registry/leases/kube-system/kube-controller-manager';
const HOUR_MS = 3_600_000;

const spec = (timeline: readonly object[], until = '60s'): ScenarioSpec => ({
  until,
  apiServers: apiServers(1),
  controllerManagers: [
    { name: A, startAt: '2s' },
    { name: B, startAt: '12s' },
  ],
  timeline: timeline as readonly TimelineStep[],
});

const run = (timeline: readonly object[], until?: string) =>
  runOf(scenarioOf(spec(timeline, until)));

function faultsOf(step: object): readonly string[] {
  const checked = checkScenario(scenarioOf(spec([step])), { steps: STEP_SCHEMAS });
  const compiled = checked.ok ? compileScenario(checked.value) : checked;
  return compiled.ok ? [] : compiled.faults.map(({ path, reason }) => `${path}: ${reason}`);
}

/** Renewals of the lease as they stand in etcd: when, by whom, and the time that they say. */
const renewals = ({ table }: ReturnType<typeof run>) =>
  table.archive.history(LEASE_KEY).map(({ seq, object }) => {
    const { holderIdentity, renewTime } = (object as KubeObject).spec as Record<string, string>;
    return { t: table.timeOf(seq), holder: holderIdentity.split('_')[0], renewTime };
  });

describe('the step clock', () => {
  it.each([
    [{}, 'expected offset, rate or both'],
    [{ rate: 0 }, '.rate: expected 0.1 to 10, found 0'],
    [{ rate: 11 }, '.rate: expected 0.1 to 10, found 11'],
    [{ offset: 'an hour' }, '.offset: expected a Go duration such as 5s or -1h, found "an hour"'],
  ])('refuses %j', (fields, reason) => {
    const faults = faultsOf({ at: '5s', clock: { process: A, ...fields } });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(reason);
  });

  it('takes a process that the scenario has', () => {
    expect(faultsOf({ at: '5s', clock: { process: B, offset: '-1h', rate: 1.25 } })).toEqual([]);
    expect(faultsOf({ at: '5s', clock: { process: 'etcd', rate: 2 }, for: '5s' })).toEqual([]);
    const [fault] = faultsOf({ at: '5s', clock: { process: 'kcm-c', rate: 2 } });
    expect(fault).toContain('no process is called "kcm-c"');
  });
});

describe('a leader whose time of day is wrong by an hour', () => {
  const { for: length, ...clock } = { for: '15s', clock: { process: A, offset: '-1h' } };
  const told = run([{ at: '30s', ...clock, for: length }]);

  it('writes the wrong time into its lease, until it is set right', () => {
    const shown = renewals(told).map(({ t, renewTime }) => {
      const late = Date.parse(renewTime) - told.cluster.sim.epochMs - t / 1_000;
      return { t: t / 1e6, wrong: Math.round(late / HOUR_MS) };
    });
    const wrong = shown.filter(({ wrong }) => wrong !== 0);
    expect(wrong.every(({ wrong, t }) => wrong === -1 && t > 30 && t < 46)).toBe(true);
    expect(wrong.length).toBeGreaterThan(6);
  });

  it('stays leader: no candidate reads that time', () => {
    expect(new Set(renewals(told).map(({ holder }) => holder))).toEqual(new Set([A]));
    expect(recordsOf(told.table, 'lease').filter(({ phase }) => phase === 'lost')).toEqual([]);
  });
});

describe('a candidate whose clock runs fast', () => {
  /** From the last renewal of the dead leader until the other one holds the lease. */
  const waits = (rate: number) => {
    const story = run([
      { at: '20s', clock: { process: B, rate } },
      { at: '35s', kill: A },
    ]);
    const all = renewals(story);
    const [next] = all.filter(({ holder }) => holder === B);
    const last = all.filter(({ holder }) => holder === A).at(-1);
    return (next.t - (last?.t ?? 0)) / 1e6;
  };

  it('waits 15 to 23.8 s of its own time', () => {
    for (const rate of [0.8, 3]) {
      const own = waits(rate) * rate;
      expect(own).toBeGreaterThan(14.9);
      expect(own).toBeLessThan(24);
    }
  });

  it('renews at its own pace once it leads', () => {
    const story = run([{ at: '10s', clock: { process: A, rate: 2 }, for: '20s' }]);
    const of = (from: number, until: number) =>
      renewals(story).filter(({ t }) => t > from * 1e6 && t <= until * 1e6).length;
    expect(of(10, 30)).toBeGreaterThanOrEqual(19);
    expect(of(10, 30)).toBeLessThanOrEqual(20);
    expect(of(30, 50)).toBeGreaterThanOrEqual(9);
    expect(of(30, 50)).toBeLessThanOrEqual(10);
  });
});

it('gives each record of a run with wrong clocks a cause', () => {
  const story = run([
    { at: '10s', clock: { process: A, rate: 2 }, for: '20s' },
    { at: '20s', clock: { process: 'kube-apiserver-a', rate: 0.7, offset: '5s' }, for: '20s' },
    { at: '25s', clock: { process: 'etcd', rate: 1.5 } },
    { at: '25s', pause: A, for: '8s' },
  ]);
  const { table } = story;
  const wrong = Array.from({ length: table.length }, (_, seq) => wrongCause(table, seq));
  expect(wrong.filter(Boolean)).toEqual([]);
});
