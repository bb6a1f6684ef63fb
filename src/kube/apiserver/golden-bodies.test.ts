/**
 * The bodies of answers, field for field, as upstream writes them. Fields that the model leaves out
 * are named in the headers of the files that do so, as managedFields are.
 */
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Status } from '../api/objects';
import { TABLE_ACCEPT } from '../api/table';
import { named, readyWorld, refusal } from './testing/answers';
import { type SentFields, ServerWorld } from './testing/server-world';

const UID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const VERSION = expect.stringMatching(/^\d+$/);
const TIME = expect.stringMatching(/^2023-04-11T00:\d\d:\d\dZ$/);

const map = (name: string, more: object = {}) => ({
  metadata: { name },
  data: { a: 'b' },
  ...more,
});
const stored = (name: string, data: object = { a: 'b' }) => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: {
    name,
    namespace: 'default',
    uid: UID,
    resourceVersion: VERSION,
    creationTimestamp: TIME,
  },
  data,
});
/** As an item of a list, which says its kind for it. */
const bare = (name: string) => {
  const { kind: _, apiVersion: __, ...item } = stored(name);
  return item;
};

/** What the watch cache and a watch say of versions that are none. */
const unparsed = (versions: readonly string[], why: string) =>
  versions.flatMap((version) => {
    const text = JSON.stringify(decodeURIComponent(version));
    const fault = `strconv.ParseUint: parsing ${text}: ${why}`;
    const body = refusal(422, 'Invalid', `resourceVersion: Invalid value: ${text}: ${fault}`);
    const query = `resourceVersion=${version}`;
    return [
      [`422 a GET of ${text}`, { ...named('get', 'here'), query }, body] as const,
      [`422 a list of ${text}`, { ...named('list', ''), query }, body] as const,
      [`422 a watch of ${text}`, { ...named('watch', ''), query: `watch=true&${query}` }, body],
    ] as const;
  });

const send = (world: ServerWorld, fields: SentFields) => world.answerOf(fields.name ?? '', fields);
const answer = (world: ServerWorld, fields: SentFields): unknown => send(world, fields)[1];

