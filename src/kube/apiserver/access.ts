/**
 * Who a request is from, and whether it may be: what authentication and authorization are of this
 * model.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver pkg/endpoints/filters
 *             (authentication.go, authorization.go), pkg/authorization/authorizerfactory
 *             (builtin.go), pkg/endpoints/handlers/responsewriters/errors.go
 * Simplified  a client says its name and is believed; of the modes of authorization only AlwaysDeny
 *             denies anything, and never the group system:masters
 */
import type { CallFields } from '#kernel';
import type { Status } from '../api/objects';
import { newForbidden, newUnauthorized } from '../api/status';

/** Who a request without a name is from. Source: user.Anonymous. */
const ANONYMOUS = 'system:anonymous';
/** Users that are of the group system:masters: the loopback client, and kubeadm's admin.conf. */
const MASTERS: ReadonlySet<string> = new Set(['system:apiserver', 'kubernetes-admin']);

/** What may do everything. Source: user.SystemPrivilegedGroup. */
export const MASTERS_GROUP = 'system:masters';

/** How a user is called; who says no name has one all the same. */
export const userOf = (user: string): string => user || ANONYMOUS;

export interface AccessOptions {
  /** --anonymous-auth. */
  readonly anonymousAuth: boolean;
  /** --authorization-mode. */
  readonly authorizationModes: readonly string[];
}

/** Whether the user is of the group that may do everything. */
export const isMaster = (user: string): boolean => MASTERS.has(user);

/** Groups of a user. Source: user.AllAuthenticated, user.AllUnauthenticated. */
export function groupsOf(user: string): readonly string[] {
  if (user === '' || user === ANONYMOUS) return ['system:unauthenticated'];
  const own = isMaster(user) ? [MASTERS_GROUP] : [];
  return [...own, 'system:authenticated'];
}

/** The refusal of a request that is from nobody; undefined when it may go on. */
export const unauthenticated = (
  { anonymousAuth }: AccessOptions,
  { user }: CallFields,
): Status | undefined =>
  user === '' && !anonymousAuth ? newUnauthorized('Unauthorized') : undefined;

/** The refusal of a request that its user may not make; undefined when it may go on. */
export function unauthorized(
  { authorizationModes }: AccessOptions,
  fields: CallFields,
): Status | undefined {
  const denies = authorizationModes.every((mode) => mode === 'AlwaysDeny');
  if (!denies || authorizationModes.length === 0 || isMaster(fields.user)) return undefined;
  // A path is no name of an object.
  const name = fields.resource === '' ? '' : fields.name;
  return newForbidden(fields, name, `${deniedText(fields)}: Everything is forbidden.`);
}

/** Upstream: forbiddenMessage. */
function deniedText({ user, verb, group, resource, subresource, namespace, name }: CallFields) {
  const who = JSON.stringify(user || ANONYMOUS);
  if (resource === '') {
    return `User ${who} cannot ${verb} path ${JSON.stringify(name.split('?')[0])}`;
  }
  const what = JSON.stringify(subresource === '' ? resource : `${resource}/${subresource}`);
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return `User ${who} cannot ${verb} resource ${what} in API group "${group}" ${where}`;
}
