/**
 * What is asked before a request is made, and what an answer means that is no success.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest/request.go
 *             (requestPreflightCheck, transformResponse)
 */
import type { Seq } from '#trace';
import { newGenericServerResponse } from '../api/generic-response';
import { nameOf, namespaceOf } from '../api/meta';
import type { ApiResource, KubeObject, Status } from '../api/objects';
import type { QueryValue } from '../api/query-string';
import { isStatus } from '../api/status';
import type { ListOptions, RestWatchEvent, WriteOptions } from './rest-client';
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
  /** It is known by its path alone, so the path's parts are not looked at. */
  readonly raw?: boolean | undefined;
}

interface Asked {
  readonly method: string;
  readonly of: Pick<ApiResource, 'group' | 'resource'> | undefined;
  readonly name: string;
  /** The header Retry-After. */
  readonly retryAfterSeconds?: number | undefined;
}

/** The error that an answer stands for: its Status if it has one. */
export function transformResponse(code: number, body: unknown, asked: Asked): Status {
  if (isStatus(body) && body.status === 'Failure') return body;
  return newGenericServerResponse({
    ...{ code, method: asked.method, name: asked.name },
    of: asked.of ?? { group: '', resource: '' },
    serverMessage: typeof body === 'string' ? body.trim() : 'unknown',
    retryAfterSeconds: asked.retryAfterSeconds,
  });
}

/** Verbs that name one object, and those of them whose namespace is looked at. */
const NAMED = new Set(['get', 'update', 'patch', 'delete']);
const NAMING = new Set(['get', 'update', 'delete']);

/** Nearly all names are so, and every request is asked. */
const PLAIN_SEGMENT = /^[a-z0-9:-]*$/;
const NO_FAULTS: readonly string[] = [];

/** Upstream: apimachinery pkg/api/validation/path (IsValidPathSegmentName). */
function pathSegmentFaults(name: string): readonly string[] {
  if (PLAIN_SEGMENT.test(name)) return NO_FAULTS;
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%']
    .filter((sign) => name.includes(sign))
    .map((sign) => `may not contain '${sign}'`);
}

function segmentFault(what: string, text: string): string | undefined {
  const faults = pathSegmentFaults(text);
  if (faults.length === 0) return undefined;
  return `invalid ${what} ${JSON.stringify(text)}: [${faults.join(' ')}]`;
}

/** Upstream: Request.Namespace, Request.Name; a creation names its object in the body alone. */
function segmentRefusal({ verb, of, namespace, name }: Sent): string | undefined {
  const inNamespace = of?.namespaced ? segmentFault('namespace', namespace) : undefined;
  const named = verb === 'create' ? undefined : segmentFault('resource name', name);
  const fault = inNamespace ?? named;
  if (fault !== undefined) return fault;
  return name === '' && NAMED.has(verb) ? 'resource name may not be empty' : undefined;
}

/** Why a request is not made. Upstream: the error that a Request collects, then its preflight. */
export function requestRefusal(sent: Sent): string | undefined {
  if (!sent.of || sent.raw) return undefined;
  return segmentRefusal(sent) ?? requestPreflightCheck(sent);
}

/** What is wrong with a request's namespace. Upstream: Request.requestPreflightCheck. */
export function requestPreflightCheck({ verb, of, namespace, name }: Sent): string | undefined {
  if (!of?.namespaced || namespace !== '') return undefined;
  if (verb === 'create') return 'an empty namespace may not be set during creation';
  if (name === '' || !NAMING.has(verb)) return undefined;
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

/** The write of a whole object. */
export const writeOf = (
  verb: 'create' | 'update',
  of: ApiResource,
  object: KubeObject,
  options?: WriteOptions,
): Sent => {
  const [namespace, name] = [namespaceOf(object), nameOf(object)];
  return { verb, of, namespace, name, query: options && { ...options }, body: object };
};

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

/** The read of many objects. */
export const listOf = (of: ApiResource, namespace: string, options: ListOptions): Sent => ({
  ...{ verb: 'list', of, namespace, name: '' },
  query: listQuery(options),
  accept: options.accept,
});