describe('what is there', () => {
  let world: ServerWorld;
  beforeAll(() => {
    world = readyWorld();
  });

  it('create, get, update and delete', () => {
    expect(send(world, named('create', 'one', map('one')))).toEqual([201, stored('one')]);
    expect(send(world, named('get', 'one'))).toEqual([200, stored('one')]);
    const changed = map('one', { data: { c: 'd' } });
    expect(send(world, named('update', 'one', changed))).toEqual([200, stored('one', { c: 'd' })]);
    expect(send(world, named('delete', 'one'))).toEqual([
      200,
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Success',
        details: { name: 'one', kind: 'configmaps', uid: UID },
      },
    ]);
  });

  it('list, in pages', () => {
    for (const name of ['l-a', 'l-b']) send(world, named('create', name, map(name)));
    const selected = { ...named('list', ''), query: 'limit=1&fieldSelector=metadata.name%3Dl-a' };
    expect(answer(world, selected)).toEqual({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: { resourceVersion: VERSION },
      items: [bare('l-a')],
    });
    expect(answer(world, { ...named('list', ''), query: 'limit=1' })).toEqual({
      kind: 'ConfigMapList',
      apiVersion: 'v1',
      metadata: {
        resourceVersion: VERSION,
        continue: expect.stringMatching(/^[A-Za-z0-9_-]+$/),
        remainingItemCount: expect.any(Number),
      },
      items: [expect.not.objectContaining({ kind: expect.anything() })],
    });
  });

  it('a table of one and of several, and metadata alone', () => {
    const columnDefinitions = [
      ['Name', 'string', 'name', expect.any(String)],
      ['Data', 'string', '', expect.any(String)],
      ['Age', 'string', '', expect.any(String)],
    ].map(([name, type, format, description]) => ({
      name,
      type,
      format,
      description,
      priority: 0,
    }));
    send(world, named('create', 'tabled', map('tabled')));
    const { metadata } = stored('tabled');
    const object = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
    const age = expect.stringMatching(/^\d+s$/);
    const table = {
      kind: 'Table',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: VERSION },
      columnDefinitions,
      rows: [{ cells: ['tabled', 1, age], object }],
    };
    const asTable = { ...named('get', 'tabled'), accept: TABLE_ACCEPT };
    expect(answer(world, asTable)).toEqual(table);
    const listed = { ...asTable, verb: 'list', name: '' };
    const query = 'fieldSelector=metadata.name%3Dtabled';
    expect(answer(world, { ...listed, query })).toEqual(table);
    const row = (include: string) => {
      const found = answer(world, { ...listed, query: `${query}&includeObject=${include}` });
      return (found as { rows: readonly object[] }).rows[0];
    };
    expect(row('None')).toEqual({ cells: ['tabled', 1, age], object: null });
    expect(row('Object')).toEqual({ cells: ['tabled', 1, age], object: stored('tabled') });
    const accept = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
    expect(answer(world, { ...listed, query, accept })).toEqual({
      kind: 'PartialObjectMetadataList',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { resourceVersion: VERSION },
      items: [object],
    });
  });

  it('the events of a watch, as objects and as tables', () => {
    const pieces: unknown[] = [];
    const tables: { type: string; object: { columnDefinitions: unknown; rows: unknown[] } }[] = [];
    const from = (answer(world, named('list', '')) as { metadata: { resourceVersion: string } })
      .metadata.resourceVersion;
    const query = `watch=true&resourceVersion=${from}&allowWatchBookmarks=true&timeoutSeconds=10`;
    const watch = { ...named('watch', ''), query };
    world.get('', { ...watch, onPiece: (piece) => pieces.push(piece) });
    const onPiece = (piece: unknown) => tables.push(piece as (typeof tables)[number]);
    world.get('', { ...watch, accept: TABLE_ACCEPT, onPiece });
    world.forSeconds(0.2);
    send(world, named('create', 'w', map('w')));
    send(world, named('update', 'w', map('w', { data: {} })));
    send(world, named('delete', 'w'));
    world.forSeconds(12);
    const { data: _, ...bare } = stored('w');
    expect(pieces).toEqual([
      { type: 'ADDED', object: stored('w') },
      { type: 'MODIFIED', object: expect.objectContaining(bare) },
      { type: 'DELETED', object: expect.objectContaining(bare) },
      {
        type: 'BOOKMARK',
        object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion: VERSION } },
      },
    ]);
    expect(tables.slice(0, 3).map(({ type }) => type)).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    // Columns are named with the first event alone.
    expect(tables.map(({ object }) => object.columnDefinitions === null).slice(0, 3)).toEqual([
      false,
      true,
      true,
    ]);
    expect(tables[1].object.rows).toMatchObject([{ cells: ['w', 0, '0s'] }]);
  });
});

