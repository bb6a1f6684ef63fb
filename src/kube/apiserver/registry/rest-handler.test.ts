import { describe, expect, it } from 'vitest';
import { seconds } from '#base';
import { perform, type Reply, RpcClient } from '#kernel';
import type { KubeList, KubeObject, Status } from '../../api/objects';
import {
  ENDPOINTS,
  ENDPOINTSLICES,
  EVENTS,
  EVENTS_V1,
  LEASES,
  NAMESPACES,
  SERVICES,
} from '../../api/resources';
import type { RestResult } from '../../client';
import { HTTP2_DIAL } from '../../client/transport';
import { good, RestWorld, refusal } from './testing/rest-world';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const CHANGED =
  'the object has been modified; please apply your changes to the latest version and try again';

const lease = (name: string, spec: object = { holderIdentity: 'a' }): KubeObject => ({
  metadata: { name, namespace: 'kube-system' },
  spec,
});
const endpoints = (name: string, ip = '10.0.0.11', namespace = 'default'): KubeObject => ({
  metadata: { name, namespace },
  subsets: [{ addresses: [{ ip }], ports: [{ name: 'https', port: 6443, protocol: 'TCP' }] }],
});
const service = (name: string): KubeObject => ({
  metadata: { name, namespace: 'default' },
  spec: { clusterIP: '10.96.0.1', ports: [{ port: 443, targetPort: 6443 }] },
});

const text = (result: RestResult<unknown>): [number | undefined, string | undefined, string] => {
  const { code, reason, message } = refusal(result);
  return [code, reason, message ?? ''];
};

