import { describe, expect, test } from 'vitest';
import {
  DEFAULT_PROFILE,
  gitVersion,
  isProfile,
  kubectlUserAgent,
  PROFILES,
  profileWithin,
  SWITCH_DESCRIPTIONS,
  switchesOf,
} from './profile';
import { SWITCHES } from './profile-switches';

test('a profile lies within its bounds, both included', () => {
  expect(profileWithin('1.27', '1.27')).toBe(true);
  expect(profileWithin('1.26', '1.27')).toBe(false);
  expect(profileWithin('1.28', undefined, '1.28')).toBe(true);
  expect(profileWithin('1.29', '1.27', '1.28')).toBe(false);
  expect(profileWithin('1.25')).toBe(true);
});

describe('switches', () => {
  test('have names of their own, an effect and a source', () => {
    const names = SWITCHES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { effect, source } of SWITCHES) {
      expect(effect).not.toBe('');
      expect(source).toMatch(/\.go|PR \d+/);
    }
  });

  test('each is on in one version and off in another', () => {
    for (const { name } of SWITCHES) {
      const seen = new Set(PROFILES.map((profile) => switchesOf(profile)[name]));
      expect([name, seen.size]).toEqual([name, 2]);
    }
  });

  test('of the default version', () => {
    expect(DEFAULT_PROFILE).toBe('1.27');
    expect(switchesOf('1.27')).toMatchObject({
      systemNamespacesHook: true,
      kubernetesServiceRoundCreatesDefault: true,
      lastServerErasesEndpoints: false,
      serviceIPRepairHook: false,
      deleteReturnsDeleteRevision: true,
      shutdownWatchGraceFlag: true,
    });
    expect(switchesOf('1.27')).toBe(switchesOf('1.27'));
  });

  test('are described for the catalogue', () => {
    expect(SWITCH_DESCRIPTIONS.find(({ name }) => name === 'identityLeaseFlags')).toEqual({
      name: 'identityLeaseFlags',
      since: '1.25',
      until: '1.25',
      source: 'cmd/kube-apiserver/app/options/options.go',
    });
  });
});

test('versions and agents', () => {
  expect(isProfile('1.34')).toBe(false);
  expect(gitVersion('1.27')).toBe('v1.27.16');
  expect(kubectlUserAgent('1.25')).toBe('kubectl/v1.25.16 (linux/amd64)');
});
