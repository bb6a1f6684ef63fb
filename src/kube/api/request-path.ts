/**
 * REST paths and what they name.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go
 * Simplified  the deprecated paths /api/v1/proxy/... are not known
 */
import { parseQuery, queryFlag } from './query-string';
import { parseFieldSelector, requiredFieldValue } from './selectors';

/** What a request record and a path have in common. */
export interface RequestTarget {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

/** What a path and a method mean. Outside the API `resource` is "" and `name` the path. */
export interface RequestInfo extends RequestTarget {
  readonly isResourceRequest: boolean;
  readonly verb: string;
}

/** Subresources of a namespace; any other word there is a resource in the namespace. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize']);

const VERB_OF_METHOD: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** HTTP method of each verb. */
export const METHOD_OF_VERB: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
};

/** The path of a request, without its query. A create has no name in its path. */
export function pathOf(target: RequestTarget, verb = ''): string {
  const { group, version, resource, subresource, namespace, name } = target;
  if (resource === '') return name;
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const scope = namespace === '' || resource === 'namespaces' ? '' : `/namespaces/${namespace}`;
  const named = name === '' || (verb === 'create' && subresource === '') ? '' : `/${name}`;
  const sub = subresource === '' ? '' : `/${subresource}`;
  return `${root}${scope}/${resource}${named}${sub}`;
}

const outside = (path: string, method: string): RequestInfo => ({
  isResourceRequest: false,
  verb: method.toLowerCase(),
  group: '',
  version: '',
  resource: '',
  subresource: '',
  namespace: '',
  name: path,
});

/** Upstream: RequestInfoFactory.NewRequestInfo. @param url a path, with or without its query. */
export function requestInfo(url: string, method: string): RequestInfo {
  const [path, query = ''] = url.split('?', 2);
  const parts = path.split('/').filter((part) => part !== '');
  const legacy = parts[0] === 'api';
  const needed = legacy ? 3 : 4;
  if ((!legacy && parts[0] !== 'apis') || parts.length < needed) return outside(path, method);
  const group = legacy ? '' : parts[1];
  const version = parts[needed - 2];
  // A deprecated form: the verb stands before what is watched.
  const special = parts[needed - 1] === 'watch' && parts.length > needed;
  const place = placeOf(parts.slice(special ? needed : needed - 1));
  const named = place.name !== '';
  const values = parseQuery(query);
  let verb = special ? 'watch' : (VERB_OF_METHOD[method] ?? '');
  let { name } = place;
  if (verb === 'get' && !named) {
    verb = queryFlag(values, 'watch') ? 'watch' : 'list';
    const fields = parseFieldSelector(values.get('fieldSelector') ?? '');
    name = (fields.ok && requiredFieldValue(fields.terms, 'metadata.name')) || '';
  }
  if (verb === 'delete' && !named) verb = 'deletecollection';
  return { isResourceRequest: true, verb, group, version, ...place, name };
}

type Place = Pick<RequestInfo, 'namespace' | 'resource' | 'name' | 'subresource'>;

/** What follows the version. */
function placeOf(parts: readonly string[]): Place {
  const inNamespace = parts[0] === 'namespaces' && parts.length > 1;
  const namespace = inNamespace ? parts[1] : '';
  const within = inNamespace && parts.length > 2 && !NAMESPACE_SUBRESOURCES.has(parts[2]);
  const [resource, name = '', subresource = ''] = within ? parts.slice(2) : parts;
  return { namespace, resource, name, subresource };
}
