/** What the API server says of Secrets, limits, volumes and Nodes that are wrong, in its words. */
import { expect, it, test } from 'vitest';
import { created, made, type Row, updated } from '../testing/made-objects';

const secret = (type: string, texts: object = {}) => ({ type, stringData: texts });
const SECRETS: readonly Row[] = [
  ['of any kind', 'Secret', secret('mine', { a: 'b' }), []],
  [
    'with a bad key',
    'Secret',
    { data: { '..a': '' } },
    ['data[..a]: Invalid value: "..a": must not start with \'..\''],
  ],
  [
    'of a certificate',
    'Secret',
    secret('kubernetes.io/tls', { 'tls.crt': '' }),
    ['data[tls.key]: Required value'],
  ],
  [
    'of a registry, without its file',
    'Secret',
    secret('kubernetes.io/dockerconfigjson'),
    ['data[.dockerconfigjson]: Required value'],
  ],
  [
    'of a registry, with a broken file',
    'Secret',
    secret('kubernetes.io/dockercfg', { '.dockercfg': '{' }),
    ['data[.dockercfg]: Invalid value: "<secret contents redacted>": unexpected end of JSON input'],
  ],
  [
    'of a registry, with a list',
    'Secret',
    secret('kubernetes.io/dockerconfigjson', { '.dockerconfigjson': '[]' }),
    [
      'data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": json: cannot ' +
        'unmarshal array into Go value of type map[string]interface {}',
    ],
  ],
  [
    'of a user',
    'Secret',
    secret('kubernetes.io/basic-auth'),
    ['data[%s][username]: Required value', 'data[%s][password]: Required value'],
  ],
  [
    'of a user without a password',
    'Secret',
    secret('kubernetes.io/basic-auth', { username: '' }),
    [],
  ],
  [
    'of a key',
    'Secret',
    secret('kubernetes.io/ssh-auth', { 'ssh-privatekey': '' }),
    ['data[%s][ssh-privatekey]: Required value'],
  ],
  [
    'of a token of nobody',
    'Secret',
    secret('kubernetes.io/service-account-token'),
    ['metadata.annotations[kubernetes.io/service-account.name]: Required value'],
  ],
  [
    'that is too large',
    'Secret',
    { data: { a: 'A'.repeat(1_398_104) } },
    ['data: Too long: must have at most 1048576 bytes'],
  ],
];

const limits = (...list: object[]) => ({ spec: { limits: list } });
const LIMITS: readonly Row[] = [
  ['that is fine', 'LimitRange', limits({ type: 'Container', max: { cpu: '1' } }), []],
  [
    'of odd types and names',
    'LimitRange',
    limits({ type: 'Node' }, { type: 'Pod', default: { cpu: '1' }, max: { disk: '1' } }),
    [
      'spec.limits[0].type: Invalid value: "Node": must be a standard limit type or fully ' +
        'qualified',
      'spec.limits[1].max[disk]: Invalid value: "disk": must be a standard resource type or ' +
        'fully qualified',
      'spec.limits[1].max[disk]: Invalid value: "disk": must be a standard resource for containers',
      "spec.limits[1].default: Forbidden: may not be specified when `type` is 'Pod'",
    ],
  ],
  [
    'whose least is more than its most',
    'LimitRange',
    limits({ type: 'Pod', min: { memory: '2Gi' }, max: { memory: '1Gi' } }),
    [
      'spec.limits[0].min[memory]: Invalid value: resource.Quantity{i:resource.int64Amount{' +
        'value:2147483648, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"", ' +
        'Format:"BinarySI"}: min value 2Gi is greater than max value 1Gi',
    ],
  ],
  [
    'twice, and of claims without a size',
    'LimitRange',
    limits(
      { type: 'PersistentVolumeClaim', max: { storage: '1' } },
      { type: 'PersistentVolumeClaim' },
    ),
    [
      'spec.limits[1].type: Duplicate value: "PersistentVolumeClaim"',
      'spec.limits[1].limits: Required value: either minimum or maximum storage value is ' +
        'required, but neither was provided',
    ],
  ],
  ['quota that is fine', 'ResourceQuota', { spec: { hard: { pods: '2', cpu: '1' } } }, []],
  [
    'quota of what there is not, or not in parts',
    'ResourceQuota',
    { spec: { hard: { nodes: '1', pods: '-1', services: '1500m' } } },
    [
      'spec.hard[nodes]: Invalid value: "nodes": must be a standard resource type or fully ' +
        'qualified',
      'spec.hard[nodes]: Invalid value: "nodes": must be a standard resource for quota',
      'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0',
      'spec.hard[services]: Invalid value: resource.Quantity{i:resource.int64Amount{value:1500, ' +
        'scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"", Format:"DecimalSI"}: ' +
        'must be an integer',
    ],
  ],
  [
    'quota of scopes that do not go together',
    'ResourceQuota',
    { spec: { hard: { cpu: '1' }, scopes: ['BestEffort', 'NotBestEffort', 'Mine'] } },
    ['unsupported scope applied to resource', 'unsupported scope', 'conflicting scopes'].map(
      (text) =>
        'spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort", "NotBestEffort", ' +
        `"Mine"}: ${text}`,
    ),
  ],
];

