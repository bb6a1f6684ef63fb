/**
 * Which paths and methods have a handler, and what is answered where there is none.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/installer.go
 *             (registerResourceHandlers), pkg/server/handler.go (serviceErrorHandler);
 *             apiextensions-apiserver pkg/apiserver/customresource_handler.go (ServeHTTP)
 * Simplified  a POST says no name but that of its object, so that of its path is not looked at
 */
import type { CallFields } from '#kernel';
import { newGenericServerResponse } from '../../api/generic-response';
import type { ApiResource, Status } from '../../api/objects';
import { NAMESPACES } from '../../api/resources';
import { newBadRequest, newMethodNotSupported, newNotFound } from '../../api/status';

/** Nobody has the path: the end of the server chain answers it, in plain text. */
export const NOBODY = 'nobody';
export type Unrouted = Status | typeof NOBODY | undefined;

/** A refusal of the router, as go-restful words it and the server writes it. */
export const routerError = (code: number, serverMessage: string): Status =>
  newGenericServerResponse({
    ...{ code, method: '', of: { group: '', resource: '' }, name: '', serverMessage },
    expected: true,
  });

export const noSuchPath = (): Status => routerError(404, '404: Page Not Found');
const noSuchMethod = (): Status => routerError(405, '405: Method Not Allowed');

const LOOKING: ReadonlySet<string> = new Set(['list', 'watch']);
const OF_MANY: ReadonlySet<string> = new Set([...LOOKING, 'create', 'deletecollection']);
/** The older paths that begin with `watch` may name an object. */
const OF_ONE: ReadonlySet<string> = new Set(['get', 'update', 'patch', 'delete', 'watch']);
const CHANGING: ReadonlySet<string> = new Set(['get', 'update', 'patch']);
const POSTING: ReadonlySet<string> = new Set(['create']);
const PUTTING: ReadonlySet<string> = new Set(['update']);

/** A subresource; undefined where there is none of that name. */
export interface KnownSubresource {
  /** A POST makes something of it. */
  readonly posted: boolean;
}

function verbsOf(
  { namespace, name, subresource }: CallFields,
  of: ApiResource,
  known: KnownSubresource | undefined,
): ReadonlySet<string> {
  if (subresource !== '') {
    if (known?.posted) return POSTING;
    return subresource === 'finalize' ? PUTTING : CHANGING;
  }
  if (of.namespaced && namespace === '') return LOOKING;
  return name === '' ? OF_MANY : OF_ONE;
}

/** The path is another scope's: an object of a namespace without it, or the other way round. */
const otherScope = ({ namespace }: CallFields, { namespaced, resource }: ApiResource): boolean =>
  namespaced ? namespace === '' : namespace !== '' && resource !== NAMESPACES.resource;

/** Verbs of paths that name no object; those of a list say one that it selects. */
const nameless = ({ verb, name, subresource }: CallFields): boolean =>
  subresource === '' && (name === '' || OF_MANY.has(verb));

/** Of a kind that is built in. */
export function unrouted(
  fields: CallFields,
  of: ApiResource,
  known: KnownSubresource | undefined,
): Status | undefined {
  const { verb, subresource } = fields;
  if (subresource !== '' && !known) return noSuchPath();
  const overall = of.namespaced && nameless(fields);
  if (otherScope(fields, of) && !overall) return noSuchPath();
  const unnamed = nameless(fields) ? { ...fields, name: '' } : fields;
  if (!verbsOf(unnamed, of, known).has(verb)) return noSuchMethod();
  // Namespaces cannot be deleted all at once.
  const all = verb === 'deletecollection' && of.resource === NAMESPACES.resource;
  return all ? noSuchMethod() : undefined;
}

/** Of a custom resource, whose handler reads the path by itself. */
export function unroutedCustom(
  fields: CallFields,
  of: ApiResource,
  known: KnownSubresource | undefined,
): Unrouted {
  const { verb, name, subresource } = fields;
  if (otherScope(fields, of) && !(of.namespaced && LOOKING.has(verb))) return NOBODY;
  if (subresource !== '') {
    if (!known) return newNotFound(of, name);
    return CHANGING.has(verb) ? undefined : newMethodNotSupported(of, verb);
  }
  const named = verb === 'update' || verb === 'patch';
  return named && name === '' ? newBadRequest('name must be provided') : undefined;
}

/** Of what is only made, and never kept: reviews, and the bindings that name their Pod inside. */
export function unroutedCreate(fields: CallFields, namespaced: boolean): Status | undefined {
  if (fields.subresource !== '' || !nameless(fields)) return noSuchPath();
  if (namespaced === (fields.namespace === '')) return noSuchPath();
  return POSTING.has(fields.verb) ? undefined : noSuchMethod();
}
