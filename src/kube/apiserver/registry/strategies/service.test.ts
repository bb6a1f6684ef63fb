import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../../api/equality';
import { fieldErrorText } from '../../../api/field-error';
import type { KubeObject, ServiceSpec } from '../../../api/objects';
import { dropTypeDependentFields, serviceStrategy } from './service';
import { defaultOnRead } from './service-defaults';
import { specOf } from './service-fields';
import { serviceDecodeError } from './service-types';

const strategy = serviceStrategy;
const service = (spec: object): KubeObject => ({
  metadata: { name: 'x', namespace: 'default' },
  spec,
});
const PORTS = [{ port: 80 }];
/** As it is after an address was given. */
const IPS = { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ipFamilies: ['IPv4'] };

const defaulted = (spec: object): KubeObject => strategy.setDefaults(deepFreeze(service(spec)));
const faults = (spec: object): string[] =>
  strategy.validate(strategy.prepareForCreate(defaulted(spec))).map(fieldErrorText);
const faultsOfUpdate = (spec: object, before: object): string[] => {
  const old = defaulted(before);
  const object = strategy.prepareForUpdate(defaulted(spec), old);
  return strategy.validateUpdate(object, old).map(fieldErrorText);
};

describe('defaults', () => {
  it.each<[string, object, object]>([
    [
      'a plain one',
      { ports: [{ port: 80, targetPort: '' }] },
      {
        ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
        type: 'ClusterIP',
        sessionAffinity: 'None',
        internalTrafficPolicy: 'Cluster',
      },
    ],
    [
      'ClientIP affinity',
      { ports: PORTS, sessionAffinity: 'ClientIP' },
      { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } },
    ],
    [
      'external addresses',
      { ports: PORTS, externalIPs: ['1.2.3.4'] },
      { externalTrafficPolicy: 'Cluster' },
    ],
    [
      'LoadBalancer',
      { ports: PORTS, type: 'LoadBalancer' },
      { allocateLoadBalancerNodePorts: true, externalTrafficPolicy: 'Cluster' },
    ],
  ])('of %s', (_name, spec, wanted) => {
    expect(specOf(defaulted(spec))).toMatchObject(wanted);
  });

  it('leave an ExternalName alone', () => {
    expect(specOf(defaulted({ type: 'ExternalName', externalName: 'a.b' }))).toEqual({
      type: 'ExternalName',
      externalName: 'a.b',
      sessionAffinity: 'None',
    });
  });

  it.each<[string, object, object]>([
    [
      'an old one',
      { clusterIP: 'fd00::1' },
      { clusterIPs: ['fd00::1'], ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' },
    ],
    [
      'two addresses',
      { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1', 'fd00::1'] },
      { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' },
    ],
    [
      'a headless one without a selector',
      { clusterIP: 'None' },
      { ipFamilies: ['IPv6', 'IPv4'], ipFamilyPolicy: 'RequireDualStack' },
    ],
    [
      'a headless one',
      { clusterIP: 'None', selector: { a: 'b' } },
      { ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack', clusterIPs: ['None'] },
    ],
  ])('on read of %s', (_name, spec, wanted) => {
    expect(specOf(defaultOnRead(service(spec), 'IPv6'))).toMatchObject(wanted);
  });

  it('on read take a policy from an ExternalName, and leave what is whole', () => {
    const external = { type: 'ExternalName', externalName: 'a.b', internalTrafficPolicy: 'Local' };
    expect(specOf(defaultOnRead(service(external), 'IPv4'))).toEqual({
      type: 'ExternalName',
      externalName: 'a.b',
    });
    const whole = service(IPS);
    expect(defaultOnRead(whole, 'IPv4')).toBe(whole);
  });
});

const UNSET = "may only be used when `type` is 'LoadBalancer'";
describe('validation', () => {
  it.each<[string, object, string[]]>([
    ['fine', { ...IPS, ports: PORTS }, []],
    ['no ports', IPS, ['spec.ports: Required value']],
    ['headless without ports', { clusterIP: 'None', clusterIPs: ['None'] }, []],
    ['no external name', { type: 'ExternalName' }, ['spec.externalName: Required value']],
    [
      'an external name with an address',
      { type: 'ExternalName', externalName: 'a.b.', ...IPS },
      [
        'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
        'spec.ipFamilies: Forbidden: may not be set for ExternalName services',
      ],
    ],
    [
      'ranges before what is no load balancer',
      { ...IPS, ports: PORTS, loadBalancerSourceRanges: ['10.0.0.0/8', '10.0.0.0/33'] },
      [
        "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
        'spec.LoadBalancerSourceRanges: Invalid value: "[10.0.0.0/8 10.0.0.0/33]": ' +
          'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ',
      ],
    ],
    [
      'ranges before a load balancer',
      { ...IPS, ports: PORTS, type: 'LoadBalancer', loadBalancerSourceRanges: ['fd00::/8'] },
      [],
    ],
    [
      'an unknown type',
      { ...IPS, ports: PORTS, type: 'X' },
      [
        'spec.type: Unsupported value: "X": supported values: "ClusterIP", "ExternalName", ' +
          '"LoadBalancer", "NodePort"',
      ],
    ],
    [
      'two ports without names, and with one number',
      { ...IPS, ports: [{ port: 1 }, { port: 1 }] },
      [
        'spec.ports[0].name: Required value',
        'spec.ports[1].name: Required value',
        'spec.ports[1]: Duplicate value: core.ServicePort{Name:"", Protocol:"TCP", ' +
          'AppProtocol:(*string)(nil), Port:1, TargetPort:intstr.IntOrString{Type:0, IntVal:0, ' +
          'StrVal:""}, NodePort:0}',
      ],
    ],
    [
      'names of ports',
      { ...IPS, ports: [{ port: 1, targetPort: '-A--', appProtocol: 'a/b/c' }] },
      [
        'spec.ports[0].targetPort: Invalid value: "-A--": must contain only alpha-numeric ' +
          'characters (a-z, 0-9), and hyphens (-)',
        'spec.ports[0].targetPort: Invalid value: "-A--": must contain at least one letter (a-z)',
        'spec.ports[0].targetPort: Invalid value: "-A--": must not contain consecutive hyphens',
        'spec.ports[0].targetPort: Invalid value: "-A--": must not begin or end with a hyphen',
        expect.stringMatching(/^spec\.ports\[0\]\.appProtocol: Invalid value: "a\/b\/c": a qual/),
      ],
    ],
    [
      'a node port of a ClusterIP, and fields of other types',
      {
        ...{ ...IPS, ports: [{ port: 1, nodePort: 30_000 }], externalTrafficPolicy: 'Local' },
        ...{ allocateLoadBalancerNodePorts: false, loadBalancerClass: 'a/b' },
        healthCheckNodePort: 30_001,
      },
      [
        "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
        `spec.allocateLoadBalancerNodePorts: Forbidden: ${UNSET}`,
        `spec.loadBalancerClass: Forbidden: ${UNSET}`,
        'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for ' +
          'externally-accessible services',
        'spec.healthCheckNodePort: Invalid value: 30001: may only be set when `type` is ' +
          "'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      ],
    ],
    [
      'a node port twice',
      {
        ...{ ...IPS, type: 'NodePort', clusterIP: 'None', clusterIPs: ['None'] },
        ports: [
          { name: 'a', port: 1, nodePort: 30_000 },
          { name: 'b', port: 2, nodePort: 30_000 },
        ],
      },
      [
        'spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for NodePort ' +
          'services',
        'spec.ports[1].nodePort: Duplicate value: 30000',
      ],
    ],
    [
      'addresses and families that do not fit',
      {
        ports: PORTS,
        ...{ clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.2', '10.0.0.3'] },
        ...{ ipFamilies: ['IPv6', 'IPv6', 'X'], ipFamilyPolicy: 'Y' },
      },
      [
        'spec.clusterIPs: Invalid value: []string{"10.0.0.2", "10.0.0.3"}: first value must ' +
          'match `clusterIP`',
        'spec.ipFamilies[1]: Duplicate value: "IPv6"',
        'spec.ipFamilies[2]: Unsupported value: "X": supported values: "IPv4", "IPv6"',
        'spec.ipFamilyPolicy: Unsupported value: "Y": supported values: "PreferDualStack", ' +
          '"RequireDualStack", "SingleStack"',
        'spec.clusterIPs: Invalid value: []string{"10.0.0.2", "10.0.0.3"}: may specify no more ' +
          'than one IP for each IP family',
        'spec.clusterIPs[0]: Invalid value: "10.0.0.2": expected an IPv6 value as indicated by ' +
          '`ipFamilies[0]`',
        'spec.clusterIPs[1]: Invalid value: "10.0.0.3": expected an IPv6 value as indicated by ' +
          '`ipFamilies[1]`',
      ],
    ],
    [
      'affinity',
      {
        ...{ ...IPS, ports: PORTS, sessionAffinity: 'ClientIP' },
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } },
      },
      [
        'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be ' +
          'greater than 0 and less than 86400',
      ],
    ],
    [
      'a load balancer before the kubelet',
      {
        ...{ ...IPS, type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
        ports: [{ port: 10_250 }],
      },
      [
        'spec.ports[0]: Invalid value: 10250: may not expose port 10250 externally since it is ' +
          'used by kubelet',
        'spec.healthCheckNodePort: Required value',
      ],
    ],
  ])('%s', (_name, spec, texts) => {
    expect(faults(spec)).toEqual(texts);
  });

  it.each<[string, object, object, string[]]>([
    [
      'another address',
      { ...IPS, clusterIP: '10.0.0.2', clusterIPs: ['10.0.0.2'], ports: PORTS },
      { ...IPS, ports: PORTS },
      ['spec.clusterIPs[0]: Invalid value: []string{"10.0.0.2"}: may not change once set'],
    ],
    [
      'another family',
      { clusterIP: 'fd00::1', clusterIPs: ['fd00::1'], ipFamilies: ['IPv6'], ports: PORTS },
      { ...IPS, ports: PORTS },
      [
        'spec.clusterIPs[0]: Invalid value: []string{"fd00::1"}: may not change once set',
        'spec.ipFamilies[0]: Invalid value: []core.IPFamily{"IPv6"}: may not change once set',
      ],
    ],
    [
      'another class, another port of the health check',
      {
        ...{ ...IPS, ports: PORTS, type: 'LoadBalancer', loadBalancerClass: 'a/b' },
        ...{ externalTrafficPolicy: 'Local', healthCheckNodePort: 30_001 },
      },
      {
        ...{ ...IPS, ports: PORTS, type: 'LoadBalancer' },
        ...{ externalTrafficPolicy: 'Local', healthCheckNodePort: 30_002 },
      },
      [
        'spec.loadBalancerClass: Invalid value: "a/b": may not change once set',
        'spec.healthCheckNodePort: Invalid value: 30001: field is immutable',
      ],
    ],
    [
      'a second address that goes unasked',
      { ...IPS, ports: PORTS, ipFamilyPolicy: 'PreferDualStack' },
      {
        ...{ ...IPS, clusterIPs: ['10.0.0.1', 'fd00::1'], ipFamilies: ['IPv4', 'IPv6'] },
        ports: PORTS,
      },
      [
        'spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be set to \'SingleStack\' ' +
          'when releasing the secondary clusterIP',
        'spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be set to \'SingleStack\' ' +
          'when releasing the secondary ipFamily',
      ],
    ],
  ])('of an update: %s', (_name, spec, before, texts) => {
    expect(faultsOfUpdate(spec, before)).toEqual(texts);
  });
});

it.each([
  [' 10.0.0.0/8, fd00::/8', []],
  ['', []],
  ['10.0.0.1', ['must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ']],
])('the ranges "%s" of an annotation are checked as well', (ranges, wrong) => {
  const key = 'service.beta.kubernetes.io/load-balancer-source-ranges';
  const object = defaulted({ ...IPS, ports: PORTS, type: 'LoadBalancer' });
  const metadata = { ...object.metadata, annotations: { [key]: ranges } };
  const errors = strategy.validate({ ...object, metadata });
  expect(errors.map(({ field, detail }) => [field, detail])).toEqual(
    wrong.map((detail) => [`metadata.annotations[${key}]`, detail]),
  );
});

describe('a change of type', () => {
  const BEFORE: ServiceSpec = {
    ...{ ...IPS, type: 'LoadBalancer', externalTrafficPolicy: 'Local', loadBalancerClass: 'a/b' },
    ...{ ports: [{ port: 80, nodePort: 30_000 }], healthCheckNodePort: 30_001 },
    ...{ ipFamilyPolicy: 'SingleStack', allocateLoadBalancerNodePorts: true },
  };

  it('wipes what no longer applies', () => {
    const dropped = dropTypeDependentFields({ ...BEFORE, type: 'ExternalName' }, BEFORE);
    expect(JSON.parse(JSON.stringify(dropped))).toEqual({
      type: 'ExternalName',
      ports: [{ port: 80 }],
    });
  });

  it('keeps what the user changed too, for validation to refuse', () => {
    const changed = {
      ...{ ...BEFORE, type: 'ClusterIP', ports: [{ port: 80, nodePort: 30_009 }] },
      ...{ healthCheckNodePort: 30_008, externalTrafficPolicy: 'Cluster' },
    };
    expect(dropTypeDependentFields(changed, BEFORE)).toMatchObject({
      ...{ healthCheckNodePort: 30_008, externalTrafficPolicy: 'Cluster' },
      ports: [{ port: 80, nodePort: 30_009 }],
    });
  });

  it('takes the addresses of a load balancer away', () => {
    const old = {
      ...defaulted(BEFORE),
      status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
    };
    const given = defaulted({ ...IPS, ports: PORTS });
    expect(strategy.prepareForUpdate(given, old).status).toEqual({ loadBalancer: {} });
    expect(strategy.prepareForUpdate(old, old).status).toBe(old.status);
  });
});

describe('decoding', () => {
  const wrong = (what: string, where: string, type: string) =>
    `json: cannot unmarshal ${what} into Go struct field ${where} of type ${type}`;
  it.each<[unknown, string | undefined]>([
    [{ ports: null, selector: { a: 'b' }, clusterIPs: [], ipFamilyPolicy: null }, undefined],
    ['x', wrong('string', 'Service.spec', 'v1.ServiceSpec')],
    [{ ports: 'x' }, wrong('string', 'ServiceSpec.spec.ports', '[]v1.ServicePort')],
    [{ ports: [7] }, wrong('number', 'ServiceSpec.spec.ports', 'v1.ServicePort')],
    [{ ports: [{ port: '80' }] }, wrong('string', 'ServicePort.spec.ports.port', 'int32')],
    [{ ports: [{ port: 1.5 }] }, wrong('number 1.5', 'ServicePort.spec.ports.port', 'int32')],
    [
      { ports: [{ port: 1, targetPort: true }] },
      wrong('bool', 'ServicePort.spec.ports.targetPort', 'int32'),
    ],
    [{ selector: ['a'] }, wrong('array', 'ServiceSpec.spec.selector', 'map[string]string')],
    [{ selector: { a: 1 } }, wrong('number', 'ServiceSpec.spec.selector', 'string')],
    [{ type: {} }, wrong('object', 'ServiceSpec.spec.type', 'v1.ServiceType')],
    [
      { publishNotReadyAddresses: 'yes' },
      wrong('string', 'ServiceSpec.spec.publishNotReadyAddresses', 'bool'),
    ],
  ])('%j', (spec, text) => {
    expect(serviceDecodeError({ metadata: {}, spec })).toBe(text);
  });
});
