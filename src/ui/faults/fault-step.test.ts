import { expect, it } from 'vitest';
import { checkScenario } from '#protocol';
import { type Fault, faultStep, hooksOfServer, LENGTHS, othersOf, presentOf } from './fault-step';

const servers = ['kube-apiserver-a', 'kube-apiserver-b'];
const [process, hook] = [servers[0], 'rbac/bootstrap-roles'];

const FAULTS: readonly Fault[] = [
  { kind: 'cut', process, from: othersOf(process, servers) },
  { kind: 'slow-links', process, to: 'etcd', add: '500ms' },
  { kind: 'etcd-outage' },
  { kind: 'etcd-slow', latency: '2s' },
  { kind: 'etcd-compact' },
  { kind: 'etcd-defrag' },
  { kind: 'etcd-disarm' },
  { kind: 'hook-fails', process, hook, text: 'no' },
  { kind: 'hook-takes', process, hook, takes: '12s' },
  { kind: 'halt', process, verb: 'pause' },
  { kind: 'clock-rate', process, rate: 1.4 },
  { kind: 'clock-jump', process, offset: '-1h' },
  { kind: 'drop', key: '/registry/x' },
  { kind: 'put', key: '/registry/x', value: { kind: 'X' } },
];

it.each(FAULTS)('$kind is a step that a scenario may have, whatever its length', (fault) => {
  for (const lasts of LENGTHS) {
    const step = { at: '5s', ...faultStep(fault, lasts) };
    const apiServers = servers.map((name) => ({ name }));
    const spec = { until: '60s', apiServers, timeline: [step] };
    const document = {
      apiVersion: 'kube-orrery/v1',
      kind: 'Scenario',
      metadata: { name: 's' },
      spec,
    };
    expect(checkScenario(document)).toMatchObject({ ok: true });
  }
});

it('what stays done takes no end, the rest does', () => {
  const ended = FAULTS.filter((fault) => 'for' in faultStep(fault, '5s')).map(({ kind }) => kind);
  expect(ended).not.toContain('etcd-compact');
  expect(ended).not.toContain('drop');
  expect(ended).toContain('cut');
  expect(faultStep(FAULTS[0], '')).toEqual({
    partition: { between: [process], and: ['etcd', 'kube-apiserver-b', 'kubectl'] },
  });
});

it('offers the hooks that the server has, and no kubectl that the run has not', () => {
  const known = ['start-encryption-provider-config-automatic-reload', hook, 'crd-informer-synced'];
  const actors = ['etcd', 'a', `a/hooks/${hook}`, 'b', 'b/hooks/crd-informer-synced'];
  expect(hooksOfServer(known, actors, 'a')).toEqual([hook]);
  expect(hooksOfServer(known, actors, 'b')).toEqual(['crd-informer-synced']);
  expect(hooksOfServer(known, actors, 'not-started')).toEqual([hook]);
  expect(hooksOfServer(known, ['etcd'], 'a')).toEqual(known);
  const others = othersOf('a', ['a', 'b']);
  expect(presentOf(others, actors)).toEqual(['etcd', 'b']);
  expect(presentOf(others, [...actors, 'kubectl'])).toEqual(['etcd', 'b', 'kubectl']);
});
