import { describe, expect, test } from 'vitest';
import type { Profile } from '../../profile';
import {
  completeAndValidate,
  gateEnabled,
  getServiceIPAndRanges,
  parseApiServerFlags,
  printAggregate,
  validateMaxCIDRRange,
  validateServiceNodePort,
  withImpliedFlags,
} from '.';
import {
  canonicalIP,
  familyOfIP,
  indexedIP,
  isLoopbackIP,
  isUnspecified,
  parseCidr,
  printCidr,
  rangeSize,
} from './cidr';

const HOST = { address: '10.0.0.11' };

function check(flags: readonly string[], profile: Profile = '1.27', host = HOST) {
  const parsed = parseApiServerFlags(flags, profile);
  if (!parsed.ok) throw new Error(parsed.message);
  return completeAndValidate(parsed.options, host);
}

const errorsOf = (flags: readonly string[], profile: Profile = '1.27') => {
  const checked = check(withImpliedFlags(flags), profile);
  return checked.ok ? [] : checked.errors;
};

describe('service ranges', () => {
  test.each([
    ['', '10.0.0.1', '10.0.0.0/24', undefined],
    ['192.0.2.1/24', '192.0.2.1', '192.0.2.0/24', undefined],
    ['192.0.2.1/24,192.168.128.0/17', '192.0.2.1', '192.0.2.0/24', '192.168.128.0/17'],
    ['192.0.2.0/30,192.168.128.0/17', undefined, undefined, undefined],
    ['2001:db2:1:3:4::1/112', '2001:db2:1:3:4::1', '2001:db2:1:3:4::/112', undefined],
    ['::/0', undefined, undefined, undefined],
    ['0.0.0.0/0', undefined, undefined, undefined],
    ['192.0.2.1', undefined, undefined, undefined],
    ['192.0.2.1/24,192.168.128.1', undefined, undefined, undefined],
    ['192.0.2.1/33', undefined, undefined, undefined],
    ['2001:db2:1:3:4::1/129,192.0.2.1/24', undefined, undefined, undefined],
  ])('%s', (given, serviceIP, primary, secondary) => {
    const ranges = getServiceIPAndRanges(given);
    expect(ranges.ok).toBe(serviceIP !== undefined);
    if (!ranges.ok) return;
    expect(ranges.apiServerServiceIP).toBe(serviceIP);
    expect(printCidr(ranges.primary)).toBe(primary);
    expect(ranges.secondary && printCidr(ranges.secondary)).toBe(secondary);
  });

  test('too many host bits', () => {
    const flag = '--service-cluster-ip-range';
    expect(validateMaxCIDRRange(parseCidr('10.92.0.0/12'), 20, flag)).toBeUndefined();
    expect(validateMaxCIDRRange(parseCidr('10.92.0.0/8'), 20, flag)).toBe(
      'specified --service-cluster-ip-range is too large; ' +
        'for 32-bit addresses, the mask must be >= 12',
    );
    expect(validateMaxCIDRRange(parseCidr('3000::/64'), 20, flag)).toBe(
      'specified --service-cluster-ip-range is too large; ' +
        'for 128-bit addresses, the mask must be >= 108',
    );
  });

  test.each([
    [-1, 1],
    [65_536, 2],
    [0, 0],
    [30_064, 1],
    [30_066, 1],
    [30_065, 0],
  ])('node port %i gives %i errors', (port, count) => {
    expect(validateServiceNodePort(port, { base: 30_065, size: 1 })).toHaveLength(count);
  });
});

describe('addresses', () => {
  test('as Go reads and prints them', () => {
    expect(canonicalIP('010.0.0.1')).toBe('10.0.0.1');
    expect(canonicalIP('2001:DB8:0:0::1')).toBe('2001:db8::1');
    expect(canonicalIP('::ffff:1.2.3.4')).toBe('1.2.3.4');
    for (const bad of ['', '1.2.3', '1.2.3.256', '::g', '1.2.3.4/8', 'fe80::1%eth0']) {
      expect([bad, canonicalIP(bad)]).toEqual([bad, undefined]);
    }
    expect(familyOfIP('::1')).toBe(6);
    expect(isUnspecified('::')).toBe(true);
    expect(isLoopbackIP('127.9.9.9')).toBe(true);
    expect(isLoopbackIP('::2')).toBe(false);
  });

  test('ranges', () => {
    const range = parseCidr('10.96.5.6/12');
    expect(range && printCidr(range)).toBe('10.96.0.0/12');
    expect(range && indexedIP(range, 10)).toBe('10.96.0.10');
    expect(range && rangeSize(range)).toBe(1_048_576);
    expect(rangeSize({ family: 6, base: 0n, ones: 64, bits: 128 })).toBe(65_536);
    expect(rangeSize({ family: 4, base: 0n, ones: 32, bits: 32 })).toBe(1);
    for (const bad of ['10.0.0.0', '10.0.0.0/', '10.0.0.0/-1', '10.0.0/8', '::/129']) {
      expect([bad, parseCidr(bad)]).toEqual([bad, undefined]);
    }
  });
});

