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

const SECRETS = '/api/v1/namespaces/default/secrets';
const MAPS = '/api/v1/namespaces/default/configmaps';

describe('secrets', () => {
  const world = new RestWorld();

  it('keep texts as data, and never show them', () => {
    const given = { metadata: { name: 'a' }, data: { b: 'Yg==' }, stringData: { a: 'hällo' } };
    const { code, body } = world.ask(`POST ${SECRETS}`, given);
    expect([code, body.data]).toEqual([201, { a: 'aMOkbGxv', b: 'Yg==' }]);
    expect(body).not.toHaveProperty('stringData');
    const patch = {
      contentType: 'application/merge-patch+json',
      patch: { stringData: { b: 'c' } },
    };
    const patched = world.ask(`PATCH ${SECRETS}/a`, patch).body;
    expect(patched.data).toEqual({ a: 'aMOkbGxv', b: 'Yw==' });
    expect(patched).not.toHaveProperty('stringData');
  });

  it.each([
    ['Secret', SECRETS, { data: { a: 'plain text' } }, 5],
    ['Secret', SECRETS, { data: { a: 'YQ' } }, 0],
    ['ConfigMap', MAPS, { binaryData: { a: 'YQ==x' } }, 4],
  ])('a %s at %s with %j is refused', (kind, path, fields, byte) => {
    const { code, body } = world.ask(`POST ${path}`, { metadata: { name: 'x' }, ...fields });
    expect([code, body.message]).toEqual([
      400,
      `${kind} in version "v1" cannot be handled as a ${kind}: ` +
        `illegal base64 data at input byte ${byte}`,
    ]);
  });
});

describe('metadata', () => {
  const world = new RestWorld();

  it.each<[unknown, string]>([
    [
      'me',
      'json: cannot unmarshal string into Go struct field ObjectMeta.metadata.managedFields of ' +
        'type []v1.ManagedFieldsEntry',
    ],
    [
      [{ manager: 7 }],
      'json: cannot unmarshal number into Go struct field ' +
        'ManagedFieldsEntry.metadata.managedFields.manager of type string',
    ],
    [
      [{ time: 'today' }],
      'parsing time "today" as "2006-01-02T15:04:05Z07:00": cannot parse "today" as "2006"',
    ],
  ])('managers of fields of another type are refused: %j', (managedFields, why) => {
    const { code, body } = world.ask(`POST ${MAPS}`, { metadata: { name: 'm', managedFields } });
    expect([code, body.message]).toEqual([
      400,
      `ConfigMap in version "v1" cannot be handled as a ConfigMap: ${why}`,
    ]);
  });

  it('managers of fields that mean nothing are no fault, an unknown field of theirs is', () => {
    const managedFields = [{ operation: 'Replace', fieldsType: 'x', fieldsV1: { z: 1 }, by: 'me' }];
    const strict = world.ask(`POST ${MAPS}?fieldValidation=Strict`, {
      metadata: { name: 'm', managedFields },
    });
    expect([strict.code, strict.body.message]).toEqual([
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ' +
        'unknown field "metadata.managedFields[0].by"',
    ]);
    const made = world.ask(`POST ${MAPS}`, { metadata: { name: 'm', managedFields } });
    expect([made.code, made.warnings]).toEqual([
      201,
      ['unknown field "metadata.managedFields[0].by"'],
    ]);
    expect(made.body.metadata).not.toHaveProperty('managedFields');
  });

  it('times are written again in UTC', () => {
    const metadata = { name: 'l' };
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    const spec = { renewTime: '2023-04-11T02:00:00.000001+02:00' };
    const { code, body } = world.ask(`POST ${leases}`, { metadata, spec });
    expect([code, body.spec]).toEqual([201, { renewTime: '2023-04-11T00:00:00.000001Z' }]);
    const bad = world.ask(`POST ${leases}`, {
      metadata: { name: 'k' },
      spec: { renewTime: '2023-04-11T02:00:00Z' },
    });
    expect([bad.code, bad.body.message]).toEqual([
      400,
      'Lease in version "v1" cannot be handled as a Lease: parsing time "2023-04-11T02:00:00Z" ' +
        'as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
    ]);
  });
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };

  it.each([
    SECRETS,
    '/apis/apps/v1/namespaces/default/controllerrevisions',
    '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  ])('finalizers have a domain at %s', (path) => {
    const { code, body } = world.ask(`POST ${path}`, {
      metadata: { name: 'f', finalizers: ['foo'] },
      revision: 1,
    });
    expect(code).toBe(422);
    expect(body.message).toContain(
      'metadata.finalizers[0]: Invalid value: "foo": ' +
        'name is neither a standard finalizer name nor is it fully qualified',
    );
  });

  it('an Event owns nothing', () => {
    const metadata = { name: 'e', ownerReferences: [{ ...owner, kind: 'Event' }] };
    const { code, body } = world.ask(`POST ${SECRETS}`, { metadata });
    expect([code, body.message]).toEqual([
      422,
      'Secret "e" is invalid: metadata.ownerReferences: Invalid value: ' +
        'v1.OwnerReference{APIVersion:"v1", Kind:"Event", Name:"o", UID:"u", ' +
        'Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(nil)}: ' +
        '/v1, Kind=Event is disallowed from being an owner',
    ]);
  });

  it('equal owners are one, and the client hears of it', () => {
    const other = { ...owner, uid: 'v' };
    const metadata = { name: 'o', ownerReferences: [owner, other, owner] };
    const { code, warnings, body } = world.ask(`POST ${SECRETS}`, { metadata });
    const advice =
      'API server dedups owner references in 1.20+, and may reject such requests as early as ' +
      '1.24; please fix your requests; duplicate UID(s) observed: ';
    expect([code, warnings]).toEqual([
      201,
      [`.metadata.ownerReferences contains duplicate entries; ${advice}u`],
    ]);
    expect(body.metadata.ownerReferences).toEqual([owner, other]);
    const patch = { metadata: { ownerReferences: [other, other] } };
    const sent = { contentType: 'application/merge-patch+json', patch };
    const again = world.ask(`PATCH ${SECRETS}/o`, sent);
    const when = 'after mutating admission happens';
    expect(again.warnings).toEqual([
      `.metadata.ownerReferences contains duplicate entries ${when}; ${advice}v`,
    ]);
    expect(again.body.metadata.ownerReferences).toEqual([other]);
  });
});

