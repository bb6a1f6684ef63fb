/** Cases of the shapes of client-go's areas beyond the given ones. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from './case';
import { runConformance } from './index';
import { caseOf } from './testing';

type Row = readonly [title: string, given: JsonObject, op: string, expected: JsonObject];

const PAGED = { pageSize: 10, serverItems: 21, serverRV: 'rv:20', options: {} };
const REQUEST = { namespaceSet: true, resourceName: '', namespace: '' };
const predicate = (name: string, reason: string, code: number) => ({
  given: { predicate: name },
  when: [
    { op: 'predicate', status: { reason, code: 0 } },
    { op: 'predicate', status: { reason: '(unknown)', code } },
  ],
});

const AREAS: Readonly<Record<string, readonly Row[]>> = {
  'client-request': [
    [
      'nothing is asked of a namespace where there is none',
      { ...REQUEST, namespaceSet: false, verbs: ['GET', 'PUT', 'DELETE', 'POST'] },
      'preflight',
      { error: false },
    ],
    [
      'a request that names nothing may leave its namespace empty',
      { ...REQUEST, verbs: ['GET', 'PUT', 'DELETE'] },
      'preflight',
      { error: false },
    ],
  ],
  pager: [
    [
      'a second page that expired, with nothing to fall back on',
      { ...PAGED, serverBehaviour: '2nd page: Expired', fullListIfExpired: false },
      'list',
      { items: null, paginated: true, error: 'Expired' },
    ],
    [
      'two pages and an item more',
      { ...PAGED, serverBehaviour: null, fullListIfExpired: false },
      'list',
      { items: 21, paginated: true, error: null, listRV: 'rv:20' },
    ],
  ],
  reflector: [
    [
      'any object will do where none is expected',
      { exampleObject: null },
      'setExpectedType',
      { displayName: '<unspecified>', gvkChecked: false },
    ],
    [
      'a store that cannot resync a third time',
      { resyncPeriod: '10ms', storeResync: 'succeeds twice, the 3rd call fails' },
      'listAndWatch',
      { error: null, resyncCalls: 3 },
    ],
  ],
  'retry-on-conflict': [
    [
      'a conflict that stays is the error at last',
      { backoff: { factor: 1, steps: 3 }, fn: 'always Conflict' },
      'retryOnConflict',
      { error: 'the same error', fnCalls: 3 },
    ],
  ],
};

describe.each(Object.entries(AREAS))('%s', (area, rows) => {
  test.each(rows)('%s', (title, given, op, expected) => {
    const outcome = runConformance(caseOf({ title, area, given, when: [{ op }], expected }));
    expect(outcome).toMatchObject({ result: 'pass', got: expected });
  });
});

test.each([
  ['MethodNotSupported', 'MethodNotAllowed', 405],
  ['ResourceExpired', 'Expired', 0],
  ['ServiceUnavailable', 'ServiceUnavailable', 503],
])('the predicate %s', (name, reason, code) => {
  const expected = { results: [true, code !== 0] };
  const outcome = runConformance(
    caseOf({ area: 'client-errors', ...predicate(name, reason, code), expected }),
  );
  expect(outcome).toMatchObject({ result: 'pass', got: expected });
});
