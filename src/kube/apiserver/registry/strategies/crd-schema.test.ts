import { expect, test } from 'vitest';
import { fieldErrorText } from '../../../api/field-error';
import type { Schema } from '../custom-schema';
import { crdSchemaErrors } from './crd-schema';

const versionsOf = (...schemas: readonly (object | undefined)[]) =>
  schemas.map((openAPIV3Schema, index) => ({
    name: `v${index + 1}`,
    ...(openAPIV3Schema ? { schema: { openAPIV3Schema: openAPIV3Schema as Schema } } : {}),
  })) as Parameters<typeof crdSchemaErrors>[0];

const errorsOf = (...schemas: readonly (object | undefined)[]) => {
  const { missing, ofVersion, top } = crdSchemaErrors(versionsOf(...schemas));
  return [...missing, ...schemas.flatMap((_, index) => ofVersion(index)), ...top].map(
    fieldErrorText,
  );
};

const TOP = 'spec.validation.openAPIV3Schema';
const of = (properties: object) => ({ type: 'object', properties });
const TYPES = 'supported values: "array", "boolean", "integer", "number", "object", "string"';

test('every version has a schema', () => {
  expect(errorsOf(undefined)).toEqual([
    'spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required',
  ]);
  expect(errorsOf({ type: 'object' }, undefined)).toEqual([
    'spec.versions[1].schema.openAPIV3Schema: Required value: schemas are required',
  ]);
});

test('one that all versions share is told of at the top', () => {
  const other = of({ a: { type: 'text' } });
  expect(errorsOf(other, other)).toEqual([
    `${TOP}.properties[a].type: Unsupported value: "text": ${TYPES}`,
  ]);
  expect(errorsOf({ type: 'object' }, other)).toEqual([
    'spec.versions[1].schema.openAPIV3Schema.properties[a].type: Unsupported value: "text": ' +
      TYPES,
  ]);
});

test.each<[object, readonly string[]]>([
  [of({ a: { type: 'array', items: { type: 'string' } }, metadata: { type: 'object' } }), []],
  [of({ a: { 'x-kubernetes-int-or-string': true }, b: { type: 'string', nullable: true } }), []],
  [of({ a: { type: 'object', additionalProperties: { type: 'string' } } }), []],
  [of({ a: { type: 'array', items: of({ b: null }) } }), []],
  [{}, ['.type: Required value: must not be empty at the root']],
  [{ type: 'string' }, ['.type: Invalid value: "string": must be object at the root']],
  [
    { type: 'object', nullable: true },
    ['.nullable: Forbidden: nullable cannot be true at the root'],
  ],
  [
    { type: 'object', additionalProperties: true },
    ['.additionalProperties: Forbidden: must not be used at the root'],
  ],
  [
    of({ b: { type: 'array', items: {} }, a: {}, c: { type: 'array' } }),
    [
      '.properties[a].type: Required value: must not be empty for specified object fields',
      '.properties[b].items.type: Required value: must not be empty for specified array items',
      '.properties[c].items: Required value: must be specified',
    ],
  ],
  [
    of({ a: { type: 'object', properties: { b: { $ref: '#/c' } }, additionalProperties: false } }),
    [
      '.properties[a].additionalProperties: Forbidden: additionalProperties and properties are ' +
        'mutual exclusive',
      '.properties[a].properties[b].$ref: Forbidden: $ref is not supported',
    ],
  ],
  [
    of({ metadata: { type: 'object', properties: { labels: { type: 'object' } } }, kind: {} }),
    [
      '.properties[kind].type: Invalid value: "": must be string',
      '.properties[kind].type: Required value: must not be empty for specified object fields',
      '.properties[metadata]: Forbidden: must not specify anything other than name and ' +
        'generateName, but metadata is implicitly specified',
    ],
  ],
  [
    of({ a: { type: 'string', 'x-kubernetes-embedded-resource': true } }),
    [
      '.properties[a].properties: Required value: must not be empty if ' +
        'x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      '.properties[a].type: Invalid value: "string": must be object if ' +
        'x-kubernetes-embedded-resource is true',
    ],
  ],
])('%j', (schema, errors) => {
  expect(errorsOf(schema)).toEqual(errors.map((error) => `${TOP}${error}`));
});
