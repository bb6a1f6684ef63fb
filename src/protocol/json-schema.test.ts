import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ExpectationSpec, ExpectedEvent, ExpectedLog, ExpectedObject } from './expectation';
import { contractSteps } from './fixtures/contract-steps';
import { jsonSchema, jsonSchemaText } from './json-schema';
import type {
  ApiServerSpec,
  EtcdDatum,
  EtcdSpec,
  LimitsSpec,
  NetworkSpec,
  Scenario,
  ScenarioMetadata,
  ScenarioSpec,
} from './scenario';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
}

const schema = jsonSchema(contractSteps()) as Schema;

function at(...path: string[]): Schema {
  return path.reduce<Schema>((found, part) => {
    const next = part === '[]' ? found.items : found.properties?.[part];
    if (next === undefined) throw new Error(`the schema has no ${path.join('.')}`);
    return next;
  }, schema);
}

/** Names of all fields of a type; the compiler refuses one too few or too many. */
const keysOf = <T>(keys: Readonly<Record<keyof Required<T>, true>>) => Object.keys(keys).sort();

describe('the schema and the types have the same fields', () => {
  test.each<[path: string[], keys: string[]]>([
    [[], keysOf<Scenario>({ apiVersion: true, kind: true, metadata: true, spec: true })],
    [['metadata'], keysOf<ScenarioMetadata>({ name: true, title: true, description: true })],
    [
      ['spec'],
      keysOf<ScenarioSpec>({
        seed: true,
        kubernetes: true,
        until: true,
        epoch: true,
        trace: true,
        limits: true,
        startDelay: true,
        restartPolicy: true,
        etcd: true,
        network: true,
        apiServers: true,
        controllerManagers: true,
        schedulers: true,
        objects: true,
        etcdData: true,
        timeline: true,
        expect: true,
      }),
    ],
    [['spec', 'limits'], keysOf<LimitsSpec>({ records: true })],
    [['spec', 'etcd'], keysOf<EtcdSpec>({ requestLatency: true, quotaBackendBytes: true })],
    [['spec', 'network'], keysOf<NetworkSpec>({ latency: true, loss: true })],
    [
      ['spec', 'apiServers', '[]'],
      keysOf<ApiServerSpec>({
        name: true,
        startAt: true,
        flags: true,
        kubernetes: true,
        manifest: true,
      }),
    ],
    [['spec', 'etcdData', '[]'], keysOf<EtcdDatum>({ key: true, value: true, ttl: true })],
    [
      ['spec', 'expect', '[]'],
      keysOf<ExpectationSpec>({
        name: true,
        by: true,
        at: true,
        always: true,
        never: true,
        from: true,
        until: true,
        object: true,
        jsonPath: true,
        equals: true,
        count: true,
        contains: true,
        matches: true,
        absent: true,
        event: true,
        log: true,
        leader: true,
        invariant: true,
        broken: true,
      }),
    ],
    [
      ['spec', 'expect', '[]', 'object'],
      keysOf<ExpectedObject>({ apiVersion: true, kind: true, namespace: true, name: true }),
    ],
    [['spec', 'expect', '[]', 'event'], keysOf<ExpectedEvent>({ reason: true, regarding: true })],
    [
      ['spec', 'expect', '[]', 'log'],
      keysOf<ExpectedLog>({ actor: true, level: true, message: true }),
    ],
  ])('%j', (path, keys) => {
    expect(Object.keys(at(...path).properties ?? {}).sort()).toEqual(keys);
    expect(at(...path).additionalProperties).toBe(false);
  });
});

test('every field says what it is', () => {
  const silent: string[] = [];
  const look = (part: Schema, path: string) => {
    for (const [name, field] of Object.entries(part.properties ?? {})) {
      const own = `${path}.${name}`;
      if (!field.description) silent.push(own);
      look(field, own);
    }
    if (part.items) look(part.items, `${path}[]`);
  };
  look(schema, '');
  expect(silent).toEqual([]);
});

test('a step has exactly one verb', () => {
  const step = at('spec', 'timeline', '[]');
  expect(step.required).toEqual(['at']);
  expect(step.oneOf).toContainEqual({ required: ['kill'] });
  expect(step.oneOf).not.toContainEqual({ required: ['for'] });
});

test('its text is the same each time', () => {
  expect(jsonSchemaText(contractSteps())).toBe(jsonSchemaText(contractSteps()));
});

/** Without what the verbs of the engine bring: those are checked where the engine is. */
function withoutSteps(text: string): unknown {
  const copy = JSON.parse(text);
  const { timeline, controllerManagers, schedulers } = copy.properties.spec.properties;
  timeline.items = undefined;
  for (const list of [controllerManagers, schedulers]) list.items.properties.config = undefined;
  return JSON.parse(JSON.stringify(copy));
}

test('the file for editors has this form; the session writes it anew', () => {
  const file = readFileSync(new URL('../../public/scenario.schema.json', import.meta.url), 'utf8');
  expect(withoutSteps(file)).toEqual(withoutSteps(jsonSchemaText(contractSteps())));
});
