/**
 * Addresses as IPAddress objects: what the servers of 1.33 make, hand out, take back and repair.
 */
import { describe, expect, it } from 'vitest';
import type { TimelineStep } from '#protocol';
import type { TraceTable } from '#trace';
import { endpointLists, recordsOf, runOf, scenarioOf } from './testing';

const NETWORKING = 'networking.k8s.io/v1';
const MANAGED = {
  'ipaddress.kubernetes.io/ip-family': 'IPv4',
  'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
};

interface Step {
  readonly [field: string]: unknown;
}

const servers = (...ranges: readonly string[]) =>
  ranges.map((range, index) => ({
    name: `kube-apiserver-${'abc'[index]}`,
    flags: [`--advertise-address=10.0.0.${11 + index}`, `--service-cluster-ip-range=${range}`],
  }));

function tableOf(ranges: readonly string[], timeline: readonly Step[], until = '60s') {
  const steps = timeline as unknown as readonly TimelineStep[];
  const apiServers = servers(...ranges).map((server, index) => ({
    ...server,
    startAt: `${index}s`,
  }));
  return runOf(scenarioOf({ kubernetes: '1.33', seed: 5, until, apiServers, timeline: steps }))
    .table;
}

const create = (second: number, name: string, spec: object = {}): Step => ({
  at: `${second}s`,
  create: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default' },
    spec: { ports: [{ port: 80 }], ...spec },
  },
});
const raw = (second: number, name: string, ip: string): Step => {
  const metadata = { name, namespace: 'default', uid: `uid-${name}` };
  const families = { ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' };
  const ports = [{ port: 80, protocol: 'TCP', targetPort: 80 }];
  const spec = { type: 'ClusterIP', clusterIP: ip, clusterIPs: [ip], ...families, ports };
  const value = { kind: 'Service', apiVersion: 'v1', metadata, spec };
  return { at: `${second}s`, put: { key: `/registry/services/specs/default/${name}`, value } };
};

const stored = (table: TraceTable, key: string) =>
  table.archive.history(key).at(-1)?.object as Record<string, never> | undefined;
const addressesOf = (table: TraceTable) =>
  table.archive
    .keys()
    .filter((key) => key.startsWith('/registry/ipaddresses/') && stored(table, key))
    .map((key) => key.split('/').at(-1) as string);
const parentOf = (table: TraceTable, ip: string) =>
  (stored(table, `/registry/ipaddresses/${ip}`) as unknown as { spec: { parentRef: object } })?.spec
    .parentRef;
const ipOf = (table: TraceTable, name: string) =>
  (
    stored(table, `/registry/services/specs/default/${name}`) as unknown as {
      spec: { clusterIP: string };
    }
  )?.spec.clusterIP;
const told = (table: TraceTable) =>
  recordsOf(table, 'event').map(({ reason, message }) => `${reason}: ${message}`);
const logged = (table: TraceTable) => recordsOf(table, 'log').map(({ message }) => message);

const THREE = ['10.96.0.0/24', '10.96.0.0/24', '10.96.0.0/24'];

describe('three servers', () => {
  const table = tableOf(THREE, [
    create(20, 'drawn'),
    create(21, 'named', { clusterIP: '10.96.0.9' }),
    create(22, 'taken', { clusterIP: '10.96.0.9' }),
    create(23, 'outside', { clusterIP: '10.97.0.9' }),
    create(24, 'gone', { clusterIP: '10.96.0.11' }),
    { at: '26s', delete: { kind: 'Service', namespace: 'default', name: 'gone' } },
  ]);

  it('make one default ServiceCIDR, and are published', () => {
    const range = stored(table, '/registry/servicecidrs/kubernetes');
    expect(range).toMatchObject({
      apiVersion: NETWORKING,
      spec: { cidrs: ['10.96.0.0/24'] },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    });
    expect(table.archive.history('/registry/servicecidrs/kubernetes')).toHaveLength(2);
    const [last] = endpointLists(table).slice(-1);
    expect(last.ips).toEqual(['10.0.0.11', '10.0.0.12', '10.0.0.13']);
  });

  it('keep each address as an object of its Service', () => {
    const drawn = ipOf(table, 'drawn');
    expect(addressesOf(table).sort()).toEqual(['10.96.0.1', drawn, '10.96.0.9'].sort());
    expect(stored(table, `/registry/ipaddresses/${drawn}`)).toMatchObject({
      apiVersion: NETWORKING,
      metadata: { name: drawn, labels: MANAGED },
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 'drawn' } },
    });
    // The first sixteen are kept for those who name one.
    expect(Number(drawn.split('.')[3])).toBeGreaterThan(16);
  });

  it('refuse what is taken, and what no ServiceCIDR has', () => {
    const why = (name: string, ip: string, text: string) =>
      `The Service "${name}" is invalid: spec.clusterIPs: Invalid ` +
      `value: []string{"${ip}"}: failed to allocate IP ${ip}: ${text}`;
    expect(logged(table)).toEqual(
      expect.arrayContaining([
        why('taken', '10.96.0.9', 'provided IP is already allocated'),
        why('outside', '10.97.0.9', 'the provided network does not match the current range'),
      ]),
    );
  });

  it('write the bitmap too', () => {
    const bits = (range?: { readonly data: string }) =>
      [...atob(range?.data ?? '')].map((byte) => byte.charCodeAt(0).toString(2)).join('');
    const range = stored(table, '/registry/ranges/serviceips') as never;
    expect(bits(range).replaceAll('0', '')).toHaveLength(3);
  });
});

