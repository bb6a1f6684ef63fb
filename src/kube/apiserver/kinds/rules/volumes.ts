/**
 * PersistentVolumes, their claims, and StorageClasses.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (ValidatePersistentVolume,
 *             ValidatePersistentVolumeClaim and their updates), pkg/apis/core/v1/defaults.go,
 *             pkg/apis/storage/validation/validation.go (ValidateStorageClass)
 * Simplified  of the sources of volumes only hostPath, local, nfs and csi are looked into; where
 *             upstream prints the difference of two specs, nothing is printed
 */
import { compareText } from '#base';
import { semanticDeepEqual } from '../../../api/equality';
import {
  type FieldError,
  forbidden,
  goQuote,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { IMMUTABLE_FIELD } from '../../../api/validate-meta';
import {
  isDNS1123Subdomain,
  isQualifiedName,
  nameIsDNSSubdomain,
} from '../../../api/validate-text';
import type { KindRules } from '../../registry/strategies/plain';
import { validateSelector } from './label-selector';
import { type Fields, fieldsOf, itemsOf, withDefaults, withValues } from './pod-defaults';
import { quantityValue } from './quantity';
import { goQuantity, validateCapacity, validatePositive } from './resource-names';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUME_MODES = ['Block', 'Filesystem'];
const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];
const ALONE = 'ReadWriteOncePod';

const inSpec = (object: KubeObject, defaults: Fields, values?: readonly string[]): KubeObject => ({
  ...object,
  spec: withDefaults(fieldsOf(object.spec), defaults, values),
  status: withValues(fieldsOf(object.status), { phase: 'Pending' }),
});

const among = (value: unknown, path: string, known: readonly string[]): FieldError[] =>
  value === undefined || known.includes(String(value))
    ? []
    : [notSupported(path, String(value), known)];

/** @param missing what is said where there are none */
function accessModes(value: unknown, missing: string): FieldError[] {
  const path = 'spec.accessModes';
  const modes = Array.isArray(value) ? value.map(String) : [];
  const errors = modes.flatMap((mode) => among(mode, path, ACCESS_MODES));
  const others = modes.some((mode) => mode !== ALONE && ACCESS_MODES.includes(mode));
  if (modes.includes(ALONE) && others) {
    errors.push(forbidden(path, `may not use ${ALONE} with other access modes`));
  }
  return modes.length === 0 ? [required(path, missing)] : errors;
}

const className = (value: unknown): FieldError[] =>
  value
    ? nameIsDNSSubdomain(String(value), false).map((text) =>
        invalid('spec.storageClassName', String(value), text),
      )
    : [];

/** Upstream: validateDataSource, validateDataSourceRef. */
function dataSource(value: unknown, path: string): FieldError[] {
  if (value === undefined) return [];
  const { name, kind, apiGroup } = fieldsOf(value);
  const errors: FieldError[] = [];
  if (!name) errors.push(required(`${path}.name`, ''));
  if (!kind) errors.push(required(`${path}.kind`, ''));
  if (!apiGroup && kind !== 'PersistentVolumeClaim') {
    const text = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    errors.push(invalid(path, String(kind ?? ''), text));
  }
  const wrong = apiGroup ? isDNS1123Subdomain(String(apiGroup)) : [];
  return [...errors, ...wrong.map((text) => invalid(`${path}.apiGroup`, String(apiGroup), text))];
}

function validateClaim({ spec: given }: KubeObject): FieldError[] {
  const spec = fieldsOf(given);
  const { storage } = fieldsOf(fieldsOf(spec.resources).requests);
  const place = 'spec.resources[storage]';
  return [
    ...accessModes(spec.accessModes, 'at least 1 access mode is required'),
    ...validateSelector(spec.selector, 'spec.selector'),
    ...(storage === undefined ? [required(place, '')] : validatePositive(storage, place)),
    ...className(spec.storageClassName),
    ...among(spec.volumeMode, 'spec.volumeMode', VOLUME_MODES),
    ...dataSource(spec.dataSource, 'spec.dataSource'),
    ...dataSource(spec.dataSourceRef, 'spec.dataSourceRef'),
  ];
}

/** A field that is printed after its immutability. */
const immutable = (now: unknown, before: unknown, path: string): FieldError[] =>
  semanticDeepEqual(now, before) ? [] : [invalid(path, String(now ?? 'null'), IMMUTABLE_FIELD)];

const asked = (spec: Fields): unknown => fieldsOf(fieldsOf(spec.resources).requests).storage;

