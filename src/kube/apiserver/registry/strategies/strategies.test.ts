import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../../api/equality';
import { fieldErrorText } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { API_RESOURCES } from '../../../api/resources';
import { KIND_RULES } from '../../kinds/rules';
import type { Strategy } from '../strategy';
import { endpointsStrategy } from './endpoints';
import { endpointsliceStrategy } from './endpointslice';
import { eventStrategy, eventsV1Strategy } from './event';
import { strategies } from './index';
import { leaseStrategy } from './lease';
import { namespaceStrategy } from './namespace';

const meta = (name = 'x', namespace?: string) => ({ metadata: { name, namespace } });
const inDefault = meta('x', 'default');

/** What a new object of the kind is, and what is wrong with it. */
function created(strategy: Strategy, given: KubeObject) {
  const object = strategy.prepareForCreate(strategy.setDefaults(deepFreeze(given)));
  return { object, texts: strategy.validate(object).map(fieldErrorText) };
}

const faults = (strategy: Strategy, given: KubeObject) => created(strategy, given).texts;

describe('the kinds', () => {
  it('are those of the list of resources, once each', () => {
    const served = strategies({ eventTtlSeconds: 3_600, kindRules: KIND_RULES }).map(
      ({ of }) => of,
    );
    expect(new Set(served)).toEqual(new Set(API_RESOURCES));
    expect(served).toHaveLength(API_RESOURCES.length);
  });

  it.each([
    ['namespaces', false, true, true],
    ['services', true, true, true],
    ['endpoints', true, true, false],
    ['events', true, true, false],
    ['leases', true, false, false],
    ['endpointslices', false, true, false],
  ])(
    '%s: PUT creates %s, PUT without a version %s, delete answers with the object %s',
    (...row) => {
      const [resource, ...wanted] = row;
      const strategy = strategies({ eventTtlSeconds: 1, kindRules: KIND_RULES }).find(
        ({ of }) => of.resource === resource,
      );
      expect([
        strategy?.allowCreateOnUpdate,
        strategy?.allowUnconditionalUpdate,
        strategy?.returnDeletedObject,
      ]).toEqual(wanted);
    },
  );
});

describe('Namespace', () => {
  it('keeps finalizers that are given and adds its own', () => {
    const { object } = created(namespaceStrategy, { ...meta(), spec: { finalizers: ['a.b/c'] } });
    expect(object.spec).toEqual({ finalizers: ['a.b/c', 'kubernetes'] });
  });

  it.each<[string, KubeObject, string[]]>([
    ['fine', meta(), []],
    [
      'a dot in the name',
      meta('a.b'),
      [expect.stringMatching(/^metadata\.name: Invalid value: "a\.b": a lowercase RFC 1123 label/)],
    ],
    [
      'a finalizer that is no key',
      { ...meta(), spec: { finalizers: ['a/b/c'] } },
      [expect.stringMatching(/^spec\.finalizers\[0\]: Invalid value: "a\/b\/c": a qualified name/)],
    ],
  ])('%s', (_name, given, texts) => {
    expect(faults(namespaceStrategy, given)).toEqual(texts);
  });

  it('may only be Terminating while it is deleted', () => {
    const { status } = namespaceStrategy.subresources;
    const marked = { metadata: { name: 'x', deletionTimestamp: 't' }, status: { phase: 'Active' } };
    expect(status.validateUpdate(marked, marked).map(fieldErrorText)).toEqual([
      'status.phase: Invalid value: "Active": may only be \'Terminating\' if `deletionTimestamp` ' +
        'is not empty',
    ]);
  });
});

describe('Lease', () => {
  it.each<[object, string[]]>([
    [{ leaseDurationSeconds: 15, leaseTransitions: 0 }, []],
    [
      { leaseDurationSeconds: 0 },
      ['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0'],
    ],
    [
      { leaseTransitions: -1 },
      ['spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0'],
    ],
  ])('%o', (spec, texts) => {
    expect(faults(leaseStrategy, { ...inDefault, spec })).toEqual(texts);
  });
});

