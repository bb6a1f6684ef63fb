/** Shapes of cases beyond the given ones, and what is said of inputs that are not understood. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from './case';
import { runConformance } from './index';
import { caseOf } from './testing';

const CIDR = '192.168.1.0/24';
const BOTH = { serviceCIDR: CIDR, secondaryCIDR: '2000::/108' };
const LEAK = { serviceCIDR: CIDR, stored: { allocated: ['192.168.1.10'] } };
const PERSIST = 'unable to persist the updated service IP allocations: test error';

interface Row {
  readonly title: string;
  readonly area: string;
  readonly given: JsonObject;
  readonly when: Json;
  readonly expected: JsonObject;
  readonly profile?: string;
}
const one = { runs: 1 };

const ROWS: readonly Row[] = [
  {
    title: 'a conflict that is there once',
    area: 'repair-clusterip',
    given: { serviceCIDR: CIDR, createOrUpdateError: 'Conflict on the first call' },
    when: one,
    expected: { createOrUpdateCalls: 2, error: null, retried: true },
  },
  {
    title: 'conflicts that end with the last try',
    area: 'repair-clusterip',
    given: { serviceCIDR: CIDR, createOrUpdateError: 'Conflict on the first 3 calls' },
    when: one,
    expected: {
      createOrUpdateCalls: 4,
      error: null,
      sleepsSeconds: 'about 0.01, 0.05, 0.25 (factor 5, jitter up to +10%)',
    },
  },
  {
    title: 'the second family only cannot be saved',
    area: 'repair-clusterip',
    given: { ...BOTH, createOrUpdateError: 'test error (secondary family)' },
    when: one,
    expected: { createOrUpdateCalls: 2, storedRange: CIDR, error: PERSIST },
  },
  {
    title: 'the first family cannot be saved, so the second is not',
    area: 'repair-clusterip',
    given: { ...BOTH, createOrUpdateError: 'test error (primary family)' },
    when: one,
    expected: { createOrUpdateCallsPerFamily: [1, 0], storedRangeSecondary: null, error: PERSIST },
  },
  {
    title: 'the second family only cannot be read',
    area: 'repair-clusterip',
    given: { ...BOTH, getError: 'boom (secondary family)' },
    when: one,
    expected: { getCalls: 2, error: 'unable to refresh the service IP block: boom' },
  },
  {
    title: 'Services that cannot be listed',
    area: 'repair-clusterip',
    given: { serviceCIDR: CIDR, listError: 'boom' },
    when: one,
    expected: { createOrUpdateCalls: 0, error: 'unable to refresh the service IP block: boom' },
  },
  {
    title: 'a stored range that is none',
    area: 'repair-clusterip',
    given: { serviceCIDR: CIDR, stored: { range: 'banana' } },
    when: one,
    expected: {
      free: null,
      has: { '192.168.1.1': false },
      error:
        'unable to rebuild allocator from snapshots for family:IPv4 with ' +
        'error:invalid CIDR address: banana',
    },
  },
  {
    title: 'a leak that is used, is left, and leaks anew',
    area: 'repair-clusterip',
    given: LEAK,
    when: {
      sequence: [
        ...['run', 'service one/one with 192.168.1.10 appears', 'run'],
        ...['service one/one disappears', 'run', 'run', 'run'],
      ],
    },
    expected: {
      hasAfterEachRun: { '192.168.1.10': [true, null, true, null, true, true, false] },
      leakCounterAfterEachRun: [1, 'entry deleted', 1, 0, 0],
    },
  },
  {
    title: 'a restart, which begins the count again',
    area: 'repair-clusterip',
    given: LEAK,
    when: { sequence: ['run', 'run', 'the process restarts', 'run', 'run', 'run'] },
    expected: {
      hasAfterEachRun: { '192.168.1.10': [true, true, null, true, true, false] },
      leakCounterAfterEachRun: [1, 0, 1, 0, 0],
    },
  },
  {
    title: 'an address that is taken and given back between runs',
    area: 'repair-clusterip',
    given: { serviceCIDR: CIDR },
    when: {
      sequence: [
        ...['run', 'allocator takes 192.168.1.20', 'run'],
        ...['allocator releases 192.168.1.20', 'run'],
      ],
    },
    expected: {
      hasAfterEachRun: { '192.168.1.20': [false, null, true, null, false] },
      leakCounterAfterLastRun: { '192.168.1.20': 1 },
    },
  },
  {
    title: 'a Service of both families that appears',
    area: 'repair-clusterip',
    given: BOTH,
    when: { sequence: ['run', 'service a/a with 192.168.1.5 and 2000::5 appears', 'run'] },
    expected: { freeAfterEachRun: [254, 253], freeSecondaryAfterEachRun: [65_535, 65_534] },
  },
  {
    title: 'a stored range of ports as base and size',
    area: 'repair-nodeport',
    given: { portRange: '100+100', stored: { range: '100+100', allocated: [111] } },
    when: one,
    expected: { error: null, storedRange: '100-200', has: { '111': true }, free: 100 },
  },
  {
    title: 'a stored range of ports that is none',
    area: 'repair-nodeport',
    given: { portRange: '100-200', stored: { range: 'x' } },
    when: one,
    expected: {
      error: 'unable to rebuild allocator from snapshot: strconv.Atoi: parsing "x": invalid syntax',
    },
  },
  {
    title: 'the ports of a whole spec',
    area: 'repair-nodeport',
    given: {
      serviceSpec: {
        type: 'LoadBalancer',
        externalTrafficPolicy: 'Local',
        ports: [{ name: 'a', port: 80, targetPort: 'web', nodePort: 30_001, protocol: 'TCP' }],
        healthCheckNodePort: 30_002,
      },
    },
    when: { op: 'collectServiceNodePorts' },
    expected: { sortedPorts: [30_001, 30_002] },
  },
  {
    title: 'a pass that conflicts, four times',
    area: 'repair-ipaddress',
    given: {
      services: [{ namespace: 'a', name: 'b', clusterIP: '10.0.1.1', clusterIPs: ['10.0.1.1'] }],
      serviceCIDRs: [{ name: 'kubernetes', cidrs: ['10.0.0.0/16'] }],
      createIPAddressError: 'Conflict',
    },
    when: { op: 'runOnce' },
    expected: { apiWrites: Array.from({ length: 4 }, () => 'create ipaddresses') },
    profile: '1.33',
  },
  ...(['60s ago', '1m ago'] as const).map((created) => ({
    title: `an IPAddress of ${created}, which is not older than the grace time`,
    area: 'repair-ipaddress',
    given: { ipAddress: { name: '10.0.1.1', ...ORPHAN(), created } },
    when: { op: 'syncIPAddress', name: '10.0.1.1' },
    expected: { apiWrites: [], requeueAfterSeconds: 0 },
    profile: '1.33',
  })),
  {
    title: 'a protocol of the application, of which no two are the same',
    area: 'bootstrap-service',
    given: { services: [serviceWith({ port: 1, appProtocol: 'https' })] },
    when: {
      ...{ op: 'CreateOrUpdateMasterServiceIfNeeded', namespace: 'default', service: 'foo' },
      ...{ serviceIP: '1.2.3.4', serviceType: 'ClusterIP', reconcile: true },
      servicePorts: [{ port: 1, appProtocol: 'https' }],
    },
    expected: { updates: [serviceWith({ port: 1, appProtocol: 'https' })] },
  },
  {
    title: 'an address in other letters',
    area: 'bootstrap-controller',
    given: {
      ...{ endpointReconcilerType: 'lease', securePort: 443 },
      ...{ serviceIPRange: '10.0.0.0/24', publicAddress: '2001:DB8:0::1' },
    },
    when: { op: 'NewBootstrapController' },
    expected: {
      error: 'service IP family "10.0.0.0/24" must match public address family "2001:db8::1"',
    },
  },
];

function ORPHAN(): JsonObject {
  return { parentRef: 'services bar/none', managedBy: 'ipallocator.k8s.io' };
}

function serviceWith(port: JsonObject): JsonObject {
  const spec = { ports: [port], clusterIP: '1.2.3.4', type: 'ClusterIP' };
  return { kind: 'Service', metadata: { namespace: 'default', name: 'foo' }, spec };
}

test.each(ROWS)('$area: $title', (row) => {
  const outcome = runConformance(caseOf(row));
  expect(outcome).toMatchObject({ result: 'pass', got: row.expected });
});

const run = (given: JsonObject) => ({ area: 'repair-clusterip', given, when: one });
const ports = (given: JsonObject) => ({ area: 'repair-nodeport', given, when: one });
const address = (more: JsonObject) => ({
  area: 'repair-ipaddress',
  given: { ipAddresses: [{ name: '10.0.1.1', ...ORPHAN(), ...more }] },
  when: { op: 'runOnce' },
});
const create = (endpoints: JsonObject, given: JsonObject = {}) => ({
  area: 'endpoints-adapter',
  given,
  when: { op: 'Create', namespace: 'x', endpoints },
});
const SERVICE = { namespace: 'a', name: 'a', spec: {} };

describe('an input that is not understood is named', () => {
  test.each<readonly [string, Omit<Row, 'title' | 'expected'>]>([
    ['given.serviceCIDR: 10.0.0.0/33 is no CIDR', run({ serviceCIDR: '10.0.0.0/33' })],
    [
      'given.secondaryCIDR: both ranges are of IPv4',
      run({ serviceCIDR: CIDR, secondaryCIDR: '10.0.0.0/24' }),
    ],
    [
      'given.storedSecondary: there is no secondaryCIDR',
      run({ serviceCIDR: CIDR, storedSecondary: {} }),
    ],
    [
      'given.stored.allocated[1]: provided IP is already allocated',
      run({ serviceCIDR: CIDR, stored: { allocated: ['192.168.1.1', '192.168.1.1'] } }),
    ],
    ['given.stored.data: expected base64', run({ stored: { data: '!' } })],
    [
      'given.stored: both data and allocated',
      run({ stored: { data: 'CA==', allocated: ['10.0.0.1'] } }),
    ],
    [
      'given.createOrUpdateError: "Conflict at times" is not understood',
      run({ createOrUpdateError: 'Conflict at times' }),
    ],
    [
      'given.getError: "boom (secondary family)" is not understood',
      run({ getError: 'boom (secondary family)' }),
    ],
    ['given.services[1]: a/a is there already', run({ services: [SERVICE, SERVICE] })],
    [
      'service a/a: Service has no field spec.clusterIp',
      run({ services: [{ ...SERVICE, spec: { clusterIp: '10.0.0.1' } }] }),
    ],
    [
      'given.portRange: the port range cannot be greater than 65535: 1-99999',
      ports({ portRange: '1-99999' }),
    ],
    ['given.stored.allocated: abc is no port', ports({ stored: { allocated: ['abc'] } })],
    [
      'given.serviceSpec: Service has no field spec.ports[0].nodeport',
      {
        area: 'repair-nodeport',
        given: { serviceSpec: { ports: [{ nodeport: 1 }] } },
        when: { op: 'collectServiceNodePorts' },
      },
    ],
    ['given.ipAddresses[0].name: x is no address', address({ name: 'x' })],
    ['given.ipAddresses[0].parentRef.kind: no such input', address({ parentRef: { kind: 'x' } })],
    [
      'given.ipAddresses[0].created: 2012-13-45 is not understood',
      address({ created: '2012-13-45' }),
    ],
    [
      'when.endpoints: Endpoints has no field subsets[0].adresses',
      create({ metadata: { name: 'a' }, subsets: [{ adresses: [] }] }),
    ],
    [
      'when.endpoints.metadata.namespace: y is not x',
      create({ metadata: { name: 'a', namespace: 'y' } }),
    ],
    [
      'given.createEndpointsSliceError: no such kind as EndpointsSlice',
      create({ metadata: { name: 'a' } }, { createEndpointsSliceError: 'Forbidden' }),
    ],
  ])('%s', (reason, row) => {
    const outcome = runConformance(caseOf({ ...row, expected: { error: null } }));
    expect(outcome).toMatchObject({ result: 'unsupported', reason });
  });
});

describe('a case', () => {
  const sync = { area: 'system-namespaces', when: 'sync: one look', expected: { createCount: 4 } };

  test('may say in a sentence what is done', () => {
    expect(runConformance(caseOf(sync))).toMatchObject({ result: 'pass' });
  });

  test.each<readonly [string, JsonObject]>([
    ['then: it expects nothing', Object.fromEntries([['then', { note: 'nothing' }]])],
    [
      'then: it expects nothing',
      { area: 'discovery', given: { groupList: 'fails once, then works' }, when: [] },
    ],
    ['givn: no field of a case', { givn: {} }],
  ])('%s', (reason, more) => {
    const expected = more.when ? { allExpectationsHold: true } : sync.expected;
    const item = { ...(caseOf({ ...sync, expected }) as JsonObject), ...more };
    expect(runConformance(item)).toMatchObject({ result: 'unsupported', reason });
  });
});

test('an empty list in an object is what a missing one is', () => {
  const metadata = { name: 'a', namespace: 'x' };
  const slice = {
    kind: 'EndpointSlice',
    metadata: { ...metadata, labels: { 'kubernetes.io/service-name': 'a' } },
    addressType: 'IPv4',
  };
  const lists: readonly JsonObject[] = [{}, { endpoints: [], ports: [] }];
  for (const given of lists) {
    const item = create({ kind: 'Endpoints', metadata, subsets: [] });
    const createRequests: readonly Json[] = [
      { kind: 'Endpoints', metadata },
      { ...slice, ...given },
    ];
    const outcome = runConformance(caseOf({ ...item, expected: { createRequests } }));
    expect(outcome).toMatchObject({ result: 'pass' });
  }
});
