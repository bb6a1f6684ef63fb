import { describe, expect, it } from 'vitest';
import { checkScenario, type TimelineStep } from '#protocol';
import { compileScenario } from './compile-scenario';
import { STEP_SCHEMAS } from './index';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'foos.x.com' },
  spec: {
    group: 'x.com',
    scope: 'Namespaced',
    names: {
      plural: 'foos',
      singular: 'foo',
      kind: 'Foo',
      listKind: 'FooList',
      shortNames: ['fo'],
    },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    ],
  },
};
const foo = { apiVersion: 'x.com/v1', kind: 'Foo', metadata: { name: 'a' }, spec: { size: 1 } };
const scenario = (steps: readonly object[]) => {
  const timeline = steps as unknown as readonly TimelineStep[];
  return scenarioOf({ seed: 5, until: '60s', apiServers: apiServers(1), timeline });
};
/** What kubectl prints in a run of one server. */
const printed = (...steps: readonly object[]): readonly string[] =>
  recordsOf(runOf(scenario(steps)).table, 'log')
    .filter(({ actor }) => actor === 'kubectl')
    .map(({ message }) => message);

const before = [
  { at: '15s', create: crd },
  { at: '25s', create: foo },
];
const lines = (...texts: readonly string[]) =>
  texts.map((kubectl, index) => ({ at: `${30 + index}s`, kubectl }));

describe('an object of a definition', () => {
  it('is read by its path, and by its names', () => {
    const path = '/apis/x.com/v1/namespaces/default/foos';
    const asked = lines(`get --raw ${path}/a`, `get --raw ${path}`, 'get foos', 'get fo/a -o name');
    const [, , raw, list, table] = printed(...before, ...asked);
    expect(JSON.parse(raw)).toMatchObject(foo);
    expect(JSON.parse(list)).toMatchObject({ kind: 'FooList', items: [foo] });
    expect(table).toMatch(/^NAME +AGE\na /);
  });

  it('is checked, defaulted and pruned by its schema', () => {
    const properties = {
      size: { type: 'integer', minimum: 1 },
      mode: { type: 'string', default: 'Slow' },
    };
    const spec = { type: 'object', required: ['size'], properties };
    const openAPIV3Schema = { type: 'object', properties: { spec } };
    const [version] = crd.spec.versions;
    const versions = [{ ...version, schema: { openAPIV3Schema } }];
    const strict = { ...crd, spec: { ...crd.spec, versions } };
    const [, wrong, bare, unknown, , got, patched] = printed(
      { at: '15s', create: strict },
      { at: '25s', create: { ...foo, spec: { size: 'big' } } },
      { at: '26s', create: { ...foo, spec: {} } },
      { at: '27s', create: { ...foo, spec: { size: 1, colour: 'red' } } },
      { at: '28s', create: { ...foo, spec: { size: 1 } } },
      ...lines('get --raw /apis/x.com/v1/namespaces/default/foos/a'),
      { at: '35s', kubectl: `patch foo a --type=merge -p '{"spec":{"size":0}}'` },
    );
    expect(wrong).toContain(
      'The Foo "a" is invalid: spec.size: Invalid value: "string": ' +
        'spec.size in body must be of type integer: "string"',
    );
    expect(bare).toContain('The Foo "a" is invalid: spec.size: Required value');
    expect(unknown).toContain('strict decoding error: unknown field "spec.colour"');
    expect(JSON.parse(got)).toMatchObject({ spec: { size: 1, mode: 'Slow' } });
    expect(patched).toContain('spec.size in body should be greater than or equal to 1');
  });

  it('is of no Go type, so that its schema alone says what its parts are', () => {
    const spec = { type: 'object', properties: { size: { type: 'integer' } } };
    const openAPIV3Schema = { type: 'object', properties: { spec, status: { type: 'string' } } };
    const [version] = crd.spec.versions;
    const versions = [{ ...version, schema: { openAPIV3Schema } }];
    const [, text, list, labels, , got] = printed(
      { at: '15s', create: { ...crd, spec: { ...crd.spec, versions } } },
      { at: '25s', create: { ...foo, spec: 'x' } },
      { at: '26s', create: { ...foo, spec: [] } },
      { at: '27s', create: { ...foo, metadata: { name: 'a', labels: { a: 1 } } } },
      { at: '28s', create: { ...foo, spec: null, status: 'good' } },
      ...lines('get --raw /apis/x.com/v1/namespaces/default/foos/a'),
    );
    const wrong = (type: string) =>
      `The Foo "a" is invalid: spec: Invalid value: "${type}": ` +
      `spec in body must be of type object: "${type}"`;
    expect([text, list]).toEqual([wrong('string'), wrong('array')]);
    expect(labels).toContain('cannot be handled as a Foo: json: cannot unmarshal number into');
    expect(JSON.parse(got)).toMatchObject({ status: 'good' });
    expect(JSON.parse(got)).not.toHaveProperty('spec');
  });

  it('is patched, labelled and deleted', () => {
    const change = 'patch foo a --type=merge -p {"spec":{"size":2}}';
    const said = printed(
      ...before,
      ...lines(change.replace('{', "'{").concat("'"), 'label foo a one=1', 'delete foos.x.com a'),
    );
    expect(said.slice(2)).toEqual([
      'foo.x.com/a patched',
      'foo.x.com/a labeled',
      'foo.x.com "a" deleted',
    ]);
  });

  it('is unknown to a line before its definition is in force', () => {
    const said = printed({ at: '14s', kubectl: 'get foos' }, ...before);
    expect(said[0]).toBe('error: the server doesn\'t have a resource type "foos"');
  });

  it('needs a definition in the document', () => {
    const refused = (steps: readonly object[]) => {
      const checked = checkScenario(scenario(steps), { steps: STEP_SCHEMAS });
      const compiled = checked.ok ? compileScenario(checked.value) : checked;
      return compiled.ok ? [] : compiled.faults.map(({ path, reason }) => `${path}: ${reason}`);
    };
    const line = { at: '30s', kubectl: 'get foos' };
    expect(refused([line])).toEqual([
      'spec.timeline[0].kubectl: error: the server doesn\'t have a resource type "foos"',
    ]);
    expect(refused([...before, line])).toEqual([]);
  });
});

