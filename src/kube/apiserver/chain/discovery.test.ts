import { describe, expect, it, test } from 'vitest';
import type { KubeObject } from '../../api/objects';
import type { Profile } from '../../profile';
import { serveDiscovery } from './discovery';
import { extensionsOf } from './extensions';
import type { GenericAPIServer, PathHandler } from './generic-api-server';
import { storageVersionHash } from './resource-rows';

const CRD: KubeObject = {
  metadata: { name: 'boats.sea.example.com' },
  spec: {
    group: 'sea.example.com',
    scope: 'Namespaced',
    versions: [
      { name: 'v1beta1', served: true, storage: true },
      { name: 'v1', served: true, subresources: { status: {} } },
      { name: 'v2', served: false },
    ],
  },
  status: {
    conditions: [{ type: 'Established', status: 'True' }],
    acceptedNames: { plural: 'boats', singular: 'boat', kind: 'Boat', shortNames: ['bo'] },
  },
};

function discovery(
  profile: Profile = '1.27',
  definitions: readonly KubeObject[] = [],
  apiServices: readonly KubeObject[] = [],
) {
  const paths = new Map<string, PathHandler>();
  let others: (path: string) => PathHandler | undefined = () => undefined;
  const server = {
    handleUnlisted: (path: string, handler: PathHandler) => paths.set(path, handler),
    handleOthers: (find: typeof others) => {
      others = find;
    },
  } as unknown as GenericAPIServer;
  const options = { profile, runtimeConfig: new Map(), address: '10.0.0.11:6443' };
  const extensions = extensionsOf({
    get: (_none, name) => apiServices.find(({ metadata }) => metadata.name === name),
    list: () => apiServices,
  });
  serveDiscovery(server, {
    ...options,
    ...{ aggregated: true, definitions: () => definitions, extensions },
  });
  return {
    has: (path: string) => (paths.get(path) ?? others(path)) !== undefined,
    get: (path: string, accept?: string): unknown => {
      let found: unknown;
      const handler = paths.get(path) ?? others(path);
      handler?.(
        '',
        ({ body, status }) => {
          found = status === 200 ? JSON.parse(body) : `${status} ${body}`;
        },
        accept,
      );
      return found;
    },
  };
}

const documents = discovery();

it('says which versions the core group has, and where', () => {
  expect(documents.get('/api')).toEqual({
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '10.0.0.11:6443' }],
  });
});

it('lists groups by priority, the one of APIServices first', () => {
  const { groups } = documents.get('/apis') as { groups: readonly { name: string }[] };
  const names = groups.map(({ name }) => name);
  expect(names.slice(0, 3)).toEqual(['apiregistration.k8s.io', 'apps', 'events.k8s.io']);
  expect(names).not.toContain('');
  expect(documents.get('/apis/batch')).toEqual({
    kind: 'APIGroup',
    apiVersion: 'v1',
    name: 'batch',
    versions: [{ groupVersion: 'batch/v1', version: 'v1' }],
    preferredVersion: { groupVersion: 'batch/v1', version: 'v1' },
  });
});

it('lists the resources of a version, field for field', () => {
  const verbs = 'create delete deletecollection get list patch update watch'.split(' ');
  const hashes = ['sd5LIXh4Fjs=', 'mudhfqk/qZY='];
  const job = { singularName: 'job', namespaced: true, kind: 'Job', verbs, categories: ['all'] };
  const cron = { singularName: 'cronjob', namespaced: true, kind: 'CronJob', verbs };
  const status = { singularName: '', namespaced: true, verbs: ['get', 'patch', 'update'] };
  expect(documents.get('/apis/batch/v1')).toEqual({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'batch/v1',
    resources: [
      {
        ...{ name: 'cronjobs', ...cron, shortNames: ['cj'], categories: ['all'] },
        storageVersionHash: hashes[0],
      },
      { name: 'cronjobs/status', ...status, kind: 'CronJob' },
      { name: 'jobs', ...job, storageVersionHash: hashes[1] },
      { name: 'jobs/status', ...status, kind: 'Job' },
    ],
  });
  const { resources } = documents.get('/apis/apps/v1') as {
    resources: readonly { name: string }[];
  };
  expect(resources.find(({ name }) => name === 'deployments/scale')).toMatchObject({
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
  });
});

it('has no document of what is not served', () => {
  expect(documents.has('/apis/resource.k8s.io')).toBe(false);
  expect(documents.has('/apis/batch/v1beta1')).toBe(false);
});

// As published in upstream's documents of discovery.
test.each([
  ['', 'v1', 'Pod', 'xPOwRZ+Yhw8='],
  ['', 'v1', 'Namespace', 'Q3oi5N2YM8M='],
  ['', 'v1', 'Service', '0/CO1lhkEBI='],
  ['apps', 'v1', 'Deployment', '8aSe+NMegvE='],
  ['rbac.authorization.k8s.io', 'v1', 'Role', '7FuwZcIIItM='],
])('%s/%s %s is stored as %s', (group, version, kind, hash) => {
  expect(storageVersionHash(group, version, kind)).toBe(hash);
});

it('lists reviews, which can be created and nothing else', () => {
  const { resources } = documents.get('/apis/authorization.k8s.io/v1') as {
    resources: readonly object[];
  };
  expect(resources).toContainEqual({
    name: 'localsubjectaccessreviews',
    singularName: 'localsubjectaccessreview',
    namespaced: true,
    kind: 'LocalSubjectAccessReview',
    verbs: ['create'],
  });
  expect(resources).toHaveLength(4);
  const reviews = (profile: Profile) =>
    JSON.stringify(discovery(profile).get('/apis/authentication.k8s.io/v1'));
  expect(reviews('1.27')).not.toContain('selfsubjectreviews');
  expect(reviews('1.28')).toContain('selfsubjectreviews');
});

