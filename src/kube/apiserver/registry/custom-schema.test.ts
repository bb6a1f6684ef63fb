import { expect, test } from 'vitest';
import { fieldErrorText } from '../../api/field-error';
import type { KubeObject } from '../../api/objects';
import { defaulted, prunedBySchema, type Schema } from './custom-schema';
import { schemaErrors } from './custom-validation';

const SCHEMA: Schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['image'],
      properties: {
        image: { type: 'string', maxLength: 5, minLength: 1 },
        cron: { type: 'string', pattern: '^\\d+$' },
        replicas: { type: 'integer', minimum: 1, maximum: 10, default: 2 },
        ratio: { type: 'number', minimum: 0, exclusiveMinimum: true, multipleOf: 0.5 },
        tags: { type: 'array', items: { type: 'string', default: 'none' } },
        sizes: { type: 'object', additionalProperties: { type: 'integer', default: 3 } },
        mode: { type: 'string', enum: ['Fast', 'Slow'], nullable: true, default: 'Fast' },
        port: { 'x-kubernetes-int-or-string': true },
        labels: { type: 'object', additionalProperties: { type: 'string' }, maxProperties: 2 },
        parts: {
          type: 'array',
          minItems: 1,
          maxItems: 2,
          items: { type: 'object', properties: { size: { type: 'integer', default: 1 } } },
        },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        pod: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: {} },
      },
    },
  },
};
const thing = (spec: object): KubeObject => ({ metadata: { name: 'a' }, spec }) as KubeObject;
const errorsOf = (spec: object) => schemaErrors('', thing(spec), SCHEMA, true).map(fieldErrorText);

test.each<[object, string | undefined]>([
  [{ image: 'a', replicas: 10, ratio: 1, mode: null, port: 1, labels: { a: 'b' } }, undefined],
  [{ image: 'a', port: 'http', parts: [{ size: 1 }] }, undefined],
  [{}, 'spec.image: Required value'],
  [
    { image: 'a', replicas: 'many' },
    'spec.replicas: Invalid value: "string": ' +
      'spec.replicas in body must be of type integer: "string"',
  ],
  [
    { image: 'a', replicas: 1.5 },
    'spec.replicas: Invalid value: "number": ' +
      'spec.replicas in body must be of type integer: "number"',
  ],
  [
    { image: null },
    'spec.image: Invalid value: "null": spec.image in body must be of type string: "null"',
  ],
  [{ image: 'abcdef' }, 'spec.image: Too long: may not be longer than 5'],
  [
    { image: '' },
    'spec.image: Invalid value: "": spec.image in body should be at least 1 chars long',
  ],
  [
    { image: 'a', cron: '* *' },
    'spec.cron: Invalid value: "* *": spec.cron in body should match \'^\\d+$\'',
  ],
  [
    { image: 'a', replicas: 11 },
    'spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10',
  ],
  [
    { image: 'a', replicas: 0 },
    'spec.replicas: Invalid value: 0: spec.replicas in body should be greater than or equal to 1',
  ],
  [
    { image: 'a', ratio: 0 },
    'spec.ratio: Invalid value: 0: spec.ratio in body should be greater than 0',
  ],
  [
    { image: 'a', ratio: 0.7 },
    'spec.ratio: Invalid value: 0.7: spec.ratio in body should be a multiple of 0.5',
  ],
  [
    { image: 'a', mode: 'Odd' },
    'spec.mode: Unsupported value: "Odd": supported values: "Fast", "Slow"',
  ],
  [
    { image: 'a', port: true },
    'spec.port: Invalid value: "boolean": ' +
      'spec.port in body must be of type integer,string: "boolean"',
  ],
  [
    { image: 'a', labels: { a: 1 } },
    'spec.labels.a: Invalid value: "integer": ' +
      'spec.labels.a in body must be of type string: "integer"',
  ],
  [
    { image: 'a', labels: { a: '', b: '', c: '' } },
    'spec.labels: Too many: 3: must have at most 2 items',
  ],
  [
    { image: 'a', parts: [{ size: 'x' }] },
    'spec.parts[0].size: Invalid value: "string": ' +
      'spec.parts[0].size in body must be of type integer: "string"',
  ],
  [
    { image: 'a', parts: [null] },
    'spec.parts[0]: Invalid value: "null": spec.parts[0] in body must be of type object: "null"',
  ],
  [{ image: 'a', parts: [{}, {}, {}] }, 'spec.parts: Too many: 3: must have at most 2 items'],
])('%j', (spec, error) => {
  expect(errorsOf(spec)).toEqual(error === undefined ? [] : [error]);
});

test('what no field is, is dropped', () => {
  const kept = {
    ...{ image: 'a', free: { any: { thing: 1 } }, labels: { own: 'x' } },
    pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } },
  };
  const given = {
    ...kept,
    ...{ imag: 'b', pod: { ...kept.pod, spec: {} }, parts: [{ size: 1, weight: 2 }] },
  };
  const { object, unknown } = prunedBySchema(thing(given), SCHEMA);
  expect(object.spec).toEqual({ ...kept, parts: [{ size: 1 }] });
  expect([...unknown].sort()).toEqual(['spec.imag', 'spec.parts[0].weight', 'spec.pod.spec']);
  const whole = thing(kept);
  expect(prunedBySchema(whole, SCHEMA)).toEqual({ object: whole, unknown: [] });
});

test('nulls are kept where they may stand, and defaults filled in', () => {
  const given = thing({ image: null, replicas: null, mode: null, parts: [{}] });
  expect((defaulted(given, SCHEMA, true) as KubeObject).spec).toEqual({
    ...{ replicas: 2, mode: null, parts: [{ size: 1 }] },
  });
  expect(
    (defaulted({ ...thing({}), spec: null }, SCHEMA, true) as KubeObject).spec,
  ).toBeUndefined();
  const within = thing({
    tags: [null, 'a'],
    parts: [null],
    sizes: { a: null },
    labels: { a: null },
  });
  expect((defaulted(within, SCHEMA, true) as KubeObject).spec).toEqual({
    ...{ tags: ['none', 'a'], parts: [null], sizes: { a: 3 }, labels: {} },
    ...{ replicas: 2, mode: 'Fast' },
  });
  expect((defaulted(thing({}), SCHEMA, true) as KubeObject).spec).toEqual({
    ...{ replicas: 2, mode: 'Fast' },
  });
});
