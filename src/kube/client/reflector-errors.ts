/**
 * Which failures of a list or a watch a reflector knows.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/cache/reflector.go
 *             (isExpiredError, isTooLargeResourceVersionError)
 */
import type { Status } from '../api/objects';
import { RESOURCE_VERSION_TOO_LARGE } from '../api/status';

const EXPIRED_REASONS = new Set(['Expired', 'Gone']);
/** Of servers that give no cause by that name. */
const TOO_LARGE_TEXT = 'Too large resource version';

/** The version asked for is not kept any more. */
export const isExpired = ({ reason = '' }: Status): boolean => EXPIRED_REASONS.has(reason);

/** The version asked for is gone, or has not come yet: another list asks for the newest. */
export function isVersionUnavailable(status: Status): boolean {
  if (isExpired(status)) return true;
  if (status.reason !== 'Timeout') return false;
  const { details, message = '' } = status;
  const tooLarge = details?.causes?.some(
    (cause) => cause.reason === RESOURCE_VERSION_TOO_LARGE || cause.message === TOO_LARGE_TEXT,
  );
  return tooLarge === true || message.includes(TOO_LARGE_TEXT);
}

/** The server refuses connections or is too busy: its state is as it was. */
export const isBusy = (text: string, status: Status | undefined): boolean =>
  text.includes('connection refused') || status?.reason === 'TooManyRequests';
