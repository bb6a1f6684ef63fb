import { describe, expect, it } from 'vitest';
import { formatFault } from '../fault-path';
import { flagsOfManifest } from '../import';
import type { Scenario } from '../scenario';
import type { SeedResult } from './seed-result';
import { readSweep, withSweepValue } from './sweep';
import { sweepRows } from './sweep-rows';

const SCENARIO: Scenario = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 'two' },
  spec: {
    until: '20s',
    network: { latency: '1ms' },
    apiServers: [{ name: 'a' }],
    controllerManagers: [
      { name: 'm', flags: ['--x=1', '--leader-elect-lease-duration=15s', '--y=2'] },
      { name: 'n' },
    ],
  },
};

/** The scenario's spec with a value; or the faults, one a line. */
function changed(text: string, value?: string, scenario = SCENARIO): unknown {
  const sweep = readSweep(text);
  if (!sweep.ok) return sweep.faults.map(formatFault).join('\n');
  const made = withSweepValue(scenario, sweep.value, value ?? sweep.value.values[0]);
  return made.ok ? made.value.spec : made.faults.map(formatFault).join('\n');
}

describe('a sweep', () => {
  it('has values apart by commas, or by semicolons where values have commas', () => {
    expect(readSweep('spec.until=10s, 20s')).toMatchObject({
      value: { name: 'spec.until', values: ['10s', '20s'] },
    });
    expect(readSweep('a:--feature-gates=A=true,B=true;A=false')).toMatchObject({
      value: { values: ['A=true,B=true', 'A=false'] },
    });
  });

  it('takes the place of a flag, or adds it, in each process of a list', () => {
    expect(changed('controllerManagers:--leader-elect-lease-duration=20s')).toMatchObject({
      controllerManagers: [
        { flags: ['--x=1', '--leader-elect-lease-duration=20s', '--y=2'] },
        { flags: ['--leader-elect-lease-duration=20s'] },
      ],
    });
    expect(changed('a:--v=4')).toEqual({
      ...SCENARIO.spec,
      apiServers: [{ name: 'a', flags: ['--v=4'] }],
    });
  });

  it('changes a flag in a manifest, and nothing else that it gives', () => {
    const manifest = `kind: Pod
apiVersion: v1
metadata: { name: kube-apiserver }
spec:
  containers:
    - name: c
      command: [kube-apiserver, --v=2]
      args: ["--audit-log-path=/a $(HOST) $$(b)", --etcd-servers=http://x]
      env: [{ name: HOST, value: h }]
`;
    const spec = { ...SCENARIO.spec, apiServers: [{ name: 'a', manifest }] };
    const made = changed('apiServers:--v=4', undefined, { ...SCENARIO, spec });
    const [server] = (made as Scenario['spec']).apiServers ?? [];
    expect(Object.keys(server)).toEqual(['name', 'manifest']);
    expect(flagsOfManifest(server.manifest ?? '', 'kube-apiserver')).toEqual({
      ok: true,
      value: ['--v=4', '--audit-log-path=/a h $(b)', '--etcd-servers=http://x'],
    });
    const broken = { ...SCENARIO.spec, apiServers: [{ name: 'a', manifest: 'kind: Pod' }] };
    expect(changed('a:--v=4', undefined, { ...SCENARIO, spec: broken })).toMatch(
      /^spec\.apiServers\[0\]\.manifest: .*expected one container that starts kube-apiserver/,
    );
  });

  it('sets a field, with a number where the field takes one, and changes nothing else', () => {
    const { spec } = SCENARIO;
    expect(changed('spec.network.latency=5ms')).toEqual({ ...spec, network: { latency: '5ms' } });
    expect(changed('spec.network.loss=0.1')).toMatchObject({
      network: { latency: '1ms', loss: 0.1 },
    });
    expect(changed('spec.kubernetes=1.27')).toMatchObject({ kubernetes: '1.27' });
    expect(changed('spec.limits.records=2000')).toMatchObject({ limits: { records: 2000 } });
    expect(changed('spec.controllerManagers[1].startAt=3s')).toMatchObject({
      controllerManagers: [{ name: 'm' }, { name: 'n', startAt: '3s' }],
    });
  });

  it.each([
    ['spec.until', 'sweep: expected WHERE:--FLAG=V1,V2 or FIELD=V1,V2, found "spec.until"'],
    ['--x=1', 'sweep: expected WHERE:--FLAG=V1,V2 or FIELD=V1,V2, found "--x"'],
    ['spec.until=1s,', 'sweep: a value is empty; expected V1,V2'],
    ['spec.until=1s,1s', 'sweep: the value "1s" stands there twice'],
    ['spec.seed=1,2', 'sweep: spec.seed differs in any case: every value runs all seeds'],
    ['metadata.name=x', 'sweep: metadata.name is no field of the spec, such as spec.until'],
    ['z:--v=1', 'sweep: "z" is no process of the scenario and no list of them'],
    ['spec.apiServers=1', 'sweep: spec.apiServers is not one value, but has fields or entries'],
    ['spec.apiServers[3].name=1', 'sweep: the scenario has no spec.apiServers[3].name'],
  ])('refuses %s in words', (text, reason) => {
    expect(changed(text)).toBe(reason);
  });

  it('names the field and the value that the document refuses', () => {
    expect(changed('spec.until=soon')).toMatch(/^spec\.until: with soon: /);
    expect(changed('spec.nothing=1')).toMatch(/^spec\.nothing: with 1: unknown field/);
  });
});

describe('rows of a sweep', () => {
  const result = (seed: number, us: number | null): SeedResult => {
    return {
      seed,
      truncated: false,
      samples: { m: [{ subject: 'l', us }] },
      failed: [],
      broken: [],
    };
  };

  it('stand in the order of the values, each with its own seeds', () => {
    const refused = { ...result(1, null), failed: ['x'], fatal: [{ process: 'p', message: 'no' }] };
    const [first, second] = sweepRows(
      [
        { value: '20s', results: [result(1, 30), result(2, 10), result(3, 20), result(4, null)] },
        { value: '5s', results: [refused] },
      ],
      'm',
    );
    expect(first).toMatchObject({ value: '20s', seeds: 4, count: 3, open: 1, broken: 0 });
    expect(first.spread).toMatchObject({ p5: 11, median: 20, p95: 29 });
    expect(first.spread).toMatchObject({ shortest: { seed: 2, us: 10 }, longest: { seed: 1 } });
    expect(second).toEqual({
      value: '5s',
      seeds: 1,
      count: 0,
      open: 1,
      spread: undefined,
      broken: 1,
      selfEnded: [{ process: 'p', message: 'no', seeds: 1 }],
    });
  });
});
