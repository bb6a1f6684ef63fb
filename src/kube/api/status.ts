/**
 * The Status objects that the API server answers with when it refuses, one function for each
 * reason. Texts, codes and details are upstream's. `details.kind` is the resource's name, except
 * for Invalid.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go;
 *             staging/src/k8s.io/apiserver/pkg/storage/errors.go
 */
import { aggregateText, errorBody, type FieldError, goQuote } from './field-error';
import type { Status, StatusCause } from './objects';

/** A group and a resource; every ApiResource is one. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

type Details = NonNullable<Status['details']>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };

const NO_METADATA: Status['metadata'] = Object.freeze({});

/** `pods`, or `jobs.batch` in a group. */
export const qualifiedResource = ({ group, resource }: GroupResource): string =>
  group === '' ? resource : `${resource}.${group}`;

interface FailureParts {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details?: Details;
}

/** Fields in the order of Kubernetes' JSON; empty ones are left out. */
function failure({ code, reason, message, details }: FailureParts): Status {
  const made: Writable<Status> = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: NO_METADATA,
    status: 'Failure',
  };
  // Half of what a server answers while it starts is such an object, and spreads are slow.
  if (message !== '') made.message = message;
  if (reason !== '') made.reason = reason;
  if (details !== undefined) made.details = pruned(details);
  made.code = code;
  return made;
}

function pruned(details: Details): Details {
  const { name, group, kind, uid, causes, retryAfterSeconds } = details;
  const kept: Writable<Details> = {};
  if (name) kept.name = name;
  if (group) kept.group = group;
  if (kind) kept.kind = kind;
  if (uid) kept.uid = uid;
  if (causes && causes.length > 0) kept.causes = causes;
  if (retryAfterSeconds) kept.retryAfterSeconds = retryAfterSeconds;
  return kept;
}

const about = ({ group, resource }: GroupResource, name: string): Details => ({
  name,
  group,
  kind: resource,
});

export const newNotFound = (of: GroupResource, name: string): Status =>
  failure({
    code: 404,
    reason: 'NotFound',
    message: `${qualifiedResource(of)} ${goQuote(name)} not found`,
    details: about(of, name),
  });

export const newAlreadyExists = (of: GroupResource, name: string): Status =>
  failure({
    code: 409,
    reason: 'AlreadyExists',
    message: `${qualifiedResource(of)} ${goQuote(name)} already exists`,
    details: about(of, name),
  });

/** A generated name was taken. @param retryAfterSeconds when the client may try again. */
export const newGenerateNameConflict = (
  of: GroupResource,
  name: string,
  retryAfterSeconds: number,
): Status =>
  failure({
    code: 409,
    reason: 'AlreadyExists',
    message:
      `${qualifiedResource(of)} ${goQuote(name)} already exists, the server was not able to ` +
      'generate a unique name for the object',
    details: { ...about(of, name), retryAfterSeconds },
  });

export const newConflict = (of: GroupResource, name: string, cause: string): Status =>
  failure({
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${qualifiedResource(of)} ${goQuote(name)}: ${cause}`,
    details: about(of, name),
  });

/** @param next a token that goes on with the list at its latest version. */
export const newResourceExpired = (message: string, next?: string): Status => {
  const status = failure({ code: 410, reason: 'Expired', message });
  return next === undefined ? status : { ...status, metadata: { continue: next } };
};

export function newInvalid(
  { group, kind }: GroupKind,
  name: string,
  errors: readonly FieldError[],
): Status {
  const qualified = group === '' ? kind : `${kind}.${group}`;
  const tail = errors.length === 0 ? '' : `: ${aggregateText(errors)}`;
  const causes: StatusCause[] = errors.map((error) => ({
    reason: error.type,
    message: errorBody(error),
    field: error.field,
  }));
  return failure({
    code: 422,
    reason: 'Invalid',
    message: `${qualified} ${goQuote(name)} is invalid${tail}`,
    details: { name, group, kind, causes },
  });
}

/** A failure of which nothing is told but these. */
export const newFailure = (code: number, reason: string, message: string): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  code,
});

export const newBadRequest = (message: string): Status =>
  failure({ code: 400, reason: 'BadRequest', message });

export const newUnauthorized = (message: string): Status =>
  failure({ code: 401, reason: 'Unauthorized', message: message || 'not authorized' });

/** @param of without a resource: a request outside the API. @param name "" for none. */
export function newForbidden(of: GroupResource, name: string, why: string): Status {
  const what = name === '' ? qualifiedResource(of) : `${qualifiedResource(of)} ${goQuote(name)}`;
  return failure({
    code: 403,
    reason: 'Forbidden',
    message: of.resource === '' ? `forbidden: ${why}` : `${what} is forbidden: ${why}`,
    details: about(of, name),
  });
}

/** @param action the verb, as upstream names it in this text: `watch`, `list`, `patch`. */
export const newMethodNotSupported = (of: GroupResource, action: string): Status =>
  failure({
    code: 405,
    reason: 'MethodNotAllowed',
    message: `${action} is not supported on resources of kind ${goQuote(qualifiedResource(of))}`,
    details: { group: of.group, kind: of.resource },
  });

/** @param types those that are there, parted by commas. Upstream: errNotAcceptable. */
export const newNotAcceptable = (types: string): Status =>
  failure({
    code: 406,
    reason: 'NotAcceptable',
    message: `only the following media types are accepted: ${types}`,
  });

export const newRequestEntityTooLarge = (limit: string): Status =>
  failure({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: ${limit}`,
  });

