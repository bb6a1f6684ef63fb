import { describe, expect, test } from 'vitest';
import { minutes, seconds } from '#base';
import { setFlag } from '../../component/flag-values';
import { PROFILES } from '../../profile';
import { API_SERVER_FLAGS, flagKnowledge, flagsOf, parseApiServerFlags, withImpliedFlags } from '.';

const parse = (...args: string[]) => parseApiServerFlags(args, '1.27');

function good(...args: string[]) {
  const parsed = parse(...args);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.options;
}

describe('defaults', () => {
  const options = good();
  test.each([
    ['bindAddress', '0.0.0.0'],
    ['securePort', 6443],
    ['serviceClusterIPRange', ''],
    ['serviceNodePortRange', { base: 30000, size: 2768 }],
    ['endpointReconcilerType', 'lease'],
    ['apiServerCount', 1],
    ['eventTTL', minutes(60)],
    ['etcdPrefix', '/registry'],
    ['storageMediaType', 'application/vnd.kubernetes.protobuf'],
    ['etcdCompactionInterval', minutes(5)],
    ['etcdCountMetricPollPeriod', minutes(1)],
    ['etcdDbMetricPollInterval', seconds(30)],
    ['etcdHealthcheckTimeout', seconds(2)],
    ['leaseReuseDurationSeconds', 60],
    ['watchCache', true],
    ['maxRequestsInFlight', 400],
    ['maxMutatingRequestsInFlight', 200],
    ['requestTimeout', minutes(1)],
    ['minRequestTimeout', 1800],
    ['shutdownSendRetryAfter', false],
    ['authorizationModes', ['AlwaysAllow']],
    ['anonymousAuth', true],
    ['goawayChance', 0],
  ] as const)('%s', (field, value) => expect(options[field]).toEqual(value));

  test('of every flag can be read by its own type', () => {
    for (const { name, type, default: byDefault } of API_SERVER_FLAGS) {
      if (byDefault === '') continue;
      expect([name, setFlag(type, byDefault, undefined).ok]).toEqual([name, true]);
    }
  });
});

describe('forms', () => {
  test.each([
    [['--secure-port=7443'], { securePort: 7443 }],
    [['--secure-port', '7443'], { securePort: 7443 }],
    [['--secure_port=7443'], { securePort: 7443 }],
    [['--secure-port=1', '--secure-port=2'], { securePort: 2 }],
    [['--secure-port=0x1f'], { securePort: 31 }],
    [['--watch-cache=false'], { watchCache: false }],
    [['--watch-cache=F', '--profiling'], { watchCache: false }],
    [['--shutdown-send-retry-after'], { shutdownSendRetryAfter: true }],
    [['--etcd-servers=a,b', '--etcd-servers=c'], { etcdServers: ['a', 'b', 'c'] }],
    [['--etcd-servers="a,b",c'], { etcdServers: ['a,b', 'c'] }],
    [
      ['--service-account-issuer=a,b', '--service-account-issuer=c'],
      { serviceAccountIssuers: ['a,b', 'c'] },
    ],
    [['--service-node-port-range=30000'], { serviceNodePortRange: { base: 30000, size: 1 } }],
    [['--service-node-port-range=30000+9'], { serviceNodePortRange: { base: 30000, size: 10 } }],
    [['--service-node-port-range= 1-2 '], { serviceNodePortRange: { base: 1, size: 2 } }],
    [['--service-node-port-range='], { serviceNodePortRange: { base: 0, size: 0 } }],
    [['--shutdown-delay-duration=1m10s', '-v', '4'], { shutdownDelayDuration: seconds(70) }],
    [['-v4', '-v=5', '--', ''].slice(0, 2), {}],
    [['--runtime-config='], { runtimeConfig: new Map() }],
    [
      ['--runtime-config=api/all=true,v1', '--runtime-config=v1=false'],
      {
        runtimeConfig: new Map([
          ['api/all', 'true'],
          ['v1', 'false'],
        ]),
      },
    ],
    [
      ['--feature-gates=A=true,B=false', '--feature-gates=A=False'],
      {
        featureGates: new Map([
          ['A', false],
          ['B', false],
        ]),
      },
    ],
  ])('%j', (args, expected) => expect(good(...args)).toMatchObject(expected));
});

