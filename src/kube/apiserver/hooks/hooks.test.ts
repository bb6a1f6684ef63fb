import { describe, expect, test } from 'vitest';
import { PROFILES, type Profile, switchesOf } from '../../profile';
import {
  completeAndValidate,
  gateEnabled,
  parseApiServerFlags,
  withImpliedFlags,
} from '../options';
import { ALL_HOOKS, hooksOf } from '.';

function namesOf(profile: Profile, flags: readonly string[] = []): readonly string[] {
  const args = withImpliedFlags(['--advertise-address=10.0.0.11', ...flags]);
  const parsed = parseApiServerFlags(args, profile);
  if (!parsed.ok) throw new Error(parsed.message);
  const checked = completeAndValidate(parsed.options, { address: undefined });
  if (!checked.ok) throw new Error(checked.errors.join());
  const { options } = checked;
  const gate = (name: string) => gateEnabled(profile, options.featureGates, name);
  const hooks = hooksOf({ switches: switchesOf(profile), options, gate });
  return hooks.map(({ type, name }) => (type === 'post-start' ? name : `stop: ${name}`));
}

const INNER = [
  'generic-apiserver-start-informers',
  'priority-and-fairness-config-consumer',
  'priority-and-fairness-filter',
  'storage-object-count-tracker-hook',
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
];
const GROUPS = [
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
];
const CLUSTER_AUTHENTICATION = 'start-cluster-authentication-info-controller';
const LEASE = 'start-kube-apiserver-identity-lease-controller';
const COLLECTOR = 'start-kube-apiserver-identity-lease-garbage-collector';
const OLD_COLLECTOR = 'start-deprecated-kube-apiserver-identity-lease-garbage-collector';
const LEGACY = 'start-legacy-token-tracking-controller';
const NAMESPACES = 'start-system-namespaces-controller';
const REPAIR = 'start-service-ip-repair-controllers';
const BOOTSTRAP = 'bootstrap-controller';
const AVAILABLE = 'apiservice-status-available-controller';
const REGISTRATION = 'apiservice-registration-controller';
const AUTOREGISTRATION = 'kube-apiserver-autoregistration';
const DISCOVERY = 'apiservice-discovery-controller';
const INFORMERS = 'start-kube-aggregator-informers';
const OPEN_API = ['apiservice-openapi-controller', 'apiservice-openapiv3-controller'];

/** As real servers of these versions print them in /readyz?verbose. */
const EXPECTED: readonly (readonly [Profile, readonly string[]])[] = [
  [
    '1.25',
    [
      'start-kube-apiserver-admission-initializer',
      ...INNER,
      BOOTSTRAP,
      ...GROUPS,
      CLUSTER_AUTHENTICATION,
      ...[INFORMERS, REGISTRATION, AVAILABLE, AUTOREGISTRATION, ...OPEN_API],
      'stop: bootstrap-controller',
    ],
  ],
  [
    '1.27',
    [
      'start-kube-apiserver-admission-initializer',
      ...INNER,
      NAMESPACES,
      BOOTSTRAP,
      ...GROUPS,
      CLUSTER_AUTHENTICATION,
      ...[LEASE, OLD_COLLECTOR, COLLECTOR, LEGACY],
      ...[INFORMERS, REGISTRATION, AVAILABLE, AUTOREGISTRATION, ...OPEN_API, DISCOVERY],
      'stop: bootstrap-controller',
    ],
  ],
  [
    '1.28',
    [
      'start-kube-apiserver-admission-initializer',
      ...INNER,
      REPAIR,
      ...GROUPS,
      NAMESPACES,
      BOOTSTRAP,
      CLUSTER_AUTHENTICATION,
      ...[LEASE, OLD_COLLECTOR, COLLECTOR, LEGACY],
      ...[INFORMERS, REGISTRATION, AVAILABLE, AUTOREGISTRATION, ...OPEN_API, DISCOVERY],
      'stop: stop-kubernetes-service-controller',
    ],
  ],
  [
    '1.30',
    [
      'start-apiserver-admission-initializer',
      ...INNER,
      REPAIR,
      ...GROUPS,
      NAMESPACES,
      BOOTSTRAP,
      CLUSTER_AUTHENTICATION,
      ...[LEASE, COLLECTOR, LEGACY],
      ...[INFORMERS, REGISTRATION, AVAILABLE, DISCOVERY, AUTOREGISTRATION, ...OPEN_API],
      'stop: stop-kubernetes-service-controller',
    ],
  ],
  [
    '1.33',
    [
      'start-apiserver-admission-initializer',
      ...INNER,
      NAMESPACES,
      CLUSTER_AUTHENTICATION,
      ...[LEASE, COLLECTOR, LEGACY],
      REPAIR,
      ...GROUPS,
      BOOTSTRAP,
      'start-kubernetes-service-cidr-controller',
      INFORMERS,
      'apiservice-status-local-available-controller',
      'apiservice-status-remote-available-controller',
      ...[REGISTRATION, DISCOVERY, AUTOREGISTRATION, ...OPEN_API],
      'stop: stop-kubernetes-service-controller',
    ],
  ],
];

