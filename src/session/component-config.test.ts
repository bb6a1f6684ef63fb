/** The field `config` of a component, and the file of a scheduler's --config. */
import { describe, expect, it } from 'vitest';
import { asTime, NO_DURATION, seconds } from '#base';
import { runProcedure } from '#kernel';
import { errorText, RpcRestClient } from '#kube';
import type { ComponentSpec } from '#protocol';
import { compileScenario, Run } from './index';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

type List = 'controllerManagers' | 'schedulers';
type Entry = Partial<ComponentSpec>;

const scenarioWith = (list: List, entry: Entry, kubernetes = '1.27') =>
  scenarioOf({
    ...{ seed: 5, until: '12s', apiServers: apiServers(1), startDelay: '500ms', kubernetes },
    [list]: [{ name: 'p', startAt: '5s', ...entry }],
  });

const REST = { userAgent: 'curl', server: 'p' };

interface Election {
  readonly LeaseDuration: string;
  readonly RenewDeadline: string;
}
type Sections = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What /configz of a controller manager shows. */
function configzOf(entry: Entry, kubernetes?: string): Sections {
  const knows = '--authentication-kubeconfig=/etc/kubernetes/controller-manager.conf';
  const known = { ...entry, flags: [...(entry.flags ?? []), knows] };
  const compiled = compileScenario(scenarioWith('controllerManagers', known, kubernetes));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const run = new Run(compiled.value);
  const { network, sim } = run.cluster;
  const startDelay = { min: NO_DURATION, max: NO_DURATION };
  const curl = network.addProcess({ name: 'curl', startDelay, boot: () => ({}) });
  let body = '';
  sim.planStep(asTime(seconds(9)), () => curl.start());
  sim.planStep(asTime(seconds(10)), () => {
    const user = 'kubernetes-admin';
    const client = new RpcRestClient({ process: curl, actor: 'curl', user, ...REST });
    runProcedure(client.raw('/configz'), (answer) => {
      body = answer.ok ? answer.object : errorText(answer);
    });
  });
  run.advance();
  return JSON.parse(body)['kubecontrollermanager.config.k8s.io'];
}

function faultsOf(list: List, config: object, entry: Entry = {}, kubernetes?: string) {
  const given = { ...entry, config: config as Record<string, unknown> };
  const compiled = compileScenario(scenarioWith(list, given, kubernetes));
  return compiled.ok ? [] : compiled.faults.map(({ path, reason }) => `${path}: ${reason}`);
}

