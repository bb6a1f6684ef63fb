/** Dry run, generated names, generations and the options of a delete, over HTTP. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '../../api/objects';
import { RestWorld } from './testing/rest-world';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const MERGE = 'application/merge-patch+json';
const SAFE = /^[bcdfghjklmnpqrstvwxz2456789]{5}$/;

const mapOf = (name: string, more: object = {}, data: object = { a: '1' }) => ({
  metadata: { name, ...more },
  data,
});
const podOf = (name: string, more: object = {}, spec: object = {}) => ({
  metadata: { name, ...more },
  spec: { containers: [{ name: 'c', image: 'i:1' }], ...spec },
});
const merge = (patch: object) => ({ contentType: MERGE, patch });

describe('a dry run', () => {
  const world = new RestWorld();
  const dry = (verb: string, place: string, body?: unknown) =>
    world.ask(`${verb} ${place}${place.includes('?') ? '&' : '?'}dryRun=All`, body);
  const there = (place: string) => world.ask(`GET ${place}`);

  beforeAll(() => {
    world.ask(`POST ${CONFIG_MAPS}`, mapOf('kept'));
  });

  it('of a create gives an object with a uid, a time and no version, and keeps nothing', () => {
    const { code, body } = dry('POST', CONFIG_MAPS, mapOf('new'));
    expect(code).toBe(201);
    const { uid, creationTimestamp, resourceVersion } = body.metadata;
    expect([uid, creationTimestamp]).toEqual([expect.any(String), expect.stringMatching(/^2023/)]);
    expect(resourceVersion).toBeUndefined();
    expect(there(`${CONFIG_MAPS}/new`).code).toBe(404);
  });

  it('of a create draws a name, and is refused as the real one is', () => {
    const { body } = dry('POST', CONFIG_MAPS, { metadata: { generateName: 'x-' } });
    expect(String(body.metadata.name).replace('x-', '')).toMatch(SAFE);
    expect(dry('POST', CONFIG_MAPS, mapOf('kept'))).toMatchObject({
      code: 409,
      body: { reason: 'AlreadyExists', message: 'configmaps "kept" already exists' },
    });
    const { body: invalid } = dry('POST', CONFIG_MAPS, mapOf('Not A Name'));
    expect(invalid.reason).toBe('Invalid');
  });

  it('of an update and of a patch gives what would be, with the version that is', () => {
    const before = there(`${CONFIG_MAPS}/kept`).body;
    const put = dry('PUT', `${CONFIG_MAPS}/kept`, mapOf('kept', {}, { a: '2' }));
    const patched = dry('PATCH', `${CONFIG_MAPS}/kept`, merge({ data: { b: '3' } }));
    expect([put.code, put.body.data]).toEqual([200, { a: '2' }]);
    expect([patched.code, patched.body.data]).toEqual([200, { a: '1', b: '3' }]);
    const { resourceVersion } = before.metadata;
    expect(put.body.metadata.resourceVersion).toBe(resourceVersion);
    expect(there(`${CONFIG_MAPS}/kept`).body).toEqual(before);
  });

  it('of an update is held against the version', () => {
    const stale = mapOf('kept', { resourceVersion: '1' });
    expect(dry('PUT', `${CONFIG_MAPS}/kept`, stale)).toMatchObject({ code: 409 });
  });

  it('of a delete answers with a Status and leaves the object', () => {
    const { code, body } = dry('DELETE', `${CONFIG_MAPS}/kept`);
    expect([code, body.status, body.details]).toMatchObject([
      200,
      'Success',
      { name: 'kept', kind: 'configmaps' },
    ]);
    expect(there(`${CONFIG_MAPS}/kept`).body.metadata.deletionTimestamp).toBeUndefined();
    expect(dry('DELETE', `${CONFIG_MAPS}/none`).code).toBe(404);
  });

  it('of a graceful delete gives the Pod as it would be marked', () => {
    world.ask(`POST ${PODS}`, podOf('a', {}, { nodeName: 'n' }));
    const { body } = dry('DELETE', `${PODS}/a`);
    expect(body.metadata).toMatchObject({
      deletionGracePeriodSeconds: 30,
      deletionTimestamp: expect.any(String),
    });
    expect(dry('DELETE', `${PODS}/a?gracePeriodSeconds=0`).code).toBe(200);
    expect(there(`${PODS}/a`).body.metadata.deletionTimestamp).toBeUndefined();
  });

  it('of a collection deletes nothing', () => {
    const { code, body } = dry('DELETE', CONFIG_MAPS);
    expect([code, (body as unknown as { items: unknown[] }).items]).toMatchObject([
      200,
      [{ metadata: { name: 'kept' } }],
    ]);
    expect(there(`${CONFIG_MAPS}/kept`).code).toBe(200);
  });

  it('may be asked for in the body of a delete, and not in other words', () => {
    world.ask(`DELETE ${CONFIG_MAPS}/kept`, { dryRun: ['All'] });
    expect(there(`${CONFIG_MAPS}/kept`).code).toBe(200);
    expect(world.ask(`POST ${CONFIG_MAPS}?dryRun=Some`, mapOf('b'))).toMatchObject({
      code: 422,
      body: {
        message:
          'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ' +
          '[]string{"Some"}: supported values: "All"',
      },
    });
  });
});

describe('generated names', () => {
  const base = { metadata: { generateName: `${'n'.repeat(62)}-` } };

  it('are five safe letters, behind at most 58 of the base', () => {
    const world = new RestWorld();
    const { name = '' } = world.ask(`POST ${CONFIG_MAPS}`, base).body.metadata;
    expect(name).toHaveLength(63);
    expect(name.slice(58)).toMatch(SAFE);
  });

  it('give way to a name that is given', () => {
    const world = new RestWorld();
    const { body } = world.ask(`POST ${CONFIG_MAPS}`, mapOf('own', { generateName: 'x-' }));
    expect(body.metadata.name).toBe('own');
  });

  /** Draws of a server with this seed, all of which are taken in a second one but for the last. */
  const names = (seed: number, count: number): readonly string[] => {
    const world = new RestWorld(seed);
    const draw = () => world.ask(`POST ${CONFIG_MAPS}`, { metadata: { generateName: 'x-' } });
    return Array.from({ length: count }, () => draw().body.metadata.name ?? '');
  };
  const clashing = (taken: readonly string[], retry: boolean) => {
    const world = new RestWorld(5, 1, { retryGenerateName: retry });
    for (const name of taken) {
      world.put(`configmaps/default/${name}`, {
        ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } },
      });
    }
    return world.ask(`POST ${CONFIG_MAPS}`, { metadata: { generateName: 'x-' } });
  };

  it('that are taken are refused before 1.31, with a word on when to try again', () => {
    const [first] = names(5, 1);
    const { code, body } = clashing([first], false);
    expect([code, body.reason, body.message]).toEqual([
      409,
      'AlreadyExists',
      `configmaps "${first}" already exists, the server was not able to generate a unique name ` +
        'for the object',
    ]);
    expect(body.details?.retryAfterSeconds).toBe(1);
  });

  it('that are taken are drawn again from 1.31 on, eight times at most', () => {
    const drawn = names(5, 8);
    const { code, body } = clashing(drawn.slice(0, 7), true);
    expect([code, body.metadata.name]).toEqual([201, drawn[7]]);
    expect(clashing(drawn, true)).toMatchObject({ code: 409, body: { reason: 'AlreadyExists' } });
  });
});