describe('what is refused', () => {
  let world: ServerWorld;
  beforeAll(() => {
    world = readyWorld();
    send(world, named('create', 'here', map('here')));
  });
  const about = { name: 'here', kind: 'configmaps' };

  test.each<readonly [what: string, fields: SentFields, body: object]>([
    [
      '400 a name that does not fit',
      named('update', 'here', map('there')),
      refusal(
        400,
        'BadRequest',
        'the name of the object (there) does not match the name on the URL (here)',
      ),
    ],
    [
      '400 a version that is none',
      { ...named('list', ''), query: 'limit=1&resourceVersion=x' },
      refusal(
        400,
        'BadRequest',
        'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: ' +
          'parsing "x": invalid syntax',
      ),
    ],
    ...unparsed(['x', '-1', '%2B1', '0x10', '1e3'], 'invalid syntax'),
    ...unparsed(['18446744073709551616', '99999999999999999999x'], 'value out of range'),
    [
      '400 a version that is none, for etcd to list',
      { ...named('list', ''), query: 'resourceVersion=-1&resourceVersionMatch=Exact' },
      refusal(
        400,
        'BadRequest',
        'invalid resource version: resourceVersion: Invalid value: "-1": strconv.ParseUint: ' +
          'parsing "-1": invalid syntax',
      ),
    ],
    [
      '400 a table with an odd object',
      { ...named('get', 'here'), accept: TABLE_ACCEPT, query: 'includeObject=All' },
      refusal(
        400,
        'BadRequest',
        'Unable to convert to Table as requested: includeObject: Invalid value: "All": must be ' +
          "'Metadata', 'Object', 'None', or empty",
      ),
    ],
    [
      '404 an object',
      named('get', 'gone'),
      refusal(404, 'NotFound', 'configmaps "gone" not found', { name: 'gone', kind: 'configmaps' }),
    ],
    [
      '404 an object of a group',
      {
        verb: 'get',
        group: 'apps',
        version: 'v1',
        resource: 'deployments',
        namespace: 'x',
        name: 'd',
      },
      refusal(404, 'NotFound', 'deployments.apps "d" not found', {
        ...{ name: 'd', group: 'apps', kind: 'deployments' },
      }),
    ],
    [
      '406',
      { ...named('get', 'here'), accept: 'application/json;as=Chart;v=v1;g=meta.k8s.io' },
      refusal(
        406,
        'NotAcceptable',
        'only the following media types are accepted: application/json, application/yaml, ' +
          'application/vnd.kubernetes.protobuf',
      ),
    ],
    [
      '409 AlreadyExists',
      named('create', 'here', map('here')),
      refusal(409, 'AlreadyExists', 'configmaps "here" already exists', about),
    ],
    [
      '409 Conflict',
      named('update', 'here', { ...map('here'), metadata: { name: 'here', resourceVersion: '1' } }),
      refusal(
        409,
        'Conflict',
        'Operation cannot be fulfilled on configmaps "here": the object has been modified; ' +
          'please apply your changes to the latest version and try again',
        about,
      ),
    ],
    [
      '413 a body',
      named('create', 'big', map('big', { data: { a: 'x'.repeat(3_145_728) } })),
      refusal(413, 'RequestEntityTooLarge', 'Request entity too large: limit is 3145728'),
    ],
    [
      '413 a patch',
      named('patch', 'here', {
        contentType: 'application/json-patch+json',
        patch: Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/kind', value: '' })),
      }),
      refusal(
        413,
        'RequestEntityTooLarge',
        'Request entity too large: The allowed maximum operations in a JSON patch is 10000, ' +
          'got 10001',
      ),
    ],
    [
      '415',
      named('patch', 'here', { contentType: 'application/xml', patch: {} }),
      refusal(
        415,
        'UnsupportedMediaType',
        'the body of the request was in an unknown format - accepted media types include: ' +
          'application/json-patch+json, application/merge-patch+json, ' +
          'application/strategic-merge-patch+json, application/apply-patch+yaml',
      ),
    ],
    [
      '422 with causes',
      named('create', 'x', { metadata: { name: 'x' }, data: { 'a b': '' }, immutable: true }),
      refusal(
        422,
        'Invalid',
        expect.stringMatching(
          /^ConfigMap "x" is invalid: data\[a b\]: Invalid value: "a b": a valid config key must/,
        ),
        {
          name: 'x',
          kind: 'ConfigMap',
          causes: [
            {
              reason: 'FieldValueInvalid',
              message: expect.stringMatching(/^Invalid value: "a b": a valid config key/),
              field: 'data[a b]',
            },
          ],
        },
      ),
    ],
    [
      '504 a version ahead of the server',
      { ...named('list', ''), query: 'resourceVersion=999999' },
      refusal(
        504,
        'Timeout',
        expect.stringMatching(/^Timeout: Too large resource version: 999999, current: \d+$/),
        {
          causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
          retryAfterSeconds: 1,
        },
      ),
    ],
  ])('%s', (_what, fields, body) => {
    const [code, found] = send(world, fields);
    expect(found).toEqual(body);
    expect(code).toBe((body as Status).code);
  });

  it('410, of a watch, a list and a token', () => {
    send(world, named('create', 'second', map('second')));
    const token = (
      answer(world, { ...named('list', ''), query: 'limit=1' }) as {
        metadata: { continue: string };
      }
    ).metadata.continue;
    const old = Number(
      (answer(world, named('get', 'here')) as { metadata: { resourceVersion: string } }).metadata
        .resourceVersion,
    );
    for (let at = 0; at < 3; at += 1)
      send(world, named('update', 'here', map('here', { data: { at: `${at}` } })));
    world.etcd.compactNow();
    const expired = 'The resourceVersion for the provided list is too old.';
    const exact = `resourceVersion=${old}&resourceVersionMatch=Exact&limit=5`;
    expect(send(world, { ...named('list', ''), query: exact })).toEqual([
      410,
      refusal(410, 'Expired', expired),
    ]);
    const next = { ...named('list', ''), query: `limit=1&continue=${token}` };
    expect(send(world, next)).toEqual([
      410,
      {
        ...refusal(
          410,
          'Expired',
          'The provided continue parameter is too old to display a consistent list ' +
            'result. You can start a new list without the continue parameter, or use ' +
            'the continue token in this response to retrieve the remainder of the ' +
            'results. Continuing with the provided token results in an inconsistent ' +
            'list - objects that were created, modified, or deleted between the time ' +
            'the first chunk was returned and now may show up in the list.',
        ),
        metadata: { continue: expect.stringMatching(/^[A-Za-z0-9_-]+$/) },
      },
    ]);
    const pieces: unknown[] = [];
    // Events have no watch cache, so etcd's own history counts.
    const events = { ...named('watch', ''), resource: 'events' };
    const query = 'watch=true&resourceVersion=1';
    world.get('', { ...events, query, onPiece: (piece) => pieces.push(piece) });
    world.forSeconds(1);
    const tooOld = 'The resourceVersion for the provided watch is too old.';
    expect(pieces).toEqual([{ type: 'ERROR', object: refusal(410, 'Expired', tooOld) }]);
  });

  it('500 and 504, as long as etcd does not answer', () => {
    world.etcd.outage('silent');
    const slow = { ...named('get', 'here'), query: 'timeout=1s' };
    const message = 'Timeout: request did not complete within the allotted timeout';
    expect(send(world, slow)).toEqual([504, refusal(504, 'Timeout', message, {})]);
  });
});

