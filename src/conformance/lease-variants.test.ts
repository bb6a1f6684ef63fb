/**
 * Area lease-reconciler, other cases of the same shapes. What is expected is worked out by hand
 * from what lease.go says.
 */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from './case';
import { runConformance } from './index';
import { type CaseParts, caseOf } from './testing';

const HTTPS = { name: 'https', port: 6443, protocol: 'TCP' };
const METRICS = { name: 'metrics', port: 9100, protocol: 'UDP' };
const LABELS = { 'endpointslice.kubernetes.io/skip-mirror': 'true' };
const meta = (labels: JsonObject): JsonObject => ({ namespace: 'default', name: 'api', labels });

const subset = (ips: readonly string[], ports: readonly Json[] = [HTTPS]): JsonObject => ({
  addresses: ips.map((ip) => ({ ip })),
  ports,
});
const endpoints = (...subsets: readonly JsonObject[]): JsonObject => ({
  kind: 'Endpoints',
  metadata: meta(LABELS),
  subsets,
});
const slice = (
  ips: readonly string[],
  ports: readonly Json[] = [HTTPS],
  addressType = 'IPv4',
): JsonObject => ({
  kind: 'EndpointSlice',
  metadata: meta({ 'kubernetes.io/service-name': 'api' }),
  addressType,
  endpoints: ips.map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
  ports,
});
const reconcile = (ip: string, more: JsonObject = {}): JsonObject => ({
  op: 'ReconcileEndpoints',
  service: 'api',
  ip,
  endpointPorts: [HTTPS],
  reconcilePorts: false,
  ...more,
});
const remove = (ip: string): JsonObject => ({
  op: 'RemoveEndpoints',
  service: 'api',
  ip,
  endpointPorts: [HTTPS],
});

type Variant = Omit<CaseParts, 'area'>;

const A = '10.0.0.11';
const B = '10.0.0.2';

const RECONCILES: readonly Variant[] = [
  {
    title: 'rebuilds two subsets as one',
    given: { objects: [endpoints(subset([A]), subset([B], [METRICS])), slice([A])] },
    when: reconcile(A),
    expected: { error: null, creates: [], updates: [endpoints(subset([A]))] },
  },
  {
    title: 'sorts addresses as text',
    given: { leaseKeys: [B], objects: [] },
    when: reconcile(A),
    expected: { creates: [endpoints(subset([A, B])), slice([A, B])], leaseKeysSorted: [A, B] },
  },
  {
    title: 'takes a repeated address for a wrong list, and keeps the old ports',
    given: { objects: [endpoints(subset([A, A], [METRICS])), slice([A, A], [METRICS])] },
    when: reconcile(A),
    expected: { updates: [endpoints(subset([A], [METRICS])), slice([A], [METRICS])] },
  },
  {
    title: 'keeps addresses that are not ready',
    given: {
      objects: [endpoints({ ...subset([A]), notReadyAddresses: [{ ip: '10.0.0.9' }] })],
      leaseKeys: [B],
    },
    when: reconcile(A),
    expected: {
      updates: [endpoints({ ...subset([A, B]), notReadyAddresses: [{ ip: '10.0.0.9' }] })],
      storedEndpointSlice: {
        ...slice([A, B]),
        endpoints: [
          ...[A, B].map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
          { addresses: ['10.0.0.9'], conditions: { ready: false } },
        ],
      },
    },
  },
  {
    title: 'repairs protocol and name of a port where it is asked to',
    given: { objects: [endpoints(subset([A], [METRICS])), slice([A], [METRICS])] },
    when: reconcile(A, { reconcilePorts: true }),
    expected: { updates: [endpoints(subset([A])), slice([A])] },
  },
  {
    title: 'makes a slice of IPv6',
    given: { leaseKeys: ['2001:db8::2'], objects: [] },
    when: reconcile('2001:db8::11'),
    expected: {
      creates: [
        endpoints(subset(['2001:db8::11', '2001:db8::2'])),
        slice(['2001:db8::11', '2001:db8::2'], [HTTPS], 'IPv6'),
      ],
    },
  },
  {
    title: 'skips leases without an address',
    given: {
      leaseObjects: {
        '10.0.0.7': { kind: 'Endpoints', apiVersion: 'v1', metadata: {} },
        '10.0.0.8': { kind: 'Endpoints', apiVersion: 'v1', metadata: {}, subsets: [{}] },
      },
      objects: [],
    },
    when: reconcile(A),
    expected: { creates: [endpoints(subset([A])), slice([A])], leaseKeysSorted: [A] },
  },
  {
    title: 'returns a conflict',
    given: {
      objects: [endpoints(subset([B])), slice([B])],
      updateEndpointsError: 'Conflict',
    },
    when: reconcile(A),
    expected: {
      error: { reason: 'Conflict', code: 409 },
      updates: [endpoints(subset([A]))],
      leaseKeysSorted: [A],
    },
  },
  {
    title: 'writes nothing when it cannot list the leases',
    given: { objects: [endpoints(subset([B]))], listLeasesError: 'etcdserver: request timed out' },
    when: reconcile(A),
    expected: { error: 'etcdserver: request timed out', creates: [], updates: [] },
  },
  {
    title: 'reads nothing when it cannot renew its own lease',
    given: { objects: [], updateLeaseError: 'etcdserver: no leader' },
    when: reconcile(A),
    expected: { error: 'etcdserver: no leader', creates: [], leaseWritten: false },
  },
];