describe('the repair', () => {
  const young = `/registry/ipaddresses/10.96.0.40`;
  const leak = {
    kind: 'IPAddress',
    apiVersion: NETWORKING,
    metadata: { name: '10.96.0.40', labels: MANAGED, creationTimestamp: '2023-04-11T00:00:30Z' },
    spec: { parentRef: { resource: 'services', namespace: 'default', name: 'never' } },
  };
  const gateway = {
    ...leak,
    metadata: { ...leak.metadata, name: '10.96.0.9' },
    spec: { parentRef: { group: 'g.io', resource: 'gateways', name: 'g' } },
  };
  const table = tableOf(
    THREE,
    [
      create(20, 'a', { clusterIP: '10.96.0.9' }),
      raw(30, 'clash', '10.96.0.9'),
      raw(31, 'lost', '10.96.0.20'),
      raw(32, 'far', '10.97.0.9'),
      { at: '30s', put: { key: young, value: leak } },
      { at: '200s', put: { key: '/registry/ipaddresses/10.96.0.9', value: gateway } },
      { at: '230s', drop: { key: '/registry/services/specs/default/lost' } },
      { at: '300s', restart: 'kube-apiserver-a' },
    ],
    '420s',
  );

  it('tells of each fault', () => {
    const reasons = told(table);
    for (const message of [
      'ClusterIPAlreadyAllocated: Cluster IP [IPv4]:10.96.0.9 was assigned to multiple services; ' +
        'please recreate service',
      'ClusterIPNotAllocated: Cluster IP [IPv4]: 10.96.0.20 is not allocated; repairing',
      'ClusterIPOutOfRange: Cluster IP [IPv4]: 10.97.0.9 is not within any configured Service ' +
        'CIDR; please recreate service',
      'IPAddressNotAllocated: IPAddress: 10.96.0.40 for Service default/never appears to have ' +
        'leaked: cleaning up',
      'IPAddressNotAllocated: IPAddress: 10.96.0.20 for Service default/lost appears to have ' +
        'leaked: cleaning up',
      'IPAddressNotAllocated: IPAddress 10.96.0.9 appears to have been modified, not referencing ' +
        'a Service &ParentReference{Group:g.io,Resource:gateways,Namespace:,Name:g,}: cleaning up',
    ]) {
      expect(reasons).toContain(message);
    }
  });

  it('mends what it can, and leaves an address without a Service alone for 60 s', () => {
    expect(addressesOf(table).sort()).toEqual(['10.96.0.1', '10.96.0.9']);
    expect(['a', 'clash']).toContain((parentOf(table, '10.96.0.9') as { name: string }).name);
    const [made, gone] = table.archive.history(young).map(({ seq }) => table.timeOf(seq));
    expect(gone - made).toBeGreaterThanOrEqual(60_000_000);
    expect(gone - made).toBeLessThan(62_000_000);
  });

  it('tells a clash again every three minutes, and after a restart', () => {
    const clashes = recordsOf(table, 'decision').filter(
      ({ name, outcome }) => name === 'syncService' && outcome.startsWith('already-allocated'),
    );
    const at = clashes.map(({ t }) => Math.floor(t / 1_000_000));
    expect(at).toContain(30);
    expect(at.some((second) => second > 180 && second < 190)).toBe(true);
    const again = clashes.filter(({ actor, t }) => actor.includes('-a/') && t > 300_000_000);
    expect(again.length).toBeGreaterThan(0);
  });
});

