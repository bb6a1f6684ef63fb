/** How many replicas a workload shall have, as the subresource takes and tells it. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '../../api/objects';
import { JSON_PATCH, MERGE_PATCH } from '../../api/patch-body';
import { RestWorld } from './testing/rest-world';

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const SCALE = `${DEPLOYMENTS}/d/scale`;
const labels = { a: 'b' };
const metadata = { name: 'd', namespace: 'default' };
const template = {
  metadata: { labels: { ...labels, c: 'd' } },
  spec: { containers: [{ name: 'c', image: 'nginx' }] },
};
const matchExpressions = [
  { key: 'c', operator: 'In', values: ['e', 'd'] },
  { key: 'z', operator: 'DoesNotExist' },
];
/** More than 2^31 - 1. */
const LARGE = 99_999_999_999;
const JSON_ERROR =
  'json: cannot unmarshal number 99999999999 into Go struct field ScaleSpec.spec.replicas of ' +
  'type int32';

let world: RestWorld;
beforeEach(() => {
  world = new RestWorld();
  const selector = { matchLabels: labels, matchExpressions };
  const kind = { apiVersion: 'apps/v1', kind: 'Deployment' };
  const { code } = world.ask(`POST ${DEPLOYMENTS}`, {
    ...kind,
    ...{ metadata, spec: { selector, template } },
  });
  expect(code).toBe(201);
});

const scaleWith = (spec: object): KubeObject => ({
  ...{ apiVersion: 'autoscaling/v1', kind: 'Scale', metadata },
  spec,
});
const stored = () =>
  (world.ask(`GET ${DEPLOYMENTS}/d`).body.spec as { readonly replicas: number }).replicas;

describe('a Scale that is no int32', () => {
  it.each<[unknown, string]>([
    [LARGE, 'number 99999999999'],
    [-2_147_483_649, 'number -2147483649'],
    [1.5, 'number 1.5'],
    ['3', 'string'],
  ])('is refused as a body: %j', (replicas, what) => {
    const { code, body } = world.ask(`PUT ${SCALE}`, scaleWith({ replicas }));
    expect([code, body.reason, body.message]).toEqual([
      400,
      'BadRequest',
      `Scale in version "v1" cannot be handled as a Scale: json: cannot unmarshal ${what} into ` +
        'Go struct field ScaleSpec.spec.replicas of type int32',
    ]);
    expect(stored()).toBe(1);
  });

  it.each([
    { contentType: MERGE_PATCH, patch: { spec: { replicas: LARGE } } },
    {
      contentType: JSON_PATCH,
      patch: [{ op: 'replace', path: '/spec/replicas', value: LARGE }],
    },
  ])('is refused as what comes of a patch, and nothing is stored', (patch) => {
    const { code, body } = world.ask(`PATCH ${SCALE}`, patch);
    expect([code, body.reason]).toEqual([422, 'Invalid']);
    expect(body.message).toContain('"" is invalid: patch: Invalid value: "{');
    expect(body.message).toContain(`\\"replicas\\":${LARGE}}`);
    expect(body.message?.endsWith(`: ${JSON_ERROR}`)).toBe(true);
    expect(stored()).toBe(1);
    const change = { contentType: MERGE_PATCH, patch: { metadata: { labels: { x: 'y' } } } };
    expect(world.ask(`PATCH ${DEPLOYMENTS}/d`, change).code).toBe(200);
  });
});

it('takes the largest there is, and refuses less than none', () => {
  const most = 2_147_483_647;
  expect(world.ask(`PUT ${SCALE}`, scaleWith({ replicas: most })).code).toBe(200);
  expect(stored()).toBe(most);
  expect(world.ask(`PUT ${SCALE}`, scaleWith({ replicas: -1 })).body.message).toBe(
    'Scale.autoscaling "d" is invalid: spec.replicas: Invalid value: -1: must be greater than ' +
      'or equal to 0',
  );
});

it('tells the whole selector, as the query of a list writes it', () => {
  expect(world.ask(`GET ${SCALE}`).body.status).toEqual({
    replicas: 0,
    selector: 'a=b,c in (d,e),!z',
  });
  const path = '/api/v1/namespaces/default/replicationcontrollers';
  const spec = { selector: { c: 'd', a: 'b' }, template };
  const controller = { apiVersion: 'v1', kind: 'ReplicationController', metadata, spec };
  expect(world.ask(`POST ${path}`, controller).code).toBe(201);
  expect(world.ask(`GET ${path}/d/scale`).body.status).toEqual({
    replicas: 0,
    selector: 'a=b,c=d',
  });
});
