/** Errors of the API that a case names by their reason. */
import {
  type ApiResource,
  newAlreadyExists,
  newBadRequest,
  newConflict,
  newForbidden,
  newInternalError,
  newNotFound,
  newResourceExpired,
  newServerTimeout,
  newServiceUnavailable,
  newTimeoutError,
  newTooManyRequests,
  newUnauthorized,
  type Status,
} from '#kube';

const WHY = 'as the case says';
type Of = Pick<ApiResource, 'group' | 'resource'>;
/** Says nothing of when to try again. */
const AT_ONCE = 0;

const STATUSES: Readonly<Record<string, (of: Of, name: string) => Status>> = {
  AlreadyExists: newAlreadyExists,
  BadRequest: () => newBadRequest(WHY),
  Conflict: (of, name) => newConflict(of, name, WHY),
  Expired: () => newResourceExpired(WHY),
  Forbidden: (of, name) => newForbidden(of, name, WHY),
  InternalError: () => newInternalError(WHY),
  NotFound: newNotFound,
  ServerTimeout: (of) => newServerTimeout(of, 'get', AT_ONCE),
  ServiceUnavailable: () => newServiceUnavailable(WHY),
  Timeout: () => newTimeoutError(WHY, AT_ONCE),
  TooManyRequests: () => newTooManyRequests(WHY, AT_ONCE),
  Unauthorized: () => newUnauthorized(WHY),
};

/** @returns the error; undefined where there is no such reason. */
export const statusOfReason = (reason: string, of: Of, name: string): Status | undefined =>
  Object.hasOwn(STATUSES, reason) ? STATUSES[reason](of, name) : undefined;

export const isStatusReason = (reason: string): boolean => Object.hasOwn(STATUSES, reason);
