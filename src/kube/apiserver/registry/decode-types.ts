/**
 * The Go types of what is stored, field by field, as far as the model looks at them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go,
 *             staging/src/k8s.io/api: core, discovery, coordination, events, rbac and scheduling
 */

import type { FieldType, StructType } from '../../api/decode-fields';
import { SERVICE_CIDR_VERSIONS } from '../../api/resources';

type Fields = StructType['fields'];

export const text = (go = 'string'): FieldType => ({ kind: 'string', go });
export const INT32: FieldType = { kind: 'integer', go: 'int32' };
export const BOOL: FieldType = { kind: 'boolean', go: 'bool' };
export const list = (of: FieldType): FieldType => ({ kind: 'list', of });
/** @param always what Go writes of a field that is not given, where it writes it all the same */
export const struct = (go: string, fields: Fields, always?: StructType['always']): StructType => ({
  ...{ kind: 'struct', go, fields },
  ...(always === undefined ? {} : { always }),
});
const INT64: FieldType = { kind: 'integer', go: 'int64' };
const TIME: FieldType = { kind: 'time' };
const MICRO_TIME: FieldType = { kind: 'microTime' };
const BYTES: FieldType = { kind: 'bytes' };
const TEXTS: FieldType = { kind: 'texts' };
/** All fields are text. */
const texts = (...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, text()]));

export const OBJECT_META = struct('ObjectMeta', {
  ...texts('name', 'generateName', 'namespace', 'selfLink', 'resourceVersion'),
  uid: text('types.UID'),
  generation: INT64,
  creationTimestamp: TIME,
  deletionTimestamp: TIME,
  deletionGracePeriodSeconds: INT64,
  labels: TEXTS,
  annotations: TEXTS,
  ownerReferences: list(
    struct('OwnerReference', {
      ...texts('apiVersion', 'kind', 'name'),
      uid: text('types.UID'),
      controller: BOOL,
      blockOwnerDeletion: BOOL,
    }),
  ),
  finalizers: list(text()),
  managedFields: list(
    struct('ManagedFieldsEntry', {
      ...texts('manager', 'apiVersion', 'fieldsType', 'subresource'),
      operation: text('v1.ManagedFieldsOperationType'),
      time: TIME,
      fieldsV1: { kind: 'any' },
    }),
  ),
});

/** The body of a delete, in the version that every client writes. */
export const DELETE_OPTIONS = struct('DeleteOptions', {
  ...texts('kind', 'apiVersion'),
  gracePeriodSeconds: INT64,
  preconditions: struct('Preconditions', { uid: text('types.UID'), ...texts('resourceVersion') }),
  orphanDependents: BOOL,
  propagationPolicy: text('v1.DeletionPropagation'),
  dryRun: list(text()),
});

const REFERENCE = struct('ObjectReference', {
  ...texts('kind', 'namespace', 'name', 'apiVersion', 'resourceVersion', 'fieldPath'),
  uid: text('types.UID'),
});

const CONDITIONS = list(
  struct('NamespaceCondition', {
    ...texts('type', 'status', 'reason', 'message'),
    lastTransitionTime: TIME,
  }),
);

const NAMESPACE: Fields = {
  spec: struct('NamespaceSpec', { finalizers: list(text('v1.FinalizerName')) }),
  status: struct('NamespaceStatus', { phase: text('v1.NamespacePhase'), conditions: CONDITIONS }),
};

const ADDRESSES = list(
  struct(
    'EndpointAddress',
    { ...texts('ip', 'hostname', 'nodeName'), targetRef: REFERENCE },
    { ip: '' },
  ),
);
const PORT: Fields = { ...texts('name', 'protocol', 'appProtocol'), port: INT32 };
const PORTS = list(struct('EndpointPort', PORT, { port: 0 }));
const SLICE_PORTS = list(struct('EndpointPort', PORT));
const ENDPOINTS: Fields = {
  subsets: list(
    struct('EndpointSubset', { addresses: ADDRESSES, notReadyAddresses: ADDRESSES, ports: PORTS }),
  ),
};