describe('generations', () => {
  const world = new RestWorld();
  const labels = { app: 'a' };
  const deployment = (replicas: number, more: object = {}) => ({
    metadata: { name: 'd', ...more },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: podOf('x').spec },
    },
  });
  const put = (body: object, sub = '') => world.ask(`PUT ${DEPLOYMENTS}/d${sub}`, body).body;

  it('begin with 1 and go up with the spec alone', () => {
    expect(world.ask(`POST ${DEPLOYMENTS}`, deployment(1)).body.metadata.generation).toBe(1);
    const labelled = put(deployment(1, { labels: { x: 'y' }, generation: 9 }));
    expect(labelled.metadata.generation).toBe(1);
    expect(put({ ...labelled, status: { replicas: 1 } }, '/status').metadata.generation).toBe(1);
    expect(put(deployment(2)).metadata.generation).toBe(2);
    expect(put(deployment(2)).metadata.generation).toBe(2);
  });

  it('go up once when the object is to go', () => {
    world.ask(`PATCH ${DEPLOYMENTS}/d`, merge({ metadata: { finalizers: ['example.com/x'] } }));
    const marked = world.ask(`DELETE ${DEPLOYMENTS}/d`).body as KubeObject;
    expect(marked.metadata).toMatchObject({ generation: 3, deletionGracePeriodSeconds: 0 });
    expect(world.ask(`DELETE ${DEPLOYMENTS}/d`).body.metadata.generation).toBe(3);
  });

  it('are none of a Pod', () => {
    const { metadata } = world.ask(`POST ${PODS}`, podOf('g')).body;
    expect(metadata.generation).toBeUndefined();
  });
});

