import { expect, it } from 'vitest';
import { discoveryDocuments } from './discovery';

const documents = discoveryDocuments({
  profile: '1.27',
  runtimeConfig: new Map(),
  address: '10.0.0.11:6443',
});

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
  const job = { singularName: 'job', namespaced: true, kind: 'Job', verbs, categories: ['all'] };
  const cron = { singularName: 'cronjob', namespaced: true, kind: 'CronJob', verbs };
  const status = { singularName: '', namespaced: true, verbs: ['get', 'patch', 'update'] };
  expect(documents.get('/apis/batch/v1')).toEqual({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'batch/v1',
    resources: [
      { name: 'cronjobs', ...cron, shortNames: ['cj'], categories: ['all'] },
      { name: 'cronjobs/status', ...status, kind: 'CronJob' },
      { name: 'jobs', ...job },
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
