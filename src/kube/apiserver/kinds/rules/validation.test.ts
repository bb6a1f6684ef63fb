/** What is wrong with Pods and workloads, in upstream's words and order, over HTTP. */
import { describe, expect, it } from 'vitest';
import { RestWorld } from '../../registry/testing/rest-world';

const world = new RestWorld();
const container = { name: 'c', image: 'i:1' };
const labels = { a: 'b' };
const pod = { containers: [container] };
const template = { metadata: { labels }, spec: pod };
const selector = { matchLabels: labels };
const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', " +
  "and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex " +
  "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const QUALIFIED =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " +
  "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const VALUE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', " +
  "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or " +
  "'12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** Field and message of each cause. */
function causesOf(resource: string, spec: object, name = 'x'): string[] {
  const group = { pods: '/api/v1', jobs: '/apis/batch/v1', cronjobs: '/apis/batch/v1' }[resource];
  const place = `${group ?? '/apis/apps/v1'}/namespaces/default/${resource}`;
  const { body } = world.ask(`POST ${place}?dryRun=All`, { metadata: { name }, spec });
  return (body.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
}

describe('Pods', () => {
  it.each<[string, object, string[]]>([
    [
      'names and values',
      {
        nodeSelector: { 'a b': 'c d' },
        containers: [{ ...container, env: [{ name: '1 A', value: 'x' }, { value: 'y' }] }],
        hostAliases: [{ ip: 'x', hostnames: ['h'] }],
        hostname: 'A_B',
        activeDeadlineSeconds: 0,
      },
      [
        'spec.containers[0].env[0].name: Invalid value: "1 A": a valid environment variable name ' +
          "must consist of alphabetic characters, digits, '_', '-', or '.', and must not start " +
          "with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for " +
          "validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')",
        'spec.containers[0].env[1].name: Required value',
        `spec.nodeSelector: Invalid value: "a b": ${QUALIFIED}`,
        `spec.nodeSelector: Invalid value: "c d": ${VALUE}`,
        'spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive',
        `spec.hostname: Invalid value: "A_B": ${LABEL}`,
        'spec.hostAliases[0].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 ' +
          'or 2001:db8::ffff)',
      ],
    ],
    [
      'spaces around an image',
      { containers: [{ ...container, image: ' nginx' }] },
      [
        'spec.containers[0].image: Invalid value: " nginx": must not have leading or trailing ' +
          'whitespace',
      ],
    ],
    ['a period below nothing, which is only warned of', { terminationGracePeriodSeconds: -1 }, []],
    [
      'what an init container may not have',
      { initContainers: [{ ...container, readinessProbe: { exec: { command: [] } } }] },
      [
        'spec.initContainers[0].name: Duplicate value: "c"',
        'spec.initContainers[0].readinessProbe: Forbidden: may not be set for init containers ' +
          'without restartPolicy=Always',
      ],
    ],
    [
      'a sidecar, whose probes are looked at',
      { initContainers: [{ name: 's', image: 'i', restartPolicy: 'Always', livenessProbe: {} }] },
      ['spec.initContainers[0].livenessProbe: Required value: must specify a handler type'],
    ],
    [
      'resources',
      {
        containers: [
          {
            ...container,
            resources: { requests: { cpu: '-1', 'a.b/c': '1' }, limits: { x: '1' } },
          },
        ],
      },
      [
        'spec.containers[0].resources.limits[x]: Invalid value: "x": must be a standard resource ' +
          'type or fully qualified',
        'spec.containers[0].resources.limits[x]: Invalid value: "x": must be a standard resource ' +
          'for containers',
        'spec.containers[0].resources.requests[cpu]: Invalid value: "-1": must be greater ' +
          'than or equal to 0',
        'spec.containers[0].resources.limits: Required value: Limit must be set for non ' +
          'overcommitable resources',
        // What is not asked for is asked for as much as the limit.
        'spec.containers[0].resources.requests[x]: Invalid value: "x": must be a standard ' +
          'resource type or fully qualified',
        'spec.containers[0].resources.requests[x]: Invalid value: "x": must be a standard ' +
          'resource for containers',
      ],
    ],
    [
      'gates',
      {
        readinessGates: [{ conditionType: 'a b' }],
        schedulingGates: [{ name: 'g' }, { name: 'g' }],
      },
      [
        `spec.readinessGates[0].conditionType: Invalid value: "a b": ${QUALIFIED}`,
        'spec.schedulingGates[1]: Duplicate value: "g"',
      ],
    ],
    [
      'a selector of an affinity, and of a volume that is wrong',
      {
        volumes: [{ name: 'v', hostPath: {} }],
        containers: [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
        affinity: {
          podAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              {
                topologyKey: 'z',
                labelSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] },
              },
            ],
          },
        },
      },
      [
        'spec.volumes[0].hostPath.path: Required value',
        'spec.containers[0].volumeMounts[0].name: Not found: "v"',
        'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]' +
          '.labelSelector.matchExpressions[0].values: Required value: must be specified when ' +
          "`operator` is 'In' or 'NotIn'",
      ],
    ],
  ])('%s', (_title, more, expected) => {
    expect(causesOf('pods', { ...pod, ...more })).toEqual(expected);
  });
});

