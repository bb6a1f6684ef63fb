/** The published JSON Schema of scenarios, as far as an editor asks it. */
import { ITEM } from './yaml-cursor';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
}

/** What may stand at a path: every alternative by itself. */
export function schemasAt(root: Schema, path: readonly string[]): readonly Schema[] {
  let found = alternatives(root);
  for (const part of path) {
    found = found
      .flatMap((schema) => (part === ITEM ? schema.items : schema.properties?.[part]) ?? [])
      .flatMap(alternatives);
  }
  return found;
}

function alternatives(schema: Schema): readonly Schema[] {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(
    // What only says which fields must be there is no shape of its own.
    ({ type, properties, enum: values }) => type ?? properties ?? values,
  );
  if (choices.length === 0) return [schema];
  return choices.flatMap((choice) =>
    alternatives({ ...choice, description: choice.description ?? schema.description }),
  );
}

/** The description of the field itself, before its alternatives'. */
export function descriptionAt(root: Schema, path: readonly string[]): string | undefined {
  const parents = schemasAt(root, path.slice(0, -1));
  const last = path[path.length - 1];
  for (const parent of parents) {
    const field = last === ITEM ? parent.items : parent.properties?.[last];
    if (field?.description !== undefined) return field.description;
  }
  return undefined;
}

export const isMapping = ({ type, properties }: Schema): boolean =>
  type === 'object' || properties !== undefined;

export const isList = ({ type }: Schema): boolean => type === 'array';

/** Every description in the schema, for the test that each has its Chinese. */
export function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}