it('lists what definitions bring as long as they are in force', () => {
  const own = discovery('1.27', [CRD]);
  const { groups } = own.get('/apis') as { groups: readonly { name: string }[] };
  expect(groups.at(-1)).toEqual({
    name: 'sea.example.com',
    versions: [
      { groupVersion: 'sea.example.com/v1', version: 'v1' },
      { groupVersion: 'sea.example.com/v1beta1', version: 'v1beta1' },
    ],
    preferredVersion: { groupVersion: 'sea.example.com/v1', version: 'v1' },
  });
  expect(own.get('/apis/sea.example.com/v1')).toEqual({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'sea.example.com/v1',
    resources: [
      {
        name: 'boats',
        singularName: 'boat',
        namespaced: true,
        kind: 'Boat',
        verbs: 'delete deletecollection get list patch create update watch'.split(' '),
        shortNames: ['bo'],
        storageVersionHash: storageVersionHash('sea.example.com', 'v1beta1', 'Boat'),
      },
      {
        name: 'boats/status',
        singularName: '',
        namespaced: true,
        kind: 'Boat',
        verbs: ['get', 'patch', 'update'],
      },
    ],
  });
  expect(own.has('/apis/sea.example.com/v2')).toBe(false);
  expect(discovery('1.27', [{ ...CRD, status: {} }]).has('/apis/sea.example.com')).toBe(false);
});

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';

it('says all in one document when it is asked to', () => {
  const { items, ...head } = documents.get('/apis', `${AGGREGATED},application/json`) as {
    items: readonly { metadata: { name?: string }; versions: readonly object[] }[];
  };
  expect(head).toEqual({
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2beta1',
    metadata: {},
  });
  const batch = items.find(({ metadata }) => metadata.name === 'batch');
  const verbs = 'create delete deletecollection get list patch update watch'.split(' ');
  const responseKind = (kind: string) => ({ group: 'batch', version: 'v1', kind });
  const status = (kind: string) => [
    {
      subresource: 'status',
      responseKind: responseKind(kind),
      verbs: ['get', 'patch', 'update'],
    },
  ];
  const common = { scope: 'Namespaced', verbs, categories: ['all'] };
  expect(batch).toEqual({
    metadata: { name: 'batch', creationTimestamp: null },
    versions: [
      {
        version: 'v1',
        resources: [
          {
            ...{ resource: 'cronjobs', responseKind: responseKind('CronJob'), ...common },
            ...{ singularResource: 'cronjob', shortNames: ['cj'] },
            subresources: status('CronJob'),
          },
          {
            ...{ resource: 'jobs', responseKind: responseKind('Job'), ...common },
            singularResource: 'job',
            subresources: status('Job'),
          },
        ],
        freshness: 'Current',
      },
    ],
  });
  const core = documents.get('/api', AGGREGATED) as { items: readonly object[] };
  expect(core.items).toMatchObject([{ metadata: { creationTimestamp: null } }]);
});

test.each([
  ['1.27', AGGREGATED.replace('v2beta1', 'v2'), 'APIGroupList'],
  ['1.30', AGGREGATED.replace('v2beta1', 'v2'), 'APIGroupDiscoveryList'],
  ['1.27', `application/json,${AGGREGATED}`, 'APIGroupList'],
  ['1.27', undefined, 'APIGroupList'],
] as const)('in %s %s gives an %s', (profile, accept, kind) => {
  expect(discovery(profile).get('/apis', accept)).toMatchObject({ kind });
});

describe('of extension servers', () => {
  const apiService = (group: string, version: string, groupPriorityMinimum: number) => {
    const service = { namespace: 'kube-system', name: 'x' };
    const spec = { group, version, service, groupPriorityMinimum, versionPriority: 100 };
    return { metadata: { name: `${version}.${group}` }, spec } as KubeObject;
  };
  const extended = discovery(
    '1.27',
    [CRD],
    [
      apiService('metrics.k8s.io', 'v1beta1', 100),
      apiService('sea.example.com', 'v3', 17_650),
      { metadata: { name: 'v1.apps' }, spec: { group: 'apps', version: 'v1' } } as KubeObject,
    ],
  );
  interface Groups {
    readonly groups: readonly { readonly name: string; readonly versions: readonly object[] }[];
  }

  it('groups are listed by their priority, and those of definitions get versions', () => {
    const { groups } = extended.get('/apis') as Groups;
    const names = groups.map(({ name }) => name);
    expect(names.slice(-1)).toEqual(['metrics.k8s.io']);
    const next = names[names.indexOf('sea.example.com') + 1];
    expect(next).toBe('authorization.k8s.io');
    expect(extended.get('/apis/sea.example.com')).toMatchObject({
      versions: [{ version: 'v1' }, { version: 'v1beta1' }, { version: 'v3' }],
      preferredVersion: { version: 'v1' },
    });
  });

  it('a version cannot be asked, and is stale where all stand in one document', () => {
    expect(extended.get('/apis/metrics.k8s.io/v1beta1')).toBe('503 service unavailable\n');
    expect(extended.get('/apis/metrics.k8s.io')).toMatchObject({ name: 'metrics.k8s.io' });
    expect(extended.has('/apis/metrics.k8s.io/v1')).toBe(false);
    const form = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';
    const { items } = extended.get('/apis', form) as { readonly items: readonly object[] };
    expect(items.at(-1)).toEqual({
      metadata: { name: 'metrics.k8s.io', creationTimestamp: null },
      versions: [{ version: 'v1beta1', freshness: 'Stale' }],
    });
  });
});