describe('Endpoints', () => {
  const address = { ip: '10.0.0.1' };
  const port = { port: 80 };

  it('makes ports TCP', () => {
    const { object } = created(endpointsStrategy, { ...inDefault, subsets: [{ ports: [port] }] });
    expect(object.subsets).toEqual([{ ports: [{ port: 80, protocol: 'TCP' }] }]);
  });

  it.each<[string, object, string[]]>([
    ['fine', { addresses: [address], ports: [port] }, []],
    ['no ports', { notReadyAddresses: [address] }, []],
    [
      'nobody',
      { ports: [port] },
      ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`'],
    ],
    [
      'no address',
      { addresses: [{ ip: 'a' }] },
      [
        'subsets[0].addresses[0].ip: Invalid value: "a": must be a valid IP address, ' +
          '(e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
    ],
    [
      'special addresses',
      {
        addresses: ['127.0.0.1', '169.254.1.1', '224.0.0.1', '0.0.0.0', 'fe80::1'].map((ip) => ({
          ip,
        })),
      },
      [
        'subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback ' +
          'range (127.0.0.0/8, ::1/128)',
        'subsets[0].addresses[1].ip: Invalid value: "169.254.1.1": may not be in the link-local ' +
          'range (169.254.0.0/16, fe80::/10)',
        'subsets[0].addresses[2].ip: Invalid value: "224.0.0.1": may not be in the link-local ' +
          'multicast range (224.0.0.0/24, ff02::/10)',
        'subsets[0].addresses[3].ip: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
        'subsets[0].addresses[4].ip: Invalid value: "fe80::1": may not be in the link-local ' +
          'range (169.254.0.0/16, fe80::/10)',
      ],
    ],
    [
      'ports',
      { addresses: [address], ports: [{ port: 0 }, { name: 'b', port: 70_000, protocol: 'X' }] },
      [
        'subsets[0].ports[0].name: Required value',
        'subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
        'subsets[0].ports[1].port: Invalid value: 70000: must be between 1 and 65535, inclusive',
        'subsets[0].ports[1].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", ' +
          '"UDP"',
      ],
    ],
  ])('%s', (_name, subset, texts) => {
    expect(faults(endpointsStrategy, { ...inDefault, subsets: [subset] })).toEqual(texts);
  });
});

describe('EndpointSlice', () => {
  const slice = (changes: object): KubeObject => ({
    ...inDefault,
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'] }],
    ...changes,
  });

  it('fills in names and protocols of ports', () => {
    const { object } = created(endpointsliceStrategy, slice({ ports: [{ port: 1 }] }));
    expect(object).toMatchObject({
      metadata: { generation: 1 },
      ports: [{ name: '', protocol: 'TCP', port: 1 }],
    });
  });

  it.each<[string, object, string[]]>([
    ['fine', {}, []],
    ['no type', { addressType: undefined }, ['addressType: Required value']],
    [
      'an unknown type',
      { addressType: 'IP' },
      ['addressType: Unsupported value: "IP": supported values: "FQDN", "IPv4", "IPv6"'],
    ],
    [
      'the other family',
      { addressType: 'IPv6' },
      ['endpoints[0].addresses[0]: Invalid value: "10.0.0.1": must be a valid IPv6 address'],
    ],
    [
      'no address',
      { endpoints: [{}] },
      ['endpoints[0].addresses: Required value: must contain at least 1 address'],
    ],
    [
      'too many',
      { endpoints: Array.from({ length: 1_001 }, () => ({ addresses: ['10.0.0.1'] })) },
      ['endpoints: Too many: 1001: must have at most 1000 items'],
    ],
    [
      'one name twice',
      { ports: [{ name: 'a' }, { name: 'a' }] },
      ['ports[1].name: Duplicate value: "a"'],
    ],
  ])('%s', (_name, changes, texts) => {
    expect(faults(endpointsliceStrategy, slice(changes))).toEqual(texts);
  });
});

describe('Event', () => {
  const event = (changes: object): KubeObject => ({
    ...inDefault,
    involvedObject: { kind: 'Pod', name: 'p', namespace: 'default' },
    ...changes,
  });
  const mismatch = (namespace: string) =>
    `involvedObject.namespace: Invalid value: "${namespace}": does not match event.namespace`;

  it.each<[string, object, string[]]>([
    ['fine', {}, []],
    ['of another namespace', { involvedObject: { namespace: 'other' } }, [mismatch('other')]],
    ['of nothing, in default', { involvedObject: {} }, []],
    ['of nothing, elsewhere', { ...meta('x', 'kube-system'), involvedObject: {} }, [mismatch('')]],
    [
      'of the new form, half filled in',
      { eventTime: '2023-04-11T00:00:00.000000Z', reportingComponent: 'a/b', action: 'x' },
      ['reportingInstance: Required value', 'reason: Required value'],
    ],
    [
      'too long',
      {
        eventTime: 't',
        reportingComponent: 'a',
        reportingInstance: 'b',
        action: 'c',
        reason: 'r'.repeat(129),
      },
      ['reason: Invalid value: "": can have at most 128 characters'],
    ],
  ])('%s', (_name, changes, texts) => {
    expect(faults(eventStrategy(3_600), event(changes))).toEqual(texts);
  });

  it('is held to more in events.k8s.io', () => {
    const old = event({ type: 'Loud', count: 2, source: { component: 'a' } });
    expect(faults(eventsV1Strategy(3_600), old)).toEqual([
      'eventTime: Required value',
      'type: Invalid value: "": has invalid value: Loud',
      'count: Invalid value: "": needs to be unset',
      'source: Invalid value: "": needs to be unset',
    ]);
  });

  it('can be selected by what it is about, in the words of its group', () => {
    const object = event({ reason: 'R', source: { component: 'a' } });
    expect(eventStrategy(1).selectableFields(object)).toMatchObject({
      'involvedObject.name': 'p',
      source: 'a',
    });
    expect(eventsV1Strategy(1).selectableFields(object)).toMatchObject({ 'regarding.name': 'p' });
  });
});