describe('golden bodies', () => {
  const world = new RestWorld();
  const client = world.clientOf();
  const stored = (object: KubeObject, kind: string, apiVersion = 'v1') => ({
    kind,
    apiVersion,
    ...object,
    metadata: {
      ...object.metadata,
      uid: expect.stringMatching(UUID),
      creationTimestamp: expect.stringMatching(/^2023-04-11T00:00:\d\dZ$/),
      resourceVersion: expect.stringMatching(/^\d+$/),
    },
  });

  it('Namespace', () => {
    const created = good(world.run(client.create(NAMESPACES, { metadata: { name: 'team' } })));
    expect(created).toEqual({
      ...stored({ metadata: { name: 'team' } }, 'Namespace'),
      metadata: {
        ...stored({ metadata: { name: 'team' } }, 'Namespace').metadata,
        labels: { 'kubernetes.io/metadata.name': 'team' },
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
    expect(good(world.run(client.get(NAMESPACES, '', 'team')))).toEqual(created);
  });

  it('Lease', () => {
    const created = good(world.run(client.create(LEASES, lease('x'))));
    expect(created).toEqual(stored(lease('x'), 'Lease', 'coordination.k8s.io/v1'));
  });

  it('Endpoints', () => {
    const created = good(world.run(client.create(ENDPOINTS, endpoints('kubernetes'))));
    expect(created).toEqual(stored(endpoints('kubernetes'), 'Endpoints'));
  });

  it('EndpointSlice', () => {
    const given = {
      metadata: { name: 'kubernetes', namespace: 'default' },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.0.0.11'], conditions: { ready: true } }],
      ports: [{ name: 'https', port: 6443 }],
    };
    const created = good(world.run(client.create(ENDPOINTSLICES, given)));
    const wanted = stored(given, 'EndpointSlice', 'discovery.k8s.io/v1');
    expect(created).toEqual({
      ...wanted,
      metadata: { ...wanted.metadata, generation: 1 },
      ports: [{ name: 'https', port: 6443, protocol: 'TCP' }],
    });
  });

  it('Service', () => {
    const created = good(world.run(client.create(SERVICES, service('kubernetes'))));
    expect(created).toEqual({
      ...stored(service('kubernetes'), 'Service'),
      spec: {
        ports: [{ protocol: 'TCP', port: 443, targetPort: 6443 }],
        clusterIP: '10.96.0.1',
        clusterIPs: ['10.96.0.1'],
        type: 'ClusterIP',
        sessionAffinity: 'None',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        internalTrafficPolicy: 'Cluster',
      },
      status: { loadBalancer: {} },
    });
  });

  it('a list', () => {
    const list = good(world.run(client.list(LEASES, '')));
    expect(list).toEqual({
      kind: 'LeaseList',
      apiVersion: 'coordination.k8s.io/v1',
      metadata: { resourceVersion: String(world.etcd.revision) },
      items: [stored(lease('x'), 'Lease', 'coordination.k8s.io/v1')],
    });
  });

  it('a delete', () => {
    const { metadata } = good(world.run(client.get(LEASES, 'kube-system', 'x')));
    expect(good(world.run(client.delete(LEASES, 'kube-system', 'x')))).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: {
        name: 'x',
        group: 'coordination.k8s.io',
        kind: 'leases',
        uid: metadata.uid,
      },
    });
  });
});

describe('refusals', () => {
  const world = new RestWorld();
  const client = world.clientOf();

  it.each([
    ['get', () => client.get(LEASES, 'default', 'no')],
    ['delete', () => client.delete(LEASES, 'default', 'no')],
  ])('%s of what is missing', (_verb, ask) => {
    expect(refusal(world.run<RestResult<unknown>>(ask()))).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'leases.coordination.k8s.io "no" not found',
      reason: 'NotFound',
      details: { name: 'no', group: 'coordination.k8s.io', kind: 'leases' },
      code: 404,
    });
  });

  it('an update of what is missing, unless the kind is created by it', () => {
    const namespace = { metadata: { name: 'no' } };
    expect(text(world.run(client.update(NAMESPACES, namespace)))).toEqual([
      404,
      'NotFound',
      'namespaces "no" not found',
    ]);
    const created = world.run(client.update(ENDPOINTS, endpoints('by-put')));
    expect(created).toMatchObject({ ok: true, code: 201 });
  });

  it('a second create', () => {
    good(world.run(client.create(LEASES, lease('twice'))));
    expect(text(world.run(client.create(LEASES, lease('twice'))))).toEqual([
      409,
      'AlreadyExists',
      'leases.coordination.k8s.io "twice" already exists',
    ]);
  });

  it('an old version', () => {
    const first = good(world.run(client.create(ENDPOINTS, endpoints('old'))));
    const { metadata } = first;
    good(world.run(client.update(ENDPOINTS, { ...endpoints('old', '10.0.0.12'), metadata })));
    const late = client.update(ENDPOINTS, { ...endpoints('old', '10.0.0.13'), metadata });
    expect(text(world.run(late))).toEqual([
      409,
      'Conflict',
      `Operation cannot be fulfilled on endpoints "old": ${CHANGED}`,
    ]);
  });

  it('no version where one is needed', () => {
    good(world.run(client.create(LEASES, lease('unversioned'))));
    expect(text(world.run(client.update(LEASES, lease('unversioned'))))).toEqual([
      422,
      'Invalid',
      'leases.coordination.k8s.io "unversioned" is invalid: metadata.resourceVersion: ' +
        'Invalid value: 0x0: must be specified for an update',
    ]);
    good(world.run(client.update(ENDPOINTS, endpoints('by-put', '10.0.0.12'))));
  });

  it('another uid', () => {
    const { metadata } = good(world.run(client.get(ENDPOINTS, 'default', 'by-put')));
    const other = { ...endpoints('by-put'), metadata: { ...metadata, uid: 'other' } };
    expect(text(world.run(client.update(ENDPOINTS, other)))).toEqual([
      409,
      'Conflict',
      'Operation cannot be fulfilled on endpoints "by-put": StorageError: invalid object, ' +
        'Code: 4, Key: /registry/services/endpoints/default/by-put, ResourceVersion: 0, ' +
        'AdditionalErrorMsg: Precondition failed: UID in precondition: other, ' +
        `UID in object meta: ${metadata.uid}`,
    ]);
  });

  it('a create without a namespace, by the client itself', () => {
    const nowhere = client.create(ENDPOINTS, endpoints('a', '10.0.0.1', ''));
    expect(world.run(nowhere)).toMatchObject({
      ok: false,
      transport: 'an empty namespace may not be set during creation',
    });
  });

  it('an unknown resource, with the text that a client makes of it', () => {
    const of = { group: '', version: 'v1', resource: 'gears', kind: 'Gear', namespaced: true };
    expect(refusal(world.run(client.get(of, 'default', 'x')))).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'the server could not find the requested resource (get gears x)',
      reason: 'NotFound',
      details: {
        name: 'x',
        kind: 'gears',
        causes: [{ reason: 'UnexpectedServerResponse', message: '404 page not found' }],
      },
      code: 404,
    });
  });

  it('another kind or version in the body', () => {
    const other = { ...lease('y'), kind: 'Service', apiVersion: 'v1' };
    expect(text(world.run(client.create(LEASES, other)))[2]).toBe(
      'Service in version "v1" cannot be handled as a Lease',
    );
    const old = { ...lease('y'), apiVersion: 'coordination.k8s.io/v1beta1' };
    expect(text(world.run(client.create(LEASES, old)))).toEqual([
      400,
      'BadRequest',
      'the API version in the data (coordination.k8s.io/v1beta1) does not match the expected API ' +
        'version (coordination.k8s.io/v1)',
    ]);
  });

  it('a version in a new object', () => {
    const given = { ...lease('z'), metadata: { ...lease('z').metadata, resourceVersion: '1' } };
    expect(text(world.run(client.create(LEASES, given)))).toEqual([
      500,
      undefined,
      'resourceVersion should not be set on objects to be created',
    ]);
  });

  it('a version that does not exist yet', () => {
    const ahead = client.list(LEASES, '', { resourceVersion: '1000000' });
    const status: Status = refusal(world.run(ahead));
    expect(status.message).toMatch(/^Timeout: Too large resource version: 1000000, current: \d+$/);
    expect(status.details?.causes?.[0].reason).toBe('ResourceVersionTooLarge');
  });

  it('the delete of all namespaces', () => {
    expect(world.run(collectionOf(world, 'namespaces', ''))).toMatchObject({
      code: 405,
      body: { message: 'the server does not allow this method on the requested resource' },
    });
  });
});

