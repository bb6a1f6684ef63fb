/**
 * The least object of each kind that an API server takes, beside its metadata; and the definitions
 * of the resources that are not built in. Source: test/integration/etcd (data.go, the fixtures).
 */
import type { JsonObject } from './case';

const POD_SPEC = { containers: [{ name: 'container', image: 'busybox' }] };
const LABELS = { a: 'b' };
const TEMPLATE = { metadata: { labels: LABELS }, spec: POD_SPEC };
const WORKLOAD = { spec: { selector: { matchLabels: LABELS }, template: TEMPLATE } };
const JOB_TEMPLATE = { template: { spec: { ...POD_SPEC, restartPolicy: 'Never' } } };
const ROLE_REF = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'some' };
const CLAIM = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2M' } } };
const POLICY = {
  matchConstraints: {
    resourceRules: [
      { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
    ],
  },
  validations: [{ expression: 'true' }],
};
const BINDING = { spec: { policyName: 'policy.example.com', validationActions: ['Deny'] } };
const VERSION = {
  ...{ name: 'v1', served: true, storage: true },
  schema: { openAPIV3Schema: { type: 'object' } },
};
const SLICE = { addressType: 'IPv4', endpoints: [] };

/** By kind; a kind that is not here needs no more than its name. */
const LEAST: Readonly<Record<string, JsonObject>> = {
  CertificateSigningRequest: {
    spec: { signerName: 'example.com/signer', usages: ['any'], request: 'LS0tLS1CRUdJTg==' },
  },
  ClusterRoleBinding: { roleRef: ROLE_REF, subjects: [] },
  ControllerRevision: { data: { name: 'abc' }, revision: 0 },
  CronJob: { spec: { schedule: '* * * * *', jobTemplate: { spec: JOB_TEMPLATE } } },
  CSIStorageCapacity: { storageClassName: 'sc1' },
  DaemonSet: WORKLOAD,
  Deployment: WORKLOAD,
  EndpointSlice: SLICE,
  FlowSchema: { spec: { priorityLevelConfiguration: { name: 'name1' } } },
  IPAddress: { spec: { parentRef: { resource: 'services', name: 'test', namespace: 'ns' } } },
  Ingress: { spec: { defaultBackend: { service: { name: 'service', port: { number: 5000 } } } } },
  IngressClass: { spec: { controller: 'example.com/controller' } },
  Job: { spec: JOB_TEMPLATE },
  LimitRange: { spec: { limits: [{ type: 'Pod' }] } },
  PersistentVolumeClaim: { spec: CLAIM },
  Pod: { spec: POD_SPEC },
  PodDisruptionBudget: { spec: { selector: { matchLabels: LABELS } } },
  PriorityClass: { value: 1000 },
  PriorityLevelConfiguration: {
    spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
  },
  ReplicaSet: WORKLOAD,
  ReplicationController: { spec: { selector: LABELS, template: TEMPLATE } },
  ResourceClass: { driverName: 'example.com' },
  ResourceClaimTemplate: { spec: { spec: { resourceClassName: 'class' } } },
  ResourceQuota: { spec: { hard: { cpu: '5M' } } },
  RoleBinding: { roleRef: ROLE_REF, subjects: [] },
  Service: { spec: { ports: [{ port: 10_000 }] } },
  ServiceCIDR: { spec: { cidrs: ['192.168.0.0/16'] } },
  Secret: { data: { key: 'ZGF0YSBmaWxl' } },
  StatefulSet: { spec: { ...WORKLOAD.spec, serviceName: 'service' } },
  StorageClass: { provisioner: 'aws' },
  StorageVersion: { spec: {} },
  ValidatingAdmissionPolicy: { spec: POLICY },
  ValidatingAdmissionPolicyBinding: BINDING,
};

/** Events are in the words of their group. */
function leastEvent(group: string, namespace: string): JsonObject {
  if (group === '') return { involvedObject: { namespace }, message: 'some data here' };
  const eventTime = '2020-01-01T00:00:00.000000Z';
  const said = { reason: 'Tested', action: 'Tests', type: 'Normal' };
  const by = { reportingController: 'test.example.com', reportingInstance: 'test-1' };
  return { regarding: { namespace }, note: 'some data here', eventTime, ...said, ...by };
}

/** Kinds whose name says what is in them. */
const NAMED: Readonly<Record<string, (first: string, rest: string) => JsonObject>> = {
  APIService: (version, group) => ({
    spec: { group, version, groupPriorityMinimum: 100, versionPriority: 10 },
  }),
  ClusterTrustBundle: (signer) => ({ spec: { signerName: signer, trustBundle: 'some' } }),
  CustomResourceDefinition: (plural, group) => ({
    spec: { group, scope: 'Cluster', names: { plural, kind: 'Some' }, versions: [VERSION] },
  }),
};

interface Asked {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export function leastObject({ group, kind, namespace, name }: Asked): JsonObject {
  if (kind === 'Event') return leastEvent(group, namespace);
  if (!Object.hasOwn(NAMED, kind)) return LEAST[kind] ?? {};
  // `v1.example.com`, or `example.com:signer:some`, which is the signer's and then its own.
  const signed = /^(.+):(.+):.+$/.exec(name);
  if (signed) return NAMED[kind](`${signed[1]}/${signed[2]}`, '');
  const [first, ...rest] = kind === 'ClusterTrustBundle' ? [''] : name.split('.');
  return NAMED[kind](first, rest.join('.'));
}

/** The resources that upstream's test defines, by `plural.group`. */
const DEFINED: Readonly<Record<string, { readonly kind: string; readonly scope: string }>> = {
  'foos.cr.bar.com': { kind: 'Foo', scope: 'Namespaced' },
  'pants.custom.fancy.com': { kind: 'Pant', scope: 'Cluster' },
  'pandas.awesome.bears.com': { kind: 'Panda', scope: 'Cluster' },
  'integers.random.numbers.com': { kind: 'Integer', scope: 'Cluster' },
};

/** The definition of a resource; undefined where upstream's test has none. */
export function definitionOf(group: string, version: string, plural: string) {
  const name = `${plural}.${group}`;
  if (!Object.hasOwn(DEFINED, name)) return undefined;
  const { kind, scope } = DEFINED[name];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: {
      group,
      scope,
      names: { plural, kind },
      versions: [{ ...VERSION, name: version }],
    },
  };
}