/** The spec without what an update may change: the size of a bound claim, and its first volume. */
function fixedClaim(spec: Fields, old: Fields, bound: boolean): Fields {
  const { volumeName, storageClassName, ...rest } = spec;
  const requests = fieldsOf(fieldsOf(spec.resources).requests);
  const resources = { ...fieldsOf(spec.resources), requests: { ...requests, storage: asked(old) } };
  return {
    ...rest,
    ...(old.volumeName ? { volumeName } : {}),
    ...(old.storageClassName === undefined ? {} : { storageClassName }),
    ...(bound ? { resources } : {}),
  };
}

const CLAIM_FIXED = 'spec is immutable after creation except resources.requests for bound claims';

function validateClaimUpdate(object: KubeObject, before: KubeObject): FieldError[] {
  const [spec, old] = [fieldsOf(object.spec), fieldsOf(before.spec)];
  const bound = fieldsOf(object.status).phase === 'Bound';
  const same = semanticDeepEqual(fixedClaim(spec, old, bound), fixedClaim(old, old, bound));
  const errors = same ? [] : [forbidden('spec', CLAIM_FIXED)];
  if (quantityValue(asked(spec)) < quantityValue(asked(old))) {
    const text = 'field can not be less than previous value';
    errors.push(forbidden('spec.resources.requests.storage', text));
  }
  return [...errors, ...immutable(spec.volumeMode, old.volumeMode, 'volumeMode')];
}

export const claimRules: KindRules = {
  setDefaults: (object) => inSpec(object, { volumeMode: 'Filesystem' }),
  firstStatus: () => ({ phase: 'Pending' }),
  validate: validateClaim,
  validateUpdate: validateClaimUpdate,
};

/** Fields that are a source, in the order in which upstream looks at them. */
const SOURCES = [
  ...[
    'hostPath',
    'gcePersistentDisk',
    'awsElasticBlockStore',
    'glusterfs',
    'flocker',
    'nfs',
    'rbd',
  ],
  ...['quobyte', 'cephfs', 'iscsi', 'cinder', 'fc', 'flexVolume', 'azureFile', 'vsphereVolume'],
  ...[
    'photonPersistentDisk',
    'portworxVolume',
    'azureDisk',
    'scaleIO',
    'local',
    'storageos',
    'csi',
  ],
];

/** Upstream: validatePathNoBacksteps. */
const backsteps = (path: unknown, place: string): FieldError[] =>
  String(path ?? '')
    .split('/')
    .includes('..')
    ? [invalid(place, String(path), "must not contain '..'")]
    : [];

const neededPath = (value: Fields, place: string): FieldError[] =>
  value.path ? backsteps(value.path, `${place}.path`) : [required(`${place}.path`, '')];

function nfs({ server, path }: Fields, place: string): FieldError[] {
  const errors = server ? [] : [required(`${place}.server`, '')];
  if (!path) errors.push(required(`${place}.path`, ''));
  else if (!String(path).startsWith('/')) {
    errors.push(invalid(`${place}.path`, String(path), 'must be an absolute path'));
  }
  return errors;
}

const csi = ({ driver, volumeHandle }: Fields, place: string): FieldError[] => [
  ...(driver ? [] : [required(`${place}.driver`, '')]),
  ...(volumeHandle ? [] : [required(`${place}.volumeHandle`, '')]),
];

const OF_SOURCE: Readonly<Record<string, (value: Fields, place: string) => FieldError[]>> = {
  hostPath: neededPath,
  local: neededPath,
  nfs,
  csi,
};

function sourceErrors(spec: Fields): FieldError[] {
  const [first, ...others] = SOURCES.filter((name) => spec[name] !== undefined);
  if (first === undefined) return [required('spec', 'must specify a volume type')];
  const affinity = fieldsOf(fieldsOf(spec.nodeAffinity).required).nodeSelectorTerms;
  const bare = spec.local !== undefined && itemsOf(affinity).length === 0;
  return [
    ...(OF_SOURCE[first]?.(fieldsOf(spec[first]), `spec.${first}`) ?? []),
    ...others.map((name) => forbidden(`spec.${name}`, 'may not specify more than 1 volume type')),
    ...(bare ? [required('spec.nodeAffinity', 'Local volume requires node affinity')] : []),
  ];
}

