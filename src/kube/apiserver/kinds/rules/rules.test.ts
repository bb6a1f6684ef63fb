import { describe, expect, it } from 'vitest';
import { fieldErrorText } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { API_RESOURCES } from '../../../api/resources';
import { plainStrategy } from '../../registry/strategies/plain';
import { KIND_RULES } from './index';

const strategyOf = (kind: string) => {
  const of = API_RESOURCES.find((each) => each.kind === kind);
  if (!of) throw new Error(kind);
  return plainStrategy(of, KIND_RULES[kind]);
};
const metadata = { name: 'x', namespace: 'default', uid: 'u' };

function created(kind: string, fields: object) {
  const strategy = strategyOf(kind);
  const object = strategy.prepareForCreate(strategy.setDefaults({ metadata, ...fields }));
  return { object, texts: strategy.validate(object).map(fieldErrorText) };
}

const labels = { a: 'b' };
const container = { name: 'c', image: 'nginx' };
const template = { metadata: { labels }, spec: { containers: [container] } };
const workload = { spec: { selector: { matchLabels: labels }, template } };

it('fills in a Pod as the API server does', () => {
  const limits = { cpu: '1', memory: '1Gi' };
  const given = {
    containers: [{ ...container, resources: { limits }, ports: [{ containerPort: 80 }] }],
  };
  const { object, texts } = created('Pod', { spec: given });
  expect(texts).toEqual([]);
  expect(object.status).toEqual({ phase: 'Pending', qosClass: 'Guaranteed' });
  expect(object.spec).toEqual({
    containers: [
      {
        ...container,
        resources: { limits, requests: limits },
        ports: [{ containerPort: 80, protocol: 'TCP' }],
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        imagePullPolicy: 'Always',
      },
    ],
    enableServiceLinks: true,
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
  });
});

describe('defaults', () => {
  it.each<[kind: string, fields: object, spec: object]>([
    [
      'Deployment',
      workload,
      {
        replicas: 1,
        strategy: {
          type: 'RollingUpdate',
          rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' },
        },
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
      },
    ],
    ['ReplicaSet', workload, { replicas: 1 }],
    [
      'StatefulSet',
      workload,
      {
        podManagementPolicy: 'OrderedReady',
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      },
    ],
    [
      'DaemonSet',
      workload,
      {
        updateStrategy: {
          type: 'RollingUpdate',
          rollingUpdate: { maxUnavailable: 1, maxSurge: 0 },
        },
      },
    ],
    ['PersistentVolumeClaim', { spec: {} }, { volumeMode: 'Filesystem' }],
  ])('of a %s', (kind, fields, spec) => {
    expect(created(kind, fields).object.spec).toMatchObject(spec);
  });

  it('of a Job, with a selector of its own', () => {
    const job = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } };
    const { object, texts } = created('Job', { spec: { template: job } });
    expect(texts).toEqual([]);
    expect(object).toMatchObject({
      metadata: { generation: 1, labels },
      spec: {
        completions: 1,
        parallelism: 1,
        backoffLimit: 6,
        selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } },
        template: {
          metadata: { labels: { a: 'b', 'job-name': 'x', 'batch.kubernetes.io/job-name': 'x' } },
        },
      },
    });
  });
});

const MISMATCH =
  'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` ' +
  'does not match template `labels`';
const podOf = (spec: object) => ({ spec });
const deployment = (spec: object) => ({ spec: { ...workload.spec, ...spec } });

