/** What the controllers of a controller manager do in a whole cluster. */
import { describe, expect, it } from 'vitest';
import type { Profile } from '#kube';
import { MANAGER, managerRun } from './manager-testing';
import type { Run } from './run';
import { recordsOf } from './testing';

function play(timeline: readonly object[], flags: readonly string[] = [], until = '60s'): Run {
  return playAs('1.27', timeline, until, flags);
}

function playAs(
  kubernetes: Profile,
  timeline: readonly object[],
  until: string,
  flags: readonly string[] = [],
): Run {
  const run = managerRun({ kubernetes, timeline, until, flags });
  run.advance();
  return run;
}

const logsOf = ({ table }: Run, actor: string): readonly string[] =>
  recordsOf(table, 'log')
    .filter((log) => log.actor === `${MANAGER}/${actor}`)
    .map(({ message }) => message);

const storedAt = ({ table }: Run, key: string) => table.archive.history(`/registry/${key}`);

const team = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } };

describe('the controller of namespaces', () => {
  const config = (name: string, more: object) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'team', ...more },
  });
  const timeline = (finalizers: readonly string[]) => [
    { at: '20s', create: team },
    { at: '22s', create: config('plain', {}) },
    { at: '22s', create: config('held', finalizers.length > 0 ? { finalizers } : {}) },
    { at: '30s', delete: { kind: 'Namespace', name: 'team' } },
  ];

  it('empties a namespace 5 s after it was deleted, and lets go of it', () => {
    const run = play(timeline([]));
    for (const key of [
      'namespaces/team',
      'configmaps/team/plain',
      'serviceaccounts/team/default',
    ]) {
      const told = storedAt(run, key);
      expect(told.at(-1)?.object ?? null, key).toBeNull();
      expect(run.table.timeOf(told.at(-1)?.seq ?? 0)).toBeGreaterThan(35_000_000);
      expect(run.table.timeOf(told.at(-1)?.seq ?? 0)).toBeLessThan(37_000_000);
    }
    expect(logsOf(run, 'namespace')).toContain('"Namespace has been deleted" namespace="team"');
  });

  describe('where an APIService has no backend', () => {
    const metrics = (name: string) => ({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name },
      spec: {
        group: 'metrics.k8s.io',
        version: 'v1beta1',
        service: { namespace: 'kube-system', name: 'metrics-server' },
        groupPriorityMinimum: 100,
        versionPriority: 100,
      },
    });
    const name = 'v1beta1.metrics.k8s.io';
    const unable = 'the server is currently unable to handle the request';
    const dead = [
      ...timeline([]).slice(0, 2),
      { at: '25s', create: metrics(name) },
      { at: '27s', kubectl: 'get apiservices v1beta1.metrics.k8s.io' },
      { at: '28s', kubectl: 'get --raw /apis/metrics.k8s.io/v1beta1/nodes' },
      { at: '30s', delete: { kind: 'Namespace', name: 'team' } },
      { at: '60s', delete: { kind: 'APIService', name } },
    ];

    it.each([
      ['1.27', 'stale GroupVersion discovery: metrics.k8s.io/v1beta1'],
      ['1.25', unable],
    ] as const)('%s: everything in it goes, and it stays until that is gone', (kubernetes, why) => {
      const run = playAs(kubernetes, dead, '90s');
      const stored = storedAt(run, `apiregistration.k8s.io/apiservices/${name}`);
      expect(stored.at(-2)?.object).toMatchObject({
        status: {
          conditions: [
            {
              type: 'Available',
              status: 'False',
              reason: 'ServiceNotFound',
              message: 'service/metrics-server in "kube-system" is not present',
            },
          ],
        },
      });
      const said = recordsOf(run.table, 'log').filter(({ actor }) => actor === 'kubectl');
      expect(said.map(({ message }) => message).slice(3, 5)).toEqual([
        expect.stringMatching(/kube-system\/metrics-server +False \(ServiceNotFound\)/),
        `Error from server (ServiceUnavailable): ${unable}`,
      ]);
      const told = storedAt(run, 'namespaces/team');
      const all = 'unable to retrieve the complete list of server APIs';
      const whole = `${all}: metrics.k8s.io/v1beta1: ${why}`;
      expect(told.at(-3)?.object).toMatchObject({
        spec: { finalizers: ['kubernetes'] },
        status: {
          phase: 'Terminating',
          conditions: [
            {
              type: 'NamespaceDeletionDiscoveryFailure',
              status: 'True',
              reason: 'DiscoveryFailed',
              message: `Discovery failed for some groups, 1 failing: ${whole}`,
            },
            { status: 'False' },
            { status: 'False' },
            { status: 'False', reason: 'ContentRemoved' },
            { status: 'False' },
          ],
        },
      });
      expect(logsOf(run, 'namespace')).toContain(`deletion of namespace team failed: ${whole}`);
      expect(told.at(-1)?.object ?? null).toBeNull();
      expect(run.table.timeOf(told.at(-1)?.seq ?? 0)).toBeGreaterThan(60_000_000);
    });
  });

  it('says whose finalizer is left, and looks again every 8 s', () => {
    const run = play(timeline(['example.com/hold']), [], '80s');
    const { object } = storedAt(run, 'namespaces/team').at(-1) ?? {};
    const { status } = object as unknown as {
      readonly status: { readonly phase: string; readonly conditions: readonly object[] };
    };
    expect(status.phase).toBe('Terminating');
    expect(status.conditions.slice(3)).toMatchObject([
      {
        type: 'NamespaceContentRemaining',
        status: 'True',
        reason: 'SomeResourcesRemain',
        message: 'Some resources are remaining: configmaps. has 1 resource instances',
      },
      {
        type: 'NamespaceFinalizersRemaining',
        status: 'True',
        reason: 'SomeFinalizersRemain',
        message:
          'Some content in the namespace has finalizers remaining: ' +
          'example.com/hold in 1 resource instances',
      },
    ]);
    const waits = recordsOf(run.table, 'queue')
      .filter(({ controller, op }) => controller === 'namespace' && op === 'wait')
      .map(({ delay }) => delay);
    expect(waits.filter((wait) => wait === 8_000_000).length).toBeGreaterThan(3);
  });
});