describe('completion', () => {
  const complete = (...flags: string[]) => {
    const checked = check(withImpliedFlags(flags));
    if (!checked.ok) throw new Error(checked.errors.join());
    return checked;
  };

  test('the address: given, else bound, else of the machine', () => {
    expect(complete('--advertise-address=10.9.9.9').options.publicAddress).toBe('10.9.9.9');
    expect(complete('--bind-address=10.8.8.8').options.publicAddress).toBe('10.8.8.8');
    expect(complete('--bind-address=127.0.0.1').options.publicAddress).toBe('10.0.0.11');
    expect(complete('--advertise-address=0.0.0.0').options.publicAddress).toBe('10.0.0.11');
    const parsed = parseApiServerFlags(withImpliedFlags([]), '1.27');
    const lost = parsed.ok && completeAndValidate(parsed.options, { address: undefined });
    expect(lost && !lost.ok && lost.errors[0]).toMatch(/^Unable to find suitable network address/);
  });

  test('an absent range is warned of', () => {
    const { logs, options } = complete();
    expect(logs[0].level).toBe('warning');
    expect(logs[0].message).toContain('Default value which was 10.0.0.0/24 is deprecated');
    expect(options).toMatchObject({
      primaryServiceRange: '10.0.0.0/24',
      apiServerServiceIP: '10.0.0.1',
      externalHost: '10.0.0.11',
    });
  });

  test('the modes turn anonymous requests off', () => {
    expect(complete('--authorization-mode=AlwaysAllow').options.anonymousAuth).toBe(false);
    expect(complete().options.anonymousAuth).toBe(true);
  });

  test('names of the core group become one', () => {
    const flag = '--runtime-config=api/v1/pods=false,v1=true,api/legacy=true,api/alpha=false';
    expect([...complete(flag).options.runtimeConfig]).toEqual([
      ['/v1', 'true'],
      ['api/alpha', 'false'],
    ]);
  });
});

