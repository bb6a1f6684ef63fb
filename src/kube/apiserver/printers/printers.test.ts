import { describe, expect, it, test } from 'vitest';
import { ageOf } from '#base';
import type { KubeObject } from '../../api/objects';
import type { Profile } from '../../profile';
import { negotiate } from './accept';
import { builtInTables } from './index';
import { formatLabelSelector } from './label-selector';
import { podConditions } from './pod';

const NOW = Date.parse('2023-04-11T00:05:30Z');
const BORN = '2023-04-11T00:00:00Z';

type Fields = Readonly<Record<string, unknown>>;

/** The cells of an object that is 5m30s old. */
function cellsOf(kind: string, fields: Fields, meta: Fields = {}, profile: Profile = '1.27') {
  const metadata = { name: 'a', creationTimestamp: BORN, ...meta };
  const object = { ...fields, metadata } as KubeObject;
  return builtInTables(profile)[kind].cells(object, (time) => ageOf(time, NOW));
}
const titles = (kind: string, profile: Profile = '1.27') =>
  builtInTables(profile)[kind].columns.map(({ name, priority }) =>
    priority > 0 ? `(${name})` : name,
  );

const AGE = '5m30s';
const running = (more: Fields = {}) => ({
  name: 'c',
  ready: true,
  restartCount: 0,
  state: { running: {} },
  ...more,
});
const pod = (status: Fields, spec: Fields = {}) => ({
  spec: { containers: [{ name: 'c' }], ...spec },
  status: { phase: 'Running', ...status },
});
const WIDE = ['<none>', '<none>', '<none>', '<none>'];
const waiting = (reason: string) => ({ name: 'c', state: { waiting: { reason } } });
const ended = (terminated: Fields, more: Fields = {}) => ({
  name: 'c',
  state: { terminated },
  ...more,
});

describe('a Pod', () => {
  test.each<
    readonly [what: string, fields: Fields, ready: string, status: string, restarts: string]
  >([
    ['runs', pod({ containerStatuses: [running()] }), '1/1', 'Running', '0'],
    ['is not scheduled', pod({ phase: 'Pending' }), '0/1', 'Pending', '0'],
    [
      'is gated',
      pod({
        phase: 'Pending',
        conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }],
      }),
      '0/1',
      'SchedulingGated',
      '0',
    ],
    [
      'waits',
      pod({ containerStatuses: [waiting('ImagePullBackOff')] }),
      '0/1',
      'ImagePullBackOff',
      '0',
    ],
    [
      'restarts',
      pod({
        containerStatuses: [
          running({
            restartCount: 3,
            lastState: { terminated: { finishedAt: '2023-04-11T00:05:00Z' } },
          }),
        ],
      }),
      '1/1',
      'Running',
      '3 (30s ago)',
    ],
    [
      'was ended',
      pod({ containerStatuses: [ended({ signal: 9, exitCode: 137 })] }),
      '0/1',
      'Signal:9',
      '0',
    ],
    ['failed', pod({ containerStatuses: [ended({ exitCode: 1 })] }), '0/1', 'ExitCode:1', '0'],
    ['was evicted', pod({ phase: 'Failed', reason: 'Evicted' }), '0/1', 'Evicted', '0'],
    [
      'is half done',
      pod(
        { containerStatuses: [ended({ reason: 'Completed', exitCode: 0 }), running()] },
        { containers: [{ name: 'c' }, { name: 'd' }] },
      ),
      '1/2',
      'NotReady',
      '0',
    ],
    [
      'initializes',
      pod(
        { initContainerStatuses: [ended({ exitCode: 0 }), { name: 'j', state: { running: {} } }] },
        { initContainers: [{ name: 'c' }, { name: 'j' }] },
      ),
      '0/1',
      'Init:1/2',
      '0',
    ],
    [
      'cannot initialize',
      pod(
        { initContainerStatuses: [ended({ exitCode: 2 }, { restartCount: 4 })] },
        { initContainers: [{ name: 'c' }] },
      ),
      '0/1',
      'Init:ExitCode:2',
      '4',
    ],
    [
      'has a sidecar',
      pod(
        {
          initContainerStatuses: [running({ name: 's', started: true, restartCount: 1 })],
          containerStatuses: [running()],
        },
        { initContainers: [{ name: 's', restartPolicy: 'Always' }] },
      ),
      '2/2',
      'Running',
      '1',
    ],
  ])('that %s', (_what, fields, ready, status, restarts) => {
    expect(cellsOf('pods.', fields)).toEqual(['a', ready, status, restarts, AGE, ...WIDE]);
  });

  it('is going, or its Node is lost', () => {
    const meta = { deletionTimestamp: BORN };
    const fields = pod({ containerStatuses: [running()] });
    expect(cellsOf('pods.', fields, meta)[2]).toBe('Terminating');
    const lost = pod({ reason: 'NodeLost' });
    expect(cellsOf('pods.', lost, meta)[2]).toBe('Unknown');
  });

  it('has wide columns, and says when it has ended', () => {
    const fields = pod(
      {
        podIPs: [{ ip: '10.0.0.5' }],
        nominatedNodeName: 'n2',
        conditions: [{ type: 'x/y', status: 'True' }],
      },
      { nodeName: 'n1', readinessGates: [{ conditionType: 'x/y' }, { conditionType: 'z' }] },
    );
    expect(cellsOf('pods.', fields).slice(5)).toEqual(['10.0.0.5', 'n1', 'n2', '1/2']);
    expect(titles('pods.')).toEqual(
      'Name,Ready,Status,Restarts,Age,(IP),(Node),(Nominated Node),(Readiness Gates)'.split(','),
    );
    const done = { metadata: {}, status: { phase: 'Succeeded' } } as unknown as KubeObject;
    expect(podConditions(done)).toEqual([
      {
        type: 'Completed',
        status: 'True',
        reason: 'Succeeded',
        message: 'The pod has completed successfully.',
      },
    ]);
  });
});

