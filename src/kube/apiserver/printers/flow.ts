/**
 * The rows of flow control, priorities and the server's own kinds.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go,
 *             kube-aggregator pkg/registry/apiservice/etcd/etcd.go (ConvertToTable)
 */
import { at, compareText, type Json, listAt, textAt } from '#base';
import type { KubeObject } from '../../api/objects';
import { type Profile, profileWithin } from '../../profile';
import {
  AGE,
  boolean,
  column,
  integer,
  listWithMore,
  NAME,
  NONE,
  nameOf,
  numberAt,
  optional,
  orElse,
  type TableKind,
  UNSET,
} from './columns';

function priorityClasses(profile: Profile): TableKind {
  // Source: kubernetes pull request 126529.
  const withPolicy = profileWithin(profile, '1.32');
  return {
    columns: [
      NAME,
      integer('Value', 'Priority of the Pods that name it'),
      boolean('Global-Default', 'Whether Pods that name none get it'),
      AGE,
      ...(withPolicy ? [column('PreemptionPolicy', 'Whether its Pods may displace others')] : []),
    ],
    cells: (object, ageOf) => [
      nameOf(object),
      numberAt(object, 'value'),
      at(object, 'globalDefault') === true,
      ageOf(object.metadata.creationTimestamp),
      ...(withPolicy ? [textAt(object, 'preemptionPolicy')] : []),
    ],
  };
}

const RUNTIME_CLASSES: TableKind = {
  columns: [NAME, column('Handler', 'How the container runtime calls it'), AGE],
  cells: (object, ageOf) => [
    nameOf(object),
    textAt(object, 'handler'),
    ageOf(object.metadata.creationTimestamp),
  ],
};

const FLOW_SCHEMAS: TableKind = {
  columns: [
    NAME,
    column('PriorityLevel', 'Priority level that its requests go to'),
    column('MatchingPrecedence', 'Order in which schemas are tried'),
    column('DistinguisherMethod', 'By what its flows are told apart'),
    AGE,
    column('MissingPL', 'references a broken or non-existent PriorityLevelConfiguration'),
  ],
  cells: (object, ageOf) => {
    const dangling = listAt(object, 'status', 'conditions').find(
      (each) => textAt(each, 'type') === 'Dangling',
    );
    return [
      nameOf(object),
      textAt(object, 'spec', 'priorityLevelConfiguration', 'name'),
      numberAt(object, 'spec', 'matchingPrecedence'),
      optional(object, NONE, 'spec', 'distinguisherMethod', 'type'),
      ageOf(object.metadata.creationTimestamp),
      orElse(textAt(dangling, 'status'), '?'),
    ];
  },
  // Upstream: FlowSchemaSequence.
  order: (a, b) =>
    numberAt(a, 'spec', 'matchingPrecedence') - numberAt(b, 'spec', 'matchingPrecedence') ||
    compareText(nameOf(a), nameOf(b)),
};

function priorityLevels(profile: Profile): TableKind {
  const shares = profileWithin(profile, '1.26') ? 'Nominal' : 'Assured';
  return {
    columns: [
      NAME,
      column('Type', 'Limited or Exempt'),
      column(`${shares}ConcurrencyShares`, 'Its part of the seats of the server'),
      column('Queues', 'Number of queues'),
      column('HandSize', 'Number of queues that a flow is dealt'),
      column('QueueLengthLimit', 'Most requests that wait in a queue'),
      AGE,
    ],
    cells: (object, ageOf) => {
      const limited = at(object, 'spec', 'limited');
      const queuing = at(limited, 'limitResponse', 'queuing');
      const given =
        at(limited, 'nominalConcurrencyShares') ?? at(limited, 'assuredConcurrencyShares');
      const cell = (value: Json) => (value === undefined ? NONE : Number(value));
      return [
        nameOf(object),
        textAt(object, 'spec', 'type'),
        limited ? Number(given ?? 0) : NONE,
        cell(at(queuing, 'queues')),
        cell(at(queuing, 'handSize')),
        cell(at(queuing, 'queueLengthLimit')),
        ageOf(object.metadata.creationTimestamp),
      ];
    },
  };
}

function availableText(service: KubeObject): string {
  const condition = listAt(service, 'status', 'conditions').find(
    (each) => textAt(each, 'type') === 'Available',
  );
  const status = orElse(textAt(condition, 'status'), 'Unknown');
  return status === 'True' || !condition ? status : `${status} (${textAt(condition, 'reason')})`;
}

const API_SERVICES: TableKind = {
  columns: [
    NAME,
    column('Service', 'The reference to the service that hosts this API endpoint.'),
    column('Available', 'Whether this service is available.'),
    AGE,
  ],
  cells: (object, ageOf) => {
    const service = at(object, 'spec', 'service');
    return [
      nameOf(object),
      service ? `${textAt(service, 'namespace')}/${textAt(service, 'name')}` : 'Local',
      availableText(object),
      ageOf(object.metadata.creationTimestamp),
    ];
  },
};

const STORAGE_VERSIONS: TableKind = {
  columns: [
    NAME,
    column('CommonEncodingVersion', 'Version that all servers write'),
    column('StorageVersions', 'Version that each server writes'),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    optional(object, UNSET, 'status', 'commonEncodingVersion'),
    listWithMore(
      listAt(object, 'status', 'storageVersions').map(
        (each) => `${textAt(each, 'apiServerID')}=${textAt(each, 'encodingVersion')}`,
      ),
      UNSET,
    ),
    ageOf(object.metadata.creationTimestamp),
  ],
};

const FLOW = 'flowcontrol.apiserver.k8s.io';

/** By `resource.group`. */
export const flowTables = (profile: Profile): Readonly<Record<string, TableKind>> => ({
  'priorityclasses.scheduling.k8s.io': priorityClasses(profile),
  'runtimeclasses.node.k8s.io': RUNTIME_CLASSES,
  [`flowschemas.${FLOW}`]: FLOW_SCHEMAS,
  [`prioritylevelconfigurations.${FLOW}`]: priorityLevels(profile),
  'apiservices.apiregistration.k8s.io': API_SERVICES,
  'storageversions.internal.apiserver.k8s.io': STORAGE_VERSIONS,
});
