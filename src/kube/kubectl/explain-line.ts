/**
 * `explain`: the fields of a kind, out of the server's OpenAPI document.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/explain/v2 (explain.go,
 *             templates/plaintext.tmpl), client-go openapi/client.go
 * Simplified  the form of 1.27 in every profile
 */
import type { ExplainCommand } from '#console';
import type { Procedure } from '#kernel';
import { isBuiltIn } from '../api/api-groups';
import type { LineCall } from './line-call';

interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly 'x-kubernetes-group-version-kind'?: readonly { readonly kind: string }[];
}

type Schemas = Readonly<Record<string, Schema>>;

/** Longest line of a description, with its margin. Source: plaintext.tmpl. */
const WIDTH = 80;
const MARGIN = '    ';
/** What our document is, said below what it says. */
const REMARK =
  '# The types are those of 1.33. Descriptions are the words of this model; where there is none ' +
  'stands <empty>.';

const refName = ({ $ref = '' }: Schema): string => $ref.replace('#/components/schemas/', '');

/** The schema that a reference, a list or a map leads to. */
function resolved(schema: Schema, schemas: Schemas): Schema {
  if (schema.items) return resolved(schema.items, schemas);
  if (schema.additionalProperties) return resolved(schema.additionalProperties, schemas);
  if (schema.allOf) return resolved(schema.allOf[0], schemas);
  return schema.$ref === undefined ? schema : resolved(schemas[refName(schema)] ?? {}, schemas);
}

/** `[]Container`, `map[string]string`. Upstream: the template typeGuess. */
function typeText(schema: Schema): string {
  if (schema.items) return `[]${typeText(schema.items)}`;
  if (schema.additionalProperties) return `map[string]${typeText(schema.additionalProperties)}`;
  if (schema.allOf) return typeText(schema.allOf[0]);
  if (schema.$ref !== undefined) return refName(schema).split('.').at(-1) ?? '';
  return schema.type ?? 'Object';
}

function wrapped(text: string, margin: string): readonly string[] {
  const lines: string[] = [];
  let line = margin;
  for (const word of (text === '' ? '<empty>' : text).split(' ')) {
    if (line.trim() !== '' && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = margin;
    }
    line += line === margin ? word : ` ${word}`;
  }
  return [...lines, line];
}

const fieldsIn = ({ properties = {} }: Schema): readonly (readonly [string, Schema])[] =>
  Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));

/** Upstream: the template fieldDetail. */
const headOf = ({ required = [] }: Schema, name: string, field: Schema): string =>
  `${name}\t<${typeText(field)}>${required.includes(name) ? ' -required-' : ''}`;

const described = (schema: Schema): readonly string[] =>
  fieldsIn(schema).flatMap(([name, field]) => [
    `  ${headOf(schema, name, field)}`,
    ...wrapped(field.description ?? '', MARGIN),
    '',
  ]);

/** All fields below, without descriptions; a type inside itself ends there. */
function nested(schema: Schema, schemas: Schemas, seen: readonly Schema[]): readonly string[] {
  const depth = '  '.repeat(seen.length + 1);
  return fieldsIn(schema).flatMap(([name, field]) => {
    const inner = resolved(field, schemas);
    const line = `${depth}${headOf(schema, name, field)}`;
    return seen.includes(inner) ? [line] : [line, ...nested(inner, schemas, [...seen, inner])];
  });
}

export function* runExplain(call: LineCall, command: ExplainCommand): Procedure<void> {
  const { of, path } = command;
  const own = of.group === '' ? `api/${of.version}` : `apis/${of.group}/${of.version}`;
  const index = yield* call.client.raw('/openapi/v3');
  const result = index.ok ? yield* call.client.raw(`/openapi/v3/${own}`) : index;
  if (!result.ok) {
    call.fail([result]);
    return;
  }
  const { schemas } = (JSON.parse(result.object) as { components: { schemas: Schemas } })
    .components;
  const top = Object.values(schemas).find((schema) =>
    schema['x-kubernetes-group-version-kind']?.some(({ kind }) => kind === of.kind),
  );
  let field: Schema | undefined;
  let here = top ?? {};
  for (const name of path) {
    field = here.properties?.[name];
    if (!field) {
      call.say(`error: field ${JSON.stringify(name)} does not exist`, 'error');
      return;
    }
    here = resolved(field, schemas);
  }
  call.say(textOf(command, { field, here, schemas }).join('\n').trimEnd());
  if (isBuiltIn(of.group)) call.say(REMARK);
}

interface Explained {
  /** undefined for the kind itself. */
  readonly field: Schema | undefined;
  readonly here: Schema;
  readonly schemas: Schemas;
}

function textOf(
  { of, path, recursive }: ExplainCommand,
  { field, here, schemas }: Explained,
): readonly string[] {
  const name = path.at(-1) ?? '';
  return [
    ...(of.group === '' ? [] : [`GROUP:      ${of.group}`]),
    `KIND:       ${of.kind}`,
    `VERSION:    ${of.version}`,
    '',
    ...(field ? [`FIELD: ${name} <${typeText(field)}>`, ''] : []),
    'DESCRIPTION:',
    ...wrapped((field ?? here).description ?? '', MARGIN),
    MARGIN,
    ...(here.properties ? ['FIELDS:'] : []),
    ...(recursive ? nested(here, schemas, []) : described(here)),
  ];
}
