/** Runs of whatever a document may say: faults on faults, nonsense in etcd and from kubectl. */
import { expect, it } from 'vitest';
import { type RandomStream, RandomStreams } from '#kernel';
import { checkScenario, type ScenarioSpec, type TimelineStep } from '#protocol';
import { jsonLines, readJsonLines, traceHash } from '#trace';
import { STEP_SCHEMAS } from './catalogue';
import { compileScenario } from './compile-scenario';
import { apiServers, runOf, scenarioOf, wrongCause } from './testing';

const SEEDS = 12;
const PATIENCE_MS = 300_000;
const A = 'kube-apiserver-a';
const B = 'kube-apiserver-b';
const ENDPOINTS = { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'kubernetes' } };
const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' } };
const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } };
const LEASE = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l' } };

const KEYS = [
  '/registry/services/endpoints/default/kubernetes',
  '/registry/endpointslices/default/kubernetes',
  '/registry/services/specs/default/kubernetes',
  '/registry/masterleases/10.0.0.11',
  '/registry/masterleases/bogus',
  '/registry/namespaces/default',
  '/registry/namespaces/kube-system',
  '/registry/ranges/serviceips',
  '/registry/leases/kube-system/x',
  '/registry/anything/else',
  'compact_rev_key',
];
const VALUES = [
  {},
  'text',
  7,
  [1],
  { metadata: null },
  { subsets: null },
  { subsets: [{}] },
  { subsets: [{ addresses: [{}], ports: null }] },
  { subsets: [{ addresses: [{ ip: 'x' }], notReadyAddresses: [{ ip: '10.0.0.11' }] }] },
  { spec: null, status: null },
  { spec: {} },
  { range: 'x', data: '!!' },
  { metadata: { deletionTimestamp: '2020-01-01T00:00:00Z' } },
];
const BODIES = [
  { ...NAMESPACE, metadata: {} },
  { ...NAMESPACE, metadata: { name: 'UPPER' } },
  { ...NAMESPACE, metadata: { generateName: 'g-' } },
  { ...NAMESPACE, metadata: { name: 'a', labels: 'x' } },
  { ...NAMESPACE, metadata: { name: 'a', finalizers: ['x'], ownerReferences: [{}], uid: 3 } },
  SERVICE,
  { ...SERVICE, spec: null },
  { ...SERVICE, spec: { ports: [{}], type: 'Foo', clusterIP: 5 } },
  { ...SERVICE, spec: { ports: [{ port: 80 }], type: 'NodePort' } },
  ENDPOINTS,
  { ...ENDPOINTS, subsets: { a: 1 } },
  { ...ENDPOINTS, subsets: [{ addresses: [{ ip: 'x' }], ports: 'q' }] },
  { ...LEASE, spec: 5 },
];

function stepOf(stream: RandomStream): TimelineStep {
  const pick = <T>(list: readonly T[]): T => list[stream.int(0, list.length - 1)];
  const sides = { between: [pick([A, 'kubectl', 'etcd'])], and: [B, 'etcd'] };
  const key = pick(KEYS);
  const step = pick<object>([
    { put: { key, value: pick(VALUES) } },
    { put: { key, value: pick(VALUES), ttl: pick(['0s', '1ms', '5s', '1000000h']) } },
    { drop: { key } },
    { [pick(['apply', 'create', 'replace', 'delete'])]: pick(BODIES), server: pick([A, B]) },
    { [pick(['kill', 'terminate', 'pause', 'resume', 'restart'])]: pick([A, B, 'etcd']) },
    { [pick(['kill', 'pause', 'terminate'])]: pick([A, B, 'etcd']), for: pick(['1us', '30s']) },
    { etcd: pick([{ outage: true }, { latency: '7s' }, { compact: true }]) },
    { partition: sides, for: pick(['8s', '25s']) },
    { delay: { ...sides, add: pick(['0s', '9s', '30s']), jitter: '1s' }, for: '8s' },
    { hook: { process: A, name: 'bootstrap-controller', fail: 'x' } },
  ]);
  return { at: `${stream.int(0, 50_000)}ms`, ...step } as TimelineStep;
}

const specOf = (timeline: readonly TimelineStep[], more: Partial<ScenarioSpec>): ScenarioSpec => ({
  until: '120s',
  apiServers: apiServers(2),
  timeline,
  ...more,
});

/** Whether a document with this step alone is taken. */
function isTaken(step: TimelineStep): boolean {
  const checked = checkScenario(scenarioOf(specOf([step], {})), { steps: STEP_SCHEMAS });
  return checked.ok && compileScenario(checked.value).ok;
}

it(
  `no document breaks the engine or a cause, in each of ${SEEDS} seeds`,
  () => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const stream = new RandomStreams(seed).stream('hostile');
      const count = stream.int(6, 30);
      const timeline = Array.from({ length: count }, () => stepOf(stream)).filter(isTaken);
      const kubernetes = ['1.25', '1.27', '1.28', '1.33'][stream.int(0, 3)];
      const { table } = runOf(scenarioOf(specOf(timeline, { seed, kubernetes })));
      for (let seq = 0; seq < table.length; seq += 1) {
        expect(wrongCause(table, seq), `seed ${seed}`).toBeUndefined();
      }
      const again = readJsonLines([...jsonLines(table)].join(''));
      expect(again.ok && traceHash(again.value), `seed ${seed}`).toBe(traceHash(table));
    }
  },
  PATIENCE_MS,
);
