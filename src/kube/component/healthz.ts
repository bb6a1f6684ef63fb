/**
 * The health endpoints' answers: which checks are excluded, what is printed, which code. Pure.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/healthz/healthz.go
 */

import { compareText } from '#base';
import { queryPairs } from '../api/query-string';
import type { HealthSlis } from './health-slis';

/** One named check. */
export interface HealthChecker {
  readonly name: string;
  /** The error's text; undefined when it is healthy. */
  readonly check: () => string | undefined;
}

/** A plain HTTP answer. */
export interface TextAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const PLAIN = 'text/plain; charset=utf-8';
const answer = (status: number, body: string): TextAnswer => ({
  status,
  contentType: PLAIN,
  body,
});

/** Always healthy. Upstream: PingHealthz. */
export const pingCheck: HealthChecker = { name: 'ping', check: () => undefined };

/** Names in quotes, joined by commas. */
export const formatQuoted = (names: readonly string[]): string =>
  names.map((name) => JSON.stringify(name)).join(',');

/** Names of checks, in their order. */
export const checkerNames = (checks: readonly HealthChecker[]): readonly string[] =>
  checks.map(({ name }) => name);

/** A query read into its parameters, in order. */
export const queryOf = (url: string): ReturnType<typeof queryPairs> =>
  url.includes('?') ? queryPairs(url.slice(url.indexOf('?') + 1)) : [];

/** The names to be left out of this answer, each once, in the order of asking. */
export function getExcludedChecks(url: string): ReadonlySet<string> {
  return new Set(
    queryOf(url)
      .filter(([key]) => key === 'exclude')
      .map(([, value]) => value),
  );
}

export interface RootHealth {
  readonly answer: TextAnswer;
  /** Names and errors of the checks that fail, in order. */
  readonly failing: readonly (readonly [name: string, error: string])[];
}

/** The checks that fail now, without the text of an answer. */
export function failingChecks(checks: readonly HealthChecker[]): RootHealth['failing'] {
  const failing: (readonly [string, string])[] = [];
  for (const { name, check } of checks) {
    const error = check();
    if (error !== undefined) failing.push([name, error]);
  }
  return failing;
}

/**
 * The answer of a whole endpoint.
 * @param endpoint its name without the slash, such as `readyz`.
 * @param slis hears of each check that is made.
 */
export function handleRootHealth(
  endpoint: string,
  checks: readonly HealthChecker[],
  url: string,
  slis?: HealthSlis,
): RootHealth {
  // A name is used up by the first check that has it, as upstream deletes it from its set.
  const excluded = new Set(getExcludedChecks(url));
  const failing: (readonly [string, string])[] = [];
  let lines = '';
  for (const { name, check } of checks) {
    if (excluded.delete(name)) {
      lines += `[+]${name} excluded: ok\n`;
      continue;
    }
    const error = check();
    slis?.observe(name, endpoint, error === undefined);
    if (error === undefined) lines += `[+]${name} ok\n`;
    else {
      failing.push([name, error]);
      lines += `[-]${name} failed: reason withheld\n`;
    }
  }
  if (excluded.size > 0) {
    const names = formatQuoted([...excluded].sort(compareText));
    lines += `warn: some health checks cannot be excluded: no matches for ${names}\n`;
  }
  if (failing.length > 0) {
    return { answer: answer(500, `${lines}${endpoint} check failed\n`), failing };
  }
  const verbose = queryOf(url).some(([key]) => key === 'verbose');
  const body = verbose ? `${lines}${endpoint} check passed\n` : 'ok';
  return { answer: answer(200, body), failing };
}

/** The answer of one check alone. */
export function handleCheck(checker: HealthChecker): TextAnswer {
  const error = checker.check();
  if (error === undefined) return answer(200, 'ok');
  return answer(500, `internal server error: ${error}\n`);
}

/** What is written to the log when an endpoint fails. Verbosity 2. */
export function failureLog(
  endpoint: string,
  failing: readonly (readonly [string, string])[],
): string {
  const names = failing.map(([name]) => name).join(',');
  const lines = failing.map(([name, error]) => `[-]${name} failed: ${error}`).join('\n');
  return `${names} check failed: ${endpoint}\n${lines}`;
}

/** Checks as they are installed: `ping` alone when there are none. */
export const installedChecks = (checks: readonly HealthChecker[]): readonly HealthChecker[] =>
  checks.length === 0 ? [pingCheck] : checks;

/** The answer to a GET of an endpoint or of one of its checks; undefined for all other paths. */
export function endpointAnswer(
  endpoint: string,
  given: readonly HealthChecker[],
  url: string,
  slis?: HealthSlis,
): TextAnswer | undefined {
  const [path] = url.split('?');
  const [, first, ...rest] = path.split('/');
  if (first !== endpoint) return undefined;
  const checks = installedChecks(given);
  if (rest.length === 0) return handleRootHealth(endpoint, checks, url, slis).answer;
  const check = checks.find(({ name }) => name === rest.join('/'));
  return check && handleCheck(check);
}

/** Where each check answers: the endpoint itself, and one path a check. */
export const pathsOf = (path: string, checks: readonly HealthChecker[]): readonly string[] => [
  path,
  ...installedChecks(checks).map(({ name }) => `${path}/${name}`),
];