describe('options of a delete', () => {
  const world = new RestWorld();
  const remove = (place: string, options?: object) => world.ask(`DELETE ${place}`, options);
  const left = (place: string) => world.ask(`GET ${place}`).body.metadata;

  it('hold a uid and a version against the object, in these words', () => {
    world.ask(`POST ${CONFIG_MAPS}`, mapOf('a'));
    const { uid, resourceVersion } = left(`${CONFIG_MAPS}/a`);
    const refusal = (preconditions: object) => {
      const { code, body } = remove(`${CONFIG_MAPS}/a`, { preconditions });
      return [code, body.reason, body.message];
    };
    const cannot = 'Operation cannot be fulfilled on ConfigMap "a":';
    expect(refusal({ uid: 'x' })).toEqual([
      409,
      'Conflict',
      `${cannot} the UID in the precondition (x) does not match the UID in record (${uid}). The ` +
        'object might have been deleted and then recreated',
    ]);
    expect(refusal({ uid, resourceVersion: '1' })).toEqual([
      409,
      'Conflict',
      `${cannot} the ResourceVersion in the precondition (1) does not match the ResourceVersion ` +
        `in record (${resourceVersion}). The object might have been modified`,
    ]);
    expect(remove(`${CONFIG_MAPS}/a`, { preconditions: { uid, resourceVersion } }).code).toBe(200);
  });

  it('leave a Pod its time, shorten it and never make it longer', () => {
    world.ask(`POST ${PODS}`, podOf('a', {}, { nodeName: 'n' }));
    const seconds = (options?: object) =>
      remove(`${PODS}/a`, options).body.metadata.deletionGracePeriodSeconds;
    expect(seconds()).toBe(30);
    expect(seconds({ gracePeriodSeconds: 60 })).toBe(30);
    expect(seconds({ gracePeriodSeconds: 10 })).toBe(10);
    expect(seconds({ gracePeriodSeconds: -5 })).toBe(1);
    remove(`${PODS}/a`, { gracePeriodSeconds: 0 });
    expect(world.ask(`GET ${PODS}/a`).code).toBe(404);
  });

  it('hold a version against a Pod that is deleted at once, though it is marked before', () => {
    world.ask(`POST ${PODS}`, podOf('v', {}, { nodeName: 'n' }));
    const { resourceVersion } = left(`${PODS}/v`);
    const options = { gracePeriodSeconds: 0, preconditions: { resourceVersion } };
    expect(remove(`${PODS}/v`, options).code).toBe(200);
    expect(world.ask(`GET ${PODS}/v`).code).toBe(404);
  });

  it('end a delete that was begun and not ended', () => {
    const metadata = { name: 'stuck', namespace: 'default', uid: 'u' };
    const marks = { deletionTimestamp: '2023-04-11T00:00:00Z', deletionGracePeriodSeconds: 0 };
    world.put('pods/default/stuck', {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, ...marks } },
      ...{ spec: { nodeName: 'n' }, status: {} },
    });
    expect(remove(`${PODS}/stuck`).code).toBe(200);
    expect(world.ask(`GET ${PODS}/stuck`).code).toBe(404);
  });

  it.each([
    ['Orphan', ['orphan']],
    ['Foreground', ['foregroundDeletion']],
  ])('with propagation %s leave its finalizer', (propagationPolicy, finalizers) => {
    const place = `${CONFIG_MAPS}/${propagationPolicy.toLowerCase()}`;
    world.ask(`POST ${CONFIG_MAPS}`, mapOf(propagationPolicy.toLowerCase()));
    remove(place, { propagationPolicy });
    expect(left(place)).toMatchObject({ finalizers, deletionGracePeriodSeconds: 0 });
    remove(place, { propagationPolicy: 'Background' });
    expect(world.ask(`GET ${place}`).code).toBe(404);
  });

  it('answer 202 where the dependents are to go first', () => {
    world.ask(`POST ${CONFIG_MAPS}`, mapOf('w', { finalizers: ['example.com/x'] }));
    expect(remove(`${CONFIG_MAPS}/w`, { orphanDependents: false }).code).toBe(202);
  });

  it('are checked', () => {
    world.ask(`POST ${CONFIG_MAPS}`, mapOf('c'));
    expect(remove(`${CONFIG_MAPS}/c`, { propagationPolicy: 'Sideways' })).toMatchObject({
      code: 422,
      body: {
        message:
          'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: ' +
          '"Sideways": supported values: "Foreground", "Background", "Orphan", "nil"',
      },
    });
  });
});
