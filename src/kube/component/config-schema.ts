/** The form of a component's configuration as a JSON Schema, beside what reads it. */
import {
  type ConfigField,
  type ConfigForm,
  configObject,
  type FieldType,
  isList,
} from './config-fields';

export type { Configured } from './config-fields';
export { readConfig } from './config-reading';

const JSON_TYPES: Readonly<Partial<Record<FieldType, object>>> = {
  bool: { type: 'boolean' },
  int: { type: 'integer' },
  int32: { type: 'integer' },
  float: { type: 'number' },
  float32: { type: 'number' },
  strings: { type: 'array', items: { type: 'string' } },
};

type JsonSchema = Readonly<Record<string, unknown>>;

/** The form of a configuration in any version, for editors. */
export function configSchema(form: ConfigForm): JsonSchema {
  const { apiVersion, kind, rows, flags } = form;
  const known = rows.map(({ path, flag, type }) => {
    const spec = flags.find(({ name }) => name === flag);
    return { path, flag, type: spec?.type ?? type ?? 'string', default: '' };
  }) as readonly ConfigField[];
  const schemaOf = (type: FieldType) =>
    isList(type) ? { type: 'array', items: { type: 'object' } } : JSON_TYPES[type];
  const leaves = configObject(known, ({ type }) => schemaOf(type) ?? { type: 'string' });
  const head = { apiVersion: { type: 'string', examples: [apiVersion] }, kind: { const: kind } };
  return { ...asSchema(leaves), properties: { ...head, ...propertiesOf(leaves) } };
}

const propertiesOf = (section: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(section).map(([name, value]) => [
      name,
      typeof (value as JsonSchema).type === 'string' ? value : asSchema(value as JsonSchema),
    ]),
  );
const asSchema = (section: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: propertiesOf(section),
});