describe('selectors', () => {
  const of = (...matchExpressions: object[]) =>
    causesOf('daemonsets', { template, selector: { matchLabels: labels, matchExpressions } });
  const E = 'spec.selector.matchExpressions';

  it('are checked value by value', () => {
    expect(
      of(
        { key: 'a', operator: 'In' },
        { key: 'a', operator: 'Exists', values: ['x'] },
        { key: 'a', operator: 'Foo' },
        { key: 'a', operator: 'NotIn', values: ['c d'] },
      ),
    ).toEqual([
      `${E}[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
      `${E}[1].values: Forbidden: may not be specified when \`operator\` is 'Exists' or ` +
        "'DoesNotExist'",
      `${E}[2].operator: Invalid value: "Foo": not a valid selector operator`,
      `${E}[3].values[0]: Invalid value: "c d": ${VALUE}`,
    ]);
  });

  it('that cannot be parsed keep a Deployment from its template', () => {
    const wrong = { matchExpressions: [{ key: 'a', operator: 'Foo' }] };
    expect(causesOf('deployments', { selector: wrong, template: {} })).toEqual([
      `${E}[0].operator: Invalid value: "Foo": not a valid selector operator`,
      'spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), ' +
        'MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"a", ' +
        'Operator:"Foo", Values:[]string(nil)}}}: invalid label selector',
    ]);
  });
});

describe('workloads', () => {
  it('are told of labels of their template, and of Pods that would end', () => {
    const odd = { metadata: { labels: { ...labels, 'a b': 'c' } }, spec: pod };
    const spec = { ...pod, restartPolicy: 'Never', activeDeadlineSeconds: 5 };
    expect(causesOf('deployments', { selector, template: odd })).toEqual([
      `spec.template.labels: Invalid value: "a b": ${QUALIFIED}`,
    ]);
    expect(causesOf('deployments', { selector, template: { ...template, spec } })).toEqual([
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
      'spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet ' +
        'is not Supported',
    ]);
  });

  it.each<[string, string, object, string[]]>([
    [
      'an unknown strategy',
      'deployments',
      { strategy: { type: 'X' } },
      [
        'spec.strategy: Unsupported value: apps.DeploymentStrategy{Type:"X", ' +
          'RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}: supported values: "Recreate", ' +
          '"RollingUpdate"',
      ],
    ],
    [
      'an unknown strategy',
      'statefulsets',
      { updateStrategy: { type: 'X' } },
      [
        'spec.updateStrategy: Invalid value: apps.StatefulSetUpdateStrategy{Type:"X", ' +
          'RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)(nil)}: must be ' +
          "'RollingUpdate' or 'OnDelete'",
      ],
    ],
    [
      'an unknown strategy',
      'daemonsets',
      { updateStrategy: { type: 'X' } },
      [
        'spec.updateStrategy: Unsupported value: apps.DaemonSetUpdateStrategy{Type:"X", ' +
          'RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}: supported values: ' +
          '"RollingUpdate", "OnDelete"',
      ],
    ],
    [
      'no Pod that may go and none that may come',
      'daemonsets',
      { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } },
      [
        'spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when ' +
          'maxSurge is 0',
      ],
    ],
    [
      'Pods that may go and that may come',
      'daemonsets',
      { updateStrategy: { rollingUpdate: { maxSurge: 1 } } },
      [
        'spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: intstr.IntOrString{Type:0, ' +
          'IntVal:1, StrVal:""}: may not be set when maxUnavailable is non-zero',
      ],
    ],
    [
      'volumes that come from claims',
      'statefulsets',
      {
        template: {
          metadata: { labels },
          spec: { containers: [{ ...container, volumeMounts: [{ name: 'v', mountPath: '/v' }] }] },
        },
      },
      [],
    ],
  ])('%s: %s', (_title, resource, more, expected) => {
    expect(causesOf(resource, { selector, template, ...more })).toEqual(expected);
  });
});

