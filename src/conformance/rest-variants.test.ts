/** Cases of the shapes of areas `rest` and `integration` beyond the given ones. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from './case';
import { runConformance } from './index';
import { caseOf } from './testing';

type Row = readonly [title: string, given: JsonObject, when: Json, expected: JsonObject];

const CREATE = { op: 'Create' };
const UPDATE = { op: 'Update' };
const HOOKS = ['BeginCreate', 'AfterCreate', 'BeginUpdate', 'AfterUpdate', 'Decorator', 'TTLFunc'];
const STALE = 'stale resourceVersion';
const DELETE = { op: 'Delete', propagationPolicy: 'Orphan' };
const MARKED = { deletionTimestampSet: true, deletionGracePeriodSeconds: 0 };

const REST: readonly Row[] = [
  ['no hooks', { hooks: [] }, CREATE, { error: false, order: [] }],
  [
    'every hook of a create',
    { hooks: HOOKS, failure: null },
    CREATE,
    {
      error: false,
      order: ['BeginCreate', 'TTL', 'FinishCreate(true)', 'AfterCreate', 'Decorator'],
    },
  ],
  [
    'a life that cannot be told of what is there',
    { hooks: HOOKS, failure: 'TTLFunc fails', exists: true },
    UPDATE,
    { error: true, order: ['BeginUpdate', 'TTLError', 'FinishUpdate(false)'] },
  ],
  [
    'an update of what is missing',
    { hooks: HOOKS, failure: null, exists: false, allowCreateOnUpdate: false },
    UPDATE,
    { error: true, order: [] },
  ],
  [
    'a copy that is current is not tried again',
    { cachedObject: 'current', failure: 'TTLFunc fails once' },
    UPDATE,
    { error: true, order: ['BeginUpdate', 'TTLError', 'FinishUpdate(false)'] },
  ],
  [
    'a stale copy and no failure: the write is lost, and done again',
    { cachedObject: STALE, failure: null },
    UPDATE,
    {
      error: false,
      order: [
        ...['BeginUpdate', 'TTL', 'FinishUpdate(true)'],
        ...['BeginUpdate', 'TTL', 'FinishUpdate(true)', 'AfterUpdate', 'Decorator'],
      ],
    },
  ],
  [
    'options that are refused',
    { resourceVersion: '0', resourceVersionMatch: 'Exact' },
    { op: 'ValidateListOptions' },
    {
      error:
        'resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for ' +
        'resourceVersion "0"',
    },
  ],
  [
    'a finalizer of another stays',
    { strategy: 'default', existingFinalizers: ['a/b'], generation: 4 },
    { ...DELETE, propagationPolicy: 'Background' },
    { removed: false, finalizers: ['a/b'], generationIncreased: true, ...MARKED },
  ],
  [
    'and the one of the collector beside it',
    { strategy: 'default', existingFinalizers: ['foregroundDeletion', 'a/b'], generation: 0 },
    DELETE,
    { removed: false, finalizers: ['a/b', 'orphan'], generationIncreased: false, ...MARKED },
  ],
  [
    'a policy that is none',
    { strategy: 'default', existingFinalizers: [], generation: 1 },
    { ...DELETE, propagationPolicy: 'Sideways' },
    { removed: false, finalizers: [], deletionTimestampSet: false },
  ],
  [
    'a precondition that does not hold',
    { stored: 'pod foo', gracePeriodSeconds: 0 },
    { op: 'Delete', preconditions: { resourceVersion: '1000' } },
    { deletedImmediately: false, error: 'Conflict' },
  ],
  [
    'the right uid, and time to go',
    { stored: 'pod foo', gracePeriodSeconds: 7 },
    { op: 'Delete', preconditions: { uid: 'current' } },
    { deletedImmediately: false, error: null },
  ],
  ['what is there', { stored: 'pod foo' }, { op: 'Get foo' }, { error: null }],
  [
    'another object',
    { stored: 'pod bar' },
    { op: 'Update with another object' },
    { resourceVersionUnchanged: false, returnsStoredObject: false },
  ],
  [
    'a time that is still to come',
    { deletionTimestamp: 'now+5s' },
    { op: 'markAsDeleting at now' },
    { deletionTimestamp: 'now', deletionGracePeriodSeconds: 0 },
  ],
  [
    'a sequence of its own',
    { deleteStrategy: 'graceful', stored: 'pod foo' },
    {
      sequence: [
        'Delete foo with gracePeriodSeconds=5',
        'Delete foo with gracePeriodSeconds=9',
        'Delete foo with gracePeriodSeconds=0',
        'Get foo',
        'Update foo',
        'Create bar',
        'Delete bar with propagationPolicy=Foreground',
        'Delete bar (denying admission)',
      ],
    },
    {
      results: [
        'ok (still stored)',
        'ok (still stored)',
        'deleted immediately, AfterDelete called',
        'NotFound',
        'NotFound',
        'ok',
        'ok (still stored)',
        'error, AfterDelete not called',
      ],
    },
  ],
  [
    'no cache to wait in',
    { stored: 'pod foo at rev', watchCache: false },
    { sequence: ['List resourceVersion=rev+1', '0.5 s later: create pod bar'] },
    { listBlocksUntilCreate: false, items: null },
  ],
  [
    'a version that is there',
    { stored: 'pod foo at rev', watchCache: true },
    { sequence: ['List resourceVersion=rev', '0.5 s later: create pod bar'] },
    { listBlocksUntilCreate: false, items: 1 },
  ],
];

const SETS = { replicaSets: 5, labels: 'odd-index=true on odd ones' };
const LEASE = { start: 1, endpointReconcilerType: 'lease', advertiseAddresses: ['10.0.1.7'] };

const INTEGRATION: readonly Row[] = [
  [
    'pages of two',
    { replicaSets: ['a', 'b', 'c'], pageSize: 2 },
    { op: 'paged list' },
    { calls: 2, names: ['a', 'b', 'c'], listResourceVersion: 'that of page 1', continue: '' },
  ],
  [
    'the even ones',
    SETS,
    { op: 'list labelSelector odd-index!=true limit 9' },
    { calls: 1, names: ['test-0', 'test-2', 'test-4'] },
  ],
  [
    'a check that there is not',
    { flags: [] },
    { requests: ['GET /livez/ping', 'GET /livez/nothing'] },
    { statuses: [200, 404] },
  ],
  [
    'a port that is taken',
    { apiservers: ['10.0.1.1', '10.0.1.2'] },
    {
      sequence: [
        { create: { name: 'a', type: 'NodePort', nodePort: 32_080, port: 1 }, via: 'first' },
        { create: { name: 'b', type: 'NodePort', nodePort: 32_080, port: 1 }, via: 'second' },
      ],
    },
    { allSucceed: false },
  ],
  [
    'a server of its own that goes',
    { sharedEtcd: true },
    {
      sequence: [
        { ...LEASE, start: 2, advertiseAddresses: ['10.0.1.8', '10.0.1.9'] },
        { waitFor: 'endpoints default/kubernetes' },
        LEASE,
        { sleepSeconds: 20 },
        { waitFor: 'endpoints default/kubernetes' },
      ],
    },
    { endpointIPs: ['10.0.1.7', '10.0.1.8', '10.0.1.9'] },
  ],
];

const outcomeOf = (area: string, [, given, when, expected]: Row) =>
  runConformance(caseOf({ area, given, when, expected }));

describe('area rest', () => {
  test.each(REST.map((row) => [row[0], row] as const))('%s', (_title, row) => {
    expect(outcomeOf('rest', row)).toMatchObject({ result: 'pass' });
  });

  test.each<Row>([
    ['an unknown hook', { hooks: ['AfterLunch'] }, CREATE, { error: false }],
    ['a failure of a hook that is not there', { hooks: [], failure: 'TTLFunc fails' }, CREATE, {}],
    ['an unknown strategy', { strategy: 'odd' }, DELETE, { removed: true }],
    ['an unknown step', { stored: null }, { sequence: ['Paint foo'] }, { results: ['ok'] }],
  ])('%s is not understood', (...row) => {
    expect(outcomeOf('rest', row)).toMatchObject({ result: 'unsupported' });
  });
});

describe('area integration', () => {
  test.each(INTEGRATION.map((row) => [row[0], row] as const))('%s', (_title, row) => {
    expect(outcomeOf('integration', row)).toMatchObject({ result: 'pass' });
  });

  test('a list that is no list is not understood', () => {
    const row: Row = ['', { replicaSets: 1 }, { op: 'paged song' }, { items: 1 }];
    expect(outcomeOf('integration', row)).toMatchObject({ result: 'unsupported' });
  });
});
