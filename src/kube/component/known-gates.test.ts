import { describe, expect, test } from 'vitest';
import { DECIDING_GATES, gateEnabled, parseApiServerFlags } from '../apiserver/options';
import { COMPONENTS } from '../components';
import { PROFILES, type Profile } from '../profile';
import { knownGates } from './known-gates';

const inFlag = (text: string, why: string) =>
  `invalid argument "${text}" for "--feature-gates" flag: ${why}`;
const unknown = (gate: string) => `unrecognized feature gate: ${gate}`;
const locked = (gate: string, to: boolean) =>
  `cannot set feature gate ${gate} to ${!to}, feature is locked to ${to}`;

/** What each component says to a value of the flag. */
function said(profile: Profile, ...texts: readonly string[]): readonly (string | undefined)[] {
  const args = texts.map((text) => `--feature-gates=${text}`);
  const read = [
    parseApiServerFlags(args, profile, knownGates),
    ...Object.values(COMPONENTS).map((kind) => kind.parse({ args, profile, gates: knownGates })),
  ];
  return read.map((each) => (each.ok ? undefined : each.message));
}

describe('every component says', () => {
  const accepted = undefined;
  const cases: readonly (readonly [Profile, readonly string[], string | undefined])[] = [
    ['1.25', ['Foo=true'], inFlag('Foo=true', unknown('Foo'))],
    ['1.30', ['APIServerIdentity=false,Foo=true'], 'APIServerIdentity=false,Foo=true'],
    ['1.31', ['Foo=true'], unknown('Foo')],
    ['1.33', ['kube:Foo=true'], unknown('Foo')],
    ['1.27', ['AllAlpha=true,AllBeta=false'], accepted],
    ['1.33', ['AllAlpha=true', 'AllBeta=false'], accepted],
    ['1.29', ['APIListChunking=true'], accepted],
    ['1.28', ['APIListChunking=false'], accepted],
    ['1.29', ['APIListChunking=false'], locked('APIListChunking', true)],
    ['1.31', ['APIListChunking=0'], locked('APIListChunking', true)],
    ['1.33', ['WatchFromStorageWithoutResourceVersion=1'], 'locked to false'],
    ['1.30', ['APIPriorityAndFairness=true'], accepted],
    ['1.31', ['APIPriorityAndFairness=true'], unknown('APIPriorityAndFairness')],
    ['1.26', ['MultiCIDRServiceAllocator=true'], unknown('MultiCIDRServiceAllocator')],
    ['1.27', ['MultiCIDRServiceAllocator=true'], accepted],
    ['1.27', ['kube:APIServerIdentity=true'], unknown('kube:APIServerIdentity')],
    ['1.31', ['kube:APIServerIdentity=true'], accepted],
    ['1.31', ['wardle:A=true'], 'component not registered: wardle'],
    ['1.31', ['kube:AllAlpha=true,AllBeta=true'], 'with default empty prefix or kube: prefix'],
    ['1.33', ['AllAlpha'], 'missing bool value for AllAlpha'],
    ['1.33', ['AllAlpha=x'], 'invalid value of AllAlpha=x, err: strconv.ParseBool: parsing "x"'],
    ['1.27', ['AllAlpha=x'], inFlag('AllAlpha=x', 'invalid value of AllAlpha=x, err: strconv')],
    ['1.27', ['A=true', 'AllAlpha=x'], inFlag('A=true', unknown('A'))],
  ];
  test.each(cases)('in %s to %j', (profile, texts, message) => {
    for (const each of said(profile, ...texts)) {
      if (message === undefined) expect(each).toBeUndefined();
      else expect(each).toContain(message);
    }
  });

  test('from 1.31 on all faults up to a gate that is unknown, before that the first', () => {
    const gates = ['APIListChunking=false', 'AdmissionWebhookMatchConditions=false', 'A=true'];
    const faults = [
      locked('APIListChunking', true),
      locked('AdmissionWebhookMatchConditions', true),
      unknown('A'),
    ];
    const text = gates.join(',');
    expect(said('1.31', text)[0]).toBe(`[${faults.join(', ')}]`);
    expect(said('1.31', 'A=true,B=true')[0]).toBe(unknown('A'));
    expect(said('1.30', text)[0]).toBe(inFlag(text, faults[0]));
  });
});

test('gates for all of a stage leave alone those that are named', () => {
  const on = (profile: Profile, text: string, gate: string) => {
    const read = parseApiServerFlags([`--feature-gates=${text}`], profile, knownGates);
    return read.ok && gateEnabled(profile, read.options.featureGates, gate);
  };
  expect(on('1.25', 'AllAlpha=true', 'APIServerIdentity')).toBe(true);
  expect(on('1.25', 'AllAlpha=true,APIServerIdentity=false', 'APIServerIdentity')).toBe(false);
  expect(on('1.26', 'AllAlpha=true', 'StorageVersionAPI')).toBe(true);
  expect(on('1.26', 'AllBeta=false', 'APIServerIdentity')).toBe(false);
  expect(on('1.31', 'AllBeta=true', 'MultiCIDRServiceAllocator')).toBe(true);
  expect(on('1.33', 'AllBeta=true', 'MultiCIDRServiceAllocator')).toBe(true);
});

test('the gates that decide something are known in the versions that begin with them', () => {
  const wrong = PROFILES.flatMap((profile) => {
    const list = knownGates(profile);
    return DECIDING_GATES.filter((gate) => {
      const begun = [true, false].some((value) =>
        gateEnabled(profile, new Map([[gate, value]]), gate),
      );
      const known = [true, false].some(
        (value) => list.fault(new Map([[gate, String(value)]])) === undefined,
      );
      return known && !begun;
    }).map((gate) => `${gate} ${profile}`);
  });
  expect(wrong).toEqual([]);
});
