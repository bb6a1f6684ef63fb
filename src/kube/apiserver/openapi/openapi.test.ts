import { expect, it } from 'vitest';
import { openApiDocument } from './index';

const options = {
  profile: '1.27',
  runtimeConfig: new Map<string, string>(),
  definitions: () => [],
} as const;

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

it('names the versions that are served, and has a document of each', () => {
  const { paths } = openApiDocument(options, '/openapi/v3') as { paths: object };
  expect(Object.keys(paths)).toContain('apis/apps/v1');
  expect(Object.keys(paths)).not.toContain('apis/resource.k8s.io/v1alpha2');
  for (const path of Object.keys(paths)) {
    const document = openApiDocument(options, `/openapi/v3/${path}`) as Document;
    const text = JSON.stringify(document);
    const links = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    const { schemas } = document.components;
    // Every type that is named is there.
    expect(links.filter((name) => !(name in schemas))).toEqual([]);
    expect(text).toContain('x-kubernetes-group-version-kind');
  }
});

it('has the fields of a kind by type', () => {
  const { components } = openApiDocument(options, '/openapi/v3/apis/apps/v1') as Document;
  expect(components.schemas['io.k8s.api.apps.v1.ReplicaSet']).toEqual({
    type: 'object',
    properties: {
      apiVersion: { description: expect.any(String), type: 'string' },
      kind: { description: expect.any(String), type: 'string' },
      metadata: {
        description: expect.any(String),
        allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }],
      },
      spec: {
        description: expect.any(String),
        allOf: [{ $ref: '#/components/schemas/io.k8s.api.apps.v1.ReplicaSetSpec' }],
      },
      status: {
        description: expect.any(String),
        allOf: [{ $ref: '#/components/schemas/io.k8s.api.apps.v1.ReplicaSetStatus' }],
      },
    },
    'x-kubernetes-group-version-kind': [{ group: 'apps', kind: 'ReplicaSet', version: 'v1' }],
  });
});

it('has nothing elsewhere', () => {
  expect(openApiDocument(options, '/openapi/v3/apis/apps/v9')).toBeUndefined();
  expect(openApiDocument(options, '/openapi/v2')).toBeUndefined();
});

it.each([
  ['v1', 'Pod Service Endpoints Node Namespace ConfigMap'],
  ['apis/apps/v1', 'Deployment'],
  ['apis/discovery.k8s.io/v1', 'EndpointSlice'],
  ['apis/coordination.k8s.io/v1', 'Lease'],
])('describes the kinds of %s that are asked for most', (version, kinds) => {
  const path = version === 'v1' ? 'api/v1' : version;
  const { components } = openApiDocument(options, `/openapi/v3/${path}`) as Document;
  const undescribed = kinds.split(' ').flatMap((kind) => {
    const [, schema] =
      Object.entries(components.schemas).find(([name]) => name.endsWith(`.${kind}`)) ?? [];
    return schema && 'description' in schema ? [] : [kind];
  });
  expect(undescribed).toEqual([]);
});

it('tells what the same field means in different types', () => {
  const { components } = openApiDocument(options, '/openapi/v3/api/v1') as Document;
  expect(components.schemas['io.k8s.api.core.v1.ServiceSpec']).toMatchObject({
    properties: { selector: { description: expect.stringContaining('Pods behind it') } },
  });
  expect(components.schemas['io.k8s.api.core.v1.NodeStatus']).toMatchObject({
    properties: { conditions: { description: expect.stringContaining('ready') } },
  });
});