describe('hooks of a version, in the order of their checks', () => {
  for (const [profile, names] of EXPECTED) {
    test(profile, () => expect(namesOf(profile)).toEqual(names));
  }

  test('1.26 has the identity leases, and its token tracking', () => {
    const added = namesOf('1.26').filter((name) => !namesOf('1.25').includes(name));
    expect(added).toEqual([LEASE, COLLECTOR, LEGACY]);
  });
});

describe('flags that decide', () => {
  const cases: readonly (readonly [string, Profile, readonly string[], readonly string[]])[] = [
    [
      'max-in-flight-filter',
      '1.27',
      ['--enable-priority-and-fairness=false'],
      ['priority-and-fairness-filter', 'priority-and-fairness-config-consumer'],
    ],
    [LEASE, '1.25', ['--feature-gates=APIServerIdentity=true'], []],
    [DISCOVERY, '1.26', ['--feature-gates=AggregatedDiscoveryEndpoint=true'], []],
    [
      'aggregator-reload-proxy-client-cert',
      '1.27',
      ['--proxy-client-cert-file=a', '--proxy-client-key-file=b'],
      [],
    ],
    [
      'start-encryption-provider-config-automatic-reload',
      '1.27',
      ['--encryption-provider-config=a', '--encryption-provider-config-automatic-reload'],
      [],
    ],
  ];
  for (const [name, profile, flags, gone] of cases) {
    test(`${name}: ${flags.join(' ')}`, () => {
      expect(namesOf(profile)).not.toContain(name);
      const names = namesOf(profile, flags);
      expect(names).toContain(name);
      for (const other of gone) expect(names).not.toContain(other);
    });
  }

  test('without RBAC there are no bootstrap roles', () => {
    const names = namesOf('1.27', ['--authorization-mode=AlwaysAllow']);
    expect(names).not.toContain('rbac/bootstrap-roles');
  });

  test('a gate that the version does not know turns nothing on', () => {
    const names = namesOf('1.27', ['--feature-gates=UnknownVersionInteroperabilityProxy=true']);
    expect(names).not.toContain('peer-endpoint-reconciler-controller');
  });
});

describe('every hook', () => {
  test('is listed in some version or behind some gate', () => {
    const gates =
      '--feature-gates=UnknownVersionInteroperabilityProxy=true,StorageVersionAPI=true,' +
      'CoordinatedLeaderElection=true,WatchCacheInitializationPostStartHook=true,' +
      'AggregatedDiscoveryEndpoint=true,APIServerIdentity=true';
    const options = [
      gates,
      '--proxy-client-cert-file=a',
      '--proxy-client-key-file=b',
      '--encryption-provider-config=a',
    ];
    const seen = new Set(
      PROFILES.flatMap((profile) => [
        ...namesOf(profile, options),
        ...namesOf(profile, ['--enable-priority-and-fairness=false']),
        ...(profile === '1.25' ? [] : namesOf(profile, [...options, RELOAD])),
      ]),
    );
    const expected = ALL_HOOKS.map(({ type, name }) =>
      type === 'post-start' ? name : `stop: ${name}`,
    );
    expect(expected.filter((name) => !seen.has(name))).toEqual([]);
  });

  const RELOAD = '--encryption-provider-config-automatic-reload';

  for (const { name, type, purpose, blocks, ifSlow, ifFails, upstream } of ALL_HOOKS) {
    test(`${type} ${name} says what it is in both languages`, () => {
      for (const text of [purpose, blocks, ifSlow, ifFails]) {
        expect(text.en).not.toBe('');
        expect(text.zh).not.toBe('');
      }
      expect(upstream.files.length).toBeGreaterThan(0);
    });
  }
});
