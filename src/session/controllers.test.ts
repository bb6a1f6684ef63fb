/** What the controllers of a controller manager do in a whole cluster. */
import { describe, expect, it } from 'vitest';
import type { Run } from './run';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const NAME = 'kube-controller-manager-a';

function play(timeline: readonly object[], flags: readonly string[] = [], until = '60s'): Run {
  return runOf(
    scenarioOf({
      ...{ seed: 5, until, kubernetes: '1.27', apiServers: apiServers(1), startDelay: '500ms' },
      controllerManagers: [{ name: NAME, startAt: '5s', flags: [...flags] }],
      timeline: timeline as never[],
    }),
  );
}

const logsOf = ({ table }: Run, actor: string): readonly string[] =>
  recordsOf(table, 'log')
    .filter((log) => log.actor === `${NAME}/${actor}`)
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
      .filter(({ controller, op }) => controller === 'namespace' && op === 'requeue')
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
});
