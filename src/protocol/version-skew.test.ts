import { describe, expect, it } from 'vitest';
import type { ScenarioSpec } from './scenario';
import { versionByName, versionSkew, versionsOf } from './version-skew';

const specOf = (servers: readonly string[], managers: readonly string[] = []): ScenarioSpec => ({
  until: '1s',
  kubernetes: '1.28',
  apiServers: servers.map((kubernetes, index) => ({ name: `server-${index}`, kubernetes })),
  controllerManagers: managers.map((kubernetes, index) => ({ name: `m-${index}`, kubernetes })),
});

describe('the version skew policy', () => {
  it.each([
    [['1.27', '1.28'], ['1.27', '1.27'], []],
    [['1.28', '1.26', '1.27'], [], ['spec.apiServers: server-0 (1.28) is more than one minor']],
    [['1.28'], ['1.29'], ['spec.controllerManagers[0]: m-0 (1.29) is newer than its API server']],
    [['1.28', '1.27'], ['1.28', '1.28'], ['spec.controllerManagers[1]: m-1 (1.28) is newer than']],
    [['1.28'], ['1.26'], ['m-0 (1.26) is more than one minor version older than its API server']],
  ])('of servers %j and clients %j says %j', (servers, managers, wanted) => {
    const said = versionSkew(specOf(servers, managers)).map(({ path, text }) => {
      expect(text.zh).toMatch(/次版本|不允许/);
      return `${path}: ${text.en}`;
    });
    expect(said).toHaveLength(wanted.length);
    for (const [index, words] of wanted.entries()) expect(said[index]).toContain(words);
  });

  it('is about the server that is named, and about the version of the scenario', () => {
    const spec = specOf(['1.28', '1.27']);
    const scheduler = { name: 's', server: 'server-1' };
    expect(versionSkew({ ...spec, schedulers: [scheduler] })).toHaveLength(1);
    expect(versionSkew({ ...spec, schedulers: [{ name: 's' }] })).toEqual([]);
    expect(versionsOf({ ...spec, schedulers: [scheduler] })).toEqual(['1.27', '1.28']);
    expect(versionsOf({ until: '1s' })).toEqual(['1.27']);
    expect([
      ...versionByName({ until: '1s', kubernetes: '1.29', schedulers: [scheduler] }),
    ]).toEqual([['s', '1.29']]);
  });

  const kubeconfig = 'apiVersion: v1\nclusters: [{cluster: {server: "https://lb:6443"}}]\n';
  const files = { '/k': kubeconfig, '/etc/hosts': '10.0.0.12 LB # second\n' };
  it.each([
    [['1.28', '1.27'], { flags: ['--master=https://10.0.0.12:6443'] }, 1],
    [['1.27', '1.28'], { flags: ['--master', '10.0.0.12:6443'] }, 0],
    [['1.28', '1.27'], { flags: ['--master=https://server-1:6443'] }, 1],
    [['1.28', '1.27'], { flags: ['--kubeconfig=/k'], files }, 1],
    [['1.27', '1.28'], { flags: ['--kubeconfig=/k'], files }, 0],
    [['1.27', '1.28'], { flags: ['--kubeconfig=/k'] }, 1],
    [['1.28', '1.27'], { flags: ['--master=https://localhost:6443'], server: 'server-1' }, 1],
    [['1.27', '1.27'], { flags: ['--master=https://10.9.9.9:6443'] }, 0],
  ])('is about the server that the flags lead to: %j %j', (servers, client, warnings) => {
    const controllerManagers = [{ name: 'm', kubernetes: '1.28', ...client }];
    expect(versionSkew({ ...specOf(servers), controllerManagers })).toHaveLength(warnings);
  });

  it.each([
    [['1.26', '1.27', '1.28'], '10.0.0.11', [], 0],
    [['1.26', '1.27', '1.28'], '10.0.0.11', ['1.26', '1.27', '1.28'], 0],
    [['1.26', '1.27', '1.28'], '10.0.0.11', ['1.26'], 1],
  ])('lets servers follow one another: %j at %s beside %j', (there, address, beside, warnings) => {
    const at = (versions: readonly string[], ip: string) =>
      versions.map((kubernetes) => ({
        ...{ name: `${ip}-${kubernetes}`, kubernetes, startAt: 'never' },
        flags: [`--advertise-address=${ip}`],
      }));
    const apiServers = [...at(there, address), ...at(beside, '10.0.0.12')];
    const schedulers = [{ name: 's', kubernetes: '1.27', server: `${address}-1.26` }];
    expect(versionSkew({ until: '1s', apiServers, schedulers })).toHaveLength(warnings);
  });

  it.each([
    ['5s', ['spec.schedulers[0]: s (1.28) is newer than its API server old (1.27)']],
    ['20s', []],
    ['never', []],
  ])('is about the server that a client finds when it starts, at %s', (startAt, wanted) => {
    const apiServers = [
      { name: 'old', kubernetes: '1.27' },
      { name: 'new', kubernetes: '1.28', startAt: '20s', flags: ['--advertise-address=10.0.0.11'] },
    ];
    const schedulers = [{ name: 's', kubernetes: '1.28', server: 'old', startAt }];
    const said = versionSkew({ until: '1m', apiServers, schedulers });
    expect(said.map(({ path, text }) => `${path}: ${text.en}`.split(': it')[0])).toEqual(wanted);
  });
});
