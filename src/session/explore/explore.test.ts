import { describe, expect, it } from 'vitest';
import type { Sample, ScenarioSpec } from '#protocol';
import { compileScenario } from '../compile-scenario';
import { Run } from '../run';
import { apiServers, scenarioOf } from '../testing';
import { exploreRun, seedExplorer, withSeed } from './explore-seed';

const SECOND = 1_000_000;
const C = 'kube-apiserver-c';

const explored = (spec: Partial<ScenarioSpec>, seed = 1) =>
  seedExplorer(scenarioOf({ until: '70s', apiServers: apiServers(3), ...spec }))(seed);

const of = (samples: readonly Sample[], server: string) =>
  samples.filter(({ subject }) => subject === server).map(({ us }) => us);

describe('endpoint-staleness', () => {
  it('is 5 to 25.5 s after SIGKILL and under 1 s after SIGTERM', () => {
    const killed = explored({ timeline: [{ at: '40s', kill: C }] as never }).samples;
    const [stale] = of(killed['endpoint-staleness'], C);
    expect(stale).toBeGreaterThan(5 * SECOND);
    expect(stale).toBeLessThan(25.5 * SECOND);
    const ended = explored({ timeline: [{ at: '40s', terminate: C }] as never }).samples;
    // It leaves the list before it ends, so there is nothing to wait for.
    expect(of(ended['endpoint-staleness'], C)).toEqual([]);
  });

  it('is open where the run is over before', () => {
    const { samples } = explored({ until: '42s', timeline: [{ at: '40s', kill: C }] as never });
    expect(samples['endpoint-staleness']).toEqual([{ subject: C, us: null }]);
  });

  it('does not count a server that came back while it was listed', () => {
    const { samples } = explored({ timeline: [{ at: '40s', kill: C, for: '1s' }] as never });
    expect(samples['endpoint-staleness']).toEqual([]);
  });
});

describe('endpoint-arrival and time-to-ready', () => {
  it('count each start of each server once', () => {
    const { samples } = explored({ timeline: [{ at: '20s', kill: C, for: '30s' }] as never });
    expect(of(samples['time-to-ready'], C)).toHaveLength(2);
    expect(of(samples['endpoint-arrival'], C)).toHaveLength(2);
    expect(samples['time-to-ready']).toHaveLength(4);
    for (const { us } of samples['time-to-ready']) expect(us).toBeGreaterThan(SECOND);
  });

  it('say that a server which never gets that far is not over', () => {
    const outage = { at: '0s', etcd: { outage: true } };
    const { samples } = explored({ until: '10s', timeline: [outage] as never });
    const open = ['a', 'b', 'c'].map((letter) => {
      return { subject: `kube-apiserver-${letter}`, us: null };
    });
    expect(samples['time-to-ready']).toEqual(open);
    expect(samples['endpoint-arrival']).toEqual(open);
  });

  it('are of the address that a server without a flag has', () => {
    const flags = apiServers(1)[0].flags.filter((flag) => !flag.startsWith('--advertise'));
    const { samples } = explored({ apiServers: [{ name: 'x', flags }] });
    expect(samples['endpoint-arrival']).toEqual([{ subject: 'x', us: expect.any(Number) }]);
  });
});

describe('a seed', () => {
  it('gives the same again, and another one something else', () => {
    expect(explored({}, 7)).toEqual(explored({}, 7));
    expect(explored({}, 8).samples).not.toEqual(explored({}, 7).samples);
  });

  it('gives what a run of its own gives, whatever was run before it', () => {
    const scenario = scenarioOf({ until: '8s', apiServers: apiServers(1) });
    const alone = (seed: number) => {
      const compiled = compileScenario(withSeed(scenario, seed));
      return compiled.ok ? exploreRun(compiled.value) : compiled;
    };
    const explore = seedExplorer(scenario);
    expect([3, 1, 2, 3].map(explore)).toEqual([3, 1, 2, 3].map(alone));
  });

  it('leaves nothing behind that the trace of another one shows', () => {
    const scenario = scenarioOf({ until: '8s', apiServers: apiServers(1) });
    const compiled = compileScenario(scenario);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
    const hashOf = (seed: number) => {
      const run = new Run({ ...compiled.value, seed });
      run.advance();
      return run.hash();
    };
    expect([1, 2, 3].map(hashOf)).toEqual([3, 2, 1].map(hashOf).reverse());
  });

  it('names the expectations that do not hold', () => {
    const object = { apiVersion: 'v1', kind: 'Namespace', name: 'default' };
    const expected = [
      { name: 'no default', at: '30s', object, absent: true },
      { name: 'default', at: '30s', object, absent: false },
    ];
    expect(explored({ expect: expected as never })).toMatchObject({
      failed: ['no default'],
      broken: [],
      truncated: false,
    });
  });

  it('says that the limit of records cut the run', () => {
    expect(explored({ limits: { records: 1_000 } }).truncated).toBe(true);
  });
});