/** Deletes a collection. */
function collectionOf(world: RestWorld, resource: string, query: string) {
  const rpc = new RpcClient(world.client, 'client', 'server-a', HTTP2_DIAL);
  const namespace = resource === 'namespaces' ? '' : 'default';
  const fields = {
    ...{ verb: 'deletecollection', group: '', version: 'v1', resource, subresource: '' },
    ...{ namespace, name: '', query, user: 'u', userAgent: 'a' },
  };
  return perform<Reply>((resume) => {
    rpc.call({ fields, body: {} }, resume);
  });
}

it('deletes what a selector of a collection finds, and answers with it', () => {
  const world = new RestWorld();
  const client = world.clientOf();
  for (const name of ['a', 'b', 'c']) {
    const made = endpoints(name);
    const labels = { keep: String(name === 'c') };
    good(world.run(client.create(ENDPOINTS, { ...made, metadata: { ...made.metadata, labels } })));
  }
  const selected = `labelSelector=${encodeURIComponent('keep=false')}`;
  const tried = world.run(collectionOf(world, 'endpoints', `${selected}&dryRun=All`));
  expect(tried).toMatchObject({ code: 200 });
  const gone = world.run(collectionOf(world, 'endpoints', selected));
  const names = (body: unknown) =>
    (body as KubeList).items.map(({ metadata }) => metadata.name ?? '');
  expect(names((gone as { body: unknown }).body)).toEqual(['a', 'b']);
  expect(names(good(world.run(client.list(ENDPOINTS, 'default'))))).toEqual(['c']);
});

describe('writes', () => {
  it('does not write what is the same already', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const created = good(world.run(client.create(ENDPOINTS, endpoints('same'))));
    const before = world.etcd.revision;
    const again = good(world.run(client.update(ENDPOINTS, endpoints('same'))));
    expect(again).toEqual(created);
    expect(world.etcd.revision).toBe(before);
  });

  it('generates names and uids from the seed alone', () => {
    const names = [1, 1, 2].map((seed) => {
      const world = new RestWorld(seed);
      const given = { metadata: { generateName: 'job-', namespace: 'default' }, spec: {} };
      const { metadata } = good(world.run(world.clientOf().create(LEASES, given)));
      return [metadata.name, metadata.uid];
    });
    expect(names[0][0]).toMatch(/^job-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(names[0]).toEqual(names[1]);
    expect(names[0]).not.toEqual(names[2]);
  });

  it('keeps Events of both groups in one place, for their time to live', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const event = {
      metadata: { name: 'e', namespace: 'default' },
      involvedObject: { kind: 'Service', namespace: 'default', name: 'b' },
      reason: 'R',
      message: 'm',
      type: 'Warning',
    };
    good(world.run(client.create(EVENTS, event)));
    const other = good(world.run(client.get(EVENTS_V1, 'default', 'e')));
    expect(other).toMatchObject({
      apiVersion: 'events.k8s.io/v1',
      regarding: event.involvedObject,
      note: 'm',
    });
    const items = good(world.run(client.list(EVENTS_V1, ''))).items;
    expect(items).toEqual([other]);
    world.forSeconds(3_500);
    good(world.run(client.get(EVENTS, 'default', 'e')));
    world.forSeconds(200);
    expect(refusal(world.run(client.get(EVENTS, 'default', 'e'))).code).toBe(404);
  });

  it('counts generations of a slice, not changes of its annotations', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const slice = (ip: string, metadata = {}) => ({
      metadata: { name: 's', namespace: 'default', ...metadata },
      addressType: 'IPv4',
      endpoints: [{ addresses: [ip] }],
      ports: [],
    });
    const generation = (object: KubeObject) => object.metadata.generation;
    good(world.run(client.create(ENDPOINTSLICES, slice('10.0.0.1'))));
    const update = (object: KubeObject) => good(world.run(client.update(ENDPOINTSLICES, object)));
    expect(generation(update(slice('10.0.0.1', { annotations: { a: 'b' } })))).toBe(1);
    expect(generation(update(slice('10.0.0.2')))).toBe(2);
    expect(generation(update(slice('10.0.0.2', { labels: { a: 'b' } })))).toBe(3);
    const moved = { ...slice('::1'), addressType: 'IPv6' };
    expect(text(world.run(client.update(ENDPOINTSLICES, moved)))[2]).toBe(
      'EndpointSlice.discovery.k8s.io "s" is invalid: [endpoints[0].addresses[0]: Invalid value: ' +
        '"::1": may not be in the loopback range (127.0.0.0/8, ::1/128), addressType: ' +
        'Invalid value: "IPv6": field is immutable]',
    );
  });

  it('takes a Service and the Endpoints of its name away together', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    good(world.run(client.create(SERVICES, service('s'))));
    good(world.run(client.create(ENDPOINTS, endpoints('s'))));
    expect(good(world.run(client.delete(SERVICES, 'default', 's')))).toMatchObject({
      kind: 'Service',
    });
    expect(refusal(world.run(client.get(ENDPOINTS, 'default', 's'))).code).toBe(404);
  });
});