const NO_LEASES =
  'no master IPs were listed in storage, ' +
  'refusing to erase all endpoints for the kubernetes service';
const NO_LEASES_128 =
  'no API server IP addresses were listed in storage, ' +
  'refusing to erase all endpoints for the kubernetes Service';
const alone = { leaseKeys: [A], objects: [endpoints(subset([A])), slice([A])] };

const REMOVALS: readonly Variant[] = [
  {
    title: 'repairs ports on the way out',
    given: { leaseKeys: [A, B], objects: [endpoints(subset([A, B], [METRICS]))] },
    when: remove(A),
    expected: { updates: [endpoints(subset([B]))], creates: [slice([B])], leaseKeysSorted: [B] },
  },
  {
    title: 'makes endpoints that are missing',
    given: { leaseKeys: [A, B] },
    when: remove(B),
    expected: { error: null, creates: [endpoints(subset([A])), slice([A])] },
  },
  {
    title: 'makes none when it was stopped, from 1.28 on',
    given: { leaseKeys: [A, B], stopReconcilingCalled: true },
    when: remove(B),
    expected: { error: null, creates: [], updates: [], leaseKeysSorted: [A] },
    profile: '1.28',
  },
  {
    title: 'names the key of a lease that is not there',
    given: { leaseKeys: [B] },
    when: { sequence: [remove(A), `RemoveLease ${B}`, `RemoveLease ${B}`] },
    expected: {
      error:
        `StorageError: key not found, Code: 1, Key: /registry/masterleases/${A}, ` +
        'ResourceVersion: 0, AdditionalErrorMsg: ',
      leaseKeysSorted: [],
      etcdRevisionsWritten: 1,
    },
  },
  {
    title: 'leaves the last address in place after a stop, up to 1.27',
    given: alone,
    when: { sequence: [reconcile(A), { op: 'StopReconciling' }, remove(A), reconcile(A)] },
    expected: { error: NO_LEASES, updates: [], leaseKeysSorted: [] },
  },
  {
    title: 'refuses without a stop in other words, from 1.28 on',
    given: alone,
    when: remove(A),
    expected: { error: NO_LEASES_128, updates: [] },
    profile: '1.33',
  },
  {
    title: 'erases the last address after a stop, from 1.28 on',
    given: alone,
    when: { sequence: ['StopReconciling', remove(A), reconcile(A)] },
    expected: { error: null, updates: [endpoints(), slice([], [])], leaseKeysSorted: [] },
    profile: '1.30',
  },
];

const LEASES: readonly Variant[] = [
  {
    title: 'counts generations of each lease',
    given: { leaseKeys: [B] },
    when: { sequence: [`UpdateLease ${A}`, `UpdateLease ${B}`, `UpdateLease ${B}`] },
    expected: {
      storedObject: {
        'metadata.generation': 3,
        'subsets[0].addresses[0].ip': B,
        'subsets[1]': null,
      },
      etcdRevisionsWritten: 3,
      leaseTTLSeconds: 15,
      leaseKeysSorted: [A, B],
    },
  },
  {
    title: 'gives leases the time to live that it was made with',
    given: { leaseTTLSeconds: 30 },
    when: { sequence: [`UpdateLease ${A}`, { op: 'advance', by: '28s' }, `UpdateLease ${B}`] },
    expected: { leaseTTLSeconds: 30, leaseKeysSorted: [A, B] },
  },
  {
    title: 'loses a lease that is not renewed',
    given: { leaseKeys: [B] },
    when: { sequence: ['advance 14s', `UpdateLease ${A}`, 'advance 2s', reconcile(A)] },
    expected: { leaseKeysSorted: [A], creates: [endpoints(subset([A])), slice([A])] },
  },
];

describe.each([
  ['ReconcileEndpoints', RECONCILES],
  ['RemoveEndpoints', REMOVALS],
  ['leases', LEASES],
] as const)('%s', (_name, variants) => {
  test.each(variants)('$title', (variant) => {
    const outcome = runConformance(caseOf({ ...variant, area: 'lease-reconciler' }));
    expect(outcome).toMatchObject({ result: 'pass', got: variant.expected });
  });
});

test.each([
  ['an unknown call', {}, { sequence: ['RenewAll'] }],
  ['an unknown input', { leases: [A] }, reconcile(A)],
  ['an unknown kind', { objects: [{ kind: 'Widget', metadata: { name: 'a' } }] }, reconcile(A)],
  ['a lease that is no address', { leaseKeys: [11] }, reconcile(A)],
])('does not guess at %s', (title, given, when) => {
  const expected = { error: null };
  const item = caseOf({ title, area: 'lease-reconciler', given, when, expected });
  expect(runConformance(item)).toMatchObject({ result: 'unsupported' });
});
