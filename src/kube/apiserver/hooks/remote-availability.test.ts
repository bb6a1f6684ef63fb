import { expect, test } from 'vitest';
import type { KubeObject } from '../../api/objects';
import type { APIService } from '../registry/strategies/api-service';
import { withAvailability } from './availability';
import { discoveryFault, serviceFault } from './remote-availability';

const METRICS: APIService = {
  metadata: { name: 'v1beta1.metrics.k8s.io' },
  spec: {
    group: 'metrics.k8s.io',
    version: 'v1beta1',
    service: { namespace: 'kube-system', name: 'metrics-server', port: 443 },
  },
};
const object = (more: object): KubeObject => ({ metadata: { name: 'metrics-server' }, ...more });
const service = (spec: object) => object({ spec });
const LISTENING = service({ clusterIP: '10.96.0.7', ports: [{ name: 'https', port: 443 }] });
const endpoints = (...subsets: readonly object[]) => object({ subsets });
const NO_ADDRESSES =
  'endpoints for service/metrics-server in "kube-system" have no addresses ' +
  'with port name "https"';
const ADDRESS = [{ ip: '10.244.0.9' }];

test.each<[string, KubeObject | undefined, KubeObject | undefined, string, string]>([
  [
    'no Service',
    ...[undefined, undefined, 'ServiceNotFound'],
    'service/metrics-server in "kube-system" is not present',
  ] as never,
  [
    'another port',
    service({ ports: [{ port: 80 }] }),
    undefined,
    'ServicePortError',
    'service/metrics-server in "kube-system" is not listening on port 443',
  ],
  [
    'no Endpoints',
    LISTENING,
    undefined,
    'EndpointsNotFound',
    'cannot find endpoints for service/metrics-server in "kube-system"',
  ],
  [
    'no ready address',
    LISTENING,
    endpoints({ notReadyAddresses: ADDRESS, ports: [{ name: 'https' }] }),
    'MissingEndpoints',
    NO_ADDRESSES,
  ],
  [
    'a port of another name',
    LISTENING,
    endpoints({ addresses: ADDRESS, ports: [{ name: 'http' }] }),
    'MissingEndpoints',
    NO_ADDRESSES,
  ],
])('%s', (_what, found, addresses, reason, message) => {
  expect(serviceFault(METRICS, found, addresses)).toEqual({ reason, message });
});

test('what has addresses is called, and nobody answers', () => {
  const ready = endpoints({ addresses: ADDRESS, ports: [{ name: 'https' }] });
  expect(serviceFault(METRICS, LISTENING, ready)).toBeUndefined();
  const url = 'https://10.96.0.7:443/apis/metrics.k8s.io/v1beta1';
  expect(discoveryFault(METRICS, LISTENING)).toEqual({
    reason: 'FailedDiscoveryCheck',
    message:
      `failing or missing response from ${url}: ` +
      `Get "${url}": dial tcp 10.96.0.7:443: connect: connection refused`,
  });
  expect(
    serviceFault(
      METRICS,
      service({ type: 'ExternalName', externalName: 'm.example.org' }),
      undefined,
    ),
  ).toBeUndefined();
});

test('the time of a condition is that of its last change of status', () => {
  const condition = { type: 'Available', status: 'False', reason: 'A', message: 'a' };
  const first = withAvailability(METRICS, { ...condition, lastTransitionTime: '1' });
  expect(first?.status?.conditions).toEqual([{ ...condition, lastTransitionTime: '1' }]);
  const again = { ...METRICS, ...first } as APIService;
  expect(withAvailability(again, { ...condition, lastTransitionTime: '2' })).toBeUndefined();
  const other = withAvailability(again, { ...condition, reason: 'B', lastTransitionTime: '2' });
  expect(other?.status?.conditions?.[0]).toMatchObject({ reason: 'B', lastTransitionTime: '1' });
  const up = withAvailability(again, { ...condition, status: 'True', lastTransitionTime: '2' });
  expect(up?.status?.conditions?.[0]).toMatchObject({ status: 'True', lastTransitionTime: '2' });
});