describe('a raw path', () => {
  it.each([
    ['/apis/apps/v1/namespaces/default/deployments/x/scale/y', /could not find the requested/],
    ['/apis/x.com/v1/namespaces/default/foos/a', /could not find the requested resource$/],
    ['/api/v1/namespaces/%64efault', /"name":"default"/],
    ['/api/v1/%zz', /^error: parse "\/api\/v1\/%zz": invalid URL escape "%zz"$/],
  ])('%s is answered %s', (path, answer) => {
    expect(printed(...lines(`get --raw ${path}`))).toEqual([expect.stringMatching(answer)]);
  });
});

describe('a category', () => {
  it('holds the types of definitions too', () => {
    const names = { ...crd.spec.names, categories: ['all'] };
    const inAll = { ...crd, spec: { ...crd.spec, names } };
    const said = printed({ at: '15s', create: inAll }, before[1], ...lines('get all'));
    expect(said.at(-1)).toMatch(/\n\nNAME +AGE\nfoo\.x\.com\/a /);
  });
});

describe('explain', () => {
  const schema = {
    type: 'object',
    description: 'Foo is ours.',
    properties: {
      spec: {
        type: 'object',
        required: ['size'],
        properties: {
          size: { type: 'integer', description: 'How big.' },
          parts: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  };
  const [version] = crd.spec.versions;
  const versions = [{ ...version, schema: { openAPIV3Schema: schema } }];
  const defined = { at: '15s', create: { ...crd, spec: { ...crd.spec, versions } } };

  it('tells of the types of a definition', () => {
    const said = printed(
      defined,
      before[1],
      ...lines('explain foo', 'explain fo.spec', 'explain foo.metadata.uid'),
    );
    const [whole, spec, uid] = said.slice(2);
    expect(whole).toMatch(
      /^GROUP: {6}x\.com\nKIND: {7}Foo\nVERSION: {4}v1\n\nDESCRIPTION:\n {4}Foo is ours\.\n/,
    );
    expect(whole).toContain('  metadata\t<ObjectMeta>\n    Name, namespace, labels');
    expect(whole).toContain('  spec\t<object>\n    <empty>');
    expect(spec).toContain(
      'FIELD: spec <object>\n\nDESCRIPTION:\n    <empty>\n    \nFIELDS:\n' +
        '  parts\t<[]string>\n    <empty>\n\n  size\t<integer> -required-\n    How big.',
    );
    expect(uid).toContain('FIELD: uid <string>\n\nDESCRIPTION:\n    Tells this object from all');
  });
});

it.each([
  ['versions', 'x', 'cannot unmarshal string'],
  ['versions', [null], undefined],
  ['names', [], 'cannot unmarshal array'],
  ['group', {}, 'cannot unmarshal object'],
])('a definition whose %s is %j brings no type, and a line says so', (field, value, why) => {
  const broken = { ...crd, spec: { ...crd.spec, [field]: value } };
  const { spec, ...rest } = scenario(lines('get foos'));
  const compiled = compileScenario({ ...rest, spec: { ...spec, objects: [broken] } });
  const [line, object] = compiled.ok ? [] : compiled.faults;
  expect(line.reason).toBe('error: the server doesn\'t have a resource type "foos"');
  if (why) expect(object.reason).toContain(why);
  else expect(object).toBeUndefined();
});
