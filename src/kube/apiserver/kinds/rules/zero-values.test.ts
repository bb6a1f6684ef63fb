/** What is given as Go's zero value is filled in where the field is no pointer. */
import { expect, it, test } from 'vitest';
import { made } from '../testing/made-objects';

const labels = { a: 'b' };
const container = { name: 'c', image: 'nginx:1' };
const template = { metadata: { labels }, spec: { containers: [container] } };
const workload = (fields: object) => ({
  spec: { selector: { matchLabels: labels }, template, ...fields },
});
const specOf = (kind: string, fields: object) => made(kind, fields).spec;

it('in a Pod', () => {
  const livenessProbe = {
    httpGet: { path: '', port: 80, scheme: '' },
    ...{ timeoutSeconds: 0, periodSeconds: 0, successThreshold: 0, failureThreshold: 0 },
  };
  const bare = {
    ...container,
    ...{ imagePullPolicy: '', terminationMessagePath: '', terminationMessagePolicy: '' },
    ports: [{ containerPort: 80, protocol: '', hostPort: 0 }],
    livenessProbe,
    readinessProbe: { grpc: { port: 9000 } },
  };
  const spec = {
    ...{ restartPolicy: '', dnsPolicy: '', schedulerName: '', hostNetwork: true },
    containers: [bare],
  };
  const counts = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
  expect(specOf('Pod', { spec })).toMatchObject({
    ...{ restartPolicy: 'Always', dnsPolicy: 'ClusterFirst', schedulerName: 'default-scheduler' },
    containers: [
      {
        imagePullPolicy: 'IfNotPresent',
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        ports: [{ containerPort: 80, protocol: 'TCP', hostPort: 80 }],
        livenessProbe: { httpGet: { path: '/', port: 80, scheme: 'HTTP' }, ...counts },
        readinessProbe: { grpc: { port: 9000, service: '' }, ...counts },
      },
    ],
  });
});

const zero = { terminationGracePeriodSeconds: 0, enableServiceLinks: false };
test.each<[kind: string, fields: object, spec: object]>([
  ['Pod', { spec: { ...zero, containers: [container] } }, zero],
  ['Deployment', workload({ replicas: 0, revisionHistoryLimit: 0 }), { replicas: 0 }],
  ['Deployment', workload({ progressDeadlineSeconds: 0 }), { progressDeadlineSeconds: 0 }],
  ['ReplicaSet', workload({ replicas: 0 }), { replicas: 0 }],
  ['Job', { spec: { template, parallelism: 0, backoffLimit: 0 } }, { parallelism: 0 }],
  ['CronJob', { spec: { failedJobsHistoryLimit: 0 } }, { failedJobsHistoryLimit: 0 }],
])('but not what is a pointer: %s %#', (kind, fields, spec) => {
  expect(specOf(kind, fields)).toMatchObject(spec);
});

const rolling = { type: 'RollingUpdate' };
const policy = 'persistentVolumeClaimRetentionPolicy';
test.each<[kind: string, fields: object, spec: object]>([
  [
    'Deployment',
    workload({ strategy: { type: '' } }),
    { strategy: { ...rolling, rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } } },
  ],
  [
    'DaemonSet',
    workload({ updateStrategy: { type: '' } }),
    { updateStrategy: { ...rolling, rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } } },
  ],
  [
    'StatefulSet',
    workload({ podManagementPolicy: '', updateStrategy: { type: '' }, [policy]: {} }),
    {
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { ...rolling, rollingUpdate: { partition: 0 } },
      [policy]: { whenDeleted: 'Retain', whenScaled: 'Retain' },
    },
  ],
  ['CronJob', { spec: { concurrencyPolicy: '' } }, { concurrencyPolicy: 'Allow' }],
  [
    'PersistentVolume',
    { spec: { persistentVolumeReclaimPolicy: '' } },
    { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
  ],
  ['NetworkPolicy', { spec: { policyTypes: [] } }, { policyTypes: ['Ingress'] }],
  ['ReplicationController', { spec: { selector: {}, template } }, { selector: labels }],
])('in a %s', (kind, fields, spec) => {
  expect(specOf(kind, fields)).toMatchObject(spec);
});

it('in a Secret, and in the labels of a ReplicationController', () => {
  expect(made('Secret', { type: '' }).type).toBe('Opaque');
  const metadata = { name: 'x', namespace: 'default', labels: {} };
  expect(made('ReplicationController', { metadata, spec: { template } }).metadata.labels).toEqual(
    labels,
  );
});

it('gives no partition to a StatefulSet that names its strategy and no more', () => {
  expect(specOf('StatefulSet', workload({ updateStrategy: rolling }))).toMatchObject({
    updateStrategy: rolling,
  });
  const { updateStrategy } = specOf('StatefulSet', workload({ updateStrategy: rolling })) as {
    updateStrategy: object;
  };
  expect(updateStrategy).toEqual(rolling);
});
