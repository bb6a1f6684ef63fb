/**
 * The rows of storage, autoscaling and devices.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go
 */
import { at, type Json, listAt, textAt } from '#base';
import type { KubeObject } from '../../api/objects';
import { type Profile, profileWithin } from '../../profile';
import {
  AGE,
  boolean,
  column,
  integer,
  NAME,
  nameOf,
  numberAt,
  optional,
  type TableKind,
  UNKNOWN,
  UNSET,
} from './columns';

const DEFAULT_CLASS = /^storageclass\.(beta\.)?kubernetes\.io\/is-default-class$/;

/** The name, and whether it is the one for those that name none. */
function withDefault({ metadata }: KubeObject): string {
  const marked = Object.entries(metadata.annotations ?? {}).some(
    ([key, value]) => DEFAULT_CLASS.test(key) && value === 'true',
  );
  return `${metadata.name}${marked ? ' (default)' : ''}`;
}

const STORAGE_CLASSES: TableKind = {
  columns: [
    NAME,
    column('Provisioner', 'Who makes the volumes'),
    column('ReclaimPolicy', 'What becomes of a volume when its claim is gone'),
    column('VolumeBindingMode', 'When a volume is made and bound'),
    column('AllowVolumeExpansion', 'Whether volumes may grow'),
    AGE,
  ],
  cells: (object, ageOf) => [
    withDefault(object),
    textAt(object, 'provisioner'),
    optional(object, 'Delete', 'reclaimPolicy'),
    optional(object, 'Immediate', 'volumeBindingMode'),
    at(object, 'allowVolumeExpansion') === true,
    ageOf(object.metadata.creationTimestamp),
  ],
};

const ATTRIBUTES_CLASSES: TableKind = {
  columns: [NAME, column('DriverName', 'Driver that knows the attributes'), AGE],
  cells: (object, ageOf) => [
    withDefault(object),
    textAt(object, 'driverName'),
    ageOf(object.metadata.creationTimestamp),
  ],
};

const ATTACHMENTS: TableKind = {
  columns: [
    NAME,
    { ...column('Attacher', 'Driver that attaches'), format: 'name' },
    column('PV', 'Volume that is attached'),
    column('Node', 'Node that it is attached to'),
    boolean('Attached', 'Whether it is attached'),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    textAt(object, 'spec', 'attacher'),
    textAt(object, 'spec', 'source', 'persistentVolumeName'),
    textAt(object, 'spec', 'nodeName'),
    at(object, 'status', 'attached') === true,
    ageOf(object.metadata.creationTimestamp),
  ],
};

const CSI_NODES: TableKind = {
  columns: [
    NAME,
    integer('Drivers', 'Drivers indicates the number of CSI drivers registered on the node'),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    listAt(object, 'spec', 'drivers').length,
    ageOf(object.metadata.creationTimestamp),
  ],
};

function csiDriverCells(object: KubeObject): readonly (string | boolean)[] {
  const flag = (field: string, otherwise: boolean) => at(object, 'spec', field) ?? otherwise;
  const tokens = listAt(object, 'spec', 'tokenRequests').map((each) => textAt(each, 'audience'));
  const modes = listAt(object, 'spec', 'volumeLifecycleModes').map(String);
  return [
    flag('attachRequired', true) === true,
    flag('podInfoOnMount', false) === true,
    flag('storageCapacity', false) === true,
    tokens.length === 0 ? UNSET : tokens.join(','),
    flag('requiresRepublish', false) === true,
    modes.length === 0 ? '<none>' : modes.join(','),
  ];
}

const CSI_DRIVERS: TableKind = {
  columns: [
    NAME,
    boolean('AttachRequired', 'Whether volumes are attached before they are mounted'),
    boolean('PodInfoOnMount', 'Whether it is told of the Pod'),
    boolean('StorageCapacity', 'Whether the scheduler looks at its capacity'),
    column('TokenRequests', 'Audiences of the tokens that it is given'),
    boolean('RequiresRepublish', 'Whether mounting is repeated'),
    column('Modes', 'Kinds of volumes that it makes'),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    ...csiDriverCells(object),
    ageOf(object.metadata.creationTimestamp),
  ],
};

const CAPACITIES: TableKind = {
  columns: [
    NAME,
    column('StorageClassName', 'StorageClass that it is about'),
    column('Capacity', 'How much there is left'),
  ],
  cells: (object) => [
    nameOf(object),
    textAt(object, 'storageClassName'),
    optional(object, UNSET, 'capacity'),
  ],
};

interface Metric {
  readonly spec: Json;
  readonly status: Json;
}

/** What stands for each type of metric: where its numbers are, and how they are written. */
function metricText({ spec, status }: Metric, named: boolean): string {
  const type = textAt(spec, 'type');
  const field = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  const target = at(spec, field, 'target');
  if (!['external', 'pods', 'object', 'resource', 'containerResource'].includes(field)) {
    return '<unknown type>';
  }
  const current = (which: string) => optional(status, UNKNOWN, field, 'current', which);
  const average = at(target, 'averageValue');
  if (field === 'pods') return `${current('averageValue')}/${textAt(target, 'averageValue')}`;
  if (field === 'external' || field === 'object') {
    return average === undefined
      ? `${current('value')}/${textAt(target, 'value')}`
      : `${current('averageValue')}/${average} (avg)`;
  }
  const prefix = named ? `${textAt(spec, field, 'name')}: ` : '';
  if (average !== undefined) return `${prefix}${current('averageValue')}/${average}`;
  const used = current('averageUtilization');
  const wanted = optional(target, '<auto>', 'averageUtilization');
  const percent = (text: string) => (/^\d/.test(text) ? `${text}%` : text);
  return `${prefix}${percent(used)}/${percent(wanted)}`;
}