it('what an Event cannot change is printed as Go prints it', () => {
  const world = new RestWorld();
  const events = '/apis/events.k8s.io/v1/namespaces/default/events';
  const regarding = { kind: 'Pod', name: 'p', namespace: 'default', apiVersion: 'v1' };
  const event = {
    metadata: { name: 'e' },
    ...{ type: 'Normal', reason: 'Tested', action: 'Test', regarding },
    ...{ reportingController: 'x.io/y', reportingInstance: 'z' },
    eventTime: '2023-04-11T00:00:00.000000Z',
  };
  expect(world.ask(`POST ${events}`, event).code).toBe(201);
  const { resourceVersion } = world.ask(`GET ${events}/e`).body.metadata;
  const { code, body } = world.ask(`PUT ${events}/e`, {
    ...{ ...event, reason: 'Other', deprecatedCount: 3 },
    metadata: { name: 'e', resourceVersion, deletionTimestamp: '2023-04-11T00:00:09Z' },
    regarding: { ...regarding, name: 'q' },
    eventTime: '2023-04-11T00:00:01.500000Z',
    deprecatedFirstTimestamp: '2023-04-11T00:00:02Z',
  });
  expect(code).toBe(422);
  const fixed = 'field is immutable';
  expect(body.message).toBe(
    'Event.events.k8s.io "e" is invalid: ' +
      `[metadata.deletionTimestamp: Invalid value: 2023-04-11 00:00:09 +0000 UTC: ${fixed}, ` +
      'involvedObject: Invalid value: core.ObjectReference{Kind:"Pod", Namespace:"default", ' +
      'Name:"q", UID:"", APIVersion:"v1", ResourceVersion:"", FieldPath:""}: ' +
      `${fixed}, reason: Invalid value: "Other": ${fixed}, ` +
      `firstTimestamp: Invalid value: 2023-04-11 00:00:02 +0000 UTC: ${fixed}, ` +
      `count: Invalid value: 3: ${fixed}, ` +
      `eventTime: Invalid value: 2023-04-11 00:00:01.5 +0000 UTC: ${fixed}]`,
  );
});
