/**
 * Whether the schemas of a CustomResourceDefinition are structural ones, in the words of upstream.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiextensions-apiserver
 *             pkg/apis/apiextensions/validation/validation.go
 *             (validateCustomResourceDefinitionValidation), v1/conversion.go,
 *             pkg/apiserver/schema/validation.go (ValidateStructural)
 * Simplified  defaults, patterns, types of lists and maps, rules (x-kubernetes-validations), what
 *             stands below allOf, anyOf, oneOf and not, and what a status beside it forbids are not
 *             looked at; faults come in the order of the schema, not in one that is drawn
 */
import { compareText } from '#base';
import type { CrdVersion } from '../../../api/crd-spec';
import { semanticDeepEqual } from '../../../api/equality';
import {
  type FieldError,
  fieldErrorText,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import { isValues, type Schema, type Values } from '../custom-schema';

/** Upstream: openapiV3Types. */
const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
/** Fields of OpenAPI that no schema may have. */
const UNSUPPORTED = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies'];

type Level = 'root' | 'item' | 'field';
const EMPTY_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

interface Part {
  readonly path: string;
  readonly schema: Schema;
  readonly level: Level;
}

// Below items and additionalProperties nobody has looked whether a schema is one.
const typeOf = ({ type }: Schema): string => (typeof type === 'string' ? type : '');
const propertiesOf = ({ properties }: Schema): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(properties ?? {}).filter(([, of]) => isValues(of)));

/** The schemas right below one. */
function below({ path, schema }: Part): Part[] {
  const { additionalProperties: rest, items } = schema;
  const values: Part[] = isValues(rest)
    ? [{ path: `${path}.additionalProperties`, schema: rest as Schema, level: 'field' }]
    : [];
  const fields = Object.entries(propertiesOf(schema)).map(
    ([name, of]): Part => ({ path: `${path}.properties[${name}]`, schema: of, level: 'field' }),
  );
  const item: Part[] = isValues(items)
    ? [{ path: `${path}.items`, schema: items, level: 'item' }]
    : [];
  return [...values, ...fields, ...item];
}

const within = (part: Part, faults: (part: Part) => FieldError[]): FieldError[] => [
  ...faults(part),
  ...below(part).flatMap((each) => within(each, faults)),
];

/** Upstream: specStandardValidatorV3. */
function unsupported({ schema }: Part): readonly string[] {
  const values = schema as Values;
  const given = UNSUPPORTED.filter((name) => (values[name] ?? null) !== null);
  return (values.$ref ?? null) === null ? given : [...given, '$ref'];
}

/** Upstream: ValidateCustomResourceDefinitionOpenAPISchema. */
function wordErrors(part: Part): FieldError[] {
  const { path, schema } = part;
  const { additionalProperties: rest, items } = schema;
  const type = typeOf(schema);
  const errors: FieldError[] = [];
  if (type !== '' && !TYPES.includes(type)) errors.push(notSupported(`${path}.type`, type, TYPES));
  for (const name of unsupported(part)) {
    errors.push(forbidden(`${path}.${name}`, `${name} is not supported`));
  }
  if (type === 'null') {
    const detail = 'type cannot be set to null, use nullable as an alternative';
    errors.push(forbidden(`${path}.type`, detail));
  }
  if (Array.isArray(items)) {
    errors.push(forbidden(`${path}.items`, 'items must be a schema object and not an array'));
  }
  if ((schema as Values).uniqueItems === true) {
    const detail =
      'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbidden(`${path}.uniqueItems`, detail));
  }
  if (Object.keys(propertiesOf(schema)).length > 0 && (rest === false || isValues(rest))) {
    const detail = 'additionalProperties and properties are mutual exclusive';
    errors.push(forbidden(`${path}.additionalProperties`, detail));
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    const field = `${path}.x-kubernetes-preserve-unknown-fields`;
    errors.push(invalid(field, false, 'must be true or undefined'));
  }
  return errors;
}

