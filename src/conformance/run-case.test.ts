/** The runner itself, over an area made up for it. */
import { describe, expect, test } from 'vitest';
import type { AreaAdapter } from './adapter';
import type { Json, JsonObject } from './case';
import { ErrorFact, ObjectFact, PathsFact, SetFact } from './facts';
import { runConformance } from './index';
import { runCase } from './run-case';
import { caseOf } from './testing';

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', uid: '1', labels: {} },
  spec: { host: '', node: 'n' },
};

/** Counts up; each step answers with the count. */
const counter: AreaAdapter = {
  area: 'counter',
  calls: {
    sequence: ({ when, given }) => {
      const { sequence } = when as { readonly sequence: readonly JsonObject[] };
      let count = Number(given.from ?? 0);
      const steps = sequence.map(({ by }) => {
        count += Number(by);
        const error = new ErrorFact(count > 9 ? 'full' : undefined, { code: 507 });
        return { expect: { count }, expectError: error };
      });
      return { facts: { count }, steps };
    },
    list: ({ when }) => ({
      facts: {},
      steps: (when as readonly JsonObject[]).map(({ by }) => ({ expect: by })),
    }),
    show: () => ({
      facts: {
        pod: new ObjectFact(POD),
        nothing: new ObjectFact(undefined),
        parts: new PathsFact(POD),
        names: new SetFact(['b', 'a', 'a']),
        error: new ErrorFact('refused', { reason: 'Conflict', code: 409 }),
        fine: new ErrorFact(undefined),
        total: 12,
        list: [],
      },
    }),
    'count the pods': ({ profile }) => ({ facts: { profile } }),
  },
};

const run = (
  when: Json,
  expected: JsonObject,
  more: { readonly given?: JsonObject; readonly profile?: string } = {},
) => runCase(caseOf({ area: 'counter', when, expected, ...more }), [counter]);
const shown = (expected: JsonObject) => run({ op: 'show' }, expected);

describe('a value that is no case', () => {
  const good = caseOf({ area: 'counter', given: {}, when: {}, expected: {} }) as JsonObject;
  test.each<[string, Json]>([
    ['expected an object', 1],
    ['id: expected a text', { ...good, id: '' }],
    ['area: expected a text', { ...good, area: null }],
    ['given: expected an object', { ...good, given: [] }],
    ['when: expected an object, a list or a sentence', { ...good, when: 1 }],
    ['profile: expected a text', { ...good, profile: 1.27 }],
    ['then: expected an object', { id: 'a', area: 'b', when: 'c' }],
  ])('%s', (reason, value) => expect(runConformance(value)).toBe(reason));
});

describe('what is unsupported', () => {
  test('an area without an adapter', () => {
    const parts = { title: 'x', area: 'cronjob', when: 'now', expected: { a: 1 } };
    const outcome = runConformance(caseOf(parts));
    const reason = 'area cronjob: not modelled yet';
    const rest = { id: 'x', area: 'cronjob', got: null, want: { a: 1 } };
    expect(outcome).toEqual({ ...rest, result: 'unsupported', reason });
  });
  test.each<[Json, JsonObject]>([
    [{ op: 'hasOwnProperty' }, {}],
    [{ by: 1 }, {}],
    ['count the nodes (3)', {}],
    [{ op: 'show' }, { colour: 'red' }],
    [{ sequence: [{ by: 1, expectColour: 'red' }] }, {}],
  ])('%j %j', (when, expected) =>
    expect(run(when, expected)).toMatchObject({ result: 'unsupported' }),
  );
  test('a profile that is not modelled', () => {
    const outcome = run('count the pods', {}, { profile: '1.19' });
    expect(outcome).toMatchObject({ result: 'unsupported' });
  });
});

test('a sentence is known by what stands before its details, and 1.27 is the default', () => {
  const wanted = { profile: '1.27' };
  expect(run('count the pods (all of them)', wanted)).toMatchObject({ result: 'pass' });
  expect(run('count the pods: all', wanted, { profile: '1.30' })).toMatchObject({
    result: 'fail',
    got: { profile: '1.30' },
  });
});

