/**
 * Of which kind an error of the API is: by its reason, and by its code where nobody knows the
 * reason.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go
 *             (IsNotFound and the like, reasonAndCodeForError)
 */
import type { Status } from './objects';

/** Kinds by reason: the code that stands for one, and whether it does so beside a known reason. */
const KINDS: Readonly<Record<string, { readonly code?: number; readonly always?: boolean }>> = {
  Unauthorized: { code: 401 },
  Forbidden: { code: 403 },
  NotFound: { code: 404 },
  AlreadyExists: {},
  Conflict: { code: 409 },
  Gone: { code: 410 },
  Invalid: { code: 422 },
  ServerTimeout: {},
  Timeout: { code: 504 },
  TooManyRequests: { code: 429, always: true },
  BadRequest: { code: 400 },
  MethodNotAllowed: { code: 405 },
  NotAcceptable: { code: 406 },
  RequestEntityTooLarge: { code: 413, always: true },
  UnsupportedMediaType: { code: 415 },
  InternalError: { code: 500 },
  Expired: {},
  ServiceUnavailable: { code: 503 },
};

export const isErrorKind = (kind: string): boolean => Object.hasOwn(KINDS, kind);

/** @param kind a reason that is known. */
export function isErrorOf(
  kind: string,
  { reason = '', code }: Pick<Status, 'reason'> & { readonly code?: number },
): boolean {
  if (reason === kind) return true;
  const { code: own, always = false } = KINDS[kind];
  return own !== undefined && code === own && (always || !isErrorKind(reason));
}