/** Upstream: validateStructuralInvariants, validateExtensions. */
function structureErrors({ path, schema, level }: Part): FieldError[] {
  const { additionalProperties: rest } = schema;
  const type = typeOf(schema);
  const given = (rest ?? null) !== null;
  const keeps = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const embedded = schema['x-kubernetes-embedded-resource'] === true;
  const either = schema['x-kubernetes-int-or-string'] === true;
  const errors: FieldError[] = [];
  if (type === 'array' && !schema.items) {
    errors.push(required(`${path}.items`, 'must be specified'));
  }
  if (given && level === 'root') {
    errors.push(forbidden(`${path}.additionalProperties`, 'must not be used at the root'));
  }
  if (either && (keeps || embedded)) {
    const detail = 'must be false if x-kubernetes-int-or-string is true';
    const names = [keeps ? 'preserve-unknown-fields' : '', embedded ? 'embedded-resource' : ''];
    const wrong = names.filter((name) => name !== '');
    errors.push(...wrong.map((name) => invalid(`${path}.x-kubernetes-${name}`, true, detail)));
  }
  if (embedded && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true';
    const field = `${path}.type`;
    errors.push(type === '' ? required(field, detail) : invalid(field, type, detail));
  } else if (type === '' && !either && !keeps) {
    errors.push(required(`${path}.type`, EMPTY_TYPE[level]));
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.push(invalid(`${path}.type`, type, 'must be object at the root'));
  }
  if (embedded && given) {
    const detail = 'must not be used if x-kubernetes-embedded-resource is set';
    errors.push(forbidden(`${path}.additionalProperties`, detail));
  }
  if (embedded && !keeps && Object.keys(propertiesOf(schema)).length === 0) {
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without ' +
      'x-kubernetes-preserve-unknown-fields';
    errors.push(required(`${path}.properties`, detail));
  }
  if (level === 'root' || embedded) errors.push(...metaErrors(path, schema, level));
  return errors;
}

/** What every whole object has cannot be told anew. */
function metaErrors(path: string, schema: Schema, level: Level): FieldError[] {
  const properties = propertiesOf(schema);
  const errors: FieldError[] = [];
  for (const name of ['kind', 'apiVersion']) {
    const found = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const type = found ? typeOf(found) : '';
    const field = `${path}.properties[${name}].type`;
    if (found && type !== 'string') errors.push(invalid(field, type, 'must be string'));
  }
  const { metadata } = properties;
  if (!metadata) return errors;
  const { type, default: _, properties: told, ...more } = metadata;
  const field = `${path}.properties[metadata]`;
  if (type !== 'object') {
    errors.push(invalid(`${field}.type`, typeOf(metadata), 'must be object'));
  }
  const names = Object.keys(told ?? {}).every((name) => name === 'name' || name === 'generateName');
  if (level === 'root' && !(names && Object.keys(more).length === 0)) {
    const detail =
      'must not specify anything other than name and generateName, but metadata is implicitly ' +
      'specified';
    errors.push(forbidden(field, detail));
  }
  return errors;
}

const schemaOf = ({ schema }: CrdVersion): Schema | undefined =>
  schema?.openAPIV3Schema ?? undefined;

/** One whole schema; `at` is where it stands. */
function wholeErrors(schema: Schema, at: string): FieldError[] {
  const path = `${at}.openAPIV3Schema`;
  const root: Part = { path, schema, level: 'root' };
  const errors = schema.nullable
    ? [forbidden(`${path}.nullable`, 'nullable cannot be true at the root')]
    : [];
  errors.push(...within(root, wordErrors));
  // What OpenAPI has and Kubernetes has not, makes none that can be looked at further.
  if (within(root, (part) => (unsupported(part).length > 0 ? wordErrors(part) : [])).length > 0) {
    return errors;
  }
  const structural = within(root, structureErrors);
  return [
    ...errors,
    ...structural.toSorted((a, b) => compareText(fieldErrorText(a), fieldErrorText(b))),
  ];
}

/**
 * The faults of the versions' schemas. Within, one that all versions share stands at the top, so
 * that its faults are told there. Upstream: Convert_v1_CustomResourceDefinitionSpec_To_...
 */
export function crdSchemaErrors(versions: readonly CrdVersion[]) {
  const schemas = versions.map(schemaOf);
  const shared = schemas.every((schema) => semanticDeepEqual(schema, schemas[0]));
  const missing = schemas.flatMap((schema, index) => {
    const field = `spec.versions[${index}].schema.openAPIV3Schema`;
    return schema ? [] : [required(field, 'schemas are required')];
  });
  const [first] = schemas;
  const top = shared && first ? wholeErrors(first, 'spec.validation') : [];
  /** Those of one version. */
  const ofVersion = (index: number): FieldError[] => {
    const schema = schemas[index];
    return schema && !shared ? wholeErrors(schema, `spec.versions[${index}].schema`) : [];
  };
  return { missing, ofVersion, top };
}
