import { describe, expect, test } from 'vitest';
import type { IncomingCall } from '#kernel';
import { isExempt, isLongRunning, withRetryAfter } from './request-chain';

const API = '/api/v1/namespaces';

describe('the retry-after filter', () => {
  test.each([
    ['no signal', undefined, API, 'foo', false],
    ['the server accepts requests', false, API, 'foo', false],
    ['it does not', true, API, 'foo', true],
    ['the loopback client', true, API, 'kube-apiserver/v1.27.16', false],
    ['/readyz', true, '/readyz', 'foo', false],
    ['a check of /livez', true, '/livez/ping', 'foo', false],
    ['/healthz', true, '/healthz', 'foo', false],
    ['/metrics', true, '/metrics', 'foo', false],
    ['/version', true, '/version', 'foo', true],
  ])('%s', (_name, notAccepting, path, userAgent, refused) => {
    const answer = withRetryAfter({ notAccepting, path, userAgent });
    expect(answer).toEqual(
      refused
        ? {
            status: 429,
            headers: { Connection: 'close', 'Retry-After': '5' },
            body: 'The apiserver is shutting down, please try again later.',
          }
        : undefined,
    );
  });

  test('spares what the wait group spares', () => {
    expect(isExempt('/readyz/etcd', '')).toBe(true);
    expect(isExempt('', 'kube-apiserver/x')).toBe(true);
    expect(isExempt('', 'kubectl')).toBe(false);
  });
});

test.each([
  ['get', '', false],
  ['list', '', false],
  ['watch', '', true],
  ['proxy', '', true],
  ['get', 'log', true],
  ['create', 'exec', true],
  ['create', 'portforward', true],
  ['update', 'status', false],
])('a request %s of subresource "%s" takes long: %s', (verb, subresource, long) => {
  expect(isLongRunning({ fields: { verb, subresource } } as IncomingCall)).toBe(long);
});
