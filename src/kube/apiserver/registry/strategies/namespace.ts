/**
 * Namespaces.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/namespace/strategy.go;
 *             pkg/apis/core/v1/defaults.go (SetDefaults_Namespace)
 */
import { type FieldError, invalid } from '../../../api/field-error';
import { withMeta } from '../../../api/meta';
import type { KubeObject } from '../../../api/objects';
import { NAMESPACES } from '../../../api/resources';
import { validateKubeFinalizers, validateObjectMeta } from '../../../api/validate-meta';
import { isQualifiedName, nameIsDNSLabel } from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy, type UpdateStrategy } from '../strategy';

/** Upstream: api.FinalizerKubernetes. */
export const FINALIZER_KUBERNETES = 'kubernetes';
/** Upstream: v1.LabelMetadataName. */
const LABEL_METADATA_NAME = 'kubernetes.io/metadata.name';
/** Upstream: v1.NamespacePhase. */
export const PHASE_ACTIVE = 'Active';
export const PHASE_TERMINATING = 'Terminating';

export interface Namespace extends KubeObject {
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: { readonly phase?: string; readonly [field: string]: unknown };
}

const specFinalizers = (object: KubeObject): readonly string[] =>
  (object as Namespace).spec?.finalizers ?? [];

/** Upstream: v1.NamespaceStatus.Phase. */
export const phaseOf = (object: KubeObject): string => (object as Namespace).status?.phase ?? '';

/** Kubernetes' order of fields: metadata, spec, status. */
function withParts(object: KubeObject, finalizers: readonly string[], status: unknown): Namespace {
  const { spec: _, status: __, ...rest } = object;
  const spec = finalizers.length === 0 ? {} : { finalizers };
  return { ...rest, spec, ...(status === undefined ? {} : { status }) } as Namespace;
}

/**
 * A phase, and the label with the name, so that selectors can name a namespace. A generated name
 * comes later.
 */
function setDefaults(object: KubeObject): KubeObject {
  return withPhase(withNameLabel(object));
}

function withPhase(object: KubeObject): KubeObject {
  const { status } = object as Namespace;
  return status?.phase ? object : { ...object, status: { ...status, phase: PHASE_ACTIVE } };
}

function withNameLabel(object: KubeObject): KubeObject {
  const { name, labels } = object.metadata;
  if (!name || labels?.[LABEL_METADATA_NAME] === name) return object;
  return withMeta(object, { labels: { ...labels, [LABEL_METADATA_NAME]: name } });
}

function prepareForCreate(object: KubeObject): KubeObject {
  const given = specFinalizers(object);
  const kept = given.includes(FINALIZER_KUBERNETES) ? given : [...given, FINALIZER_KUBERNETES];
  return withParts(setDefaults(object), kept, { phase: PHASE_ACTIVE });
}

function validate(object: KubeObject): FieldError[] {
  const errors = validateObjectMeta(object.metadata, false, nameIsDNSLabel);
  errors.push(...validateKubeFinalizers(object.metadata));
  specFinalizers(object).forEach((name, index) => {
    for (const wrong of isQualifiedName(name)) {
      errors.push(invalid(`spec.finalizers[${index}]`, name, wrong));
    }
  });
  return errors;
}

const statusStrategy: UpdateStrategy = {
  prepareForUpdate: (object, old) =>
    withParts(object, specFinalizers(old), (object as Namespace).status),
  validateUpdate: validateStatus,
};

/** Upstream: ValidateNamespaceStatusUpdate. */
function validateStatus(object: KubeObject): FieldError[] {
  const phase = phaseOf(object);
  const deleting = object.metadata.deletionTimestamp !== undefined;
  if (deleting && phase !== PHASE_TERMINATING) {
    const detail = "may only be 'Terminating' if `deletionTimestamp` is not empty";
    return [invalid('status.phase', phase, detail)];
  }
  if (!deleting && phase !== PHASE_ACTIVE) {
    const detail = "may only be 'Active' if `deletionTimestamp` is empty";
    return [invalid('status.phase', phase, detail)];
  }
  return [];
}

const finalizeStrategy: UpdateStrategy = {
  prepareForUpdate: (object, old) =>
    withParts(object, specFinalizers(object), (old as Namespace).status),
  validateUpdate: (object) =>
    specFinalizers(object).flatMap((name, index) =>
      isQualifiedName(name).map((wrong) => invalid(`spec.finalizers[${index}]`, name, wrong)),
    ),
};

export const namespaceStrategy: Strategy = {
  ...DEFAULT_STRATEGY,
  of: NAMESPACES,
  setDefaults,
  prepareForCreate,
  prepareForUpdate: (object, old) =>
    withParts(object, specFinalizers(old), (old as Namespace).status),
  validate,
  validateUpdate: validate,
  returnDeletedObject: true,
  selectableFields: (object) => ({
    'status.phase': phaseOf(object),
    name: object.metadata.name ?? '',
  }),
  // Source: AddFieldLabelConversionsForNamespace.
  fieldNotSupported: (field) => `field label not supported: ${field}`,
  shouldDeleteDuringUpdate: (object) => specFinalizers(object).length === 0,
  subresources: { status: statusStrategy, finalize: finalizeStrategy },
};
