/** Processes of one scenario that are of different versions. */
import { describe, expect, it } from 'vitest';
import { compileScenario } from './index';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const [first, second] = apiServers(2);

function play() {
  const { table } = runOf(
    scenarioOf({
      ...{ seed: 3, until: '25s', kubernetes: '1.27', startDelay: '500ms' },
      apiServers: [first, { ...second, kubernetes: '1.29' }],
      controllerManagers: [
        { name: 'old', startAt: '5s', kubernetes: '1.26', server: first.name },
        { name: 'new', startAt: '5s', kubernetes: '1.28', server: second.name },
      ],
      schedulers: [{ name: 's', startAt: '5s', kubernetes: '1.29', server: second.name }],
    }),
  );
  const logs = recordsOf(table, 'log');
  const linesOf = (name: string) =>
    logs.filter(({ actor }) => actor.startsWith(name)).map(({ message }) => message);
  return { table, linesOf };
}

describe('a process with a version of its own', () => {
  it('starts, serves and asks as that version does, and what is too far apart is told', () => {
    const { table, linesOf } = play();
    expect(linesOf(first.name)).toContain('Version: v1.27.16');
    expect(linesOf(second.name)).toContain('Version: v1.29.15');
    expect(linesOf('old')).toContain('Version: v1.26.15');
    expect(linesOf('new')).toContain('Version: v1.28.15');
    const agents = new Set(recordsOf(table, 'request').map(({ userAgent }) => userAgent));
    const has = (text: string) => [...agents].some((agent) => agent?.startsWith(text));
    expect(has('kube-controller-manager/v1.26.15')).toBe(true);
    expect(has('kube-scheduler/v1.29.15')).toBe(true);
    expect(linesOf('scenario')).toEqual([
      expect.stringMatching(/^version skew: kube-apiserver-b \(1\.29\) is more than one minor/),
    ]);
  });

  it('knows the flags and gates of that version', () => {
    const faults = (kubernetes: string, flags: readonly string[]) => {
      const compiled = compileScenario(
        scenarioOf({
          ...{ until: '1s', kubernetes: '1.27', apiServers: [first] },
          controllerManagers: [{ name: 'm', kubernetes, flags: [...flags] }],
        }),
      );
      return compiled.ok ? [] : compiled.faults.map(({ reason }) => reason);
    };
    expect(faults('1.28', ['--concurrent-job-syncs=3'])).toEqual([]);
    expect(faults('1.27', ['--concurrent-job-syncs=3'])).toEqual([
      'unknown flag: --concurrent-job-syncs',
    ]);
    expect(faults('1.26', ['--feature-gates=MultiCIDRServiceAllocator=true'])).toHaveLength(1);
  });
});

it('lets a line of the console name what the server that it asks has', () => {
  const kubectl = 'get validatingadmissionpolicies';
  const spec = {
    ...{ seed: 3, until: '20s', kubernetes: '1.27', startDelay: '500ms' as const },
    apiServers: [first, { ...second, kubernetes: '1.30' as const }],
  };
  const asks = (line: string, server?: string) =>
    compileScenario(scenarioOf({ ...spec, timeline: [{ at: '10s', kubectl: line, server }] }));
  expect(asks(kubectl).ok).toBe(false);
  expect(asks(kubectl, second.name).ok).toBe(true);
  expect(asks(`${kubectl} -s ${second.name}`).ok).toBe(true);
  const timeline = [{ at: '10s', kubectl, server: second.name }];
  const { table } = runOf(scenarioOf({ ...spec, timeline }));
  const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
  expect(said.map(({ message }) => message)).toEqual(['No resources found']);
});

it('prints versions as JSON and YAML', () => {
  const timeline = [
    { at: '10s', kubectl: 'version -o json' },
    { at: '11s', kubectl: 'version -o yaml --client' },
  ] as const;
  const { table } = runOf(
    scenarioOf({
      ...{ seed: 3, until: '20s', kubernetes: '1.29', startDelay: '500ms', timeline },
      apiServers: [first],
    }),
  );
  const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
  const [json, yaml] = said.map(({ message }) => message);
  const info = { major: '1', minor: '29', gitVersion: 'v1.29.15', platform: 'linux/amd64' };
  const kustomizeVersion = 'v5.0.4-0.20230601165947-6ce0bf390ce3';
  const all = { clientVersion: info, kustomizeVersion, serverVersion: info };
  expect(json).toBe(JSON.stringify(all, null, 2));
  expect(yaml.split('\n')).toEqual([
    'clientVersion:',
    ...['  gitVersion: v1.29.15', '  major: "1"', '  minor: "29"', '  platform: linux/amd64'],
    `kustomizeVersion: ${kustomizeVersion}`,
  ]);
});

it('tells of a server that is more than one minor version from kubectl', () => {
  const timeline = [
    { at: '10s', kubectl: 'version', server: first.name },
    { at: '11s', kubectl: 'version', server: second.name },
  ] as const;
  const { table } = runOf(
    scenarioOf({
      ...{ seed: 3, until: '20s', kubernetes: '1.27', startDelay: '500ms', timeline },
      apiServers: [first, { ...second, kubernetes: '1.29' }],
    }),
  );
  const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
  expect(said.map(({ message }) => message).filter((text) => !text.startsWith('Client'))).toEqual([
    'Server Version: v1.27.16',
    'Server Version: v1.29.15',
    'WARNING: version difference between client (1.27) and server (1.29) exceeds the supported ' +
      'minor version skew of +/-1',
  ]);
});
