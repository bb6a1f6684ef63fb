import { describe, expect, test } from 'vitest';
import { PROFILES } from '../../../profile';
import type { APIService } from '../../registry/strategies/api-service';
import { ServerWorld } from '../../testing/server-world';
import { apiServiceOfCrd, apiServicesToRegister } from './api-services-to-register';
import { type APIServiceView, planAPIService } from './auto-register-controller';

const PREFIX = '/registry/apiregistration.k8s.io/apiservices/';
const FIELDS = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
const keysOf = (world: ServerWorld, op = 'put') =>
  world
    .of('etcd')
    .filter((record) => record.op === op && String(record.key).startsWith(PREFIX))
    .map(({ key }) => String(key).slice(PREFIX.length));
const ready =
  (world: ServerWorld, server = 'server-a') =>
  () =>
    world.of('health', `${server}/health`).some(({ endpoint, code }) => {
      return endpoint === 'readyz' && code === 200;
    });

function get(world: ServerWorld, name: string): APIService {
  const path = `/apis/apiregistration.k8s.io/v1/apiservices/${name}`;
  const [code, body] = world.answerOf(path, { ...FIELDS, name });
  expect(code).toBe(200);
  return body as APIService;
}

const desired = apiServiceOfCrd('example.org', 'v1');
const labelled = (value: string): APIService => ({
  ...desired,
  metadata: { ...desired.metadata, labels: { 'kube-aggregator.kubernetes.io/automanaged': value } },
});
const other = { ...labelled('true'), spec: { group: 'example.org', version: 'v1' } };
const START: APIServiceView = {
  desired: labelled('onstart'),
  current: undefined,
  hasSynced: false,
  atStart: false,
};

describe('what is done for an APIService', () => {
  const cases: readonly (readonly [string, Partial<APIServiceView>, string])[] = [
    ['2A nothing there, nothing wanted', { desired: undefined }, 'none'],
    ['2B created once', {}, 'create'],
    ['2B and not a second time', { hasSynced: true }, 'none'],
    ['2C created always', { desired, hasSynced: true }, 'create'],
    ['3 left alone without the label', { current: labelled('') }, 'none'],
    [
      '4 of a server that started later',
      { desired: undefined, current: labelled('onstart') },
      'none',
    ],
    [
      '5A deleted once',
      { desired: undefined, current: labelled('onstart'), atStart: true },
      'delete',
    ],
    ['5B the same', { current: labelled('onstart'), atStart: true }, 'none'],
    ['6A deleted always', { desired: undefined, current: desired, hasSynced: true }, 'delete'],
    ['6C updated always', { desired, current: other, hasSynced: true }, 'update'],
  ];
  test.each(cases)('%s', (_name, view, plan) => {
    expect(planAPIService({ ...START, ...view })).toBe(plan);
  });
});

describe('the APIServices of a server', () => {
  test('stand there field for field, and readyz waits for them', () => {
    const world = new ServerWorld().start();
    world.until(ready(world));
    const names = apiServicesToRegister({ profile: '1.27', runtimeConfig: new Map() });
    expect(keysOf(world).sort()).toEqual(names.map(({ metadata }) => metadata.name).sort());
    expect(get(world, 'v1.apps')).toMatchObject({
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: {
        name: 'v1.apps',
        labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' },
      },
      spec: { group: 'apps', version: 'v1', groupPriorityMinimum: 17_800, versionPriority: 15 },
      status: {
        conditions: [
          {
            type: 'Available',
            status: 'True',
            reason: 'Local',
            message: 'Local APIServices are always available',
          },
        ],
      },
    });
    expect(get(world, 'v1.').spec).toEqual({
      version: 'v1',
      group: '',
      groupPriorityMinimum: 18_000,
      versionPriority: 1,
    });
  });

  test('are written once by two servers that start together, and not by a third', () => {
    const world = new ServerWorld({ flags: [[], [], []] });
    world.do(() => world.servers[0].start());
    world.do(() => world.servers[1].start());
    world.until(() => ready(world)() && ready(world, 'server-b')());
    const written = keysOf(world);
    expect(new Set(written).size).toBe(written.length);
    world.do(() => world.servers[2].start());
    world.until(ready(world, 'server-c'));
    world.forSeconds(30);
    expect(keysOf(world)).toEqual(written);
  });

  test('one whose group is not served any more is deleted at the next start', () => {
    const world = new ServerWorld({ flags: [[], ['--runtime-config=batch/v1=false']] });
    world.do(() => world.servers[0].start());
    world.until(ready(world));
    world.do(() => world.servers[1].start());
    world.until(ready(world, 'server-b'));
    world.forSeconds(5);
    expect(keysOf(world, 'delete')).toEqual(['v1.batch']);
  });

  test('a definition brings one, which goes with it', () => {
    const world = new ServerWorld().start();
    world.until(ready(world));
    const key = '/registry/apiextensions.k8s.io/customresourcedefinitions/things.example.org';
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.org', uid: 'u' },
      spec: { group: 'example.org', versions: [{ name: 'v2', served: true, storage: true }] },
    };
    world.do(() => world.etcd.put(key, crd, 0));
    world.forSeconds(2);
    expect(get(world, 'v2.example.org').spec).toMatchObject({
      groupPriorityMinimum: 1_000,
      versionPriority: 100,
    });
    world.do(() => world.etcd.drop(key));
    world.forSeconds(2);
    expect(keysOf(world, 'delete')).toEqual(['v2.example.org']);
  });

  test('a condition that says otherwise is put right', () => {
    const world = new ServerWorld().start();
    world.until(ready(world));
    const found = get(world, 'v1.apps');
    const { resourceVersion: _, ...metadata } = found.metadata;
    const conditions = [{ type: 'Available', status: 'False', reason: 'Test', message: 'no' }];
    world.do(() =>
      world.etcd.put(`${PREFIX}v1.apps`, { ...found, metadata, status: { conditions } }, 0),
    );
    world.forSeconds(2);
    expect(get(world, 'v1.apps').status?.conditions?.[0]).toMatchObject({
      status: 'True',
      reason: 'Local',
    });
  });

  test.each(PROFILES)('%s: each has a positive priority', (profile) => {
    const services = apiServicesToRegister({ profile, runtimeConfig: new Map() });
    expect(services.length).toBeGreaterThanOrEqual(20);
    expect(services[0].metadata.name).toBe('v1.');
    for (const { spec } of services) expect(spec?.groupPriorityMinimum).toBeGreaterThan(0);
  });
});
