/** Nulls in the arguments of a scheduler's plugins. */
import { describe, expect, it } from 'vitest';
import type { ComponentSpec } from '#protocol';
import { compileScenario } from './index';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const PATH = '/etc/kubernetes/scheduler.yaml';

const scenarioWith = (entry: Partial<ComponentSpec>) =>
  scenarioOf({
    ...{ seed: 5, until: '12s', apiServers: apiServers(1), startDelay: '500ms' },
    schedulers: [{ name: 'p', startAt: '5s', ...entry }],
  });

const HEAD = 'apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n';

/** A scheduler whose file gives one plugin these arguments. */
function playArgs(name: string, args: unknown) {
  const config = { profiles: [{ pluginConfig: [{ name, args }] }] };
  const files = { [PATH]: `${HEAD}profiles: ${JSON.stringify(config.profiles)}` };
  const { table } = runOf(scenarioWith({ files, flags: [`--config=${PATH}`] }));
  const logs = recordsOf(table, 'log').filter(({ actor }) => actor.startsWith('p/'));
  const exits = recordsOf(table, 'process').filter(({ phase }) => phase === 'exited');
  return { exits, last: logs.at(-1)?.message ?? '', config };
}

describe('arguments of plugins', () => {
  it.each([
    ['PodTopologySpread', { defaultConstraints: null, defaultingType: null }],
    ['NodeResourcesBalancedAllocation', { resources: [null] }],
    ['VolumeBinding', { shape: null, bindTimeoutSeconds: null }],
    ['DefaultPreemption', { minCandidateNodesPercentage: null, minCandidateNodesAbsolute: null }],
    ['NodeResourcesFit', { ignoredResources: null, ignoredResourceGroups: null }],
    ['NodeResourcesFit', { scoringStrategy: null }],
    ['NodeResourcesFit', { scoringStrategy: { type: 'LeastAllocated', resources: [null] } }],
    ['NodeResourcesFit', null],
  ])('has nothing to refuse in nulls that Go reads as absent, of %s: %j', (name, args) => {
    const { exits, config } = playArgs(name, args);
    expect(exits).toEqual([]);
    expect(compileScenario(scenarioWith({ config }))).toMatchObject({ ok: true });
  });

  it.each([
    [
      'PodTopologySpread',
      { defaultingType: 'List', defaultConstraints: [null] },
      'args.defaultConstraints[0].maxSkew: Invalid value: 0: not in valid range (0, inf), ' +
        'profiles[0].pluginConfig[0].args.defaultConstraints[0].topologyKey: Required value: ' +
        'can not be empty, profiles[0].pluginConfig[0].args.defaultConstraints[0].' +
        'whenUnsatisfiable: Required value: can not be empty]',
    ],
    [
      'NodeResourcesBalancedAllocation',
      { resources: [null, null] },
      'profiles[0].pluginConfig[0].args.resources[1].name: Duplicate value: \\"\\"',
    ],
    [
      'NodeResourcesFit',
      { ignoredResourceGroups: [null] },
      'initializing plugin \\"NodeResourcesFit\\": [ignoredResourceGroups[0]: Invalid value: ',
    ],
    [
      'NodeResourcesFit',
      {
        scoringStrategy: {
          type: 'RequestedToCapacityRatio',
          requestedToCapacityRatio: { shape: null },
        },
      },
      'requestedToCapacityRatio.shape: Required value: at least one point must be specified',
    ],
  ])('reads null in a list as an empty value, of %s: %j', (name, args, words) => {
    const { exits, last } = playArgs(name, args);
    expect(exits).toMatchObject([{ name: 'p', exitCode: 1 }]);
    expect(last).toContain(words);
  });

  it('are not checked where they cannot be decoded, in a file and in the field config', () => {
    for (const constraints of ['x', [{ topologyKey: [null] }]]) {
      const { last, config } = playArgs('PodTopologySpread', { defaultConstraints: constraints });
      expect(last).toContain('decoding args for plugin PodTopologySpread: json: cannot unmarshal');
      const { table } = runOf(scenarioWith({ config }));
      const [exit] = recordsOf(table, 'process').filter(({ phase }) => phase === 'exited');
      expect(exit).toMatchObject({ name: 'p', exitCode: 1 });
    }
  });
});