describe('refused in the words of the component', () => {
  const bad = (flag: string, text: string, why: string) =>
    `invalid argument ${JSON.stringify(text)} for ${JSON.stringify(flag)} flag: ${why}`;
  test.each([
    [['--nope'], 'unknown flag: --nope'],
    [['--insecure-port=0'], 'unknown flag: --insecure-port'],
    [['-x'], "unknown shorthand flag: 'x' in -x"],
    [['--secure-port'], 'flag needs an argument: --secure-port'],
    [['-v'], "flag needs an argument: 'v' in -v"],
    [['--=1'], 'bad flag syntax: --=1'],
    [
      ['--secure-port=a'],
      bad('--secure-port', 'a', 'strconv.ParseInt: parsing "a": invalid syntax'),
    ],
    [
      ['--secure-port=99999999999999999999'],
      bad(
        '--secure-port',
        '99999999999999999999',
        'strconv.ParseInt: parsing "99999999999999999999": value out of range',
      ),
    ],
    [['-v=x'], bad('-v, --v', 'x', 'strconv.ParseInt: parsing "x": invalid syntax')],
    [
      ['--watch-cache=maybe'],
      bad('--watch-cache', 'maybe', 'strconv.ParseBool: parsing "maybe": invalid syntax'),
    ],
    [['--event-ttl=5'], bad('--event-ttl', '5', 'time: missing unit in duration "5"')],
    [['--event-ttl=5x'], bad('--event-ttl', '5x', 'time: unknown unit "x" in duration "5x"')],
    [['--event-ttl='], bad('--event-ttl', '', 'time: invalid duration ""')],
    [
      ['--advertise-address=10.0.0.300'],
      bad('--advertise-address', '10.0.0.300', 'failed to parse IP: "10.0.0.300"'),
    ],
    [
      ['--service-node-port-range=2-1'],
      bad('--service-node-port-range', '2-1', 'end port cannot be less than start port: 2-1'),
    ],
    [
      ['--service-node-port-range=1-70000'],
      bad(
        '--service-node-port-range',
        '1-70000',
        'the port range cannot be greater than 65535: 1-70000',
      ),
    ],
    [['--feature-gates=A'], bad('--feature-gates', 'A', 'missing bool value for A')],
    [
      ['--feature-gates=A=x'],
      bad(
        '--feature-gates',
        'A=x',
        'invalid value of A=x, err: strconv.ParseBool: parsing "x": invalid syntax',
      ),
    ],
    [['a', 'b'], '"kube-apiserver" does not take any arguments, got ["a" "b"]'],
    [
      ['--', '--secure-port'],
      '"kube-apiserver" does not take any arguments, got ["--secure-port"]',
    ],
  ])('%j', (args, message) => expect(parse(...args)).toEqual({ ok: false, message }));

  test('a deprecated flag is taken with a warning', () => {
    const parsed = parse('--default-watch-cache-size=10');
    expect(parsed).toMatchObject({
      ok: true,
      warnings: [
        'Flag --default-watch-cache-size has been deprecated, watch caches are sized ' +
          'automatically and this flag will be removed in a future version',
      ],
    });
  });
});

describe('versions', () => {
  test.each([
    ['--shutdown-watch-termination-grace-period', '1.26', 'unknown'],
    ['--shutdown-watch-termination-grace-period', '1.27', 'modelled'],
    ['identity-lease-duration-seconds', '1.25', 'modelled'],
    ['identity-lease-duration-seconds', '1.26', 'unknown'],
    ['logtostderr', '1.25', 'known'],
    ['logtostderr', '1.26', 'unknown'],
    ['kubelet-client-key', '1.33', 'known'],
    ['etcd_servers', '1.27', 'modelled'],
    ['-v', '1.27', 'known'],
    ['insecure-port', '1.25', 'unknown'],
  ] as const)('%s in %s is %s', (flag, profile, knowledge) => {
    expect(flagKnowledge(profile, flag)).toBe(knowledge);
  });

  test('no version has a flag twice', () => {
    for (const profile of PROFILES) {
      const names = flagsOf(profile).map(({ name }) => name);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    }
  });
});

test('what no server starts without is put before what was given, and never twice', () => {
  const args = withImpliedFlags(['--etcd_servers=a', '--secure-port', '1']);
  expect(args.slice(-2)).toEqual(['--secure-port', '1']);
  expect(good(...args)).toMatchObject({
    etcdServers: ['a'],
    securePort: 1,
    authorizationModes: ['Node', 'RBAC'],
  });
});
