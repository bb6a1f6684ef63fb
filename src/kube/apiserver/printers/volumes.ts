/**
 * The rows of volumes, their claims and quotas.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go
 */
import { at, compareText, type Json, listAt, textAt } from '#base';
import type { KubeObject } from '../../api/objects';
import { type Profile, profileWithin } from '../../profile';
import { AGE, column, NAME, nameOf, optional, type TableKind, UNSET, wide } from './columns';

/** `cpu: 1/2, pods: 3/10`. */
function quotaText(quota: KubeObject, limits: boolean): string {
  const hard = (at(quota, 'status', 'hard') ?? {}) as Readonly<Record<string, Json>>;
  return Object.keys(hard)
    .filter((resource) => resource.startsWith('limits.') === limits)
    .sort(compareText)
    .map((resource) => {
      const used = optional(quota, '0', 'status', 'used', resource);
      return `${resource}: ${used}/${hard[resource]}`;
    })
    .join(', ');
}

function quotas(profile: Profile): TableKind {
  // Since 1.33 the age stands last. Source: kubernetes pull request 129419.
  const ageLast = profileWithin(profile, '1.33');
  const limits = 'independent of contention on the node.';
  const columns = [
    column(
      'Request',
      'Request represents a minimum amount of cpu/memory that a container may consume.',
    ),
    column(
      'Limit',
      `Limits control the maximum amount of cpu/memory that a container may use ${limits}`,
    ),
  ];
  return {
    columns: ageLast ? [NAME, ...columns, AGE] : [NAME, AGE, ...columns],
    cells: (object, ageOf) => {
      const age = ageOf(object.metadata.creationTimestamp);
      const texts = [quotaText(object, false), quotaText(object, true)];
      return ageLast ? [nameOf(object), ...texts, age] : [nameOf(object), age, ...texts];
    },
  };
}

const MODES: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** Upstream: helper.GetAccessModesAsString. */
function modesText(modes: readonly Json[]): string {
  return MODES.filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(',');
}

/** Source: v1.BetaStorageClassAnnotation. */
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

const classOf = (object: KubeObject): string =>
  object.metadata.annotations?.[CLASS_ANNOTATION] ?? textAt(object, 'spec', 'storageClassName');

const phaseOf = (object: KubeObject): string =>
  object.metadata.deletionTimestamp === undefined
    ? textAt(object, 'status', 'phase')
    : 'Terminating';

const modeOf = (object: KubeObject): string => optional(object, UNSET, 'spec', 'volumeMode');
const attributesOf = (object: KubeObject): string =>
  optional(object, UNSET, 'spec', 'volumeAttributesClassName');

/** Since 1.29 volumes have a class of attributes. */
const attributesColumn = (profile: Profile, of: string) =>
  profileWithin(profile, '1.29')
    ? [column('VolumeAttributesClass', `VolumeAttributesClass of the ${of}`)]
    : [];

function volumes(profile: Profile): TableKind {
  const attributes = attributesColumn(profile, 'pv');
  return {
    columns: [
      NAME,
      column('Capacity', 'How much it holds'),
      column('Access Modes', 'How it can be mounted'),
      column('Reclaim Policy', 'What becomes of it when its claim is gone'),
      column('Status', 'Phase of its life'),
      column('Claim', 'Claim that it is bound to'),
      column('StorageClass', 'StorageClass of the pv'),
      ...attributes,
      column('Reason', 'Why it is in this phase'),
      AGE,
      wide('VolumeMode', 'Filesystem or Block'),
    ],
    cells: (object, ageOf) => {
      const claim = at(object, 'spec', 'claimRef');
      return [
        nameOf(object),
        optional(object, '0', 'spec', 'capacity', 'storage'),
        modesText(listAt(object, 'spec', 'accessModes')),
        textAt(object, 'spec', 'persistentVolumeReclaimPolicy'),
        phaseOf(object),
        claim ? `${textAt(claim, 'namespace')}/${textAt(claim, 'name')}` : '',
        classOf(object),
        ...attributes.map(() => attributesOf(object)),
        textAt(object, 'status', 'reason'),
        ageOf(object.metadata.creationTimestamp),
        modeOf(object),
      ];
    },
  };
}

function claims(profile: Profile): TableKind {
  const attributes = attributesColumn(profile, 'pvc');
  return {
    columns: [
      NAME,
      column('Status', 'Phase of its life'),
      column('Volume', 'Volume that it is bound to'),
      column('Capacity', 'How much the volume holds'),
      column('Access Modes', 'How the volume can be mounted'),
      column('StorageClass', 'StorageClass of the pvc'),
      ...attributes,
      AGE,
      wide('VolumeMode', 'Filesystem or Block'),
    ],
    cells: (object, ageOf) => {
      const bound = textAt(object, 'spec', 'volumeName') !== '';
      return [
        nameOf(object),
        phaseOf(object),
        textAt(object, 'spec', 'volumeName'),
        bound ? optional(object, '0', 'status', 'capacity', 'storage') : '',
        bound ? modesText(listAt(object, 'status', 'accessModes')) : '',
        classOf(object),
        ...attributes.map(() => attributesOf(object)),
        ageOf(object.metadata.creationTimestamp),
        modeOf(object),
      ];
    },
  };
}

/** By `resource.group`. */
export const volumeTables = (profile: Profile): Readonly<Record<string, TableKind>> => ({
  'resourcequotas.': quotas(profile),
  'persistentvolumes.': volumes(profile),
  'persistentvolumeclaims.': claims(profile),
});