describe('several ServiceCIDRs', () => {
  const more = {
    apiVersion: NETWORKING,
    kind: 'ServiceCIDR',
    metadata: { name: 'more' },
    spec: { cidrs: ['10.97.0.0/28'] },
  };
  const names = Array.from({ length: 14 }, (_, index) => `s${index}`);
  const table = tableOf(
    ['10.96.0.0/28'],
    [
      ...names.map((name, index) => create(20 + index, name)),
      { at: '40s', create: more },
      create(42, 'next'),
      create(43, 'named', { clusterIP: '10.97.0.1' }),
    ],
  );

  it('are handed out of when the first one is full', () => {
    expect(logged(table)).toContain(
      'Error from server (InternalError): error when creating "STDIN": Internal error occurred: ' +
        'failed to allocate a serviceIP: range is full',
    );
    expect(ipOf(table, 's12')).toMatch(/^10\.96\.0\./);
    expect(ipOf(table, 's13')).toBeUndefined();
    expect(ipOf(table, 'next')).toMatch(/^10\.97\.0\./);
    expect([ipOf(table, 'named'), addressesOf(table).length]).toEqual(['10.97.0.1', 16]);
  });
});

describe('1.32, by gate', () => {
  const GATE = '--feature-gates=MultiCIDRServiceAllocator=true';
  const withFlags = (...flags: readonly string[]) => {
    const [server] = servers('10.96.0.0/24');
    const apiServers = [{ ...server, flags: [...server.flags, ...flags] }];
    return runOf(scenarioOf({ kubernetes: '1.32', seed: 5, until: '80s', apiServers })).table;
  };

  it('keeps bitmaps without it', () => {
    const table = withFlags();
    expect([ipOf(table, 'kubernetes'), addressesOf(table)]).toEqual(['10.96.0.1', []]);
  });

  it('keeps objects when v1beta1 is switched on too', () => {
    const table = withFlags(GATE, '--runtime-config=networking.k8s.io/v1beta1=true');
    expect([ipOf(table, 'kubernetes'), addressesOf(table)]).toEqual(['10.96.0.1', ['10.96.0.1']]);
  });

  it('does not come up when it is not, and ends after a minute', () => {
    const table = withFlags(GATE);
    expect(ipOf(table, 'kubernetes')).toBeUndefined();
    const text = 'unable to perform initial IP and Port allocation check';
    expect(logged(table).some((message) => message.includes(text))).toBe(true);
    expect(recordsOf(table, 'process').map(({ phase }) => phase)).toContain('exited');
  });
});

describe('a flag unlike the default ServiceCIDR', () => {
  it('is told once by the server that has it', () => {
    const table = tableOf(['10.96.0.0/24', '10.97.0.0/24'], [], '40s');
    const message =
      'KubernetesDefaultServiceCIDRInconsistent: The default ServiceCIDR [10.96.0.0/24] does not ' +
      'match the controller flag configurations [10.97.0.0/24]';
    expect(told(table).filter((each) => each === message)).toHaveLength(1);
  });

  it('adds a second family', () => {
    const table = tableOf(['10.96.0.0/24', '10.96.0.0/24,fd00::/112'], [], '40s');
    const { spec } = stored(table, '/registry/servicecidrs/kubernetes') as never as {
      spec: { cidrs: string[] };
    };
    expect(spec.cidrs).toEqual(['10.96.0.0/24', 'fd00::/112']);
  });

  /** As in the library's scenario of the name, in which 1.27 warns of the Service that is left. */
  it('leaves no Service outside when the range is narrowed', () => {
    const timeline = [
      create(20, 'far', { clusterIP: '10.103.0.7' }),
      { at: '30s', terminate: 'kube-apiserver-a' },
      { ...create(60, 'new', { clusterIP: '10.96.0.40' }), server: 'kube-apiserver-b' },
    ] as unknown as readonly TimelineStep[];
    const [before] = servers('10.96.0.0/12');
    const [, after] = servers('', '10.96.0.0/16');
    const apiServers = [before, { ...after, startAt: '40s' }];
    const spec = { kubernetes: '1.33' as const, seed: 6, until: '300s', apiServers, timeline };
    const { table } = runOf(scenarioOf(spec));
    expect([ipOf(table, 'far'), addressesOf(table)]).toEqual([
      '10.103.0.7',
      expect.arrayContaining(['10.103.0.7']),
    ]);
    const reasons = recordsOf(table, 'event').map(({ reason }) => reason);
    expect(reasons).toContain('KubernetesDefaultServiceCIDRInconsistent');
    expect(reasons).not.toContain('ClusterIPOutOfRange');
    // The bitmap that is written too is still the wider one.
    const refused = 'failed to allocate IP 10.96.0.40: the provided range does not match';
    expect(logged(table).some((message) => message.includes(refused))).toBe(true);
  });
});