/** Metrics of a version without a list of them. Upstream: Convert_v1_HorizontalPodAutoscaler. */
function metricsOf(scaler: KubeObject): readonly Metric[] {
  const utilization = at(scaler, 'spec', 'targetCPUUtilizationPercentage');
  if (utilization === undefined) {
    const statuses = listAt(scaler, 'status', 'currentMetrics');
    return listAt(scaler, 'spec', 'metrics').map((spec, index) => ({
      spec,
      status: statuses[index],
    }));
  }
  const cpu = (averageUtilization: Json, part: string) => ({
    type: 'Resource',
    resource: { name: 'cpu', [part]: { averageUtilization } },
  });
  const used = at(scaler, 'status', 'currentCPUUtilizationPercentage');
  return [
    {
      spec: cpu(utilization, 'target'),
      status: used === undefined ? undefined : cpu(used, 'current'),
    },
  ];
}

/** Most metrics in a cell. */
const METRICS_MAX = 2;

function targetsText(scaler: KubeObject, named: boolean): string {
  const all = metricsOf(scaler).map((metric) => metricText(metric, named));
  if (all.length === 0) return '<none>';
  const shown = all.slice(0, METRICS_MAX).join(', ');
  return all.length > METRICS_MAX ? `${shown} + ${all.length - METRICS_MAX} more...` : shown;
}

const autoscalers = (profile: Profile): TableKind => ({
  columns: [
    NAME,
    column('Reference', 'Object that is scaled'),
    column('Targets', 'What is measured, and what it shall be'),
    column('MinPods', 'Fewest replicas'),
    column('MaxPods', 'Most replicas'),
    column('Replicas', 'Replicas that there are'),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    ['kind', 'name'].map((field) => textAt(object, 'spec', 'scaleTargetRef', field)).join('/'),
    // Since 1.30 a metric of a resource is named. Source: kubernetes pull request 122804.
    targetsText(object, profileWithin(profile, '1.30')),
    optional(object, UNSET, 'spec', 'minReplicas'),
    numberAt(object, 'spec', 'maxReplicas'),
    numberAt(object, 'status', 'currentReplicas'),
    ageOf(object.metadata.creationTimestamp),
  ],
});

function claimState(claim: KubeObject): string {
  const deleted = claim.metadata.deletionTimestamp !== undefined;
  if (at(claim, 'status', 'allocation') === undefined) return deleted ? 'deleted' : 'pending';
  const states = deleted ? ['deleted', 'allocated'] : ['allocated'];
  if (listAt(claim, 'status', 'reservedFor').length > 0) states.push('reserved');
  return states.join(',');
}

const RESOURCE_CLAIMS: TableKind = {
  columns: [
    NAME,
    column('State', 'A summary of the current state (allocated, pending, reserved, etc.).'),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    claimState(object),
    ageOf(object.metadata.creationTimestamp),
  ],
};

const PLAIN: TableKind = {
  columns: [NAME, AGE],
  cells: (object, ageOf) => [nameOf(object), ageOf(object.metadata.creationTimestamp)],
};

const RESOURCE_SLICES: TableKind = {
  columns: [
    NAME,
    column('Node', 'Node that has the devices'),
    column('Driver', 'Driver of the devices'),
    column('Pool', 'Pool that the devices are of'),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    textAt(object, 'spec', 'nodeName'),
    textAt(object, 'spec', 'driver'),
    textAt(object, 'spec', 'pool', 'name'),
    ageOf(object.metadata.creationTimestamp),
  ],
};

const MIGRATIONS: TableKind = {
  columns: [NAME, column('Resource', 'Resource whose objects are written again')],
  cells: (object) => {
    const part = (field: string) => textAt(object, 'spec', 'resource', field);
    return [nameOf(object), `${part('resource')}.${part('version')}.${part('group')}`];
  },
};

/** By `resource.group`. */
export const storageTables = (profile: Profile): Readonly<Record<string, TableKind>> => ({
  'storageclasses.storage.k8s.io': STORAGE_CLASSES,
  'volumeattributesclasses.storage.k8s.io': ATTRIBUTES_CLASSES,
  'volumeattachments.storage.k8s.io': ATTACHMENTS,
  'csinodes.storage.k8s.io': CSI_NODES,
  'csidrivers.storage.k8s.io': CSI_DRIVERS,
  'csistoragecapacities.storage.k8s.io': CAPACITIES,
  'horizontalpodautoscalers.autoscaling': autoscalers(profile),
  'resourceclaims.resource.k8s.io': RESOURCE_CLAIMS,
  'resourceclaimtemplates.resource.k8s.io': PLAIN,
  'deviceclasses.resource.k8s.io': PLAIN,
  'resourceslices.resource.k8s.io': RESOURCE_SLICES,
  'storageversionmigrations.storagemigration.k8s.io': MIGRATIONS,
});