describe('lists', () => {
  const world = new RestWorld();
  const client = world.clientOf();
  for (const [name, tier] of [
    ['a', 'x'],
    ['b', 'y'],
    ['c', 'x'],
    ['d', 'y'],
    ['e', 'x'],
  ]) {
    const { metadata } = lease(name);
    const labelled = { ...lease(name), metadata: { ...metadata, labels: { tier } } };
    good(world.run(client.create(LEASES, labelled)));
  }
  const names = (items: readonly KubeObject[]) => items.map(({ metadata }) => metadata.name);

  it('go page by page', () => {
    const first = good(world.run(client.list(LEASES, 'kube-system', { limit: 2 })));
    expect(names(first.items)).toEqual(['a', 'b']);
    expect(first.metadata.remainingItemCount).toBe(3);
    const next = first.metadata.continue;
    const second = good(
      world.run(client.list(LEASES, 'kube-system', { limit: 9, continue: next })),
    );
    expect(names(second.items)).toEqual(['c', 'd', 'e']);
    expect(second.metadata).toEqual({ resourceVersion: first.metadata.resourceVersion });
  });

  it('fill a page in spite of a selector', () => {
    const options = { limit: 2, labelSelector: 'tier=y' };
    const first = good(world.run(client.list(LEASES, '', options)));
    expect(names(first.items)).toEqual(['b', 'd']);
    expect(first.metadata.remainingItemCount).toBeUndefined();
    const pages = world
      .records()
      .flatMap((r) => (r.kind === 'request' && r.verb === 'range' ? [r.query] : []));
    expect(pages.slice(-2)).toEqual(['limit=2', expect.stringMatching(/^revision=\d+&limit=4$/)]);
    const rest = { ...options, continue: first.metadata.continue };
    expect(names(good(world.run(client.list(LEASES, '', rest))).items)).toEqual([]);
  });

  it('ignore the limit at version 0, as the watch cache does', () => {
    const options = { limit: 2, resourceVersion: '0' };
    expect(good(world.run(client.list(LEASES, '', options))).items).toHaveLength(5);
  });

  it('look up one name', () => {
    const options = { fieldSelector: 'metadata.name=c' };
    const list = good(world.run(client.list(LEASES, 'kube-system', options)));
    expect(names(list.items)).toEqual(['c']);
    const nobody = { fieldSelector: 'metadata.name=no' };
    expect(good(world.run(client.list(LEASES, 'kube-system', nobody))).items).toEqual([]);
  });

  it('refuse selectors of unknown fields', () => {
    const options = { fieldSelector: 'spec.x=c' };
    expect(text(world.run(client.list(LEASES, '', options)))).toEqual([
      400,
      'BadRequest',
      '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ]);
  });

  it('refuse a token that is none', () => {
    expect(text(world.run(client.list(LEASES, '', { continue: '***' })))[2]).toBe(
      'invalid continue token: continue key is not valid: illegal base64 data at input byte 0',
    );
  });
});

describe('deadlines', () => {
  it('answers 504 after a minute without etcd, and what comes later is not heard', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const fault = world.etcd.outage('silent');
    const before = world.sim.now;
    const result = world.run(client.get(LEASES, 'default', 'x'));
    expect(text(result)).toEqual([
      504,
      'Timeout',
      'Timeout: request did not complete within the allotted timeout',
    ]);
    expect(world.sim.now - before).toBeLessThan(seconds(62));
    fault.undo();
    world.forSeconds(120);
    const answers = world.records().filter((record) => record.kind === 'response');
    const codes = answers.filter(({ actor }) => actor === 'server-a/apiserver').map((r) => r.code);
    expect(codes.filter((code) => code === 504)).toHaveLength(1);
  });
});