describe('the config of a controller manager', () => {
  it('gives the values of flags that are not given, whatever the case of its names', () => {
    const config = {
      apiVersion: 'kubecontrollermanager.config.k8s.io/v1alpha1',
      Generic: {
        LeaderElection: { leaseDuration: '60s', renewDeadline: '30s' },
        Controllers: ['*', '-ttl'],
      },
      jobController: { concurrentJobSyncs: 7 },
      NodeIPAMController: { ServiceCIDR: '10.96.0.0/12,fd00::/108' },
    };
    const flags = ['--leader-elect-renew-deadline=20s', '--concurrent-gc-syncs=3'];
    const shown = configzOf({ config, flags });
    const { LeaseDuration, RenewDeadline } = shown.Generic.LeaderElection as Election;
    expect([LeaseDuration, RenewDeadline]).toEqual(['1m0s', '20s']);
    expect(shown.Generic.Controllers).toEqual(['*', '-ttl']);
    expect(shown.JobController).toEqual({ ConcurrentJobSyncs: 7 });
    expect(shown.NodeIPAMController).toMatchObject({
      ...{ ServiceCIDR: '10.96.0.0/12', SecondaryServiceCIDR: 'fd00::/108' },
    });
    expect(shown.GarbageCollectorController).toMatchObject({
      ...{ ConcurrentGCSyncs: 3, EnableGarbageCollector: true },
    });
    expect(shown.HPAController).toMatchObject({ HorizontalPodAutoscalerSyncPeriod: '15s' });
    expect(shown.SAController.RootCAFile).toBe('');
  });

  it('has the sections and defaults of each version', () => {
    const [oldest, newest] = [configzOf({}, '1.25'), configzOf({}, '1.33')];
    expect(Object.keys(oldest).slice(0, 3)).toEqual([
      ...['Generic', 'KubeCloudShared', 'AttachDetachController'],
    ]);
    expect(oldest.NodeLifecycleController).toMatchObject({
      ...{ NodeMonitorGracePeriod: '40s', PodEvictionTimeout: '5m0s' },
    });
    expect(newest.NodeLifecycleController).toMatchObject({ NodeMonitorGracePeriod: '50s' });
    expect(newest.NodeLifecycleController).not.toHaveProperty('PodEvictionTimeout');
    expect(newest.LegacySATokenCleaner).toEqual({ CleanUpPeriod: '8760h0m0s' });
    expect(oldest).not.toHaveProperty('LegacySATokenCleaner');
    const workers = ['--concurrent-validating-admission-policy-status-syncs=7'];
    const policies = configzOf({ flags: workers }, '1.28');
    expect(policies.ValidatingAdmissionPolicyStatusController).toEqual({
      ConcurrentPolicySyncs: 7,
    });
  });

  it('acts: the election is that of the fields', () => {
    const config = { Generic: { LeaderElection: { ResourceName: 'mine', LeaderElect: true } } };
    const { table } = runOf(scenarioWith('controllerManagers', { config }));
    expect(table.archive.history('/registry/leases/kube-system/mine').length).toBeGreaterThan(0);
  });

  it('says which controllers migrate', () => {
    const LeaderMigration = {
      ...{ LeaderName: 'm', ResourceLock: 'leases' },
      ControllerLeaders: [{ Name: 'ttl', Component: '*' }],
    };
    const shown = configzOf({
      config: { Generic: { LeaderMigrationEnabled: true, LeaderMigration } },
    });
    expect(shown.Generic).toMatchObject({ LeaderMigrationEnabled: true, LeaderMigration });
    const empty = { ...LeaderMigration, LeaderName: '' };
    const config = { Generic: { LeaderMigrationEnabled: true, LeaderMigration: empty } };
    const { table } = runOf(scenarioWith('controllerManagers', { config }));
    const told = recordsOf(table, 'log').map(({ message }) => message);
    expect(told.join('\n')).toContain('leaderName must be set');
    const exits = recordsOf(table, 'process').filter(({ phase }) => phase === 'exited');
    expect(exits).toMatchObject([{ name: 'p', exitCode: 1 }]);
  });

  it('counts beside a file of leader migration that nobody has', () => {
    const LeaderMigration = { LeaderName: 'own', ResourceLock: 'leases' };
    const flags = ['--leader-migration-config=/x'];
    const config = { Generic: { LeaderMigrationEnabled: true, LeaderMigration } };
    const { table } = runOf(scenarioWith('controllerManagers', { config, flags }));
    const history = table.archive.history('/registry/leases/kube-system/own');
    expect(history).not.toEqual([]);
  });

  const at = 'spec.controllerManagers[0].config.';
  it.each([
    [{ Genric: {} }, `${at}Genric: unknown field "Genric"; there are Generic, KubeCloudShared, `],
    [{ Generic: { LeaderElection: { Lease: 1 } } }, `${at}Generic.LeaderElection.Lease: unknown`],
    [
      { Generic: { ClientConnection: { qps: 'a' } } },
      'ClientConnection.qps: expected a number, fo',
    ],
    [{ Generic: { MinResyncPeriod: 5 } }, 'expected a Go duration such as "15s", found 5'],
    [{ Generic: { MinResyncPeriod: '5' } }, 'time: missing unit in duration "5"'],
    [{ Generic: 3 }, `${at}Generic: expected a mapping, found 3`],
    [{ Generic: {}, generic: {} }, `${at}generic: is given twice`],
    [{ PodGCController: { TerminatedPodGCThreshold: 1.5 } }, 'expected a whole number, found 1.5'],
    [{ LegacySATokenCleaner: {} }, 'a field since 1.28; this process is of 1.27'],
    [{ NodeLifecycleController: { PodEvictionTimeout: '1m' } }, 'a field until 1.26; this process'],
    [
      { apiVersion: 'v1' },
      `${at}apiVersion: expected "kubecontrollermanager.config.k8s.io/v1alpha1"`,
    ],
    [
      { 'Generic.LeaderElection.ResourceName': 'x' },
      `${at}Generic.LeaderElection.ResourceName: unknown field "Generic.LeaderElection.Resourc`,
    ],
    [
      { Generic: { LeaderMigration: { ControllerLeaders: [{ Nam: 'ttl' }] } } },
      'LeaderMigration.ControllerLeaders[0].Nam: unknown field "Nam"; there are Name, Component',
    ],
    [
      { Generic: { LeaderMigration: { ControllerLeaders: [{ name: 3 }] } } },
      'LeaderMigration.ControllerLeaders[0].name: expected a text, found 3',
    ],
    [
      { GarbageCollectorController: { GCIgnoredResources: [{ foo: 1 }] } },
      'GCIgnoredResources[0].foo: unknown field "foo"; there are Group, Resource',
    ],
    [{ kind: 'Pod' }, `${at}kind: expected "KubeControllerManagerConfiguration", found "Pod"`],
  ])('is refused: %j', (config, words) => {
    expect(faultsOf('controllerManagers', config).join('\n')).toContain(words);
  });

  it('has no place in the older start', () => {
    expect(faultsOf('controllerManagers', {}, { start: 'pre-1.12' })).toEqual([
      'spec.controllerManagers[0].config: has no place beside start: pre-1.12; give flags',
    ]);
  });
});

