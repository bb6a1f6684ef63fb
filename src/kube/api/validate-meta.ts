/**
 * Validation of metadata, on create and on update.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go;
 *             pkg/apis/core/validation/validation.go (ValidateObjectMeta, its finalizer names)
 */
import { compareText } from '#base';
import {
  type BadValue,
  type FieldError,
  forbidden,
  goQuote,
  goStrings,
  invalid,
  required,
  tooLong,
} from './field-error';
import { goTime } from './go-time';
import { FINALIZER_FOREGROUND, FINALIZER_ORPHAN } from './meta';
import type { ObjectMeta, OwnerReference } from './objects';
import {
  isQualifiedName,
  isValidLabelValue,
  type NameCheck,
  nameIsDNSLabel,
  type TextCheck,
} from './validate-text';

/** All annotations together, bytes. Source: TotalAnnotationSizeLimitB. */
const ANNOTATIONS_MAX_BYTES = 256 * 1_024;
/** Finalizers without a domain. Source: core helper.IsStandardFinalizerName. */
const STANDARD_FINALIZERS = new Set(['kubernetes', FINALIZER_ORPHAN, FINALIZER_FOREGROUND]);

export const IMMUTABLE_FIELD = 'field is immutable';

const invalids = (field: string, value: string, check: TextCheck): FieldError[] =>
  check(value).map((wrong) => invalid(field, value, wrong));

/** Upstream: ValidateObjectMetaAccessor. `path` is the metadata's own. */
export function validateObjectMeta(
  meta: ObjectMeta,
  namespaced: boolean,
  nameCheck: NameCheck,
  path = 'metadata',
): FieldError[] {
  const errors: FieldError[] = [];
  const { name, generateName, namespace } = meta;
  if (generateName) {
    errors.push(...invalids(`${path}.generateName`, generateName, (text) => nameCheck(text, true)));
  }
  if (name) errors.push(...invalids(`${path}.name`, name, (text) => nameCheck(text, false)));
  else errors.push(required(`${path}.name`, 'name or generateName is required'));
  if (namespaced && !namespace) errors.push(required(`${path}.namespace`, ''));
  else if (namespaced && namespace) {
    const check = (text: string) => nameIsDNSLabel(text, false);
    errors.push(...invalids(`${path}.namespace`, namespace, check));
  } else if (namespace) {
    errors.push(forbidden(`${path}.namespace`, 'not allowed on this type'));
  }
  if (meta.labels) errors.push(...validateLabels(meta.labels, `${path}.labels`));
  if (meta.annotations) {
    errors.push(...validateAnnotations(meta.annotations, `${path}.annotations`));
  }
  if (meta.ownerReferences) {
    errors.push(...validateOwnerReferences(meta.ownerReferences, `${path}.ownerReferences`));
  }
  if (meta.finalizers) errors.push(...validateFinalizers(meta.finalizers, `${path}.finalizers`));
  return errors;
}

/** Upstream: ValidateObjectMeta of the core group, which most others call too. */
export const validateCoreMeta = (
  meta: ObjectMeta,
  namespaced: boolean,
  nameCheck: NameCheck,
): FieldError[] => [
  ...validateObjectMeta(meta, namespaced, nameCheck),
  ...validateKubeFinalizers(meta),
];

export function validateLabels(
  labels: Readonly<Record<string, string>>,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(labels)) {
    errors.push(...invalids(path, key, isQualifiedName));
    errors.push(...invalids(path, value, isValidLabelValue));
  }
  return errors;
}

export function validateAnnotations(
  annotations: Readonly<Record<string, string>>,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  let total = 0;
  for (const [key, value] of Object.entries(annotations)) {
    for (const wrong of isQualifiedName(key.toLowerCase())) errors.push(invalid(path, key, wrong));
    total += key.length + value.length;
  }
  if (total > ANNOTATIONS_MAX_BYTES) errors.push(tooLong(path, ANNOTATIONS_MAX_BYTES));
  return errors;
}

function validateOwnerReferences(owners: readonly OwnerReference[], path: string): FieldError[] {
  const errors: FieldError[] = [];
  let controller: string | undefined;
  for (const owner of owners) {
    if (!owner.apiVersion) {
      errors.push(
        invalid(`${path}.apiVersion`, owner.apiVersion ?? '', 'version must not be empty'),
      );
    }
    if (!owner.kind)
      errors.push(invalid(`${path}.kind`, owner.kind ?? '', 'kind must not be empty'));
    if (!owner.name)
      errors.push(invalid(`${path}.name`, owner.name ?? '', 'name must not be empty'));
    if (!owner.uid) errors.push(invalid(`${path}.uid`, owner.uid ?? '', 'uid must not be empty'));
    if (owner.apiVersion === 'v1' && owner.kind === 'Event') {
      errors.push(invalid(path, { go: goOwner(owner) }, EVENT_OWNER));
    }
    if (owner.controller !== true) continue;
    if (controller === undefined) controller = owner.name;
    else errors.push(invalid(path, { go: goOwners(owners) }, onlyOneController(controller, owner)));
  }
  return errors;
}