const claim = (spec: object) => ({
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});
const volume = (spec: object) => ({
  spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, ...spec },
});
const VOLUMES: readonly Row[] = [
  ['claim that is fine', 'PersistentVolumeClaim', claim({}), []],
  [
    'claim of nothing',
    'PersistentVolumeClaim',
    {},
    [
      'spec.accessModes: Required value: at least 1 access mode is required',
      'spec.resources[storage]: Required value',
    ],
  ],
  [
    'claim of odd modes',
    'PersistentVolumeClaim',
    claim({
      accessModes: ['ReadWriteOncePod', 'ReadWriteOnce', 'WriteOnly'],
      resources: { requests: { storage: '0' } },
      volumeMode: 'Tape',
      storageClassName: 'A',
      dataSource: { name: 's', kind: 'VolumeSnapshot' },
    }),
    [
      'spec.accessModes: Unsupported value: "WriteOnly": supported values: "ReadOnlyMany", ' +
        '"ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
      'spec.resources[storage]: Invalid value: "0": must be greater than zero',
      expect.stringMatching(/^spec.storageClassName: Invalid value: "A": a lowercase RFC 1123 sub/),
      'spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"',
      'spec.dataSource: Invalid value: "VolumeSnapshot": must be \'PersistentVolumeClaim\' when ' +
        'referencing the default apiGroup',
    ] as string[],
  ],
  ['that is fine', 'PersistentVolume', volume({ hostPath: { path: '/a' } }), []],
  [
    'of nothing',
    'PersistentVolume',
    {},
    [
      'spec.accessModes: Required value',
      'spec.capacity: Required value',
      'spec.capacity: Unsupported value: core.ResourceList(nil): supported values: "storage"',
      'spec: Required value: must specify a volume type',
    ],
  ],
  [
    'of two sources',
    'PersistentVolume',
    volume({
      hostPath: { path: '/' },
      local: { path: '/b/../c' },
      persistentVolumeReclaimPolicy: 'Recycle',
    }),
    [
      'spec.local: Forbidden: may not specify more than 1 volume type',
      'spec.nodeAffinity: Required value: Local volume requires node affinity',
      "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath " +
        "mount of '/'",
    ],
  ],
  [
    'of nfs without a server',
    'PersistentVolume',
    volume({ nfs: { path: 'a' }, persistentVolumeReclaimPolicy: 'Burn' }),
    [
      'spec.persistentVolumeReclaimPolicy: Unsupported value: "Burn": supported values: ' +
        '"Delete", "Recycle", "Retain"',
      'spec.nfs.server: Required value',
      'spec.nfs.path: Invalid value: "a": must be an absolute path',
    ],
  ],
  [
    'class without a provisioner',
    'StorageClass',
    { reclaimPolicy: 'Recycle', volumeBindingMode: 'Late' },
    [
      'provisioner: Required value',
      'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
      'volumeBindingMode: Unsupported value: "Late": supported values: "Immediate", ' +
        '"WaitForFirstConsumer"',
    ],
  ],
];

const NODES: readonly Row[] = [
  ['that is fine', 'Node', { spec: { podCIDR: '10.0.0.0/24' } }, []],
  [
    'with odd taints',
    'Node',
    {
      spec: {
        taints: [
          { key: 'a', effect: 'NoSchedule' },
          { key: 'a', effect: 'NoSchedule' },
          { key: 'b' },
        ],
      },
    },
    [
      'metadata.taints[1]: Duplicate value: core.Taint{Key:"a", Value:"", Effect:"NoSchedule", ' +
        'TimeAdded:<nil>}: taints must be unique by key and effect pair',
      'metadata.taints[2].effect: Required value',
    ],
  ],
  [
    'with ranges of one family',
    'Node',
    { spec: { podCIDRs: ['10.0.0.0/24', '10.0.1.0/24'] }, status: { capacity: { pods: '-1' } } },
    [
      'status.capacity.pods: Invalid value: "-1": must be greater than or equal to 0',
      'status.allocatable.pods: Invalid value: "-1": must be greater than or equal to 0',
      'spec.podCIDRs: Invalid value: []string{"10.0.0.0/24", "10.0.1.0/24"}: may specify no ' +
        'more than one CIDR for each IP family',
    ],
  ],
  [
    'runtime without a handler',
    'RuntimeClass',
    { handler: 'a b' },
    [
      expect.stringMatching(/^handler: Invalid value: "a b": a lowercase RFC 1123 label/),
    ] as string[],
  ],
];