export const newTooManyRequests = (message: string, retryAfterSeconds: number): Status =>
  failure({ code: 429, reason: 'TooManyRequests', message, details: { retryAfterSeconds } });

export const newInternalError = (cause: string): Status =>
  failure({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${cause}`,
    details: { causes: [{ message: cause } as StatusCause] },
  });

export const newServerTimeout = (
  of: GroupResource,
  operation: string,
  retryAfterSeconds: number,
): Status =>
  failure({
    code: 500,
    reason: 'ServerTimeout',
    message:
      `The ${operation} operation against ${qualifiedResource(of)} could not be completed ` +
      'at this time, please try again.',
    details: { ...about(of, operation), retryAfterSeconds },
  });

/** An error whose type the server does not know: its text, and an empty reason. */
export const newUnknownError = (message: string): Status =>
  failure({ code: 500, reason: '', message });

export const newServiceUnavailable = (message: string): Status =>
  failure({ code: 503, reason: 'ServiceUnavailable', message });

/** @param retryAfterSeconds 0 says nothing of it. */
export const newTimeoutError = (
  message: string,
  retryAfterSeconds: number,
  causes?: readonly StatusCause[],
): Status =>
  failure({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: ${message}`,
    details: { causes, retryAfterSeconds },
  });

/** Cause that tells a client that it asked for a version ahead of the server's. */
export const RESOURCE_VERSION_TOO_LARGE = 'ResourceVersionTooLarge';

/** @param retryAfterSeconds 1 from a watch cache, 0 from etcd. */
export const newTooLargeResourceVersion = (
  asked: number,
  current: number,
  retryAfterSeconds: number,
): Status =>
  newTimeoutError(`Too large resource version: ${asked}, current: ${current}`, retryAfterSeconds, [
    { reason: RESOURCE_VERSION_TOO_LARGE, message: 'Too large resource version' },
  ]);

/**
 * How long a client should wait before it asks again, s; undefined where nobody asks it to.
 * Upstream: SuggestsClientDelay.
 */
export function suggestsClientDelay({ reason, details }: Status): number | undefined {
  if (!details) return undefined;
  const { retryAfterSeconds: seconds = 0 } = details;
  // This reason asks for a delay by itself.
  return reason === 'ServerTimeout' || seconds > 0 ? seconds : undefined;
}

/** A Status as it is answered: what is empty in it is filled in. Upstream: ErrorToAPIStatus. */
export const apiStatus = (status: Partial<Status>): Status => ({
  ...(status as Status),
  kind: 'Status',
  apiVersion: 'v1',
  status: status.status ?? 'Failure',
  code: status.code ?? (status.status === 'Success' ? 200 : 500),
});

/** What a delete answers where the deleted object is not handed back. */
export const newDeleted = (of: GroupResource, name: string, uid: string | undefined): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: NO_METADATA,
  status: 'Success',
  details: pruned({ ...about(of, name), uid }),
});

/** The Status with one more cause. */
export const withCause = (status: Status, cause: StatusCause): Status => ({
  ...status,
  details: { ...status.details, causes: [...(status.details?.causes ?? []), cause] },
});

/** The Status with another message. */
export const withMessage = (status: Status, message: string): Status => ({ ...status, message });

export const isStatus = (body: unknown): body is Status =>
  typeof body === 'object' && body !== null && (body as { kind?: unknown }).kind === 'Status';
