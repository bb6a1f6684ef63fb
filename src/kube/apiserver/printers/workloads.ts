/**
 * The rows of workloads and of what is made from them.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go
 */
import { at, type Json, listAt, textAt } from '#base';
import { formatLabels } from '#console';
import type { KubeObject } from '../../api/objects';
import type { TableCell } from '../../api/table';
import {
  AGE,
  CONTAINERS,
  column,
  integer,
  NAME,
  NONE,
  nameOf,
  numberAt,
  optional,
  SELECTOR,
  type TableKind,
} from './columns';
import { formatLabelSelector, selectorText } from './label-selector';

/** Names and images of the containers of a Pod's spec. Upstream: layoutContainerCells. */
export function containerCells(spec: Json): readonly string[] {
  const containers = listAt(spec, 'containers');
  const all = (field: string) => containers.map((each) => textAt(each, field)).join(',');
  return [all('name'), all('image')];
}

export const templateCells = (object: KubeObject): readonly string[] =>
  containerCells(at(object, 'spec', 'template', 'spec'));
const selectorOf = (object: KubeObject): Json => at(object, 'spec', 'selector');

const replicaColumns = [
  NAME,
  integer('Desired', 'Number of Pods that there shall be'),
  integer('Current', 'Number of Pods that there are'),
  integer('Ready', 'Number of Pods that are ready'),
  AGE,
  ...CONTAINERS,
  SELECTOR,
];

const replicaTable = (selector: (value: Json) => string): TableKind => ({
  columns: replicaColumns,
  cells: (object, ageOf) => [
    nameOf(object),
    numberAt(object, 'spec', 'replicas'),
    numberAt(object, 'status', 'replicas'),
    numberAt(object, 'status', 'readyReplicas'),
    ageOf(object.metadata.creationTimestamp),
    ...templateCells(object),
    selector(selectorOf(object)),
  ],
});

const readyOf = (object: KubeObject): string =>
  `${numberAt(object, 'status', 'readyReplicas')}/${numberAt(object, 'spec', 'replicas')}`;

const DEPLOYMENTS: TableKind = {
  columns: [
    NAME,
    column('Ready', 'Number of the pod with ready state'),
    column('Up-to-date', 'Number of Pods made from the current template'),
    column('Available', 'Number of Pods that have been ready for long enough'),
    AGE,
    ...CONTAINERS,
    SELECTOR,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    readyOf(object),
    numberAt(object, 'status', 'updatedReplicas'),
    numberAt(object, 'status', 'availableReplicas'),
    ageOf(object.metadata.creationTimestamp),
    ...templateCells(object),
    selectorText(selectorOf(object)) ?? '<invalid>',
  ],
};

const STATEFUL_SETS: TableKind = {
  columns: [NAME, column('Ready', 'Number of the pod with ready state'), AGE, ...CONTAINERS],
  cells: (object, ageOf) => [
    nameOf(object),
    readyOf(object),
    ageOf(object.metadata.creationTimestamp),
    ...templateCells(object),
  ],
};

const DAEMON_SETS: TableKind = {
  columns: [
    NAME,
    integer('Desired', 'Number of Nodes that shall run the Pod'),
    integer('Current', 'Number of these Nodes that have one'),
    integer('Ready', 'Number of these Nodes whose Pod is ready'),
    integer('Up-to-date', 'Number of Nodes whose Pod is made from the current template'),
    integer('Available', 'Number of Nodes whose Pod has been ready for long enough'),
    column('Node Selector', 'Labels that a Node must have'),
    AGE,
    ...CONTAINERS,
    SELECTOR,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    numberAt(object, 'status', 'desiredNumberScheduled'),
    numberAt(object, 'status', 'currentNumberScheduled'),
    numberAt(object, 'status', 'numberReady'),
    numberAt(object, 'status', 'updatedNumberScheduled'),
    numberAt(object, 'status', 'numberAvailable'),
    formatLabels(at(object, 'spec', 'template', 'spec', 'nodeSelector')),
    ageOf(object.metadata.creationTimestamp),
    ...templateCells(object),
    formatLabelSelector(selectorOf(object)),
  ],
};

const CONTROLLER_REVISIONS: TableKind = {
  columns: [
    NAME,
    column('Controller', 'Controller of the object'),
    column('Revision', 'Number of the revision'),
    AGE,
  ],
  cells: (object, ageOf) => {
    const owner = object.metadata.ownerReferences?.find(({ controller }) => controller === true);
    return [
      nameOf(object),
      owner === undefined ? NONE : `${groupKind(owner)}/${owner.name}`,
      numberAt(object, 'revision'),
      ageOf(object.metadata.creationTimestamp),
    ];
  },
};

function groupKind({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }) {
  const [, group] = apiVersion.split('/').reverse();
  return (group === undefined ? kind : `${kind}.${group}`).toLowerCase();
}

const POD_TEMPLATES: TableKind = {
  columns: [
    NAME,
    column('Containers', 'Names of each container in the template.'),
    column('Images', 'Images referenced by each container in the template.'),
    column('Pod Labels', 'The labels for the pod template.'),
  ],
  cells: (object) => [
    nameOf(object),
    ...containerCells(at(object, 'template', 'spec')),
    formatLabels(at(object, 'template', 'metadata', 'labels')),
  ],
};

const BUDGETS: TableKind = {
  columns: [
    NAME,
    column('Min Available', 'The minimum number of pods that must be available.'),
    column('Max Unavailable', 'The maximum number of pods that may be unavailable.'),
    integer('Allowed Disruptions', 'Calculated number of pods that may be disrupted at this time.'),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    optional(object, 'N/A', 'spec', 'minAvailable'),
    optional(object, 'N/A', 'spec', 'maxUnavailable'),
    numberAt(object, 'status', 'disruptionsAllowed'),
    ageOf(object.metadata.creationTimestamp),
  ],
};

export const SCALE: TableKind = {
  columns: [
    { ...NAME, format: '' },
    integer('Desired', 'Number of Pods that there shall be'),
    integer('Available', 'Number of Pods that there are'),
    AGE,
  ],
  cells: (object, ageOf): readonly TableCell[] => [
    nameOf(object),
    numberAt(object, 'spec', 'replicas'),
    numberAt(object, 'status', 'replicas'),
    ageOf(object.metadata.creationTimestamp),
  ],
};

/** By `resource.group`. */
export const WORKLOAD_TABLES: Readonly<Record<string, TableKind>> = {
  'replicationcontrollers.': replicaTable(formatLabels),
  'replicasets.apps': replicaTable(formatLabelSelector),
  'deployments.apps': DEPLOYMENTS,
  'statefulsets.apps': STATEFUL_SETS,
  'daemonsets.apps': DAEMON_SETS,
  'controllerrevisions.apps': CONTROLLER_REVISIONS,
  'podtemplates.': POD_TEMPLATES,
  'poddisruptionbudgets.policy': BUDGETS,
};
