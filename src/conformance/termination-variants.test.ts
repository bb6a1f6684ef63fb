/** Other cases of a server that is told to stop; what is expected is worked out by hand. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from './case';
import { runConformance } from './index';
import { caseOf } from './testing';

const AREA = 'graceful-termination';
const IN_FLIGHT = { inFlightRequest: 'one request blocked in its handler' };
const RETRY = { shutdownSendRetryAfter: true };
const RELEASE = 'release in-flight request';

type Row = readonly [string, JsonObject, readonly string[], JsonObject];

const ROWS: readonly Row[] = [
  [
    'no hook and no request',
    {},
    ['close stopCh', 'wait for Run to return'],
    { stoppedChClosed: true, tearDown: 'returns', exitCode: 0, error: null },
  ],
  [
    'a delay that is longer than the hooks',
    { shutdownDelayDuration: 5 },
    ['close stopCh'],
    {
      signalSeconds: {
        ShutdownInitiated: 0,
        PreShutdownHooksStopped: 0,
        NotAcceptingNewRequest: 5,
      },
      signalOrder: [
        ...['ShutdownInitiated', 'PreShutdownHooksStopped', 'AfterShutdownDelayDuration'],
        ...['NotAcceptingNewRequest', 'HTTPServerStoppedListening', 'InFlightRequestsDrained'],
      ],
    },
  ],
  [
    'a hook that is longer than the delay, given as Go writes it',
    { shutdownDelayDuration: '2s', preShutdownHook: 'takes 6 s' },
    ['close stopCh', 'after 3 s a new request'],
    {
      newRequest: 200,
      signalSeconds: { AfterShutdownDelayDuration: 2, NotAcceptingNewRequest: 6 },
    },
  ],
  [
    'a hook that fails: nothing is drained',
    { ...IN_FLIGHT, preShutdownHook: 'returns error boom' },
    ['close stopCh'],
    {
      error: 'PreShutdownHook "test" failed: boom',
      exitCode: 1,
      stoppedChClosed: false,
      inFlightRequest: 'connection error',
      signalOrder: ['ShutdownInitiated', 'PreShutdownHooksStopped'],
    },
  ],
  [
    'a hook that never returns: the server goes on',
    { preShutdownHook: 'never returns' },
    ['close stopCh', 'after 100 s a new request'],
    { newRequest: 200, tearDown: 'hangs', exitCode: null },
  ],
  [
    'a hook that waits for what waits for it',
    {
      preShutdownHook: 'waits for InFlightRequestsDrained, then sends 5 requests one second apart',
    },
    ['close stopCh'],
    { hookRequests: [], tearDown: 'hangs' },
  ],
  [
    'a second signal',
    IN_FLIGHT,
    ['SIGTERM', 'after 1 s', 'SIGINT', 'a new request'],
    { exitCode: 1, inFlightRequest: 'connection error', newRequest: 'connection refused' },
  ],
  [
    'a request that is longer than the end of the listener may take',
    { inFlightRequest: 'handler sleeps 20 s', shutdownTimeout: 10 },
    ['close stopCh', 'after 15 s a new request'],
    { newRequest: 'connection refused', inFlightRequest: 200, secondsUntilReturn: 20 },
  ],
  [
    'paths that are served to the end, and one that is told to come back',
    { ...RETRY, ...IN_FLIGHT },
    [
      ...['close stopCh', 'wait for NotAcceptingNewRequest', 'GET /readyz', 'GET /livez'],
      ...['GET /echo', 'GET /nowhere', RELEASE],
    ],
    {
      answers: [
        500,
        200,
        {
          status: 429,
          retryAfter: '5',
          body: 'The apiserver is shutting down, please try again later.',
        },
        429,
      ],
      inFlightRequest: 200,
    },
  ],
  [
    'an open body, while others are told to come back',
    { ...RETRY, inFlightRequest: 'POST /api/v1/namespaces whose body is still open' },
    ['tear down server in background', 'poll GET / until it fails', 'finish the body'],
    { newRequests: 429, pendingRequest: 'gets an answer', tearDown: 'returns' },
  ],
  [
    'a server that nobody stops',
    IN_FLIGHT,
    ['GET /readyz', RELEASE, 'a new request', 'GET /nowhere'],
    { answers: [200, 200, 404], inFlightRequest: 200, tearDown: 'hangs' },
  ],
];

test.each(ROWS)('%s', (_title, given, sequence, expected) => {
  const outcome = runConformance(caseOf({ area: AREA, given, when: { sequence }, expected }));
  expect(outcome).toMatchObject({ result: 'pass', got: expected });
});

describe('what is not understood is named', () => {
  test.each<[JsonObject, readonly Json[], string]>([
    [{ colour: 'red' }, ['close stopCh'], 'given.colour: no such input'],
    [
      { preShutdownHook: 'sings' },
      ['close stopCh'],
      'given.preShutdownHook: sings is not understood',
    ],
    [{ inFlightRequest: 'two' }, ['close stopCh'], 'given.inFlightRequest: two is not understood'],
    [
      { shutdownTimeout: -1 },
      ['close stopCh'],
      'given.shutdownTimeout: expected seconds from 0 to 1000, or a Go duration',
    ],
    [{}, ['dance'], 'step dance: not understood'],
    [{}, ['close stopCh', 'close stopCh'], 'step close stopCh: it has been stopped before'],
    [{}, ['second signal'], 'step second signal: there was no first'],
    [{}, [RELEASE], `step ${RELEASE}: no request is blocked`],
    [{}, ['wait for Godot'], 'step wait for Godot: no signal Godot'],
  ])('%j %j', (given, sequence, reason) => {
    const item = caseOf({ area: AREA, given, when: { sequence }, expected: { tearDown: 'hangs' } });
    expect(runConformance(item)).toMatchObject({ result: 'unsupported', reason });
  });
});
