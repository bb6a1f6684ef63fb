/**
 * Paths outside the API that the outermost server answers: the version, the index, the health
 * endpoints and their counters.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/routes
 * Simplified  the only metric is apiserver_request_total of the health endpoints
 */
import { compareText } from '#base';
import { debugAnswer } from '../../component/debug-paths';
import { SLIS_PATH } from '../../component/health-slis';
import { type Profile, versionInfo } from '../../profile';
import type { HealthEndpoints } from '../health/health-endpoints';
import type { RequestTotal } from '../health/request-total';
import type { GenericAPIServer, PathHandler } from './generic-api-server';

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain; charset=utf-8';

const text =
  (contentType: string, body: () => string): PathHandler =>
  (_query, reply) =>
    reply({ status: 200, contentType, body: body() });

/** Upstream: routes.Version. */
export function serveVersion(server: GenericAPIServer, profile: Profile): void {
  server.handle(
    '/version',
    text(JSON_TYPE, () => JSON.stringify(versionInfo(profile))),
  );
}

/** The index of all paths, at a path that is not listed itself. Upstream: routes.Index. */
export function serveIndex(server: GenericAPIServer): void {
  const index = text(JSON_TYPE, () => JSON.stringify({ paths: server.listedPaths() }));
  server.handleUnlisted('/', index);
}

/** The types of what is served. Upstream: routes.OpenAPI.InstallV3. */
export function serveOpenApi(
  server: GenericAPIServer,
  documentOf: (path: string) => object | undefined,
): void {
  server.handleOthers((path) => {
    const document = documentOf(path);
    return document && text(JSON_TYPE, () => JSON.stringify(document));
  });
}

/** The health endpoints, and the metric that counts them. */
export function serveHealth(server: GenericAPIServer, health: HealthEndpoints): void {
  for (const path of health.paths()) {
    server.handle(path, (query, reply) => {
      health.answer(path, query, reply);
    });
  }
  server.handle(
    '/metrics',
    text(TEXT_TYPE, () => health.requests.values().map(metricLine).join('')),
  );
}

/** What the health endpoints found. Upstream: slis.SLIMetricsWithReset. */
export function serveSlis(
  server: GenericAPIServer,
  { slis }: HealthEndpoints,
  profile: Profile,
): void {
  server.handle(
    SLIS_PATH,
    text(TEXT_TYPE, () => slis.body(profile)),
  );
}

/** What --profiling adds. Upstream: routes.Profiling, routes.DebugFlags. */
export function serveDebug(server: GenericAPIServer): void {
  server.handleOthers((path) => {
    const answer = debugAnswer(path);
    return answer && ((_query, reply) => reply({ ...answer, contentType: TEXT_TYPE }));
  });
}

function metricLine(sample: RequestTotal): string {
  const { value, ...labels } = sample;
  const pairs = Object.entries(labels)
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, label]) => `${key}="${label}"`);
  return `apiserver_request_total{${pairs.join(',')}} ${value}\n`;
}