test.each([...SECRETS, ...LIMITS, ...VOLUMES, ...NODES])('%s: %s', (_what, kind, fields, texts) => {
  expect(created(kind, fields)).toEqual(texts);
});

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const hpa = (spec: object) => ({
  apiVersion: 'autoscaling/v2',
  spec: { scaleTargetRef, maxReplicas: 3, ...spec },
});
const UPDATES: readonly (readonly [kind: string, fields: object, old: object, texts: unknown])[] = [
  ['Secret', secret('a'), secret('b'), ['type: Invalid value: "a": field is immutable']],
  [
    'Secret',
    { ...secret('a', { b: 'c' }), immutable: true },
    { ...secret('a'), immutable: true },
    ['data: Forbidden: field is immutable when `immutable` is set'],
  ],
  [
    'PersistentVolumeClaim',
    claim({ accessModes: ['ReadWriteMany'] }),
    claim({}),
    [
      'spec: Forbidden: spec is immutable after creation except resources.requests for bound ' +
        'claims',
    ],
  ],
  ['PersistentVolumeClaim', claim({ volumeName: 'v' }), claim({}), []],
  [
    'PersistentVolume',
    volume({ hostPath: { path: '/a' }, volumeMode: 'Block' }),
    volume({ hostPath: { path: '/b' } }),
    [
      'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after ' +
        'creation',
      'volumeMode: Invalid value: "Block": field is immutable',
    ],
  ],
  [
    'StorageClass',
    { provisioner: 'a/b', parameters: { a: 'b' } },
    { provisioner: 'a/c' },
    [
      'parameters: Forbidden: updates to parameters are forbidden.',
      'provisioner: Forbidden: updates to provisioner are forbidden.',
    ],
  ],
  [
    'Node',
    { spec: { podCIDR: '10.0.1.0/24', providerID: 'b' } },
    { spec: { podCIDR: '10.0.0.0/24', providerID: 'a' } },
    [
      'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
      'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    ],
  ],
  [
    'RuntimeClass',
    { handler: 'a' },
    { handler: 'b' },
    ['handler: Invalid value: "a": field is immutable'],
  ],
  [
    'ResourceQuota',
    { spec: { scopes: ['BestEffort'] } },
    { spec: {} },
    ['spec.scopes: Invalid value: []core.ResourceQuotaScope{"BestEffort"}: field is immutable'],
  ],
  [
    'IngressClass',
    { spec: { controller: 'a.b/c' } },
    { spec: { controller: 'a.b/d' } },
    ['spec.controller: Invalid value: "a.b/c": field is immutable'],
  ],
  ['HorizontalPodAutoscaler', hpa({ minReplicas: 1 }), hpa({ minReplicas: 1 }), []],
];

test.each(UPDATES)('update of a %s', (kind, fields, old, texts) => {
  expect(updated(kind, fields, old)).toEqual(texts);
});

it('gives an object of each kind what upstream fills in', () => {
  const spec = (kind: string, fields: object) => made(kind, fields).spec;
  expect(spec('HorizontalPodAutoscaler', hpa({}))).toEqual({
    scaleTargetRef,
    ...{ minReplicas: 1, maxReplicas: 3 },
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
      },
    ],
  });
  expect(spec('NetworkPolicy', { spec: { podSelector: {}, egress: [{ ports: [{}] }] } })).toEqual({
    podSelector: {},
    egress: [{ ports: [{ protocol: 'TCP' }] }],
    policyTypes: ['Ingress', 'Egress'],
  });
  const item = { type: 'Container', max: { cpu: '2' }, min: { memory: '1Mi' } };
  expect(spec('LimitRange', limits(item))).toEqual({
    limits: [{ ...item, default: { cpu: '2' }, defaultRequest: { cpu: '2', memory: '1Mi' } }],
  });
  expect(spec('Node', { spec: { podCIDR: '10.0.0.0/24' } })).toEqual({
    podCIDR: '10.0.0.0/24',
    podCIDRs: ['10.0.0.0/24'],
  });
});
