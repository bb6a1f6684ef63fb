/** The file of --leader-migration-config, given in the scenario. */
import { describe, expect, it } from 'vitest';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const NAME = 'kube-controller-manager-a';
const PATH = '/etc/kubernetes/migration.yaml';
const FLAGS = ['--enable-leader-migration', `--leader-migration-config=${PATH}`];

function play(files: Readonly<Record<string, string>> | undefined, flags = FLAGS) {
  const { table } = runOf(
    scenarioOf({
      ...{ seed: 5, until: '40s', apiServers: apiServers(1), startDelay: '500ms' },
      controllerManagers: [{ name: NAME, startAt: '5s', flags, ...(files && { files }) }],
    }),
  );
  const logs = recordsOf(table, 'log')
    .filter(({ actor }) => actor.startsWith(NAME))
    .map(({ message }) => message);
  const starts = recordsOf(table, 'decision').filter(({ name }) => name === 'start controller');
  const startedBy = (lane: string) =>
    starts
      .filter(({ actor }) => actor.endsWith(`/${lane}`))
      .map(({ saw }) => (saw as { readonly controller: string }).controller);
  const exits = recordsOf(table, 'process').filter(({ phase }) => phase === 'exited');
  return { table, logs, startedBy, exits };
}

const HEAD = `apiVersion: controllermanager.config.k8s.io/v1
kind: LeaderMigrationConfiguration
`;
const file = (fields: string) => `${HEAD}${fields}`;

const SPLIT = file(`leaderName: 1-27-migration
resourceLock: leases
controllerLeaders:
- {name: route, component: "*"}
- {name: ttl, component: kube-controller-manager}
- {name: job, component: cloud-controller-manager}
`);

describe('a file of leader migration', () => {
  it('says which controllers run under the second lease, and which not at all', () => {
    const { startedBy, table, logs } = play({ [PATH]: SPLIT });
    expect(startedBy('migration-loop').toSorted()).toEqual(['route', 'ttl']);
    const main = startedBy('main-loop');
    expect(main).toContain('service');
    for (const moved of ['route', 'ttl', 'job']) expect(main).not.toContain(moved);
    const key = '/registry/leases/kube-system/1-27-migration';
    expect(table.archive.history(key).length).toBeGreaterThan(0);
    expect(logs).toContain('successfully acquired lease kube-system/1-27-migration');
  });

  it('is read as Go reads it: the first document, and of repeated keys the last', () => {
    const more = `leaderName: again\n---\nleaderName: [\n`;
    const { table } = play({ [PATH]: `${SPLIT}${more}` });
    expect(table.archive.history('/registry/leases/kube-system/again')).not.toEqual([]);
  });

  it('is not read where nothing migrates, or where the scenario has no files', () => {
    expect(play({ [PATH]: 'kind: [' }, FLAGS.slice(1)).exits).toEqual([]);
    expect(play(undefined).startedBy('migration-loop')).toHaveLength(3);
  });

  it.each([
    ['not there', {}, `${'unable to read leader migration configuration from'} "${PATH}": open`],
    ['of another kind', { [PATH]: 'apiVersion: v1\nkind: Pod' }, 'no kind "Pod" is registered for'],
    [
      'without a kind',
      { [PATH]: 'apiVersion: v1' },
      "Object 'Kind' is missing in 'apiVersion: v1'",
    ],
    [
      'with a number for a name',
      { [PATH]: file('leaderName: 3') },
      'json: cannot unmarshal number into Go struct field LeaderMigrationConfiguration.leaderName',
    ],
    [
      'incomplete',
      { [PATH]: file('resourceLock: configmaps\ncontrollerLeaders: [{name: a}]') },
      'failed to parse leader migration configuration: [leaderName: Required value: leaderName ' +
        'must be set for LeaderMigrationConfiguration resourceLock: Invalid value: "configmaps": ' +
        "resource Lock must be one of 'leases' or 'endpoints' controllerLeaders[0].component: ",
    ],
    ['empty', { [PATH]: '' }, "Object 'Kind' is missing in ''"],
    ['no YAML', { [PATH]: 'a: [' }, 'yaml: line 1: '],
  ])('that is %s ends the command', (_what, files, words) => {
    const { logs, exits } = play(files);
    expect(exits).toMatchObject([{ name: NAME, exitCode: 1 }]);
    expect(logs[0]).toBe('Generated self-signed cert in-memory');
    expect(logs.at(-1)).toContain(JSON.stringify(words).slice(1, -1));
  });

  it('with the lock endpoints stops when it would run for it', () => {
    const { exits, logs } = play({ [PATH]: SPLIT.replace('leases', 'endpoints') });
    expect(exits).toMatchObject([{ name: NAME, exitCode: 255 }]);
    const removed = 'error creating lock: endpoints lock is removed';
    expect(logs.some((line) => line.startsWith(removed))).toBe(true);
  });
});
