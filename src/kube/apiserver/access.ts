/**
 * Who a request is from, and whether it may be: what authentication and authorization are of this
 * model.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver pkg/endpoints/filters
 *             (authentication.go, authorization.go), pkg/authorization/authorizerfactory
 *             (builtin.go)
 * Simplified  a client says its name and is believed; of the modes of authorization only AlwaysDeny
 *             denies anything, and never the group system:masters
 */
import type { CallFields } from '#kernel';
import type { Status } from '../api/objects';
import { newForbidden, newUnauthorized } from '../api/status';
import { deniedText, isMaster } from '../api/users';

export interface AccessOptions {
  /** --anonymous-auth. */
  readonly anonymousAuth: boolean;
  /** --authorization-mode. */
  readonly authorizationModes: readonly string[];
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
