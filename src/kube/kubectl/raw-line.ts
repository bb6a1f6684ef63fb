/**
 * `get --raw`: one request of a path as it stands, and what came back as it came.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/rawhttp/raw.go
 * Simplified  values of the query that lists and watches do not know are not sent with a watch
 */
import type { RawCommand, ResourceType } from '#console';
import type { Procedure } from '#kernel';
import { goQuote } from '../api/field-error';
import { parseQuery, pathUnescape } from '../api/query-string';
import { type RequestInfo, requestInfo } from '../api/request-path';
import type { ListOptions, RestResult, RestWatchEvent } from '../client/rest-client';
import type { LineCall } from './line-call';
import { type Interrupt, streamed } from './stream';

interface RawPath extends RequestInfo {
  /** undefined outside the API. */
  readonly of: ResourceType | undefined;
  /** With the escapes of its part before the query read. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** An escape of the path that is none. Upstream: url.unescape. */
const wrongEscape = (given: string): string | undefined =>
  /%(?![0-9a-fA-F]{2}).{0,2}/.exec(given.split('?', 1)[0])?.[0];

/** Parts of a path: an object's resource, name and subresource. */
const PLACE_PARTS = 3;

/** Whether a path goes on after its subresource, where only a proxy is. */
function goesOn(path: string, { group, namespace, resource, subresource }: RequestInfo): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  const root = group === '' ? 2 : 3;
  const watch = parts[root] === 'watch' ? 1 : 0;
  const scope = namespace === '' || resource === 'namespaces' ? 0 : 2;
  return parts.length > root + watch + scope + PLACE_PARTS && subresource !== 'proxy';
}

/** Upstream: url.Parse. */
function rawPath(given: string): RawPath {
  const [escaped, query = ''] = given.split('?', 2);
  const path = pathUnescape(escaped);
  const info = requestInfo(query === '' ? path : `${path}?${query}`, 'GET');
  const { group, version, resource, namespace, isResourceRequest } = info;
  const kind = '';
  const namespaced = namespace !== '' && resource !== 'namespaces';
  const served = isResourceRequest && !goesOn(path, info);
  return {
    ...info,
    path: query === '' ? path : `${path}?${query}`,
    of: served ? { group, version, resource, kind, namespaced } : undefined,
    query: Object.fromEntries(parseQuery(query)),
  };
}

/** Whether the answer is a stream. */
export const isRawWatch = ({ path }: RawCommand): boolean => {
  const { of, verb } = rawPath(path);
  return of !== undefined && verb === 'watch';
};

/** Upstream: rawhttp.RawGet. */
export function* runRaw(
  call: LineCall,
  { path }: RawCommand,
  interrupt: Interrupt,
): Procedure<void> {
  const wrong = wrongEscape(path);
  if (wrong !== undefined) {
    call.say(`error: parse ${goQuote(path)}: invalid URL escape ${goQuote(wrong)}`, 'error');
    return undefined;
  }
  const { of, verb, namespace, name, subresource, query, path: read } = rawPath(path);
  let result: RestResult<unknown>;
  if (!of) result = yield* call.client.raw(read);
  else if (verb === 'watch') return yield* runRawWatch(call, { of, namespace, query }, interrupt);
  else {
    const target = { namespace, subresource, query, raw: true };
    result = yield* call.client.getPath(
      of,
      verb === 'list' ? { ...target, verb, name: '' } : { ...target, verb: 'get', name },
    );
  }
  if (!result.ok) {
    call.fail([result]);
    return undefined;
  }
  const { object } = result;
  call.say(typeof object === 'string' ? object.replace(/\n$/, '') : JSON.stringify(object));
  return undefined;
}

/** Each piece is printed as it comes. */
function* runRawWatch(
  call: LineCall,
  { of, namespace, query }: Pick<RawPath, 'namespace' | 'query'> & { readonly of: ResourceType },
  interrupt: Interrupt,
): Procedure<void> {
  const { resourceVersion, resourceVersionMatch, fieldSelector, labelSelector } = query;
  const known: ListOptions = {
    resourceVersion,
    resourceVersionMatch,
    fieldSelector,
    labelSelector,
  };
  const allowWatchBookmarks = ['1', 'true'].includes(query.allowWatchBookmarks);
  const seconds = Number(query.timeoutSeconds);
  const timeoutSeconds = seconds > 0 ? Math.floor(seconds) : undefined;
  const onEvent = ({ type, object }: RestWatchEvent) => call.say(JSON.stringify({ type, object }));
  const options = { ...known, allowWatchBookmarks, timeoutSeconds, onEvent };
  yield* streamed(call, { of, namespace }, options, interrupt);
}
