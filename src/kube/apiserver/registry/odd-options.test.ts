/** Options of requests that are out of bounds, over HTTP. */
import { expect, it, test } from 'vitest';
import { encodeContinue } from '../storage/continue-token';
import { RestWorld } from './testing/rest-world';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENT = '/apis/apps/v1/namespaces/default/deployments/d';

const world = new RestWorld();
world.ask(`POST ${MAPS}`, { metadata: { name: 'a' } });
const template = {
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
};
world.ask(`POST ${DEPLOYMENT.slice(0, -2)}`, {
  metadata: { name: 'd' },
  spec: { selector: { matchLabels: { a: 'b' } }, template },
});

test.each([
  ['GET', `${MAPS}/a?timeout=-1s`],
  ['GET', `${MAPS}/a?timeout=0s`],
  ['DELETE', `${MAPS}/a?dryRun=All`],
])('%s %s: no time limit of the client stands for the one of the server', (verb, place) => {
  expect(world.ask(`${verb} ${place}`).code).toBe(200);
});

it.each([-5, 99_999_999_999_999])('opens a watch of %d s', (timeoutSeconds) => {
  const place = `${MAPS}?watch=true&timeoutSeconds=${timeoutSeconds}`;
  expect(world.ask(`GET ${place}`).code).toBe(200);
});

test.each([
  ['POST', MAPS, 'Create', 'm'.repeat(129), 'Too long: must have at most 128 bytes'],
  [
    'PUT',
    `${MAPS}/a`,
    'Update',
    '%07',
    'Invalid value: "\\a": invalid character U+0007 (at position 0)',
  ],
])('%s of a manager with a bad name', (verb, place, kind, manager, text) => {
  const { code, body } = world.ask(`${verb} ${place}?fieldManager=${manager}`, {
    metadata: { name: 'a' },
  });
  const message = `${kind}Options.meta.k8s.io "" is invalid: fieldManager: ${text}`;
  expect([code, body.message]).toEqual([422, message]);
});

it('takes a manager of any other name', () => {
  const place = `${MAPS}?dryRun=All&fieldManager=${'m'.repeat(127)}%20`;
  expect(world.ask(`POST ${place}`, { metadata: { name: 'b' } }).code).toBe(201);
});

test.each(['DELETE', 'DELETE-ALL'])('%s with a period that is no number', (verb) => {
  const place = verb === 'DELETE' ? `${MAPS}/a` : MAPS;
  const { code, body } = world.ask(`DELETE ${place}?gracePeriodSeconds=x`);
  const message = 'strconv.ParseInt: parsing "x": invalid syntax';
  expect([code, body.message]).toEqual([400, message]);
});

test.each([
  [{ gracePeriodSeconds: '5' }, 'string', 'DeleteOptions.gracePeriodSeconds of type int64'],
  [{ orphanDependents: 'x' }, 'string', 'DeleteOptions.orphanDependents of type bool'],
  [{ propagationPolicy: 1 }, 'number', 'DeleteOptions.propagationPolicy of type v1.Delet'],
  [{ preconditions: { uid: true } }, 'bool', 'Preconditions.preconditions.uid of type types.UID'],
  [{ dryRun: 'All' }, 'string', 'DeleteOptions.dryRun of type []string'],
  [{ gracePeriodSeconds: 2 ** 53 }, 'number 9007199254740992', 'DeleteOptions.gracePeriod'],
])('a delete with the options %j', (options, what, where) => {
  const { code, body } = world.ask(`DELETE ${MAPS}/a`, options);
  const message = `json: cannot unmarshal ${what} into Go struct field ${where}`;
  expect([code, body.reason, body.message]).toEqual([
    500,
    undefined,
    expect.stringContaining(message),
  ]);
});

it('a token to go on with, together with a version, or of nothing', () => {
  const said = (query: string) => world.ask(`GET ${MAPS}?${query}`).body.message;
  const token = encodeContinue('/registry/configmaps/default/a', '/registry/configmaps/', 1);
  expect(said(`continue=${token}&resourceVersion=5`)).toBe(
    'specifying resource version is not allowed when using continue',
  );
  expect(said('continue=bnVsbA')).toBe(
    'invalid continue token: continue key is not valid: server does not recognize this encoded ' +
      'version ""',
  );
});

it('takes a Scale that does not say that it is one', () => {
  const { code, body } = world.ask(`PUT ${DEPLOYMENT}/scale`, {
    metadata: { name: 'd' },
    spec: { replicas: -1 },
  });
  expect(code).toBe(422);
  expect(body.message).toBe(
    'Scale.autoscaling "d" is invalid: spec.replicas: Invalid value: -1: must be greater than or ' +
      'equal to 0',
  );
});

it('prints a selector that is not there as a pointer to nothing', () => {
  const { body } = world.ask(`PUT ${DEPLOYMENT}`, { metadata: { name: 'd' }, spec: { template } });
  expect(body.message).toContain('spec.selector: Invalid value: "null": field is immutable');
});
