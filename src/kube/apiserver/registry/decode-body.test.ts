/** Bodies that a kind's Go type cannot hold, over HTTP. */
import { describe, expect, it } from 'vitest';
import { RestWorld } from './testing/rest-world';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const FLOWS = '/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas';

const names = { plural: 'foos', kind: 'Foo' };
const schema = { openAPIV3Schema: { type: 'object' } };
const version = { name: 'v1', served: true, storage: true, schema };
const crd = (spec: object) => ({
  metadata: { name: 'foos.x.com' },
  spec: { group: 'x.com', scope: 'Namespaced', names, versions: [version], ...spec },
});

describe('definitions of another type', () => {
  const world = new RestWorld();

  it.each([
    [
      'short names that are one text',
      { names: { ...names, shortNames: 'fo' } },
      'string into Go struct field CustomResourceDefinitionNames.spec.names.shortNames of type ' +
        '[]string',
    ],
    [
      'versions by name',
      { versions: { v1: {} } },
      'object into Go struct field CustomResourceDefinitionSpec.spec.versions of type ' +
        '[]v1.CustomResourceDefinitionVersion',
    ],
    [
      'a schema within a schema',
      {
        versions: [
          {
            ...version,
            schema: { openAPIV3Schema: { properties: { a: { properties: { b: { type: 1 } } } } } },
          },
        ],
      },
      'number into Go struct field ' +
        'JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.properties.type of ' +
        'type string',
    ],
  ])('are refused: %s', (_, spec, why) => {
    const { code, body } = world.ask(`POST ${CRDS}`, crd(spec));
    expect([code, body.message]).toEqual([
      400,
      'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: ' +
        `json: cannot unmarshal ${why}`,
    ]);
  });

  it('are taken with a schema, its values as they are given', () => {
    const properties = { a: { enum: ['x', null], nullable: true, type: 'string', default: 'x' } };
    const spec = {
      versions: [{ ...version, schema: { openAPIV3Schema: { type: 'object', properties } } }],
    };
    const { code, warnings, body } = world.ask(`POST ${CRDS}`, crd(spec));
    expect([code, warnings]).toEqual([201, []]);
    expect(body).toMatchObject({ spec });
  });
});

it('flow schemas whose rules are no list are refused', () => {
  const body = { metadata: { name: 'a' }, spec: { rules: 'all' } };
  const answer = new RestWorld().ask(`POST ${FLOWS}`, body);
  expect([answer.code, answer.body.message]).toEqual([
    400,
    'FlowSchema in version "v1beta3" cannot be handled as a FlowSchema: json: cannot unmarshal ' +
      'string into Go struct field FlowSchemaSpec.spec.rules of type ' +
      '[]v1.PolicyRulesWithSubjects',
  ]);
});