const TEMPLATE = {
  spec: {
    containers: [
      { name: 'c', image: 'i:1' },
      { name: 'd', image: 'j' },
    ],
  },
};
const WORKLOAD = { selector: { matchLabels: { app: 'x' } }, template: TEMPLATE, replicas: 3 };

describe('cells as upstream makes them', () => {
  test.each<readonly [kind: string, fields: Fields, cells: readonly unknown[]]>([
    [
      'deployments.apps',
      { spec: WORKLOAD, status: { readyReplicas: 1, updatedReplicas: 2, availableReplicas: 1 } },
      ['a', '1/3', 2, 1, AGE, 'c,d', 'i:1,j', 'app=x'],
    ],
    [
      'replicasets.apps',
      { spec: WORKLOAD, status: { replicas: 2, readyReplicas: 1 } },
      ['a', 3, 2, 1, AGE, 'c,d', 'i:1,j', 'app=x'],
    ],
    ['statefulsets.apps', { spec: WORKLOAD, status: {} }, ['a', '0/3', AGE, 'c,d', 'i:1,j']],
    [
      'daemonsets.apps',
      {
        spec: WORKLOAD,
        status: { desiredNumberScheduled: 3, currentNumberScheduled: 2, numberReady: 1 },
      },
      ['a', 3, 2, 1, 0, 0, '<none>', AGE, 'c,d', 'i:1,j', 'app=x'],
    ],
    [
      'jobs.batch',
      {
        spec: { completions: 3, template: TEMPLATE },
        status: { succeeded: 3, startTime: BORN, completionTime: '2023-04-11T00:01:05Z' },
      },
      ['a', '3/3', '65s', AGE, 'c,d', 'i:1,j', '<none>'],
    ],
    [
      'cronjobs.batch',
      { spec: { schedule: '* * * * *', suspend: false, jobTemplate: {} }, status: { active: [1] } },
      ['a', '* * * * *', 'False', 1, '<none>', AGE, '', '', '<none>'],
    ],
    [
      'services.',
      {
        spec: {
          type: 'LoadBalancer',
          clusterIPs: ['10.96.0.9'],
          ports: [{ port: 80, protocol: 'TCP', nodePort: 30_001 }],
        },
      },
      ['a', 'LoadBalancer', '10.96.0.9', '<pending>', '80:30001/TCP', AGE, '<none>'],
    ],
    [
      'services.',
      {
        spec: { type: 'LoadBalancer', externalIPs: ['9.9.9.9'], clusterIPs: ['None'] },
        status: {
          loadBalancer: { ingress: [{ ip: '2.2.2.2' }, { hostname: 'h' }, { ip: '1.1.1.1' }] },
        },
      },
      ['a', 'LoadBalancer', 'None', '1.1.1.1,2.2.2.2,h,9.9.9.9', '<none>', AGE, '<none>'],
    ],
    [
      'services.',
      { spec: { type: 'ExternalName', externalName: 'x.y' } },
      ['a', 'ExternalName', '<none>', 'x.y', '<none>', AGE, '<none>'],
    ],
    [
      'nodes.',
      {
        spec: { unschedulable: true },
        status: {
          conditions: [{ type: 'Ready', status: 'Unknown' }],
          addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
          nodeInfo: { kubeletVersion: 'v1.27.16' },
        },
      },
      [
        'a',
        'NotReady,SchedulingDisabled',
        '<none>',
        AGE,
        'v1.27.16',
        '10.0.0.1',
        ...['<none>', '<unknown>', '<unknown>', '<unknown>'],
      ],
    ],
    [
      'endpoints.',
      {
        subsets: [
          {
            addresses: [{ ip: '1.1.1.1' }, { ip: 'fd00::1' }],
            ports: [{ port: 80 }, { port: 81 }],
          },
        ],
      },
      ['a', '1.1.1.1:80,[fd00::1]:80,1.1.1.1:81 + 1 more...', AGE],
    ],
    ['endpoints.', {}, ['a', '<none>', AGE]],
    [
      'endpointslices.discovery.k8s.io',
      { addressType: 'IPv4', ports: [{ port: 80 }, { name: 'x' }], endpoints: [] },
      ['a', 'IPv4', '80,x', '<unset>', AGE],
    ],
    [
      'events.',
      {
        type: 'Warning',
        reason: 'BackOff',
        involvedObject: { kind: 'Pod', name: 'p', fieldPath: 'spec' },
        source: { component: 'kubelet', host: 'n1' },
        message: ' text ',
        firstTimestamp: BORN,
        lastTimestamp: '2023-04-11T00:05:00Z',
        count: 4,
      },
      ['30s', 'Warning', 'BackOff', 'pod/p', 'spec', 'kubelet, n1', 'text', AGE, 4, 'a'],
    ],
    [
      'events.events.k8s.io',
      { regarding: { kind: 'Node' }, note: 'n', eventTime: BORN, reportingController: 'kcm' },
      [AGE, '', '', 'node', '', 'kcm', 'n', AGE, 1, 'a'],
    ],
    ['secrets.', { type: 'Opaque', data: { a: '', b: '' } }, ['a', 'Opaque', 2, AGE]],
    ['configmaps.', { data: { a: '' }, binaryData: { b: '' } }, ['a', 2, AGE]],
    [
      'resourcequotas.',
      { status: { hard: { pods: '4', 'limits.cpu': '2' }, used: { pods: '1' } } },
      ['a', AGE, 'pods: 1/4', 'limits.cpu: 0/2'],
    ],
    [
      'persistentvolumes.',
      {
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
          persistentVolumeReclaimPolicy: 'Retain',
          claimRef: { namespace: 'n', name: 'c' },
          storageClassName: 's',
        },
        status: { phase: 'Bound' },
      },
      ['a', '1Gi', 'RWO,RWX', 'Retain', 'Bound', 'n/c', 's', '', AGE, '<unset>'],
    ],
    [
      'persistentvolumeclaims.',
      { spec: { volumeMode: 'Block' }, status: { phase: 'Pending' } },
      ['a', 'Pending', '', '', '', '', AGE, 'Block'],
    ],
    [
      'rolebindings.rbac.authorization.k8s.io',
      {
        roleRef: { kind: 'Role', name: 'r' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'ServiceAccount', name: 's', namespace: 'n' },
          { kind: 'User', name: 'v' },
        ],
      },
      ['a', 'Role/r', AGE, 'u, v', '', 'n/s'],
    ],
    [
      'certificatesigningrequests.certificates.k8s.io',
      {
        spec: { signerName: 'k/s', username: 'u', expirationSeconds: 86_400 },
        status: { conditions: [{ type: 'Approved' }], certificate: 'x' },
      },
      ['a', AGE, 'k/s', 'u', '24h', 'Approved,Issued'],
    ],
    ['leases.coordination.k8s.io', { spec: { holderIdentity: 'h' } }, ['a', 'h', AGE]],
    [
      'horizontalpodautoscalers.autoscaling',
      {
        spec: {
          scaleTargetRef: { kind: 'Deployment', name: 'd' },
          minReplicas: 1,
          maxReplicas: 5,
          metrics: [
            { type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 80 } } },
          ],
        },
        status: { currentReplicas: 2 },
      },
      ['a', 'Deployment/d', '<unknown>/80%', '1', 5, 2, AGE],
    ],
    [
      'flowschemas.flowcontrol.apiserver.k8s.io',
      {
        spec: { priorityLevelConfiguration: { name: 'p' }, matchingPrecedence: 5 },
        status: { conditions: [{ type: 'Dangling', status: 'False' }] },
      },
      ['a', 'p', 5, '<none>', AGE, 'False'],
    ],
    [
      'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
      { spec: { type: 'Exempt' } },
      ['a', 'Exempt', '<none>', '<none>', '<none>', '<none>', AGE],
    ],
    [
      'apiservices.apiregistration.k8s.io',
      {
        spec: { service: { namespace: 'n', name: 's' } },
        status: {
          conditions: [{ type: 'Available', status: 'False', reason: 'MissingEndpoints' }],
        },
      },
      ['a', 'n/s', 'False (MissingEndpoints)', AGE],
    ],
    [
      'ingresses.networking.k8s.io',
      { spec: { rules: [{ host: 'h' }], tls: [{}] } },
      ['a', '<none>', 'h', '', '80, 443', AGE],
    ],
    [
      'validatingwebhookconfigurations.admissionregistration.k8s.io',
      { webhooks: [{}, {}] },
      ['a', 2, AGE],
    ],
    [
      'poddisruptionbudgets.policy',
      { spec: { minAvailable: '50%' }, status: { disruptionsAllowed: 1 } },
      ['a', '50%', 'N/A', 1, AGE],
    ],
    [
      'storageclasses.storage.k8s.io',
      { provisioner: 'p' },
      ['a', 'p', 'Delete', 'Immediate', false, AGE],
    ],
  ])('%s', (kind, fields, cells) => expect(cellsOf(kind, fields)).toEqual(cells));

  it('have as many cells as there are columns, in every version', () => {
    for (const profile of ['1.25', '1.27', '1.29', '1.30', '1.33'] as const) {
      for (const [kind, { columns, cells }] of Object.entries(builtInTables(profile))) {
        const object = { metadata: { name: 'a', creationTimestamp: BORN } } as KubeObject;
        expect([kind, cells(object, () => AGE).length]).toEqual([kind, columns.length]);
      }
    }
  });

  it('differ with the version', () => {
    expect(titles('jobs.batch', '1.29')).not.toContain('Status');
    expect(titles('jobs.batch', '1.30')[1]).toBe('Status');
    expect(titles('cronjobs.batch', '1.30')[2]).toBe('Timezone');
    expect(titles('resourcequotas.', '1.33').at(-1)).toBe('Age');
    expect(titles('persistentvolumeclaims.', '1.29')).toContain('VolumeAttributesClass');
    const levels = 'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io';
    expect(titles(levels, '1.25')[2]).toBe('AssuredConcurrencyShares');
    const status = { conditions: [{ type: 'Suspended', status: 'True' }] };
    expect(cellsOf('jobs.batch', { spec: {}, status }, {}, '1.31')[1]).toBe('Suspended');
  });
});

