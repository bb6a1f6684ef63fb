/**
 * What is asked before a request is made, and what an answer means that is no success.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest/request.go
 *             (requestPreflightCheck, transformResponse)
 */
import type { Seq } from '#trace';
import { newGenericServerResponse } from '../api/generic-response';
import type { ApiResource, Status } from '../api/objects';
import type { QueryValue } from '../api/query-string';
import { isStatus } from '../api/status';
import type { ListOptions, RestWatchEvent } from './rest-client';
import { CONNECTION_LOST } from './transport';

export interface Sent {
  readonly verb: string;
  readonly of: ApiResource | undefined;
  readonly namespace: string;
  readonly name: string;
  readonly subresource?: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  readonly accept?: string | undefined;
  /** It is known by its path alone. */
  readonly raw?: boolean | undefined;
}

interface Asked {
  readonly method: string;
  readonly of: Pick<ApiResource, 'group' | 'resource'> | undefined;
  readonly name: string;
}

/** The error that an answer stands for: its Status if it has one. */
export function transformResponse(code: number, body: unknown, asked: Asked): Status {
  if (isStatus(body) && body.status === 'Failure') return body;
  return newGenericServerResponse({
    ...{ code, method: asked.method, name: asked.name },
    of: asked.of ?? { group: '', resource: '' },
    serverMessage: typeof body === 'string' ? body.trim() : 'unknown',
  });
}

/** Verbs that name one object. */
const NAMING = new Set(['get', 'update', 'delete']);

/** Why a request of a namespaced resource is not made. Upstream: Request.requestPreflightCheck. */
export function requestPreflightCheck({
  verb,
  of,
  namespace,
  name,
  raw,
}: Sent): string | undefined {
  if (raw) return undefined;
  if (!of?.namespaced || namespace !== '') return undefined;
  if (verb === 'create') return 'an empty namespace may not be set during creation';
  if (!NAMING.has(verb) || name === '') return undefined;
  return 'an empty namespace may not be set when a resource name is provided';
}

/** The last event of a watch whose far end is silent. Upstream: StreamWatcher.receive. */
export function undecodable(seq: Seq): RestWatchEvent {
  const serverMessage = `unable to decode an event from the watch stream: ${CONNECTION_LOST}`;
  const of = { group: '', resource: '' };
  const status = newGenericServerResponse({
    code: 500,
    method: 'GET',
    of,
    name: '',
    serverMessage,
  });
  const causes = [
    ...(status.details?.causes ?? []),
    { reason: 'ClientWatchDecoding', message: serverMessage },
  ];
  return { type: 'ERROR', object: { ...status, details: { ...status.details, causes } }, seq };
}

/** Options of a list as a query. */
export function listQuery(options: ListOptions): Readonly<Record<string, QueryValue>> {
  const { resourceVersion, resourceVersionMatch, fieldSelector, labelSelector } = options;
  const { includeObject, continue: place } = options;
  const limit = options.limit === 0 ? undefined : options.limit;
  const selectors = { fieldSelector, labelSelector };
  return {
    resourceVersion,
    resourceVersionMatch,
    ...selectors,
    limit,
    continue: place,
    includeObject,
  };
}
