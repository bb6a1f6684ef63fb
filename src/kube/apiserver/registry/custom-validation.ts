/**
 * What of a custom object its schema does not allow, in the words of kube-openapi.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiextensions-apiserver
 *             pkg/apiserver/validation/validation.go (ValidateCustomResource);
 *             k8s.io/kube-openapi pkg/validation/{validate,errors}
 * Simplified  no rules (x-kubernetes-validations), formats, list types, allOf, anyOf, oneOf, not;
 *             faults come in the order of the schema, not in one that is drawn
 */
import {
  type BadValue,
  type FieldError,
  invalid,
  notSupported,
  required,
  tooMany,
} from '../../api/field-error';
import { fieldSchema, isValues, placeOf, type Schema, type Values } from './custom-schema';

/** The type of a value as kube-openapi names it. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function typeFits(value: unknown, schema: Schema): boolean {
  const type = typeOf(value);
  if (value === null && schema.nullable) return true;
  if (schema['x-kubernetes-int-or-string']) return type === 'integer' || type === 'string';
  if (schema.type === undefined || schema.type === type) return true;
  return schema.type === 'number' && type === 'integer';
}

const literal = (value: unknown): BadValue =>
  typeof value === 'object' && value !== null ? { go: JSON.stringify(value) } : (value as BadValue);

function numberFaults(value: number, schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const faults: string[] = [];
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
    faults.push(`should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
  }
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
    faults.push(`should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
  }
  if (multipleOf !== undefined && value % multipleOf !== 0) {
    faults.push(`should be a multiple of ${multipleOf}`);
  }
  return faults;
}

/** Whether a text is like the pattern; a pattern of Go's that is none here is passed over. */
function isLike(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function textErrors(path: string, value: string, schema: Schema): FieldError[] {
  const { minLength = 0, maxLength, pattern } = schema;
  const size = [...value].length;
  const errors: FieldError[] = [];
  const fault = (words: string) => errors.push(invalid(path, value, `${path} in body ${words}`));
  if (maxLength !== undefined && size > maxLength) errors.push(longerThan(path, maxLength));
  if (size < minLength) fault(`should be at least ${minLength} chars long`);
  if (pattern !== undefined && !isLike(value, pattern)) fault(`should match '${pattern}'`);
  return errors;
}

/** Upstream: field.TooLongMaxLength. */
const longerThan = (field: string, maxLength: number): FieldError => ({
  type: 'FieldValueTooLong',
  field,
  value: '',
  detail: `may not be longer than ${maxLength}`,
});

/** Of how many there are. */
function countErrors(
  path: string,
  { count, value }: { readonly count: number; readonly value: unknown },
  what: string,
  [least = 0, most]: readonly (number | undefined)[],
): FieldError[] {
  if (most !== undefined && count > most) return [tooMany(path, count, most)];
  if (count >= least) return [];
  return [invalid(path, literal(value), `${path} in body should have at least ${least} ${what}`)];
}

function objectErrors(path: string, value: Values, schema: Schema, whole: boolean): FieldError[] {
  const count = Object.keys(value).length;
  const limits = [schema.minProperties, schema.maxProperties];
  const errors = countErrors(path, { count, value }, 'properties', limits);
  for (const name of schema.required ?? []) {
    if (!(name in value)) errors.push(required(placeOf(path, name), ''));
  }
  for (const [name, item] of Object.entries(value)) {
    const of = fieldSchema(schema, name);
    if (of && !(whole && name === 'metadata')) {
      errors.push(...schemaErrors(placeOf(path, name), item, of));
    }
  }
  return errors;
}

/** @param whole the value is a whole object, whose metadata is looked at elsewhere */
export function schemaErrors(
  path: string,
  value: unknown,
  schema: Schema,
  whole = false,
): FieldError[] {
  const errors: FieldError[] = [];
  if (!typeFits(value, schema)) {
    const found = typeOf(value);
    const type = schema['x-kubernetes-int-or-string'] ? 'integer,string' : schema.type;
    const detail = `${path} in body must be of type ${type}: "${found}"`;
    errors.push({ type: 'FieldValueTypeInvalid', field: path, value: found, detail });
  }
  const allowed = schema.enum;
  if (allowed && value !== null && !allowed.some((each) => same(each, value))) {
    const texts = allowed.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    errors.push(notSupported(path, literal(value) as string, texts));
  }
  if (typeof value === 'string') errors.push(...textErrors(path, value, schema));
  if (typeof value === 'number') {
    const faults = numberFaults(value, schema);
    errors.push(...faults.map((words) => invalid(path, value, `${path} in body ${words}`)));
  }
  if (Array.isArray(value)) {
    const { items, minItems, maxItems } = schema;
    const count = value.length;
    errors.push(...countErrors(path, { count, value }, 'items', [minItems, maxItems]));
    if (items)
      errors.push(...value.flatMap((item, i) => schemaErrors(placeOf(path, i), item, items)));
  }
  if (isValues(value)) errors.push(...objectErrors(path, value, schema, whole));
  return errors;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
