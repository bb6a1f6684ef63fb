/** Other cases of the shapes of the repair loops; what is expected is worked out by hand. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from './case';
import { runConformance } from './index';
import { caseOf } from './testing';

type Row = readonly [string, JsonObject, Json, JsonObject];

const service = (namespace: string, name: string, spec: JsonObject): JsonObject => ({
  namespace,
  name,
  spec,
});
const withIps = (...clusterIPs: readonly string[]): JsonObject => ({
  clusterIP: clusterIPs[0],
  clusterIPs,
});
const nodePorts = (...ports: readonly number[]): JsonObject => ({
  type: 'NodePort',
  ports: ports.map((nodePort) => ({ port: 80, protocol: 'TCP', nodePort })),
});
const warning = (regarding: string, reason: string, action: string, note: string) => ({
  ...{ regarding, type: 'Warning', reason, action, note },
});
const ALLOCATION = 'ClusterIPAllocation';

const IP_ROWS: readonly Row[] = [
  [
    'an address of each family, and one that is not in its range',
    {
      serviceCIDR: '10.1.0.0/24',
      secondaryCIDR: 'fd00::/112',
      services: [
        service('a', 'two', withIps('10.1.0.9', 'fd00::9')),
        service('b', 'far', withIps('fd01::9')),
      ],
    },
    { runs: 1 },
    {
      error: null,
      has: { '10.1.0.9': true, 'fd00::9': true, 'fd01::9': false },
      free: 253,
      freeSecondary: 65534,
      events: [
        warning(
          ...(['Service a/two', 'ClusterIPNotAllocated', ALLOCATION] as const),
          'Cluster IP [IPv4]:10.1.0.9 is not allocated; repairing',
        ),
        warning(
          ...(['Service a/two', 'ClusterIPNotAllocated', ALLOCATION] as const),
          'Cluster IP [IPv6]:fd00::9 is not allocated; repairing',
        ),
        warning(
          ...(['Service b/far', 'ClusterIPOutOfRange', ALLOCATION] as const),
          'Cluster IP [IPv6]:fd01::9 is not within the service CIDR fd00::/112; ' +
            'please recreate service',
        ),
      ],
    },
  ],
  [
    'the same complaint on every run',
    {
      serviceCIDR: '10.1.0.0/24',
      stored: { allocated: ['10.1.0.9'] },
      services: [
        service('a', 'one', withIps('10.1.0.9')),
        service('a', 'two', withIps('10.1.0.9')),
      ],
    },
    { runs: 3 },
    {
      hasAfterEachRun: { '10.1.0.9': [true, true, true] },
      events: Array.from({ length: 3 }, () =>
        warning(
          ...(['Service a/two', 'ClusterIPAlreadyAllocated', ALLOCATION] as const),
          'Cluster IP [IPv4]:10.1.0.9 was assigned to multiple services; ' +
            'please recreate service',
        ),
      ),
    },
  ],
  [
    'two leaks, one of which a Service comes to use',
    { serviceCIDR: '10.1.0.0/24', stored: { allocated: ['10.1.0.7', '10.1.0.8'] }, services: [] },
    { sequence: ['run', 'run', 'service a/one with 10.1.0.8 appears', 'run', 'run'] },
    {
      hasAfterEachRun: {
        '10.1.0.7': [true, true, null, false, false],
        '10.1.0.8': [true, true, null, true, true],
      },
      events: [],
    },
  ],
  [
    'a stored range that is another one',
    {
      serviceCIDR: '10.1.0.0/24',
      stored: { range: '10.1.0.0/16', allocated: ['10.1.0.7', '10.1.9.9'] },
      services: [service('a', 'one', withIps('10.1.0.7'))],
    },
    { runs: 1 },
    {
      error: null,
      storedRange: '10.1.0.0/24',
      free: 253,
      logsAfterEachRun: [
        [
          'the cluster IP 10.1.9.9 may have leaked: flagging for later clean up',
          'the cluster IP 10.1.9.9 may have leaked, but can not be allocated: the provided IP ' +
            '(10.1.9.9) is not in the valid range. The range of valid IPs is 10.1.0.0/24',
        ],
      ],
    },
  ],
  [
    'conflicts that end nowhere, and their words',
    { serviceCIDR: '10.1.0.0/24', createOrUpdateError: 'Conflict on every call' },
    { runs: 2 },
    {
      createOrUpdateCalls: 8,
      error: 'Operation cannot be fulfilled on rangeallocations "": as the case says',
      retried: true,
    },
  ],
];

const PORT_ROWS: readonly Row[] = [
  [
    'every row of the table',
    {
      portRange: '100-110',
      stored: { range: '100-110', allocated: [105] },
      services: [service('a', 'one', nodePorts(105, 106)), service('a', 'two', nodePorts(106, 99))],
    },
    { runs: 1 },
    {
      error: null,
      has: { '105': true, '106': true, '99': false },
      free: 9,
      events: [
        warning(
          ...(['Service a/one', 'PortNotAllocated', 'PortAllocation'] as const),
          'Port 106 is not allocated; repairing',
        ),
        warning(
          ...(['Service a/two', 'PortAlreadyAllocated', 'PortAllocation'] as const),
          'Port 106 was assigned to multiple services; please recreate service',
        ),
        warning(
          ...(['Service a/two', 'PortOutOfRange', 'PortAllocation'] as const),
          'Port 99 is not within the port range 100-110; please recreate service',
        ),
      ],
    },
  ],
  [
    'a leak that a Service comes to use',
    { portRange: '100-110', stored: { allocated: [105] } },
    { sequence: ['run', 'service a/one with port 105 appears', 'run'] },
    {
      hasAfterEachRun: { '105': [true, null, true] },
      leakCounterAfterLastRun: 'entry deleted',
      events: [],
    },
  ],
  [
    'a read that fails',
    { getError: 'boom' },
    { runs: 1 },
    { getCalls: 1, error: 'unable to refresh the port allocations: boom', waitSeconds: 0 },
  ],
  [
    'ports of one number and three protocols',
    {
      serviceSpec: {
        ports: ['TCP', 'UDP', 'SCTP', 'UDP'].map((protocol) => ({ nodePort: 7, protocol })),
        healthCheckNodePort: 7,
      },
    },
    { op: 'collectServiceNodePorts' },
    { sortedPorts: [7, 7, 7] },
  ],
];

describe.each([
  ['repair-clusterip', IP_ROWS],
  ['repair-nodeport', PORT_ROWS],
] as const)('%s', (area, rows) => {
  test.each(rows)('%s', (title, given, when, expected) => {
    const outcome = runConformance(caseOf({ title, area, given, when, expected }));
    expect(outcome).toMatchObject({ result: 'pass', got: expected });
  });
});

test('a read that fails is tried for 30 s from 1.32 on', () => {
  const error = 'unable to refresh the service IP block: context deadline exceeded';
  const expected = { getCalls: 30, error, waitSeconds: 30 };
  const given = { getError: 'boom' };
  const parts = { area: 'repair-clusterip', given, when: { runs: 1 }, profile: '1.32', expected };
  expect(runConformance(caseOf(parts))).toMatchObject({ result: 'pass' });
});

test.each<[Json, JsonObject]>([
  [{ runs: 0 }, {}],
  [{ sequence: ['walk'] }, {}],
  [{ sequence: ['service a/one with 10.0.0.5 appears'] }, {}],
  [{ runs: 1 }, { weather: 'fine' }],
])('%j with %j is not understood', (when, given) => {
  const parts = { area: 'repair-clusterip', given, when, expected: { error: null } };
  expect(runConformance(caseOf(parts))).toMatchObject({ result: 'unsupported' });
});

test.each<[JsonObject, string]>([
  [{ endpointReconcilerType: 'none', publicAddress: '2001:db8::1' }, 'pass'],
  [{ endpointReconcilerType: 'lease', publicAddress: '2001:db8::1' }, 'fail'],
  [{ endpointReconcilerType: 'magic', publicAddress: '10.0.0.1' }, 'unsupported'],
])('bootstrap-controller of %j: %s', (given, result) => {
  const inputs = { serviceIPRange: '10.96.0.0/12', securePort: 6443, ...given };
  const when = { op: 'NewBootstrapController' };
  const parts = { area: 'bootstrap-controller', given: inputs, when, expected: { error: null } };
  expect(runConformance(caseOf(parts))).toMatchObject({ result });
});
