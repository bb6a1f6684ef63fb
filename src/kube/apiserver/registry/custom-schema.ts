/**
 * Custom objects by the schema of their definition: what no field is, is dropped; what is absent
 * gets its default.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiextensions-apiserver
 *             pkg/apiserver/schema: pruning/algorithm.go, defaulting/{algorithm,prunenulls}.go
 */
import type { KubeObject } from '../../api/objects';

/** A structural schema, as far as it is looked at. */
export interface Schema {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
}

export type Values = Readonly<Record<string, unknown>>;

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What every whole object has, besides what its schema says. */
const OBJECT_FIELDS = ['apiVersion', 'kind', 'metadata'];

/** `[0]` for an item, `.name` for a field of an object that is not the whole. */
export const placeOf = (path: string, step: string | number): string => {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? step : `${path}.${step}`;
};

const valuesOf = (schema: Schema): Schema | undefined =>
  isValues(schema.additionalProperties) ? (schema.additionalProperties as Schema) : undefined;

/** The schema of a field; undefined where there is none of that name. */
export const fieldSchema = (schema: Schema, name: string): Schema | undefined =>
  schema.properties && Object.hasOwn(schema.properties, name)
    ? schema.properties[name]
    : valuesOf(schema);

interface Walk {
  readonly path: string;
  /** It is a whole object, which has metadata. */
  readonly whole: boolean;
  readonly unknown: string[];
}

function prune(value: unknown, schema: Schema, walk: Walk): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return value.map((item, index) => {
      const path = placeOf(walk.path, index);
      return items ? prune(item, items, { ...walk, path, whole: isWhole(items) }) : item;
    });
  }
  if (!isValues(value)) return value;
  const keeps =
    schema['x-kubernetes-preserve-unknown-fields'] === true || schema.additionalProperties === true;
  const kept = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
    if (walk.whole && OBJECT_FIELDS.includes(name)) return [[name, item]];
    const path = placeOf(walk.path, name);
    const of = fieldSchema(schema, name);
    if (of) return [[name, prune(item, of, { ...walk, path, whole: isWhole(of) })]];
    if (keeps) return [[name, item]];
    walk.unknown.push(path);
    return [];
  });
  return Object.fromEntries(kept);
}

const isWhole = (schema: Schema): boolean => schema['x-kubernetes-embedded-resource'] === true;

/** The object without unknown fields, and their paths. */
export function prunedBySchema(object: KubeObject, schema: Schema) {
  const unknown: string[] = [];
  const kept = prune(object, schema, { path: '', whole: true, unknown });
  return { object: unknown.length === 0 ? object : (kept as KubeObject), unknown };
}

const hasDefault = (schema: Schema): boolean => (schema.default ?? null) !== null;

/** A null where none may stand. */
const isStray = (value: unknown, schema: Schema): boolean => value === null && !schema.nullable;

const filled = (value: unknown, schema: Schema): unknown =>
  defaulted(isStray(value, schema) && hasDefault(schema) ? schema.default : value, schema);

/**
 * Defaults stand in for what is absent, and for nulls that may not stand there; where there is no
 * default either, the fields of such nulls are dropped, and such items of lists are left as they
 * are. Upstream: PruneNonNullableNullsWithoutDefaults, Default.
 */
export function defaulted(value: unknown, schema: Schema, whole = false): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => filled(item, items)) : value;
  }
  if (!isValues(value)) return value;
  const made: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const of = fieldSchema(schema, name);
    const plain = !of || (whole && OBJECT_FIELDS.includes(name));
    if (!plain && isStray(item, of) && !hasDefault(of)) continue;
    made[name] = plain ? item : filled(item, of);
  }
  for (const [name, of] of Object.entries(schema.properties ?? {})) {
    if (!hasDefault(of) || Object.hasOwn(made, name)) continue;
    made[name] = defaulted(of.default, of);
  }
  return made;
}