const ENDPOINT_SLICE: Fields = {
  addressType: text('v1.AddressType'),
  endpoints: list(
    struct(
      'Endpoint',
      {
        addresses: list(text()),
        conditions: struct('EndpointConditions', { ready: BOOL, serving: BOOL, terminating: BOOL }),
        ...texts('hostname', 'nodeName', 'zone'),
        targetRef: REFERENCE,
        deprecatedTopology: TEXTS,
        hints: struct('EndpointHints', { forZones: list(struct('ForZone', texts('name'))) }),
      },
      { addresses: [] },
    ),
  ),
  ports: SLICE_PORTS,
};

const LEASE: Fields = {
  spec: struct('LeaseSpec', {
    holderIdentity: text(),
    leaseDurationSeconds: INT32,
    acquireTime: MICRO_TIME,
    renewTime: MICRO_TIME,
    leaseTransitions: INT32,
  }),
};

const SERIES = struct('EventSeries', { count: INT32, lastObservedTime: MICRO_TIME });
const SOURCE = struct('EventSource', texts('component', 'host'));
const EVENT: Fields = {
  ...texts('reason', 'message', 'type', 'action', 'reportingComponent', 'reportingInstance'),
  involvedObject: REFERENCE,
  related: REFERENCE,
  source: SOURCE,
  firstTimestamp: TIME,
  lastTimestamp: TIME,
  eventTime: MICRO_TIME,
  count: INT32,
  series: SERIES,
};
const EVENT_V1: Fields = {
  ...texts('reason', 'note', 'type', 'action', 'reportingController', 'reportingInstance'),
  regarding: REFERENCE,
  related: REFERENCE,
  deprecatedSource: SOURCE,
  deprecatedFirstTimestamp: TIME,
  deprecatedLastTimestamp: TIME,
  deprecatedCount: INT32,
  eventTime: MICRO_TIME,
  series: SERIES,
};

const LISTS = ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const;
const RULES = list(
  struct('PolicyRule', Object.fromEntries(LISTS.map((name) => [name, list(text())]))),
);
const BINDING: Fields = {
  subjects: list(struct('Subject', texts('kind', 'apiGroup', 'name', 'namespace'))),
  roleRef: struct('RoleRef', texts('apiGroup', 'kind', 'name')),
};

const IP_ADDRESS: Fields = {
  spec: struct('IPAddressSpec', {
    parentRef: struct('ParentReference', texts('group', 'resource', 'namespace', 'name')),
  }),
};
const SERVICE_CIDR: Fields = {
  spec: struct('ServiceCIDRSpec', { cidrs: list(text()) }),
  status: struct('ServiceCIDRStatus', { conditions: CONDITIONS }),
};
const rangeKinds = (version: string): [string, Fields][] => [
  [`networking.k8s.io/${version}/IPAddress`, IP_ADDRESS],
  [`networking.k8s.io/${version}/ServiceCIDR`, SERVICE_CIDR],
];

/** The fields beside metadata, by `apiVersion/kind`. Services have theirs with their strategy. */
export const TYPES: Readonly<Record<string, Fields>> = {
  'v1/Namespace': NAMESPACE,
  'v1/Endpoints': ENDPOINTS,
  'v1/Event': EVENT,
  'v1/ConfigMap': { data: TEXTS, binaryData: { kind: 'map', of: BYTES }, immutable: BOOL },
  'v1/RangeAllocation': { ...texts('range'), data: BYTES },
  'discovery.k8s.io/v1/EndpointSlice': ENDPOINT_SLICE,
  'coordination.k8s.io/v1/Lease': LEASE,
  'events.k8s.io/v1/Event': EVENT_V1,
  'rbac.authorization.k8s.io/v1/ClusterRole': { rules: RULES },
  'rbac.authorization.k8s.io/v1/Role': { rules: RULES },
  'rbac.authorization.k8s.io/v1/ClusterRoleBinding': BINDING,
  'rbac.authorization.k8s.io/v1/RoleBinding': BINDING,
  'scheduling.k8s.io/v1/PriorityClass': {
    ...texts('description', 'preemptionPolicy'),
    value: INT32,
    globalDefault: BOOL,
  },
  ...Object.fromEntries(SERVICE_CIDR_VERSIONS.flatMap(rangeKinds)),
};

/** Kinds of which only the parts' being mappings is looked at. */
export const PARTS: Fields = { spec: struct('Spec', {}), status: struct('Status', {}) };
