/**
 * `get --raw`: one request of a path as it stands, and what came back as it came.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/rawhttp/raw.go
 * Simplified  values of the query that lists and watches do not know are not sent with a watch
 */
import type { RawCommand, ResourceType } from '#console';
import type { Procedure } from '#kernel';
import { parseQuery } from '../api/query-string';
import { type RequestInfo, requestInfo } from '../api/request-path';
import { API_RESOURCES } from '../api/resources';
import type { ListOptions, RestResult, RestWatchEvent } from '../client/rest-client';
import type { LineCall } from './line-call';
import { type Interrupt, streamed } from './stream';

interface RawPath extends RequestInfo {
  /** undefined outside the API. */
  readonly of: ResourceType | undefined;
  readonly query: Readonly<Record<string, string>>;
}

function rawPath(path: string): RawPath {
  const info = requestInfo(path, 'GET');
  const { group, version, resource, isResourceRequest } = info;
  const of = API_RESOURCES.find(
    (each) => each.group === group && each.version === version && each.resource === resource,
  );
  const query = Object.fromEntries(parseQuery(path.split('?', 2)[1] ?? ''));
  return { ...info, of: isResourceRequest ? of : undefined, query };
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
  const { of, verb, namespace, name, subresource, query } = rawPath(path);
  let result: RestResult<unknown>;
  if (!of) result = yield* call.client.raw(path);
  else if (verb === 'watch') return yield* runRawWatch(call, { of, namespace, query }, interrupt);
  else {
    const target = { namespace, subresource, query };
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
