/** Cases of reflectors, waits, requests and Events beyond the given ones. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from './case';
import { runConformance } from './index';
import { caseOf } from './testing';

type Row = readonly [
  title: string,
  given: JsonObject,
  when: readonly JsonObject[],
  expected: JsonObject,
];

const HOLDS = { allExpectationsHold: true };
const only = (op: string) => [{ op }];
const WAITS = { initial: '1ms', max: '50ms', reset: '100ms', factor: 2, jitter: 1 };
const PAGED = { pageSize: 10, serverItems: 21, serverRV: 'rv:20', fullListIfExpired: true };
const RETRIED = {
  maxInternalErrorRetryDuration: '30s',
  everyWatch: 'advances the clock 1s and yields one ERROR event with InternalError',
};
const REQUEST = { verb: 'GET', maxRetries: 2 };
const response = (status: number) => ({ maxRetries: 3, response: { status }, error: null });
const LEASE = { nodeExists: true, latestLease: null, updateResults: null, createResult: null };

const AREAS: Readonly<Record<string, readonly Row[]>> = {
  reflector: [
    [
      'a minute goes by in the tenth watch: retries begin anew',
      { ...RETRIED, extraAdvance: { atWatch: 10, by: '1m' } },
      only('listAndWatch'),
      { extraWatchCalls: 40 },
    ],
    [
      'the same in words',
      { ...RETRIED, extraAdvance: '1m in the 10th watch' },
      only('listAndWatch'),
      { extraWatchCalls: 40 },
    ],
    [
      'what is not tried again ends the list-and-watch',
      { watchResults: ['stream that closes at once', 'call error 429'] },
      only('listAndWatch'),
      { connectionBackoffs: 0 },
    ],
    [
      'a busy server is waited for as an absent one is',
      { backoff: WAITS, watchFailures: { error: '429', times: 5 } },
      only('listAndWatch'),
      { error: null, lists: 1, elapsed: { min: '32ms', max: '64ms' } },
    ],
    [
      'a store that cannot resync after more than a second',
      { resyncPeriod: '1s', storeResync: 'succeeds twice, the 3rd call fails' },
      only('listAndWatch'),
      { error: null, resyncCalls: 3 },
    ],
    [
      'another kind by its Go type',
      { exampleObject: 'typed Service' },
      only('setExpectedType'),
      { displayName: '*v1.Service', gvkChecked: false },
    ],
  ],
  pager: [
    [
      'only what has expired is listed anew',
      { ...PAGED, options: {}, serverBehaviour: '2nd page: InternalError' },
      only('list'),
      { items: null, paginated: true, error: 'InternalError' },
    ],
    [
      'the limit of the caller goes before the size of pages',
      { ...PAGED, serverItems: 9, options: { limit: 5 }, serverBehaviour: null },
      only('list'),
      { items: 9, paginated: true },
    ],
  ],
  workqueue: [
    [
      'steps that say what they expect',
      {},
      [
        { op: 'Add', item: 'a' },
        { op: 'Len', expect: 1 },
        { op: 'Get', expect: 'a' },
      ],
      HOLDS,
    ],
  ],
  backoff: [
    [
      'lengths of time with parts of a second',
      { initial: '1s', max: '1m', maxJitterFactor: 0.5, clock: 'fake' },
      [{ op: '8 rounds: advance 1.5s, Next(now), Get' }],
      { first: '(1s, 1.5s]', each: '(2*prev, 2*prev + 0.5*prev] or exactly 1m' },
    ],
    [
      'a condition that holds at its fourth call',
      { backoff: { factor: 1, steps: 5 }, condition: 'done on the 4th call' },
      only('exponentialBackoff'),
      { error: null, conditionCalls: 4 },
    ],
  ],
  'retry-on-conflict': [
    [
      'conflicts by their number',
      { backoff: { factor: 1, steps: 5 }, fn: 'three Conflicts, then success' },
      only('retryOnConflict'),
      { error: null, fnCalls: 4 },
    ],
  ],
  tokenbucket: [
    [
      'no token ever comes to a bucket without room',
      { qps: 2, burst: 0 },
      [{ op: 'Wait', timeout: '10s', expectError: true }],
      HOLDS,
    ],
    [
      'who is never let through does not wait',
      { limiter: 'never' },
      [{ op: 'Wait', timeout: '1s', expectError: true }],
      HOLDS,
    ],
  ],
  'event-recorder': [
    [
      'an Event that the server rejects is given up',
      {
        sink: { create: 'fails with API status error while attempts < 1000' },
        sleepBetween: '0s',
      },
      only('record one event'),
      { createAttempts: 1 },
    ],
    [
      'a patch that is refused is not made up for',
      { event: { count: 2 }, sink: { patch: '403 Forbidden', create: 'ok' } },
      only('record the event'),
      { sinkCalls: ['patch'] },
    ],
  ],
  'client-retry': [
    [
      'neither an answer nor an error is nothing to try again',
      { maxRetries: 2, response: null, error: null },
      only('isNextRetry'),
      { retry: [false], retryAfter: [null] },
    ],
    [
      'an error that does not say that it may be retried',
      { maxRetries: 2, response: null, error: 'fake error' },
      only('isNextRetry'),
      { retry: [false], retryAfter: [{ attempt: 1 }] },
    ],
    [
      'an answer without headers says nothing of waiting',
      response(500),
      only('isNextRetry'),
      { retry: [false], retryAfter: [{ attempt: 1 }] },
    ],
    [
      'two busy answers in words',
      { maxRetries: 2, server: 'two 429 with Retry-After: 1, then 200' },
      only('request'),
      { error: false },
    ],
    [
      'answers that differ at some requests',
      {
        urlBackoff: { initial: '1s', max: '9s', clock: 'fake' },
        server: '429 for every request except the 2nd and 4th (200)',
      },
      [{ op: 'request', times: 5 }],
      { backoffBeforeRequestSeconds: [0, 1, 0, 1, 0] },
    ],
    [
      'the reason of an answer that stays',
      { ...REQUEST, maxRetries: -1, serverReturns: ['500 with Retry-After: 1'] },
      only('request'),
      { attempts: 1, error: 'InternalError' },
    ],
    [
      'an update is sent again whole',
      {
        verb: 'PUT',
        bodyBytes: 100,
        serverReturns: ['429', '200'],
        everyFailureHas: 'Retry-After: 0',
      },
      only('request'),
      { attempts: 2, error: null, everyAttemptSendsWholeBody: true },
    ],
  ],
  'client-request': [
    [
      'a limit that is there already goes before all',
      { config: { qps: -1, rateLimiter: { qps: 11, burst: 12 } } },
      only('build REST client'),
      { rateLimiter: { qps: 11, burst: 12 } },
    ],
  ],
  'client-errors': [
    [
      'an error that says nothing of waiting',
      { error: 'Conflict' },
      only('suggestsClientDelay'),
      { seconds: 0, suggests: false },
    ],
    ['no error is of no kind', { error: null }, only('isTooManyRequests'), { result: false }],
  ],
  discovery: [
    [
      'a timeout of its own',
      { config: { timeout: '10s' } },
      only('apply discovery defaults'),
      { timeout: '10s' },
    ],
    [
      'another error that goes away',
      { resources: { 'a/v1': '429 at first, later fine', 'b/v1': 'fine' } },
      [
        { op: 'get a', expectError: true },
        { op: 'server is repaired' },
        { op: 'get a', expectError: false },
      ],
      HOLDS,
    ],
  ],
  kubeconfig: [
    [
      'an empty part of the list of paths stays, once',
      { explicitPath: null, KUBECONFIG: '/a::/b:' },
      only('loading precedence'),
      { files: ['/a', '', '/b'] },
    ],
    [
      'two flags at once',
      { config: 'valid', override: { namespace: 'ns', server: 'https://x' } },
      only('namespace'),
      { namespace: 'ns', overridden: true },
    ],
  ],
  'controller-manager': [
    [
      'as many at once as the case says',
      { check: 'blocks until released', requests: 3 },
      only('3 parallel GET /healthz'),
      { allThreeRunTheCheckAtTheSameTime: true },
    ],
    [
      'a check that is well',
      { name: 'bar', unnamedCheckError: null },
      only('wrap'),
      { name: 'bar', error: null },
    ],
  ],
  'node-lease': [
    [
      'an update that others were in the way of',
      { updateResults: ['ServerTimeout', 'Conflict', 'ok'] },
      only('retryUpdateLease'),
      { error: false },
    ],
    [
      'no Lease is written for a Node that is not there',
      { ...LEASE, nodeExists: false, getResult: 'NotFound' },
      only('sync'),
      { latestLeaseResourceVersion: null, hasLatestLease: false },
    ],
  ],
};

describe.each(Object.entries(AREAS))('%s', (area, rows) => {
  test.each(rows)('%s', (title, given, when, expected) => {
    const outcome = runConformance(caseOf({ title, area, given, when, expected }));
    expect(outcome).toMatchObject({ result: 'pass' });
  });
});

test.each([
  ['client-retry', { maxRetries: 1, server: 'some 429, then 200' }, 'request'],
  ['backoff', { backoff: { steps: 3 }, condition: 'done on the next call' }, 'exponentialBackoff'],
  ['retry-on-conflict', { backoff: { steps: 3 }, fn: 'many Conflicts' }, 'retryOnConflict'],
  ['reflector', { ...RETRIED, extraAdvance: '1m in one of the watches' }, 'listAndWatch'],
])('in area %s, words that cannot be read make no case: %j', (area, given, op) => {
  const outcome = runConformance(
    caseOf({ area, given, when: [{ op }], expected: { error: null } }),
  );
  expect(outcome).toMatchObject({ result: 'unsupported' });
});