describe('the controller of service accounts', () => {
  it('makes `default` in each namespace, and again when it was deleted', () => {
    const run = play([
      { at: '20s', create: team },
      {
        at: '30s',
        delete: { apiVersion: 'v1', kind: 'ServiceAccount', namespace: 'team', name: 'default' },
      },
    ]);
    for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) {
      expect(storedAt(run, `serviceaccounts/${name}/default`)).toHaveLength(1);
    }
    const told = storedAt(run, 'serviceaccounts/team/default');
    expect(told.map(({ object }) => Boolean(object))).toEqual([true, false, true]);
    expect(logsOf(run, 'serviceaccount')).toEqual(['Starting service account controller']);
  });

  it('asks as its own account when it is told to, and does nothing where nothing changes', () => {
    const run = play([], ['--use-service-account-credentials']);
    const asked = recordsOf(run.table, 'request').filter(({ userAgent }) =>
      userAgent.endsWith('/service-account-controller'),
    );
    const made = asked.filter(({ name }) => name === 'default');
    const users = new Set(made.map(({ user }) => user));
    expect(users).toContain('system:serviceaccount:kube-system:service-account-controller');
    const last = recordsOf(run.table, 'queue').at(-1);
    expect(last?.t).toBeLessThan(30_000_000);
  });
});

describe('the controller that mirrors Endpoints', () => {
  const service = (name: string, spec: object) => ({
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'default' } },
    spec: { ports: [{ port: 80 }], ...spec },
  });
  const endpoints = (name: string) => ({
    ...{ apiVersion: 'v1', kind: 'Endpoints', metadata: { name, namespace: 'default' } },
    subsets: [{ addresses: [{ ip: '10.1.0.1' }, { ip: '10.1.0.2' }], ports: [{ port: 80 }] }],
  });
  const slicesOf = ({ table }: Run, name: string): readonly string[] =>
    recordsOf(table, 'etcd')
      .filter(({ key }) => key.startsWith(`/registry/endpointslices/default/${name}-`))
      .map(({ op }) => op);
  const decided = ({ table }: Run, of: string): readonly string[] =>
    recordsOf(table, 'decision')
      .filter(({ name, saw }) => name === 'mirror' && (saw as { key: string }).key === of)
      .map(({ outcome, reason }) => `${outcome} ${reason}`);

  it('mirrors those of Services without a selector, no more than it is told, and says so', () => {
    const run = play(
      [
        { at: '20s', create: service('plain', {}) },
        { at: '21s', create: endpoints('plain') },
        { at: '22s', create: service('chosen', { selector: { app: 'x' } }) },
        { at: '23s', create: endpoints('chosen') },
        {
          at: '40s',
          patch: {
            ...{ kind: 'Service', namespace: 'default', name: 'plain', type: 'merge' },
            patch: { spec: { selector: { app: 'y' } } },
          },
        },
      ],
      ['--mirroring-max-endpoints-per-subset=1'],
    );
    expect(slicesOf(run, 'plain')).toEqual(['put', 'delete']);
    expect(slicesOf(run, 'chosen')).toEqual([]);
    expect(decided(run, 'default/plain')).toEqual([
      'none EndpointsNotFound',
      'write SlicesDiffer',
      'none SlicesMatch',
      'remove ServiceHasSelector',
    ]);
    expect(decided(run, 'default/chosen')).toEqual(['none ServiceHasSelector']);
    // Once a sync; the second one only counts.
    const told = recordsOf(run.table, 'event').filter(
      ({ reportingController }) => reportingController === 'endpoint-slice-mirroring-controller',
    );
    const words =
      'A max of 1 addresses can be mirrored to EndpointSlices per Endpoints subset. ' +
      '1 addresses were skipped';
    expect(told.map(({ reason, message, count }) => [reason, message, count])).toEqual([
      ['TooManyAddressesToMirror', words, 1],
      ['TooManyAddressesToMirror', words, 2],
    ]);
  });

  it('refuses limits that are out of range', () => {
    const flags = [
      '--mirroring-max-endpoints-per-subset=1001',
      '--mirroring-concurrent-service-endpoint-syncs=0',
    ];
    const run = play([], flags, '10s');
    expect(logsOf(run, 'controller-manager')[0]).toContain(
      '[mirroring-concurrent-service-endpoint-syncs must be between 1 and 50, but got 0, ' +
        'mirroring-max-endpoints-per-subset must be between 1 and 1000, but got 1001]',
    );
  });

  it.each([-1, 65_536])('refuses %d as its port', (port) => {
    const run = play([], [`--secure-port=${port}`], '10s');
    expect(logsOf(run, 'controller-manager')[0]).toContain(
      `--secure-port ${port} must be between 0 and 65535, inclusive. 0 for turning off secure port`,
    );
  });
});
