/**
 * Names of users, the groups they are of, and what a refusal says of them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver pkg/authentication/user (user.go),
 *             pkg/endpoints/handlers/responsewriters/errors.go
 */
import type { RequestTarget } from './request-path';

/** Who a request without a name is from. Source: user.Anonymous. */
export const ANONYMOUS = 'system:anonymous';
/** Users that are of the group system:masters: the loopback client, and kubeadm's admin.conf. */
const MASTERS: ReadonlySet<string> = new Set(['system:apiserver', 'kubernetes-admin']);

/** What may do everything. Source: user.SystemPrivilegedGroup. */
export const MASTERS_GROUP = 'system:masters';

/** How a user is called; who says no name has one all the same. */
export const userOf = (user: string): string => user || ANONYMOUS;

/** Whether the user is of the group that may do everything. */
export const isMaster = (user: string): boolean => MASTERS.has(user);

/** Groups of a user. Source: user.AllAuthenticated, user.AllUnauthenticated. */
export function groupsOf(user: string): readonly string[] {
  if (user === '' || user === ANONYMOUS) return ['system:unauthenticated'];
  const own = isMaster(user) ? [MASTERS_GROUP] : [];
  return [...own, 'system:authenticated'];
}

/** A wish that may be refused. */
interface Wish extends RequestTarget {
  readonly user: string;
  readonly verb: string;
}

/** Upstream: forbiddenMessage. */
export function deniedText({ user, verb, group, resource, subresource, namespace, name }: Wish) {
  const who = JSON.stringify(userOf(user));
  if (resource === '') {
    return `User ${who} cannot ${verb} path ${JSON.stringify(name.split('?')[0])}`;
  }
  const what = JSON.stringify(subresource === '' ? resource : `${resource}/${subresource}`);
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  return `User ${who} cannot ${verb} resource ${what} in API group "${group}" ${where}`;
}