describe('what is wrong, in upstream\u2019s words', () => {
  it.each<[kind: string, fields: object, texts: readonly string[]]>([
    ['Pod', podOf({}), ['spec.containers: Required value']],
    [
      'Pod',
      podOf({ containers: [{ name: 'A' }, { name: 'c', image: 'x' }, { name: 'c', image: 'x' }] }),
      [
        expect.stringMatching(/^spec\.containers\[0]\.name: Invalid value: "A": a lowercase RFC/),
        'spec.containers[0].image: Required value',
        'spec.containers[2].name: Duplicate value: "c"',
      ] as unknown as string[],
    ],
    [
      'Pod',
      podOf({ containers: [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/' }] }] }),
      ['spec.containers[0].volumeMounts[0].name: Not found: "v"'],
    ],
    [
      'Pod',
      podOf({
        containers: [
          { ...container, resources: { requests: { cpu: '2' }, limits: { cpu: '1500m' } } },
        ],
      }),
      [
        'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal ' +
          'to cpu limit',
      ],
    ],
    [
      'Deployment',
      deployment({ selector: { matchLabels: { a: 'c' } } }),
      [
        'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` ' +
          'does not match template `labels`',
      ],
    ],
    [
      'Deployment',
      deployment({ selector: {}, replicas: -1 }),
      [
        'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
        'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), ' +
          'MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for ' +
          'deployment',
      ],
    ],
    [
      'Deployment',
      deployment({ strategy: { type: 'Recreate', rollingUpdate: {} } }),
      [
        'spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is ' +
          "'Recreate'",
      ],
    ],
    ['Deployment', { spec: { template } }, ['spec.selector: Required value', MISMATCH]],
    ['ReplicaSet', { spec: { template } }, ['spec.selector: Required value', MISMATCH]],
    ['StatefulSet', { spec: { template } }, ['spec.selector: Required value', MISMATCH]],
    ['DaemonSet', { spec: { template } }, [MISMATCH]],
    ...['Deployment', 'ReplicaSet', 'DaemonSet'].flatMap((kind) =>
      [{ metadata: { labels } }, { metadata: { labels }, spec: {} }].map(
        (given): [string, object, string[]] => [
          kind,
          { spec: { ...workload.spec, template: given } },
          ['spec.template.spec.containers: Required value'],
        ],
      ),
    ),
    [
      'Deployment',
      { spec: {} },
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: map[string]string(nil): `selector` does ' +
          'not match template `labels`',
        'spec.template.spec.containers: Required value',
      ],
    ],
    [
      'ReplicationController',
      { spec: {} },
      ['spec.selector: Required value', 'spec.template: Required value'],
    ],
    [
      'Deployment',
      deployment({ strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } } }),
      [
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: intstr.IntOrString{Type:0, ' +
          'IntVal:0, StrVal:""}: may not be 0 when `maxSurge` is 0',
      ],
    ],
    [
      'PodDisruptionBudget',
      { spec: { minAvailable: 1, maxUnavailable: '101%' } },
      [
        'spec: Invalid value: policy.PodDisruptionBudgetSpec{MinAvailable:(*intstr.IntOrString)' +
          '(0xc000000000), Selector:(*v1.LabelSelector)(nil), MaxUnavailable:(*intstr.' +
          'IntOrString)(0xc000000000), UnhealthyPodEvictionPolicy:' +
          '(*policy.UnhealthyPodEvictionPolicyType)' +
          '(nil)}: minAvailable and maxUnavailable cannot be both set',
        'spec.maxUnavailable: Invalid value: intstr.IntOrString{Type:1, IntVal:0, ' +
          'StrVal:"101%"}: must not be greater than 100%',
      ],
    ],
    ['PodDisruptionBudget', { spec: { minAvailable: '50%', selector: {} } }, []],
    [
      'Job',
      { spec: { template } },
      ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
    [
      'CronJob',
      { spec: { schedule: 'now', jobTemplate: { spec: { template } } } },
      [
        'spec.schedule: Invalid value: "now": expected exactly 5 fields, found 1: [now]',
        'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: ' +
          '"OnFailure", "Never"',
      ],
    ],
    [
      'PersistentVolumeClaim',
      { spec: {} },
      [
        'spec.accessModes: Required value: at least 1 access mode is required',
        'spec.resources[storage]: Required value',
      ],
    ],
  ])('of a %s: %j', (kind, fields, texts) => {
    expect(created(kind, fields).texts).toEqual(texts);
  });

  it('of a Pod that is given another restart policy', () => {
    const strategy = strategyOf('Pod');
    const { object } = created('Pod', podOf({ containers: [container] }));
    const spec = object.spec as object;
    const next = (change: object): KubeObject => ({ ...object, spec: { ...spec, ...change } });
    const update = (change: object) =>
      strategy.validateUpdate(next(change), object).map(({ type }) => type);
    expect(update({ restartPolicy: 'Never' })).toEqual(['FieldValueForbidden']);
    expect(update({ activeDeadlineSeconds: 5 })).toEqual([]);
  });
});

it('counts a generation of a new template, and none of a status', () => {
  const strategy = strategyOf('Deployment');
  const { object } = created('Deployment', workload);
  const { status } = strategy.subresources;
  const told = status.prepareForUpdate({ ...object, status: { replicas: 1 } }, object);
  expect([told.metadata.generation, told.status]).toEqual([1, { replicas: 1 }]);
  const spec = { ...(object.spec as object), replicas: 2 };
  const grown = strategy.prepareForUpdate({ ...object, spec, status: { replicas: 9 } }, told);
  expect([grown.metadata.generation, grown.status]).toEqual([2, { replicas: 1 }]);
});

it.each([
  ['example.com:signer:abc', 'example.com/signer', []],
  [
    'abc',
    'example.com/signer',
    [
      'metadata.name: Invalid value: "abc": ClusterTrustBundle for signerName example.com/signer ' +
        'must be named with prefix example.com:signer:',
    ],
  ],
  ['abc', '', []],
  [
    'example.com:signer:abc',
    '',
    [
      'metadata.name: Invalid value: "example.com:signer:abc": ' +
        'ClusterTrustBundle without signer name must not have ":" in its name',
    ],
  ],
])('a trust bundle %s of the signer "%s" may be called so, or not', (name, signerName, wrong) => {
  const given = { metadata: { name }, spec: { signerName } };
  expect(created('ClusterTrustBundle', given).texts).toEqual(wrong);
});