const HEAD = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n';
const PATH = '/etc/kubernetes/scheduler.yaml';

function playScheduler(entry: Entry) {
  const { table } = runOf(scenarioWith('schedulers', entry));
  const logs = recordsOf(table, 'log').filter(({ actor }) => actor.startsWith('p/'));
  const exits = recordsOf(table, 'process').filter(({ phase }) => phase === 'exited');
  const lease = (name: string) => table.archive.history(`/registry/leases/kube-system/${name}`);
  return { table, exits, lease, last: logs.at(-1)?.message ?? '' };
}

describe('the configuration of a scheduler', () => {
  it('is read from the file of --config; flags of the election win over it', () => {
    const files = { [PATH]: `${HEAD}leaderElection: {resourceName: a, leaseDuration: 40s}` };
    const flags = [`--config=${PATH}`];
    const { lease } = playScheduler({ files, flags });
    expect(lease('a')[0].object).toMatchObject({ spec: { leaseDurationSeconds: 40 } });
    const { lease: other } = playScheduler({
      ...{ files, flags: [...flags, '--leader-elect-resource-name=b'] },
    });
    expect(other('b')[0].object).toMatchObject({ spec: { leaseDurationSeconds: 40 } });
  });

  it('may be a field of the process, and names the source of Events', () => {
    const config = {
      leaderElection: { resourceName: 'a' },
      profiles: [{ schedulerName: 'mine' }],
    };
    const { lease, table } = playScheduler({ config });
    expect(lease('a').length).toBeGreaterThan(0);
    const events = recordsOf(table, 'request').filter(({ resource, client }) => {
      return resource === 'events' && client === 'p';
    });
    expect(events.length).toBeGreaterThan(0);
  });

  it('fills the caches of a leader only, with delayCacheUntilActive', () => {
    const lists = (config: Record<string, unknown>) => {
      const { table } = runOf(scenarioWith('schedulers', { config }, '1.28'));
      const asked = recordsOf(table, 'request').filter(({ client }) => client === 'p');
      return asked.findIndex(({ verb, resource }) => verb === 'list' && resource === 'nodes');
    };
    const later = lists({ delayCacheUntilActive: true });
    expect(later).toBeGreaterThan(lists({}));
  });

  it.each([
    [
      'parallelism: a',
      'string into Go struct field KubeSchedulerConfiguration.parallelism of type i',
    ],
    [
      'parallelism: 1\nfoo: 1\nparallelism: 2',
      'err="strict decoding error: yaml: unmarshal errors:\\n  line 5: key \\"parallelism\\" ' +
        'already set in map, unknown field \\"foo\\""',
    ],
    ['foo: 1\nbar: 2', 'strict decoding error: unknown field \\"foo\\", unknown field'],
    ['leaderElection: {leaderElect: 1}', 'LeaderElectionConfiguration.leaderElection.leaderElect'],
    ['leaderElection: {leaseDuration: 1}', 'json: cannot unmarshal number into Go value of type s'],
    [
      'leaderElection: {leaseDuration: 5s}\nparallelism: 0',
      'err="[leaderElection.leaseDuration: Invalid value: 10s: LeaseDuration must be greater ' +
        'than RenewDeadline, parallelism: Invalid value: 0: should be an integer value greater ',
    ],
    ['parallelism: 1.5', 'cannot unmarshal number 1.5 into Go struct field KubeSchedulerConfigu'],
    ['parallelism: 3000000000', 'cannot unmarshal number 3000000000 into Go struct field Kube'],
    ['leaderElection: 3', 'leaderElection of type v1alpha1.LeaderElectionConfiguration'],
    ['profiles: 3', 'field KubeSchedulerConfiguration.profiles of type []v1.KubeSchedulerProfile'],
    ['profiles: [3]', 'field KubeSchedulerConfiguration.profiles of type v1.KubeSchedulerProfil'],
    [
      'profiles: [{schedulerName: 3}]',
      'json: cannot unmarshal number into Go struct field KubeSchedulerProfile.profiles.' +
        'schedulerName of type string',
    ],
    ['profiles: [{foo: 3}]', 'strict decoding error: unknown field \\"profiles[0].foo\\"'],
    ['leaderElection.resourceName: x', 'unknown field \\"leaderElection.resourceName\\"'],
    [
      'profiles: [{schedulerName: a}, {schedulerName: a, percentageOfNodesToScore: 500}]',
      '[profiles[1].percentageOfNodesToScore: Invalid value: 500: not in valid range [0-100], ' +
        'profiles[1].schedulerName: Duplicate value: profiles[0].schedulerName]',
    ],
    [
      'leaderElection: {resourceLock: endpointsleases}',
      'err="leaderElection.resourceLock: Invalid value: \\"endpointsleases\\": resourceLock ' +
        'value must be \\"leases\\""',
    ],
    [
      'profiles: [{plugins: {filter: {enabled: [{name: Foo}]}}}]',
      'err="initializing profiles: creating profile for scheduler name default-scheduler: ' +
        'FilterPlugin \\"Foo\\" does not exist"',
    ],
    [
      'profiles: [{schedulerName: b, plugins: {multiPoint: {enabled: [{name: SchedulingGates}, ' +
        '{name: Foo}]}, preFilter: {disabled: [{name: "*"}]}}}]',
      'profile for scheduler name b: FilterPlugin \\"Foo\\" does not exist"',
    ],
    [
      'profiles: [{plugins: {score: {enabled: [{name: NodeAffinity}, {name: NodeAffinity}]}}}]',
      'plugin \\"NodeAffinity\\" already registered as \\"ScorePlugin\\""',
    ],
    [
      'profiles: [{plugins: {multiPoint: {enabled: [{name: NodePorts}, {name: NodePorts}]}}}]',
      'plugin \\"NodePorts\\" already registered as \\"PreFilterPlugin\\""',
    ],
    [
      'profiles: [{plugins: {score: {enabled: [{name: NodeName}]}}}]',
      'plugin \\"NodeName\\" does not extend ScorePlugin plugin"',
    ],
    [
      'profiles: [{plugins: {queueSort: {disabled: [{name: "*"}]}}}]',
      'only one queue sort plugin required for profile with scheduler name ' +
        '\\"default-scheduler\\", but got 0"',
    ],
    [
      'profiles: [{plugins: {multiPoint: {disabled: [{name: DefaultBinder}]}}}]',
      'at least one bind plugin is needed for profile with scheduler name ' +
        '\\"default-scheduler\\""',
    ],
    [
      'profiles: [{schedulerName: a}, {schedulerName: b, plugins: {queueSort: {disabled: ' +
        '[{name: "*"}]}}}]',
      'profiles[1].plugins.queueSort: Invalid value: config.PluginSet{Enabled:' +
        '[]config.Plugin(nil), Disabled:[]config.Plugin{config.Plugin{Name:\\"*\\", Weight:0}}}: ' +
        'must be the same for all profiles',
    ],
    [
      'profiles: [{plugins: {sort: {}}}]',
      'strict decoding error: unknown field \\"profiles[0].plugins.sort\\"',
    ],
    [
      'profiles: [{pluginConfig: [{name: DefaultPreemption, args: {kind: InterPodAffinityArgs}}]}]',
      'decoding .profiles[0].pluginConfig[0]: args for plugin DefaultPreemption were not of type ' +
        'DefaultPreemptionArgs.kubescheduler.config.k8s.io, got ' +
        'InterPodAffinityArgs.kubescheduler.config.k8s.io',
    ],
    [
      'profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {resources: ' +
        '[{Name: cpu}]}}}]}]',
      'err="strict decoding error: decoding .profiles[0].pluginConfig[0]: strict decoding error: ' +
        'decoding args for plugin NodeResourcesFit: strict decoding error: unknown field ' +
        '\\"scoringStrategy.resources[0].Name\\""',
    ],
    [
      'profiles: [{pluginConfig: [{name: InterPodAffinity, args: {hardPodAffinityWeight: x}}]}]',
      'decoding .profiles[0].pluginConfig[0]: decoding args for plugin InterPodAffinity: json: ' +
        'cannot unmarshal string into Go struct field InterPodAffinityArgs.hardPodAffinityWeight ' +
        'of type int32',
    ],
    [
      'profiles: [{pluginConfig: [{name: DefaultPreemption, args: {minCandidateNodesPercentage: ' +
        '0, minCandidateNodesAbsolute: 0}}, {name: VolumeBinding, args: {shape: [{score: 1}]}}]}]',
      'profiles[0].pluginConfig[0].args.minCandidateNodesAbsolute: Invalid value: 0: cannot be ' +
        'zero at the same time as minCandidateNodesPercentage, profiles[0].pluginConfig[1].args.' +
        'shape: Invalid value: []config.UtilizationShapePoint{config.UtilizationShapePoint{' +
        'Utilization:0, Score:1}}: unexpected field `shape`, remove it or turn on the feature ' +
        'gate VolumeCapacityPriority]',
    ],
    [
      'profiles: [{pluginConfig: [{name: PodTopologySpread, args: {defaultConstraints: ' +
        '[{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: Never}]}}]}]',
      'args.defaultingType: Invalid value: \\"System\\": when .defaultConstraints are not empty, ' +
        'profiles[0].pluginConfig[0].args.defaultConstraints[0].whenUnsatisfiable: Unsupported ' +
        'value: \\"Never\\": supported values: \\"DoNotSchedule\\", \\"ScheduleAnyway\\"]',
    ],
    [
      'profiles: [{pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: ' +
        '{type: Best}}}]}]',
      'initializing plugin \\"NodeResourcesFit\\": scoringStrategy.type: Unsupported value: ' +
        '\\"Best\\": supported values: \\"LeastAllocated\\", \\"MostAllocated\\", ' +
        '\\"RequestedToCapacityRatio\\""',
    ],
    [
      'extenders: [{prioritizeVerb: p, bindVerb: b}, {bindVerb: b, managedResources: [{name: c}]}]',
      '[extenders[0].weight: Invalid value: 0: must have a positive weight applied to it, ' +
        'extenders[1].managedResources[0].name: Invalid value: \\"c\\": is an invalid extended ' +
        'resource name, extenders: Invalid value: \\"found 2 extenders implementing bind\\": ' +
        'only one extender can implement bind]',
    ],
    [
      'profiles: [{schedulerName: "", pluginConfig: [{name: a}, {name: a}]}]',
      '[profiles[0].schedulerName: Required value, profiles[0].pluginConfig[1]: Duplicate value: ' +
        '\\"a\\"]',
    ],
  ])('ends the command with the file %j', (fields, words) => {
    const files = { [PATH]: `${HEAD}${fields}` };
    const { exits, last } = playScheduler({ files, flags: [`--config=${PATH}`] });
    expect(exits).toMatchObject([{ name: 'p', exitCode: 1 }]);
    expect(last).toContain(words);
  });

  it('is told of together with a port that is out of range', () => {
    const flags = ['--secure-port=65536'];
    const words = '--secure-port 65536 must be between 0 and 65535, inclusive. 0 for turning off';
    const alone = playScheduler({ flags });
    expect(alone.exits).toMatchObject([{ exitCode: 1 }]);
    expect(alone.last).toContain(`err="${words}`);
    const { last } = playScheduler({ flags, config: { parallelism: 0 } });
    expect(last).toMatch(/err="\[parallelism: .*, --secure-port 65536 must be .*\]"/);
  });

  it('knows the plugins of its version, and lets unknown ones be disabled', () => {
    const exits = (name: string, kubernetes: string, point = 'preScore') => {
      const plugins = { [point]: { enabled: [{ name }], disabled: [{ name: 'Foo' }] } };
      const config = { profiles: [{ plugins }] };
      const { table } = runOf(scenarioWith('schedulers', { config }, kubernetes));
      return recordsOf(table, 'process').filter(({ phase }) => phase === 'exited').length;
    };
    expect([exits('SelectorSpread', '1.28'), exits('SelectorSpread', '1.29')]).toEqual([0, 1]);
    const limits = (version: string) => exits('EBSLimits', version, 'filter');
    expect([limits('1.31'), limits('1.32')]).toEqual([0, 1]);
    const gates = (version: string) => exits('SchedulingGates', version, 'multiPoint');
    expect([gates('1.25'), gates('1.26')]).toEqual([1, 0]);
  });

  it('gets the defaults of fields that are given as zero and are no pointers', () => {
    const leaderElection = { leaseDuration: '0s', resourceName: '', resourceLock: '' };
    const clientConnection = { qps: 0, burst: 0, contentType: '' };
    const { lease, exits } = playScheduler({ config: { leaderElection, clientConnection } });
    expect(exits).toEqual([]);
    expect(lease('kube-scheduler').length).toBeGreaterThan(0);
    const manager = { Generic: { LeaderElection: { LeaseDuration: '0s' }, MinResyncPeriod: '0s' } };
    expect(configzOf({ config: manager }).Generic).toMatchObject({
      MinResyncPeriod: '12h0m0s',
      LeaderElection: { LeaseDuration: '15s' },
    });
  });

  it('may have a profile that says nothing', () => {
    const files = { [PATH]: `${HEAD}profiles: [null]` };
    expect(playScheduler({ files, flags: [`--config=${PATH}`] }).exits).toEqual([]);
  });

  it('is not there, or of another kind', () => {
    const flags = [`--config=${PATH}`];
    expect(playScheduler({ files: {}, flags }).last).toBe(
      `"command failed" err="open ${PATH}: no such file or directory"`,
    );
    const files = { [PATH]: 'apiVersion: v1\nkind: Pod' };
    expect(playScheduler({ files, flags }).last).toContain('no kind \\"Pod\\" is registered for');
    expect(playScheduler({ flags }).exits).toEqual([]);
    expect(playScheduler({ files: { [PATH]: '' }, flags }).last).toContain(
      `"Object 'Kind' is missing in ''"`,
    );
    // JSON has words of its own for a field that is given twice.
    const json =
      '{"apiVersion": "kubescheduler.config.k8s.io/v1",\n"kind": "KubeScheduler' +
      'Configuration", "leaderElection": {"leaderElect": true, "leaderElect": false}}';
    expect(playScheduler({ files: { [PATH]: json }, flags }).last).toContain(
      'duplicate field \\"leaderElection.leaderElect\\"',
    );
  });

  it('is the first document of the file, in the words of YAML 1.1', () => {
    const text = `${HEAD}leaderElection: {leaderElect: off}\n---\nfoo: 1\n`;
    const { exits, table } = playScheduler({
      files: { [PATH]: text },
      flags: [`--config=${PATH}`],
    });
    expect(exits).toEqual([]);
    expect(recordsOf(table, 'lease').filter(({ actor }) => actor.startsWith('p/'))).toEqual([]);
  });

  it('is refused where it is given twice, or has wrong fields', () => {
    const entry = { flags: [`--config=${PATH}`] };
    expect(faultsOf('schedulers', {}, entry)).toEqual([
      'spec.schedulers[0].flags: --config and the field config are both given; give one',
    ]);
    const config = { profiles: [null, { plugins: { filter: { enabled: [{ name: 3 }] } } }] };
    expect(faultsOf('schedulers', config)).toEqual([
      'spec.schedulers[0].config.profiles[1].plugins.filter.enabled[0].name: ' +
        'expected a text, found 3',
    ]);
    expect(faultsOf('schedulers', { LeaderElection: {} })[0]).toMatch(
      /^spec\.schedulers\[0\]\.config\.LeaderElection: unknown field/,
    );
  });
});
