import { beforeEach, describe, expect, test } from 'vitest';
import type { KubeObject } from '../../api/objects';
import { JSON_PATCH, MERGE_PATCH, mergePatch, STRATEGIC_MERGE_PATCH } from '../../api/patch-body';
import { EVENTS, EVENTS_V1, LEASES } from '../../api/resources';
import type { RpcRestClient } from '../../client';
import { good, RestWorld, refusal } from './testing/rest-world';

describe('a merge', () => {
  test.each<[unknown, unknown, unknown]>([
    [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    [{ a: { b: 1, c: 2 } }, { a: { b: null, d: 3 } }, { a: { c: 2, d: 3 } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: 'text' }, { a: { b: 1 } }, { a: { b: 1 } }],
    [undefined, { a: { b: null } }, { a: {} }],
    [{ a: 1 }, 'text', 'text'],
  ])('%j with %j is %j', (target, patch, merged) => {
    expect(mergePatch(target, patch)).toEqual(merged);
  });

  test('leaves its target alone', () => {
    const target = { a: { b: 1 } };
    mergePatch(target, { a: { b: 2 } });
    expect(target).toEqual({ a: { b: 1 } });
  });
});

describe('a request', () => {
  let world: RestWorld;
  let client: RpcRestClient;
  let version: string | undefined;
  const lease: KubeObject = {
    kind: 'Lease',
    apiVersion: 'coordination.k8s.io/v1',
    metadata: { name: 'a', namespace: 'default', labels: { one: '1', two: '2' } },
    spec: { holderIdentity: 'me' },
  };
  beforeEach(() => {
    world = new RestWorld();
    client = world.clientOf();
    version = good(world.run(client.create(LEASES, lease))).metadata.resourceVersion;
  });
  const patch = (change: unknown, name = 'a', contentType = MERGE_PATCH) =>
    world.run(client.patch(LEASES, 'default', name, { contentType, patch: change }));

  test('changes what it names and nothing else', () => {
    const change = { metadata: { labels: { one: null, three: '3' } } };
    const changed = good(patch(change));
    expect(changed.metadata.labels).toEqual({ two: '2', three: '3' });
    expect(changed.spec).toEqual({ holderIdentity: 'me' });
    expect(Number(changed.metadata.resourceVersion)).toBeGreaterThan(Number(version));
  });

  test('is a list of operations, or a merge that is told strategic', () => {
    const operations = [
      { op: 'test', path: '/spec/holderIdentity', value: 'me' },
      { op: 'replace', path: '/spec/holderIdentity', value: 'you' },
      { op: 'remove', path: '/metadata/labels/one' },
    ];
    const changed = good(patch(operations, 'a', JSON_PATCH));
    expect(changed.spec).toEqual({ holderIdentity: 'you' });
    expect(changed.metadata.labels).toEqual({ two: '2' });
    const merged = good(patch({ spec: { holderIdentity: 'she' } }, 'a', STRATEGIC_MERGE_PATCH));
    expect(merged.spec).toEqual({ holderIdentity: 'she' });
  });

  test('that changes nothing writes nothing', () => {
    expect(good(patch({ spec: { holderIdentity: 'me' } })).metadata.resourceVersion).toBe(version);
  });

  test('carries a version of its own, and conflicts', () => {
    const refused = refusal(patch({ metadata: { resourceVersion: '1' } }));
    expect(refused).toMatchObject({ code: 409, reason: 'Conflict' });
  });

  test('of a missing object is not found', () => {
    expect(refusal(patch({}, 'b'))).toMatchObject({ code: 404, reason: 'NotFound' });
  });

  test('cannot rename', () => {
    const text = 'the name of the object (b) does not match the name on the URL (a)';
    expect(refusal(patch({ metadata: { name: 'b' } }))).toMatchObject({ code: 400, message: text });
  });

  test.each([
    [415, {}, 'application/made-up'],
    [400, {}, JSON_PATCH],
    [422, [{ op: 'remove', path: '/spec/nothing' }], JSON_PATCH],
    [422, [{ op: 'test', path: '/spec/holderIdentity', value: 'you' }], JSON_PATCH],
    [413, new Array(10_001).fill({ op: 'test', path: '/kind', value: 'Lease' }), JSON_PATCH],
    [500, { spec: { $patch: 'made-up' } }, STRATEGIC_MERGE_PATCH],
    [422, { spec: { $retainKeys: [], a: 1 } }, STRATEGIC_MERGE_PATCH],
    [400, [], MERGE_PATCH],
  ])('answers %d to %j as %s', (code, change, contentType) => {
    expect(refusal(patch(change, 'a', contentType)).code).toBe(code);
  });
});

const INTO_MAP = 'into Go value of type map[string]interface {}';
const INVALID = ' "" is invalid: patch: Invalid value: ';

describe('a patch of the wrong shape, or to a wrong type', () => {
  const world = new RestWorld();
  const client = world.clientOf();
  const name = 'a';
  const spec = { holderIdentity: 'me' };
  good(world.run(client.create(LEASES, { metadata: { name, namespace: 'default' }, spec })));
  const seconds = { spec: { leaseDurationSeconds: 'x' } };
  const add = { op: 'add', path: '/spec/leaseDurationSeconds', value: 'x' };
  const decoder = new RegExp(
    '^ "" is invalid: patch: Invalid value: "{.*}": json: cannot unmarshal string into Go ' +
      'struct field Lease.*leaseDurationSeconds of type int32$',
  );
  test.each<[string, unknown, number, string | RegExp]>([
    [STRATEGIC_MERGE_PATCH, [], 400, `json: cannot unmarshal array ${INTO_MAP}`],
    [MERGE_PATCH, [], 400, `error decoding patch: json: cannot unmarshal array ${INTO_MAP}`],
    [
      JSON_PATCH,
      {},
      400,
      'error decoding patch: json: cannot unmarshal object into Go value of type ' +
        '[]handlers.jsonPatchOp',
    ],
    [
      JSON_PATCH,
      [1],
      400,
      'error decoding patch: json: cannot unmarshal number into Go value of type ' +
        'handlers.jsonPatchOp',
    ],
    [
      STRATEGIC_MERGE_PATCH,
      seconds,
      422,
      `${INVALID}"map[spec:map[leaseDurationSeconds:x]]": unrecognized type: int32`,
    ],
    [MERGE_PATCH, seconds, 422, decoder],
    [JSON_PATCH, [add], 422, decoder],
  ])('%s %j is answered %d', (contentType, patch, code, message) => {
    const asked = client.patch(LEASES, 'default', name, { contentType, patch });
    const text = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(refusal(world.run(asked))).toMatchObject({ code, message: text });
  });
});

describe('an Event of events.k8s.io', () => {
  const event: KubeObject = {
    metadata: { name: 'x.1', namespace: 'default' },
    eventTime: '2023-04-11T00:00:00.000000Z',
    reportingController: 'c',
    reportingInstance: 'c-1',
    action: 'Look',
    reason: 'Seen',
    regarding: { kind: 'Service', namespace: 'default', name: 'x' },
    note: 'it is there',
    type: 'Warning',
  };
  const world = new RestWorld();
  const client = world.clientOf();
  const patch = (change: unknown) =>
    world.run(
      client.patch(EVENTS_V1, 'default', 'x.1', {
        contentType: STRATEGIC_MERGE_PATCH,
        patch: change,
      }),
    );

  test('becomes a series, stored in the words of the core group', () => {
    good(world.run(client.create(EVENTS_V1, event)));
    const series = { count: 2, lastObservedTime: '2023-04-11T00:03:00.000000Z' };
    expect(good(patch({ series }))).toMatchObject({ note: 'it is there', series });
    const core = good(world.run(client.get(EVENTS, 'default', 'x.1')));
    expect(core).toMatchObject({ message: 'it is there', series });
  });

  test('is no series of one', () => {
    const series = { count: 1, lastObservedTime: '2023-04-11T00:03:00.000000Z' };
    expect(refusal(patch({ series }))).toMatchObject({
      code: 422,
      message:
        'Event.events.k8s.io "x.1" is invalid: series.count: Invalid value: "": ' +
        'should be at least 2',
    });
  });

  test.each(['note', 'reason', 'type', 'reportingController', 'regarding'])(
    'keeps its %s',
    (field) => {
      const value = field === 'regarding' ? { name: 'y' } : 'Normal';
      expect(refusal(patch({ [field]: value }))).toMatchObject({
        code: 422,
        message: expect.stringContaining('field is immutable'),
      });
    },
  );
});
