import { describe, expect, it } from 'vitest';
import type { ScenarioSpec } from './scenario';
import { versionSkew, versionsOf } from './version-skew';

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
  });
});