describe('what is compared', () => {
  test.each<JsonObject>([
    { pod: { kind: 'Pod', metadata: { name: 'a', labels: {} }, spec: { node: 'n' } } },
    { pod: POD },
    { nothing: null },
    { parts: { 'metadata.name': 'a', 'spec.none[0]': null } },
    { names: ['a', 'b', 'a'] },
    { error: 'refused' },
    { error: { code: 409 } },
    { error: { text: 'refused', reason: 'Conflict' } },
    { fine: null },
    { total: 'greater than 11' },
    { total: 'at most 12' },
    { total: 12, note: 'why', why: 'note', rule: 1, versions: '1.30+', derived: true },
    { pod: { metadata: {}, spec: { host: '', node: 'n' } }, compared: 'spec only' },
  ])('%j holds', (expected) => expect(shown(expected)).toMatchObject({ result: 'pass' }));

  test.each<JsonObject>([
    { pod: { kind: 'Pod', metadata: { name: 'a' }, spec: { node: 'n' } } },
    { pod: { ...POD, spec: { node: 'n', host: 'x' } } },
    { pod: { metadata: { name: 'b' }, spec: POD.spec }, compared: 'spec only' },
    { pod: { spec: { host: '' } }, compared: 'spec only' },
    { nothing: {} },
    { parts: { 'metadata.name': 'b' } },
    { names: ['a', 'b'] },
    { names: ['a', 'b', 'b'] },
    { error: null },
    { error: { code: 409, colour: 'red' } },
    { fine: {} },
    { total: '12' },
    { total: 'greater than 12' },
    { total: 'less than 12 or so' },
    { list: null },
  ])('%j does not', (expected) => expect(shown(expected)).toMatchObject({ result: 'fail' }));

  test('got has the shape of then', () => {
    const wanted = { error: { code: 404 }, pod: { kind: 'Pod' } };
    const { metadata, spec } = POD;
    const { uid: _, ...meta } = metadata;
    expect(shown(wanted)).toMatchObject({
      got: {
        error: { code: 409 },
        pod: { kind: 'Pod', metadata: meta, spec: { node: spec.node } },
      },
      want: wanted,
    });
  });
});

describe('steps that say what they expect', () => {
  const steps = (last: number): JsonObject[] => [
    { by: 1, expect: { count: 1 } },
    { by: 7, expectError: null },
    { by: 2, expect: { count: last }, expectError: { code: 507 } },
  ];
  test('hold together', () => {
    const wanted = { allExpectationsHold: true, count: 10 };
    expect(run({ sequence: steps(10) }, wanted)).toMatchObject({ result: 'pass', got: wanted });
    expect(run({ sequence: steps(11) }, wanted)).toMatchObject({
      result: 'fail',
      got: { allExpectationsHold: false },
    });
    expect(run({ sequence: steps(10) }, { allExpectationsHold: false })).toMatchObject({
      result: 'fail',
    });
  });
  test('fail the case also where then does not speak of them', () => {
    expect(run({ sequence: steps(11) }, { count: 10 })).toMatchObject({ result: 'fail' });
    expect(run([{ by: 1, expect: 1 }], {})).toMatchObject({ result: 'pass' });
    expect(run([{ by: 1, expect: 2 }], {})).toMatchObject({ result: 'fail' });
  });
  test('may stand in then', () => {
    const when = { sequence: 'see then.sequence' };
    const given = { from: 1 };
    const [first, ...rest] = steps(11);
    const sequence = [{ ...first, expect: { count: 2 } }, ...rest];
    const good = run(when, { sequence }, { given });
    expect(good).toMatchObject({ result: 'pass', got: { sequence }, want: { sequence } });
    const bad = run(when, { sequence: steps(11) }, { given });
    expect(bad).toMatchObject({ result: 'fail', got: { sequence } });
  });
});
