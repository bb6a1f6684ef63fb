/** Other cases of the repair of IPAddresses; what is expected is worked out by hand. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from './case';
import { runConformance } from './index';
import { caseOf } from './testing';

const RANGE = [{ name: 'kubernetes', cidrs: ['10.0.0.0/16', '2001:db8::/64'] }];
const service = (name: string, ...clusterIPs: readonly string[]): JsonObject => ({
  ...{ namespace: 'bar', name, type: 'ClusterIP' },
  ...{ clusterIP: clusterIPs[0], clusterIPs },
});
const address = (name: string, owner: string, more: JsonObject = {}): JsonObject => ({
  ...{ name, parentRef: `services bar/${owner}`, created: '2012-01-01' },
  ...{ managedBy: 'ipallocator.k8s.io', ...more },
});
const PASS = { op: 'runOnce' };
const RECREATED = ['delete ipaddresses', 'create ipaddresses'];
const NOT_ALLOCATED = 'Warning ClusterIPNotAllocated';

type Row = readonly [string, JsonObject, Json, JsonObject];

const ROWS: readonly Row[] = [
  [
    'two Services with one address',
    {
      services: [service('a', '10.0.1.1'), service('b', '10.0.1.1')],
      ipAddresses: [address('10.0.1.1', 'a')],
      serviceCIDRs: RANGE,
    },
    PASS,
    {
      apiWrites: [],
      eventsInOrder: [
        'Warning ClusterIPAlreadyAllocated Cluster IP [IPv4]:10.0.1.1 was assigned to multiple ' +
          'services; please recreate service',
      ],
      stillPresentInLister: ['10.0.1.1'],
    },
  ],
  [
    'an IPAddress of no Service',
    {
      services: [service('a', '10.0.1.1')],
      ipAddresses: [
        address('10.0.1.1', 'a', { parentRef: 'gateway bar/a (group gateway.networking.k8s.io)' }),
      ],
      serviceCIDRs: RANGE,
    },
    PASS,
    {
      apiWrites: RECREATED,
      eventsInOrder: [
        `${NOT_ALLOCATED} the ClusterIP [IPv4]: 10.0.1.1 for Service bar/a has a wrong ` +
          'reference; repairing',
      ],
      stillPresentInLister: ['10.0.1.1'],
    },
  ],
  [
    'wrong labels, with no Event',
    {
      services: [service('a', '10.0.1.1')],
      ipAddresses: [address('10.0.1.1', 'a', { ipFamily: 'IPv6' })],
      serviceCIDRs: RANGE,
    },
    PASS,
    { apiWrites: RECREATED, eventsInOrder: [], stillPresentInLister: ['10.0.1.1'] },
  ],
  [
    "another Service's IPAddress, which the Service does not have",
    {
      services: [service('a', '10.0.1.1'), service('b', '10.0.1.2')],
      ipAddresses: [address('10.0.1.1', 'b'), address('10.0.1.2', 'b')],
      serviceCIDRs: RANGE,
    },
    PASS,
    {
      apiWrites: ['delete ipaddresses'],
      eventsInOrder: [
        'Warning IPAddressWrongReference IPAddress: 10.0.1.1 for Service bar/b has a wrong ' +
          'reference; cleaning up',
      ],
      stillPresentInLister: ['10.0.1.2'],
    },
  ],
  [
    'an IPAddress that is too young to be a leak',
    { ipAddresses: [address('10.0.1.1', 'a', { created: '59s ago' })], serviceCIDRs: RANGE },
    PASS,
    { apiWrites: [], eventsInOrder: [], stillPresentInLister: ['10.0.1.1'] },
  ],
  [
    'a Service with the network address, an address outside and a good one',
    {
      services: [service('a', '10.0.0.0'), service('b', '10.1.0.1'), service('c', '2001:db8::2')],
      serviceCIDRs: RANGE,
    },
    PASS,
    {
      apiWrites: ['create ipaddresses'],
      eventsInOrder: [
        'Warning ClusterIPOutOfRange Cluster IP [IPv4]: 10.0.0.0 is not within any configured ' +
          'Service CIDR; please recreate service',
        'Warning ClusterIPOutOfRange Cluster IP [IPv4]: 10.1.0.1 is not within any configured ' +
          'Service CIDR; please recreate service',
        `${NOT_ALLOCATED} Cluster IP [IPv6]: 2001:db8::2 is not allocated; repairing`,
      ],
      stillPresentInLister: ['2001:db8::2'],
    },
  ],
  [
    'one that was modified, looked at by itself',
    {
      ipAddress: address('2001:db8::11', 'foo', { parentRef: 'gateway bar/foo (group g.io)' }),
      services: [service('foo', '2001:db8::11')],
    },
    { op: 'syncIPAddress', name: '2001:db8::11' },
    {
      error: null,
      apiWrites: ['delete ipaddresses'],
      eventsInOrder: [
        'Warning IPAddressNotAllocated IPAddress 2001:db8::11 appears to have been modified, not ' +
          'referencing a Service &ParentReference{Group:g.io,Resource:gateway,Namespace:bar,' +
          'Name:foo,}: cleaning up',
      ],
    },
  ],
  [
    'a create that is refused',
    { services: [service('a', '10.0.1.1')], serviceCIDRs: RANGE, createIPAddressError: 'Conflict' },
    { op: 'syncService', key: 'bar/a' },
    {
      error:
        'Operation cannot be fulfilled on ipaddresses.networking.k8s.io "10.0.1.1": ' +
        'as the case says',
      apiWrites: ['create ipaddresses'],
      stillPresentInLister: [],
    },
  ],
];

describe('repair-ipaddress', () => {
  test.each(ROWS)('%s', (_, given, when, expected) => {
    const item = caseOf({ area: 'repair-ipaddress', profile: '1.33', given, when, expected });
    expect(runConformance(item)).toMatchObject({ result: 'pass' });
  });

  test.each([
    [{ services: [{ namespace: 'a', name: 'b', colour: 'red' }] }, PASS],
    [{ ipAddresses: [address('10.0.1.1', 'a', { created: 'long ago' })] }, PASS],
    [{ ipAddresses: [address('10.0.1.1', 'a', { parentRef: 'nobody' })] }, PASS],
    [{}, { op: 'syncIPAddress', name: '10.0.1.1', twice: true }],
    [{}, { op: 'runTwice' }],
  ])('is not sure about %j', (given, when) => {
    const expected = { apiWrites: [] };
    const item = caseOf({ area: 'repair-ipaddress', profile: '1.33', given, when, expected });
    expect(runConformance(item)).toMatchObject({ result: 'unsupported' });
  });
});
