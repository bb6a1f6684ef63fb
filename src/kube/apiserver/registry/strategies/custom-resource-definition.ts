/**
 * CustomResourceDefinitions.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiextensions-apiserver
 *             pkg/registry/customresourcedefinition/strategy.go,
 *             pkg/apis/apiextensions/validation/validation.go, v1/defaults.go
 * Simplified  conversion and printed columns are not looked at; an update of a definition whose
 *             schemas are faulty already may leave or make any of their faults
 */

import { type CrdVersion, crdSpec } from '../../../api/crd-spec';
import { type FieldError, invalid, notSupported, required } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { CRDS } from '../../../api/resources';
import { validateObjectMeta } from '../../../api/validate-meta';
import { isDNS1035Label, isDNS1123Subdomain, nameIsDNSSubdomain } from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy, type UpdateStrategy } from '../strategy';
import { APPROVED_ANNOTATION, apiApproval } from './crd-conditions';
import { crdSchemaErrors } from './crd-schema';
import { firstGeneration, keepStatus, withStatus } from './status-parts';

const SCOPES = ['Cluster', 'Namespaced'];

/** Upstream: SetDefaults_CustomResourceDefinitionSpec. */
function setDefaults(object: KubeObject): KubeObject {
  const spec = crdSpec(object);
  const { names = {}, conversion = { strategy: 'None' } } = spec;
  const { kind = '' } = names;
  const singular = names.singular || kind.toLowerCase();
  const listKind = names.listKind || (kind === '' ? '' : `${kind}List`);
  const named = { ...names, singular, listKind };
  return { ...object, spec: { ...spec, names: named, conversion } };
}

function prepareForCreate(object: KubeObject): KubeObject {
  const storedVersions = (crdSpec(object).versions ?? [])
    .filter(({ storage }) => storage)
    .map(({ name }) => name);
  return firstGeneration(withStatus(object, { storedVersions }));
}

function validateGroup(group: string): FieldError[] {
  if (group === '') return [required('spec.group', '')];
  const wrong = isDNS1123Subdomain(group);
  const bare = wrong.length === 0 && !group.includes('.');
  return (bare ? ['should be a domain with at least one dot'] : wrong).map((text) =>
    invalid('spec.group', group, text),
  );
}

/** @param old what it was, whose faulty schemas may stay so */
function validate(object: KubeObject, old?: KubeObject): FieldError[] {
  const { group = '', scope = '', names = {}, versions = [] } = crdSpec(object);
  const { plural = '', kind = '' } = names;
  const wanted = `${plural}.${group}`;
  const errors = validateObjectMeta(object.metadata, false, (name, prefix) => {
    const wrong = nameIsDNSSubdomain(name, prefix);
    if (wrong.length > 0 || name === wanted) return wrong;
    return ['must be spec.names.plural+"."+spec.group'];
  });
  errors.push(...validateGroup(group));
  if (scope === '') errors.push(required('spec.scope', ''));
  else if (!SCOPES.includes(scope)) errors.push(notSupported('spec.scope', scope, SCOPES));
  const schemas = crdSchemaErrors(old && hasFaults(old) ? [] : versions);
  errors.push(...schemas.missing, ...validateVersions(versions, schemas.ofVersion));
  if (plural === '') errors.push(required('spec.names.plural', ''));
  else {
    const wrong = isDNS1035Label(plural);
    errors.push(...wrong.map((text) => invalid('spec.names.plural', plural, text)));
  }
  if (kind === '') errors.push(required('spec.names.kind', ''));
  return [...errors, ...schemas.top];
}

/** Whether the schemas of one that is stored would be refused today. */
function hasFaults(object: KubeObject): boolean {
  const { versions = [] } = crdSpec(object);
  const { missing, ofVersion, top } = crdSchemaErrors(versions);
  return [...missing, ...top, ...versions.flatMap((_, index) => ofVersion(index))].length > 0;
}

function validateVersions(
  versions: readonly CrdVersion[],
  schemaErrors: (index: number) => readonly FieldError[],
): FieldError[] {
  const errors: FieldError[] = [];
  versions.forEach(({ name = '' }, index) => {
    const path = `spec.versions[${index}].name`;
    errors.push(...isDNS1035Label(name).map((text) => invalid(path, name, text)));
    errors.push(...schemaErrors(index));
  });
  const names = versions.map(({ name }) => name);
  const printed = { go: `[]apiextensions.CustomResourceDefinitionVersion{${names.join(', ')}}` };
  if (new Set(names).size < names.length) {
    errors.push(invalid('spec.versions', printed, 'must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    const detail = 'must have exactly one version marked as storage version';
    errors.push(invalid('spec.versions', printed, detail));
  }
  return errors;
}

/** One in a group of the community needs a word of approval. Upstream: validateAPIApproval. */
function validateApproval(object: KubeObject, old?: KubeObject): FieldError[] {
  const approval = apiApproval(object);
  const same = old && apiApproval(old)?.reason === approval?.reason;
  if (!approval || same) return [];
  const path = `metadata.annotations[${APPROVED_ANNOTATION}]`;
  const { reason, message } = approval;
  if (reason === 'MissingAnnotation') return [required(path, message)];
  if (reason !== 'InvalidAnnotation') return [];
  return [invalid(path, object.metadata.annotations?.[APPROVED_ANNOTATION] ?? '', message)];
}

/** Nothing keeps unknown fields as a whole any more. Upstream: validatePreserveUnknownFields. */
function validateKeeping(object: KubeObject, old?: KubeObject): FieldError[] {
  const { preserveUnknownFields } = crdSpec(object);
  if (!preserveUnknownFields || (old && crdSpec(old).preserveUnknownFields)) return [];
  const detail =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in ' +
    'spec.versions[*].schema instead';
  return [invalid('spec.preserveUnknownFields', true, detail)];
}

const validateAll = (object: KubeObject, old?: KubeObject): FieldError[] => [
  ...validate(object, old),
  ...validateApproval(object, old),
  ...validateKeeping(object, old),
];

/** The metadata may be changed with the status: that is how a finalizer goes. */
const statusUpdate: UpdateStrategy = {
  prepareForUpdate: (object, old) => ({ ...object, spec: old.spec }),
  validateUpdate: () => [],
};

export const crdStrategy: Strategy = {
  ...DEFAULT_STRATEGY,
  of: CRDS,
  setDefaults,
  prepareForCreate,
  prepareForUpdate: keepStatus,
  validate: (object) => validateAll(object),
  validateUpdate: validateAll,
  allowUnconditionalUpdate: false,
  subresources: { status: statusUpdate },
};