/** Source: BannedOwners. */
const EVENT_OWNER = '/v1, Kind=Event is disallowed from being an owner';

/** As Go prints the struct. Simplified: where a pointer points to stands as 0. */
function goOwner({ apiVersion, kind, name, uid, ...owner }: OwnerReference): string {
  const texts = { APIVersion: apiVersion, Kind: kind, Name: name, UID: uid };
  const quoted = Object.entries(texts).map(([field, text]) => `${field}:${goQuote(text ?? '')}`);
  const { controller, blockOwnerDeletion } = owner;
  const bools = Object.entries({ Controller: controller, BlockOwnerDeletion: blockOwnerDeletion });
  const pointers = bools.map(
    ([field, value]) => `${field}:(*bool)(${value === undefined ? 'nil' : '0x0'})`,
  );
  return `v1.OwnerReference{${[...quoted, ...pointers].join(', ')}}`;
}

const onlyOneController = (first: string, second: OwnerReference): string =>
  'Only one reference can have Controller set to true. Found "true" in references for ' +
  `${first} and ${second.name}`;

/** Simplified: upstream prints the Go structs with their pointers; here their names stand. */
const goOwners = (owners: readonly OwnerReference[]): string =>
  `[]v1.OwnerReference{${owners.map(({ kind, name }) => `${kind}/${name}`).join(', ')}}`;

function validateFinalizers(finalizers: readonly string[], path: string): FieldError[] {
  const errors = finalizers.flatMap((name) => invalids(path, name, isQualifiedName));
  if (finalizers.includes(FINALIZER_ORPHAN) && finalizers.includes(FINALIZER_FOREGROUND)) {
    const both = `finalizer ${FINALIZER_ORPHAN} and ${FINALIZER_FOREGROUND} cannot be both set`;
    errors.push(invalid(path, goStrings(finalizers), both));
  }
  return errors;
}

/** What kinds of the core group ask of finalizers besides. */
export function validateKubeFinalizers(meta: ObjectMeta, path = 'metadata'): FieldError[] {
  return (meta.finalizers ?? []).flatMap((name, index) =>
    name.includes('/') || STANDARD_FINALIZERS.has(name)
      ? []
      : [
          invalid(
            `${path}.finalizers[${index}]`,
            name,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  );
}

/** Upstream: ValidateObjectMetaAccessorUpdate. */
export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  path = 'metadata',
): FieldError[] {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined) errors.push(...validateNoNewFinalizers(meta, old, path));
  if (!meta.resourceVersion) {
    const field = `${path}.resourceVersion`;
    errors.push(invalid(field, '', 'must be specified for an update'));
  }
  if ((meta.generation ?? 0) < (old.generation ?? 0)) {
    errors.push(invalid(`${path}.generation`, meta.generation ?? 0, 'must not be decremented'));
  }
  for (const field of IMMUTABLE_META) {
    if ((meta[field] ?? '') === (old[field] ?? '')) continue;
    errors.push(invalid(`${path}.${field}`, immutableValue(meta, field), IMMUTABLE_FIELD));
  }
  return errors;
}

const IMMUTABLE_META = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

/** As Go prints the field: a text, a pointer to a number or a time, or a time. */
function immutableValue(meta: ObjectMeta, field: (typeof IMMUTABLE_META)[number]): BadValue {
  const value = meta[field];
  if (field === 'creationTimestamp') return { go: goTime(meta.creationTimestamp ?? undefined) };
  if (field === 'deletionGracePeriodSeconds') return value ?? null;
  if (field !== 'deletionTimestamp') return value ?? '';
  return value === undefined ? null : { go: goTime(meta.deletionTimestamp) };
}

function validateNoNewFinalizers(meta: ObjectMeta, old: ObjectMeta, path: string): FieldError[] {
  const extra = (meta.finalizers ?? []).filter((name) => !(old.finalizers ?? []).includes(name));
  if (extra.length === 0) return [];
  const detail =
    'no new finalizers can be added if the object is being deleted, found new finalizers ' +
    goStrings([...extra].sort(compareText)).go;
  return [forbidden(`${path}.finalizers`, detail)];
}