describe('faults', () => {
  const RANGE = '--service-cluster-ip-range';
  const APF = 'conflicts with --enable-priority-and-fairness=true';
  const GATE = ' and --feature-gates=APIPriorityAndFairness=true';
  const unknownGroup = 'unknown api groups resource.k8s.io';
  const notRegistered = (version: string) =>
    `group version ${version} that has not been registered`;
  const cases: readonly (readonly [readonly string[], Profile, readonly string[]])[] = [
    [[], '1.27', []],
    [[`${RANGE}=10.96.0.0/12,fd00::/108`], '1.27', []],
    [
      [`${RANGE}=10.0.0.0/16,11.0.0.0/16`],
      '1.27',
      [`${RANGE}[0] and ${RANGE}[1] must be of different IP family`],
    ],
    [
      [`${RANGE}=10.0.0.0/16,fd00::/64,12.0.0.0/16`],
      '1.27',
      [
        `${RANGE} must not contain more than two entries`,
        `specified ${RANGE}[1] is too large; for 128-bit addresses, the mask must be >= 108`,
      ],
    ],
    [[`${RANGE}=10.0.0.0/33`], '1.27', ['service-cluster-ip-range[0] is not a valid cidr']],
    [
      [`${RANGE}=fd00::/108`],
      '1.28',
      ['service IP family "fd00::/108" must match public address family "10.0.0.11"'],
    ],
    [[`${RANGE}=fd00::/108`, '--endpoint-reconciler-type=none'], '1.28', []],
    [
      ['--runtime-config=api/beta=false'],
      '1.25',
      [`--runtime-config=api/beta=false ${APF}${GATE}`],
    ],
    [['--runtime-config=api/all=true,api/beta=false'], '1.29', []],
    [['--runtime-config=api/ga=false'], '1.29', [`--runtime-config=api/ga=false ${APF}`]],
    [['--runtime-config=x=y=z'], '1.27', ['runtime-config invalid key x']],
    [
      ['--runtime-config=api/all=false', '--enable-priority-and-fairness=false'],
      '1.27',
      ['invalid key with only api/all=false'],
    ],
    [['--runtime-config=a/v1=true,b/v1'], '1.33', ['unknown api groups a,b']],
    [['--runtime-config=extensions/v1beta1=false,batch/v1beta1=true,v1=true'], '1.27', []],
    [['--runtime-config=apps/v9=true'], '1.27', [notRegistered('apps/v9')]],
    [['--runtime-config=/v9=true'], '1.27', [notRegistered('v9')]],
    [['--runtime-config=batch/v2alpha1=true,x/v1=true'], '1.27', ['unknown api groups x']],
    [['--runtime-config=resource.k8s.io/v1beta1=true'], '1.25', [unknownGroup]],
    [
      ['--runtime-config=resource.k8s.io/v1beta1=true'],
      '1.31',
      [notRegistered('resource.k8s.io/v1beta1')],
    ],
    [['--runtime-config=resource.k8s.io/v1beta1=true'], '1.32', []],
    [['--runtime-config=admission.k8s.io/v1=false,apiextensions.k8s.io/v1beta1'], '1.33', []],
    [['--runtime-config=api/all=maybe'], '1.27', ['invalid value api/all=maybe']],
    [['--runtime-config=api/all=1'], '1.27', ['invalid value api/all=1']],
    [['--runtime-config=apps/v1=,batch/v1=F'], '1.27', []],
    [
      ['--runtime-config=apps/v1=no'],
      '1.27',
      ['invalid value of apps/v1: no, err: strconv.ParseBool: parsing "no": invalid syntax'],
    ],
    [['--runtime-config=apps/v1/deployments=false'], '1.27', []],
    [
      ['--runtime-config=apps/v1/Deployments=false'],
      '1.27',
      [
        'invalid key apps/v1/Deployments: group/version/resource and resource is always ' +
          'lowercase plural, not "Deployments"',
      ],
    ],
    [['--runtime-config=flowcontrol.apiserver.k8s.io/v1beta1=false'], '1.27', []],
    [['--goaway-chance=1'], '1.27', []],
    [
      ['--goaway-chance=1'],
      '1.28',
      ['--goaway-chance can not be less than 0 or greater than 0.02'],
    ],
    [
      ['--enable-admission-plugins=PodSecurityPolicy,NodeRestriction'],
      '1.27',
      ['enable-admission-plugins plugin "PodSecurityPolicy" is unknown'],
    ],
    [
      ['--authorization-mode=Node,Node,Nope'],
      '1.27',
      [
        'authorization-mode "Nope" is not a valid mode',
        'authorization-mode ["Node" "Node" "Nope"] has mode specified more than once',
      ],
    ],
    [
      ['--secure-port=0'],
      '1.27',
      ['--secure-port 0 must be between 1 and 65535, inclusive. It cannot be turned off with 0'],
    ],
    [
      ['--service-account-max-token-expiration=1m'],
      '1.27',
      ['the service-account-max-token-expiration must be between 1 hour and 2^32 seconds'],
    ],
    [
      ['--identity-lease-duration-seconds=0'],
      '1.25',
      [`--identity-lease-duration-seconds should be a positive number, but value '0' provided`],
    ],
    [
      ['--storage-backend=etcd2', '--etcd-servers-overrides=/events'],
      '1.27',
      [
        '--storage-backend invalid, allowed values: etcd3. ' +
          "If not specified, it will default to 'etcd3'",
        '--etcd-servers-overrides invalid, must be of format: group/resource#servers, ' +
          'where servers are URLs, semicolon separated',
      ],
    ],
  ];
  for (const [flags, profile, errors] of cases) {
    test(`${profile} ${flags.join(' ') || 'none'}`, () => {
      expect(errorsOf(flags, profile)).toEqual(errors);
    });
  }

  test('a server that was given nothing names all that is missing, in order', () => {
    const checked = check([]);
    expect(!checked.ok && printAggregate(checked.errors)).toBe(
      '[--etcd-servers must be specified, service-account-issuer is a required flag, ' +
        'service-account-key-file is a required flag, ' +
        '--service-account-signing-key-file and --service-account-issuer are required flags]',
    );
  });

  test('the count comes first up to 1.27 and last from 1.28', () => {
    const flags = ['--apiserver-count=0', '--secure-port=0'];
    const count = "--apiserver-count should be a positive number, but value '0' provided";
    expect(errorsOf(flags, '1.27')[0]).toBe(count);
    expect(errorsOf(flags, '1.28').at(-1)).toBe(count);
  });

  test('one error is printed as it is, equal ones once', () => {
    expect(printAggregate(['a'])).toBe('a');
    expect(printAggregate(['a', 'b', 'a'])).toBe('[a, b]');
  });
});

test('gates', () => {
  const none = new Map<string, boolean>();
  expect(gateEnabled('1.25', none, 'APIServerIdentity')).toBe(false);
  expect(gateEnabled('1.26', none, 'APIServerIdentity')).toBe(true);
  expect(gateEnabled('1.27', new Map([['APIServerIdentity', false]]), 'APIServerIdentity')).toBe(
    false,
  );
  expect(gateEnabled('1.27', none, 'NoSuchGate')).toBe(false);
});