function validateVolume({ spec: given }: KubeObject): FieldError[] {
  const spec = fieldsOf(given);
  const { persistentVolumeReclaimPolicy: policy, hostPath } = spec;
  const capacity = Object.entries(fieldsOf(spec.capacity));
  const errors = accessModes(spec.accessModes, '');
  if (capacity.length === 0) errors.push(required('spec.capacity', ''));
  if (capacity.length !== 1 || capacity[0][0] !== 'storage') {
    const shown = capacity
      .map(([name, quantity]) => `${goQuote(name)}:${goQuantity(quantity).go}`)
      .sort(compareText);
    const list = capacity.length === 0 ? '(nil)' : `{${shown.join(', ')}}`;
    errors.push(notSupported('spec.capacity', { go: `core.ResourceList${list}` }, ['storage']));
  }
  for (const [name, quantity] of capacity) {
    errors.push(...validateCapacity(quantity, `spec.capacity[${name}]`));
  }
  errors.push(...among(policy, 'spec.persistentVolumeReclaimPolicy', RECLAIM_POLICIES));
  errors.push(...sourceErrors(spec));
  const root = /^\/+(\.?\/*)*$/.test(String(fieldsOf(hostPath).path ?? ''));
  if (hostPath !== undefined && root && policy === 'Recycle') {
    const text = "may not be 'recycle' for a hostPath mount of '/'";
    errors.push(forbidden('spec.persistentVolumeReclaimPolicy', text));
  }
  errors.push(...className(spec.storageClassName));
  return [...errors, ...among(spec.volumeMode, 'spec.volumeMode', VOLUME_MODES)];
}

const POLICY = 'persistentVolumeReclaimPolicy';
const SOURCE_FIXED = 'spec.persistentvolumesource is immutable after creation';

export const volumeRules: KindRules = {
  setDefaults: (object) =>
    inSpec(object, { [POLICY]: 'Retain', volumeMode: 'Filesystem' }, [POLICY]),
  firstStatus: () => ({ phase: 'Pending' }),
  validate: validateVolume,
  validateUpdate: (object, before) => {
    const [spec, old] = [fieldsOf(object.spec), fieldsOf(before.spec)];
    const moved = SOURCES.some((name) => !semanticDeepEqual(spec[name], old[name]));
    const affinity = semanticDeepEqual(spec.nodeAffinity, old.nodeAffinity);
    return [
      ...(moved ? [forbidden('spec.persistentvolumesource', SOURCE_FIXED)] : []),
      ...immutable(spec.volumeMode, old.volumeMode, 'volumeMode'),
      ...(old.nodeAffinity === undefined || affinity
        ? []
        : [invalid('nodeAffinity', { go: 'core.VolumeNodeAffinity{...}' }, IMMUTABLE_FIELD)]),
    ];
  },
};

const BINDING_MODES = ['Immediate', 'WaitForFirstConsumer'];
/** Source: maxProvisionerParameterSize, maxProvisionerParameterLen. */
const PARAMETERS_SIZE = 256 * 1_024;
const PARAMETERS_COUNT = 512;

function parameters(value: unknown): FieldError[] {
  const entries = Object.entries(fieldsOf(value));
  const size = entries.reduce((sum, [key, text]) => sum + key.length + String(text).length, 0);
  return [
    ...(entries.length > PARAMETERS_COUNT ? [tooLong('parameters', PARAMETERS_COUNT)] : []),
    ...entries
      .filter(([key]) => key === '')
      .map(([key]) => invalid('parameters', key, 'field can not be empty.')),
    ...(size > PARAMETERS_SIZE ? [tooLong('parameters', PARAMETERS_SIZE)] : []),
  ];
}

function validateClass(object: KubeObject): FieldError[] {
  const name = String(object.provisioner ?? '');
  const wrong = isQualifiedName(name.toLowerCase());
  return [
    ...(name === ''
      ? [required('provisioner', '')]
      : wrong.map((text) => invalid('provisioner', name, text))),
    ...parameters(object.parameters),
    ...among(object.reclaimPolicy, 'reclaimPolicy', ['Delete', 'Retain']),
    ...among(object.volumeBindingMode, 'volumeBindingMode', BINDING_MODES),
  ];
}

const CLASS_FIXED = ['parameters', 'provisioner', 'reclaimPolicy'];

export const storageClassRules: KindRules = {
  setDefaults: (object) =>
    withDefaults(object, {
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'Immediate',
    }) as KubeObject,
  validateCreate: validateClass,
  validateUpdate: (object, old) => [
    ...CLASS_FIXED.filter((name) => !semanticDeepEqual(object[name], old[name])).map((name) =>
      forbidden(name, `updates to ${name} are forbidden.`),
    ),
    ...immutable(object.volumeBindingMode, old.volumeBindingMode, 'volumeBindingMode'),
  ],
};
