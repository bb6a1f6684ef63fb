/**
 * Paths outside the API: health, version, metrics, the index.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/routes
 * Simplified  the only metric is apiserver_request_total of the health endpoints
 */
import { compareText } from '#base';
import { gitVersion, type Profile } from '../profile';
import type { HealthEndpoints } from './health/health-endpoints';
import type { TextAnswer } from './health/healthz';
import type { RequestTotal } from './health/request-total';

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain; charset=utf-8';

export interface PathOptions {
  readonly profile: Profile;
  readonly health: HealthEndpoints;
}

/** Answers a GET of such a path. @returns false when there is none. */
export function servePath(
  { profile, health }: PathOptions,
  path: string,
  query: string,
  reply: (answer: TextAnswer) => void,
): boolean {
  const ok = (contentType: string, body: string): true => {
    reply({ status: 200, contentType, body });
    return true;
  };
  switch (path) {
    case '/version':
      return ok(JSON_TYPE, JSON.stringify(versionOf(profile)));
    case '/metrics':
      return ok(TEXT_TYPE, health.requests.values().map(metricLine).join(''));
    case '/':
      return ok(JSON_TYPE, JSON.stringify({ paths: indexOf(health) }));
    default:
      return health.answer(path, query, reply);
  }
}

/** Upstream: version.Info. */
function versionOf(profile: Profile): Readonly<Record<string, string>> {
  const [major, minor] = profile.split('.');
  return { major, minor, gitVersion: gitVersion(profile), platform: 'linux/amd64' };
}

const indexOf = (health: HealthEndpoints): readonly string[] =>
  ['/api', '/api/v1', '/apis', '/metrics', '/version', ...health.paths()].sort(compareText);

function metricLine(sample: RequestTotal): string {
  const { value, ...labels } = sample;
  const pairs = Object.entries(labels)
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, text]) => `${key}="${text}"`);
  return `apiserver_request_total{${pairs.join(',')}} ${value}\n`;
}