const never = { ...template, spec: { ...pod, restartPolicy: 'Never' } };
const onFailure = { ...template, spec: { ...pod, restartPolicy: 'OnFailure' } };

describe('Jobs', () => {
  it.each<[string, object, string[]]>([
    [
      'indexed without a number',
      { completionMode: 'Indexed', parallelism: 100_001, template: never },
      [
        'spec.completions: Required value: when completion mode is Indexed',
        'spec.parallelism: Invalid value: 100001: must be less than or equal to 100000 when ' +
          'completion mode is Indexed',
      ],
    ],
    [
      'a policy of failures',
      {
        podFailurePolicy: { rules: [{ action: 'Stop' }, { onExitCodes: { values: [2, 1] } }] },
        ttlSecondsAfterFinished: -1,
        template: onFailure,
      },
      [
        'spec.ttlSecondsAfterFinished: Invalid value: -1: must be greater than or equal to 0',
        'spec.podFailurePolicy.rules[0].action: Unsupported value: "Stop": supported values: ' +
          '"Count", "FailJob", "Ignore"',
        'spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and ' +
          'OnPodConditions is required',
        'spec.podFailurePolicy.rules[1].action: Required value: valid values: ["Count" "FailJob" ' +
          '"Ignore"]',
        'spec.podFailurePolicy.rules[1].onExitCodes.operator: Required value: valid values: ' +
          '["In" "NotIn"]',
        'spec.podFailurePolicy.rules[1].onExitCodes.values: Invalid value: []int32{2, 1}: must ' +
          'be ordered',
        'spec.template.spec.restartPolicy: Invalid value: "OnFailure": only "Never" is supported ' +
          'when podFailurePolicy is specified',
      ],
    ],
    ['a selector of its own', { manualSelector: true, selector, template: never }, []],
  ])('%s', (_title, spec, expected) => {
    expect(causesOf('jobs', spec)).toEqual(expected);
  });

  it('refuse a selector that is not theirs', () => {
    const texts = causesOf('jobs', { selector: { matchLabels: { z: 'y' } }, template: never });
    expect(texts).toHaveLength(2);
    expect(texts[0]).toMatch(
      /^spec\.selector: Invalid value: v1\.LabelSelector\{.*"z":"y".*\}: `selector` not auto-gen/,
    );
    expect(texts[1]).toMatch(/^spec\.template\.metadata\.labels: .* does not match template/);
  });

  it('refuse labels that the generated ones contradict', () => {
    const given = { ...never, metadata: { labels: { 'job-name': 'other' } } };
    expect(causesOf('jobs', { template: given })).toEqual([
      expect.stringMatching(
        /^spec\.template\.metadata\.labels\[job-name\]: Invalid value: map\[.*: must be 'x'$/,
      ),
    ]);
  });

  it('whose last host name would be too long are refused', () => {
    const name = 'a'.repeat(62);
    const spec = { completionMode: 'Indexed', completions: 2, template: never };
    expect(causesOf('jobs', spec, name)).toEqual([
      `metadata.name: Invalid value: "${name}": will not able to create pod with invalid DNS ` +
        `label: ${name}-1`,
    ]);
  });
});

describe('CronJobs', () => {
  it('look at their template after the schedule', () => {
    const spec = { selector, manualSelector: true, parallelism: -1, template };
    expect(
      causesOf('cronjobs', { schedule: 'x', failedJobsHistoryLimit: -1, jobTemplate: { spec } }),
    ).toEqual([
      'spec.schedule: Invalid value: "x": expected exactly 5 fields, found 1: [x]',
      'spec.jobTemplate.spec.parallelism: Invalid value: -1: must be greater than or equal to 0',
      'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: ' +
        '"OnFailure", "Never"',
      'spec.jobTemplate.spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]' +
        'string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: `selector` will ' +
        'be auto-generated',
      'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", ' +
        '"false"',
      'spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });
});