describe('who may not', () => {
  it('401', () => {
    const world = readyWorld({ flags: [['--anonymous-auth=false']] });
    expect(send(world, { ...named('get', 'x'), user: '' })).toEqual([
      401,
      refusal(401, 'Unauthorized', 'Unauthorized'),
    ]);
  });

  it('403', () => {
    const world = readyWorld({ flags: [['--authorization-mode=AlwaysDeny']] });
    const why =
      'User "ann" cannot get resource "configmaps" in API group "" in the namespace "default"';
    expect(send(world, { ...named('get', 'x'), user: 'ann' })).toEqual([
      403,
      refusal(403, 'Forbidden', `configmaps "x" is forbidden: ${why}: Everything is forbidden.`, {
        name: 'x',
        kind: 'configmaps',
      }),
    ]);
    expect(send(world, { verb: 'get', name: '/version', user: 'ann' })).toEqual([
      403,
      refusal(
        403,
        'Forbidden',
        'forbidden: User "ann" cannot get path "/version": Everything is forbidden.',
        {},
      ),
    ]);
  });
});

describe('a server that is not there for all', () => {
  it('503 while it learns its paths, 500 where a range is full', () => {
    const world = new ServerWorld().start();
    world.until(() => world.states().includes('serving.notReady'), 30);
    const early = { ...named('get', 'x'), group: 'sea.example.com', resource: 'boats' };
    expect(send(world, early)).toEqual([
      503,
      refusal(
        503,
        'ServiceUnavailable',
        'the request has been made before all known HTTP paths have been installed, please try ' +
          'again',
        { retryAfterSeconds: 5 },
      ),
    ]);
    const full = readyWorld({ flags: [['--service-cluster-ip-range=10.0.0.0/29']] });
    const service = (name: string) => ({
      ...{ verb: 'create', version: 'v1', resource: 'services', namespace: 'default', name },
      body: { metadata: { name }, spec: { ports: [{ port: 80 }] } },
    });
    full.forSeconds(5);
    const answers = Array.from({ length: 7 }, (_, at) => send(full, service(`s${at}`)));
    const cause = 'failed to allocate a serviceIP: range is full';
    expect(answers.at(-1)).toEqual([
      500,
      refusal(500, 'InternalError', `Internal error occurred: ${cause}`, {
        causes: [{ message: cause }],
      }),
    ]);
  });

  it('429, in the words of its filter', () => {
    const flags = ['--enable-priority-and-fairness=false', '--max-requests-inflight=1'];
    const world = readyWorld({ flags: [flags] });
    world.etcd.outage('silent');
    world.get('', { ...named('get', 'x'), user: 'ann' });
    world.forSeconds(0.1);
    expect(send(world, { ...named('get', 'y'), user: 'ann' })).toEqual([
      429,
      'Too many requests, please try again later.',
    ]);
  });
});
