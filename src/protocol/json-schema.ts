import { scenarioSchema } from './scenario-schema';
import { z } from './schema-kit';
import { STEP_FIELDS, type StepSchemas } from './step-schema';

type JsonSchema = Record<string, unknown>;
/** Forms of the field `config` of the processes of a list. */
export type ConfigSchemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>;
}

function itemsOf(schema: JsonSchema): JsonSchema {
  return schema.items as JsonSchema;
}

/** Describes each verb, and says in the language of JSON Schema that a step has exactly one. */
function withVerbs(step: JsonSchema, steps: StepSchemas): JsonSchema {
  const notVerbs: readonly string[] = STEP_FIELDS;
  const properties = propertiesOf(step);
  const verbs = Object.keys(properties).filter((field) => !notVerbs.includes(field));
  for (const { verb, title } of steps) {
    if (title !== undefined) properties[verb].description ??= title.en;
  }
  return { ...step, oneOf: verbs.map((verb) => ({ required: [verb] })) };
}

/**
 * JSON Schema (2020-12) of a whole scenario, with a description for every field, so that an editor
 * can complete and explain. It is a little more lenient than reading: rules between fields, such as
 * names that must exist, cannot be said in it.
 */
export function jsonSchema(steps: StepSchemas, configs: ConfigSchemas = {}): JsonSchema {
  const schema = z.toJSONSchema(scenarioSchema(steps), {
    io: 'input',
    unrepresentable: 'any',
    // A shared part is written where it stands: an editor then shows the description of its place.
    reused: 'inline',
  }) as JsonSchema;
  const spec = propertiesOf(schema).spec;
  const timeline = propertiesOf(spec).timeline;
  timeline.items = withVerbs(itemsOf(timeline), steps);
  for (const [list, config] of Object.entries(configs)) {
    const own = propertiesOf(itemsOf(propertiesOf(spec)[list]));
    const { description } = own.config;
    own.config = { description, ...config };
  }
  return { ...schema, title: 'Kube Orrery scenario' };
}

/** The text of `public/scenario.schema.json`: readable, and the same for the same verbs. */
export function jsonSchemaText(steps: StepSchemas, configs?: ConfigSchemas): string {
  return `${JSON.stringify(jsonSchema(steps, configs), null, 2)}\n`;
}
