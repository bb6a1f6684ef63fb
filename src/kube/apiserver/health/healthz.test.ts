import { describe, expect, test } from 'vitest';
import { asTime, seconds } from '#base';
import {
  checkerNames,
  failureLog,
  formatQuoted,
  getExcludedChecks,
  type HealthChecker,
  handleCheck,
  handleRootHealth,
  installedChecks,
  pathsOf,
  pingCheck,
} from '../../component/healthz';
import {
  delayedHealthCheck,
  informerSyncCheck,
  logCheck,
  postStartHookCheck,
  shutdownCheck,
} from './checks';
import { RequestCounter } from './request-total';

const bad: HealthChecker = { name: 'bad', check: () => 'this will fail' };
const checks = [pingCheck, bad];

describe('a whole endpoint', () => {
  const cases: readonly (readonly [string, readonly HealthChecker[], number, string])[] = [
    ['/healthz', [pingCheck], 200, 'ok'],
    ['/healthz?verbose', [pingCheck], 200, '[+]ping ok\nhealthz check passed\n'],
    ['/healthz?verbose=0', [pingCheck], 200, '[+]ping ok\nhealthz check passed\n'],
    ['/healthz', checks, 500, '[+]ping ok\n[-]bad failed: reason withheld\nhealthz check failed\n'],
    ['/healthz?exclude=bad', checks, 200, 'ok'],
    [
      '/healthz?exclude=bad&verbose',
      checks,
      200,
      '[+]ping ok\n[+]bad excluded: ok\nhealthz check passed\n',
    ],
    ['/healthz?exclude=absent', [pingCheck], 200, 'ok'],
    [
      '/healthz?verbose&exclude=b%2Fx&exclude=a',
      [pingCheck],
      200,
      '[+]ping ok\nwarn: some health checks cannot be excluded: no matches for "a","b/x"\n' +
        'healthz check passed\n',
    ],
  ];
  for (const [url, given, status, body] of cases) {
    test(`${url} with ${checkerNames(given).join(', ')}`, () => {
      const { answer } = handleRootHealth('healthz', given, url);
      expect(answer).toEqual({ status, body, contentType: 'text/plain; charset=utf-8' });
    });
  }

  test('says which checks fail, and why, for the log', () => {
    const { failing } = handleRootHealth('readyz', [pingCheck, bad], '/readyz');
    expect(failureLog('readyz', failing)).toBe(
      'bad check failed: readyz\n[-]bad failed: this will fail',
    );
  });
});

test('one check alone', () => {
  expect(handleCheck(pingCheck)).toMatchObject({ status: 200, body: 'ok' });
  const body = 'internal server error: this will fail\n';
  expect(handleCheck(bad)).toMatchObject({ status: 500, body });
});

test('excluded names are read once each', () => {
  expect([...getExcludedChecks('/readyz?exclude=a&verbose&exclude=b&exclude=a')]).toEqual([
    'a',
    'b',
  ]);
  expect([...getExcludedChecks('/readyz')]).toEqual([]);
  // What cannot be read is dropped.
  expect([...getExcludedChecks('/readyz?exclude=%zz&exclude=a;b&exclude=c+d')]).toEqual(['c d']);
});

test('names in quotes', () => expect(formatQuoted(['n1', 'n2'])).toBe('"n1","n2"'));

test('without checks there is ping alone', () => {
  expect(checkerNames(installedChecks([]))).toEqual(['ping']);
  expect(pathsOf('/livez', [])).toEqual(['/livez', '/livez/ping']);
});

test('the counter counts by endpoint and code', () => {
  const counter = new RequestCounter();
  counter.count('/readyz', 500);
  counter.count('/readyz', 200);
  counter.count('/readyz', 500);
  const seen = counter.values().map(({ subresource, code, value }) => [subresource, code, value]);
  expect(seen).toEqual([
    ['/readyz', '500', 2],
    ['/readyz', '200', 1],
  ]);
});

describe('checks of a server', () => {
  test('a hook that has not returned is not finished', () => {
    let done = false;
    const check = postStartHookCheck('a', () => done);
    expect(check.name).toBe('poststarthook/a');
    expect(check.check()).toBe('not finished');
    done = true;
    expect(check.check()).toBeUndefined();
  });

  test('informers that have not synced are listed', () => {
    expect(informerSyncCheck(() => []).check()).toBeUndefined();
    const check = informerSyncCheck(() => ['*v1.Namespace', '*v1.Service']);
    expect(check.check()).toBe('2 informers not started yet: [*v1.Namespace *v1.Service]');
  });

  test('the shutdown fails once it was initiated', () => {
    expect(shutdownCheck(() => false).check()).toBeUndefined();
    expect(shutdownCheck(() => true).check()).toBe('process is shutting down');
    expect(logCheck.check()).toBeUndefined();
  });

  test('grace ends after its last instant, not at it', () => {
    let now = asTime(0);
    const delay = { now: () => now, addedAt: asTime(0), grace: seconds(10) };
    const delayed = delayedHealthCheck(bad, delay);
    now = asTime(10_000_000);
    expect(delayed.check()).toBeUndefined();
    now = asTime(10_000_001);
    expect(delayed.check()).toBe('this will fail');
  });
});