test.each([
  [{ matchLabels: { b: 'c', a: 'd' } }, 'a=d,b=c'],
  [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['y', 'x'] }] }, 'k in (x,y)'],
  [{ matchExpressions: [{ key: 'k', operator: 'DoesNotExist' }] }, '!k'],
  [{}, '<none>'],
  [{ matchExpressions: [{ key: 'k', operator: 'Like' }] }, '<error>'],
])('the selector %j is %s', (selector, text) => expect(formatLabelSelector(selector)).toBe(text));

describe('the header Accept', () => {
  const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  test.each([
    ['', undefined],
    ['*/*', undefined],
    ['application/*', undefined],
    ['application/json', undefined],
    [TABLE, { kind: 'Table', version: 'v1' }],
    [`application/json;q=0.5, ${TABLE}`, { kind: 'Table', version: 'v1' }],
    [`${TABLE};q=0.1,application/json`, undefined],
    [
      `${TABLE.replace('v1', 'v2')},${TABLE.replace('v1', 'v1beta1')}`,
      { kind: 'Table', version: 'v1beta1' },
    ],
    ['application/json;as=Table;v=v2;g=meta.k8s.io,application/json', undefined],
    [
      'application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
      { kind: 'PartialObjectMetadataList', version: 'v1' },
    ],
  ])('%s', (header, conversion) =>
    expect(negotiate(header, false)).toEqual({ ok: true, conversion }),
  );

  it('may ask for what there is not', () => {
    expect(negotiate('application/json;as=Chart;v=v1;g=meta.k8s.io', false)).toMatchObject({
      ok: false,
      routed: true,
    });
    expect(negotiate('text/html', false)).toMatchObject({ ok: false, routed: false });
  });
});
