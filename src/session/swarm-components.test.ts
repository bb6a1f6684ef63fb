import { expect, it } from 'vitest';
import { type Candidate, unrest } from './swarm-components';
import { apiServers, runOf, scenarioOf } from './testing';

const CANDIDATES: readonly Candidate[] = [
  { name: 'kcm-a', lease: 'kube-controller-manager' },
  { name: 'kcm-b', lease: 'kube-controller-manager' },
];

/** A cluster whose run ends at `until`. */
const clusterAt = (until: string, timeline: readonly object[] = []) =>
  runOf(
    scenarioOf({
      until,
      apiServers: apiServers(1),
      controllerManagers: CANDIDATES.map(({ name }) => ({ name, startAt: '2s' })),
      timeline: timeline as never,
    }),
  ).table;

it('says what is missing until the controllers of one leader work', () => {
  expect(unrest(clusterAt('2s'), CANDIDATES)).toEqual([
    'kube-controller-manager: led by nobody, held by nobody',
  ]);
  const begun = unrest(clusterAt('4800ms'), CANDIDATES);
  expect(begun).toContainEqual(expect.stringMatching(/^kcm-[ab]\/main-loop: /));
  expect(unrest(clusterAt('60s'), CANDIDATES)).toEqual([]);
});

it('names a lease that says another holder than who leads', () => {
  const stolen = { holderIdentity: 'other', leaseDurationSeconds: 15 };
  const lease = { kind: 'Lease', namespace: 'kube-system', name: 'kube-controller-manager' };
  const patch = { at: '59s', patch: { ...lease, type: 'merge', patch: { spec: stolen } } };
  const [sentence] = unrest(clusterAt('60s', [patch]), CANDIDATES);
  expect(sentence).toMatch(/^kube-controller-manager: led by kcm-[ab], held by other$/);
});

it('names an object that an informer has not heard of', () => {
  const early = clusterAt('45s', [
    { at: '40s', partition: { between: ['kcm-a', 'kcm-b'], and: ['kube-apiserver-a'] } },
    { at: '41s', create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'late' } } },
  ]);
  expect(unrest(early, CANDIDATES)).toContainEqual(
    expect.stringMatching(/^kcm-[ab]\/informers\/namespaces: \/late is 0, in etcd \d+$/),
  );
});
