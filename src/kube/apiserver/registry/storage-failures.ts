/**
 * What the API server makes of a failure of its storage.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/errors/storage.go
 */
import type { Status } from '../../api/objects';
import {
  type GroupResource,
  newAlreadyExists,
  newConflict,
  newNotFound,
  newResourceExpired,
  newServerTimeout,
  newServiceUnavailable,
  newTooLargeResourceVersion,
  newTooManyRequests,
  newUnknownError,
} from '../../api/status';
import { STORAGE_CODE, type StorageFailure } from '../storage/storage';

/** Seconds after which a client may try an unreachable storage again. Source: the same file. */
const UNREACHABLE_RETRY_SECONDS = 2;

export type StorageVerb = 'get' | 'list' | 'create' | 'update' | 'delete';

/** What the request was about. `name` is "" for a list. */
export interface StorageSubject {
  readonly verb: StorageVerb;
  readonly of: GroupResource;
  readonly name: string;
}

/**
 * Upstream: InterpretGetError, InterpretListError, InterpretCreateError, InterpretUpdateError,
 * InterpretDeleteError. A refusal is not a failure of storage: the caller takes it out before.
 */
export function interpretFailure(
  failure: Exclude<StorageFailure, { kind: 'refused' }>,
  subject: StorageSubject,
): Status {
  switch (failure.kind) {
    case 'storage':
      return interpretCode(failure.code, failure.message, subject);
    case 'tooLarge':
      return newTooLargeResourceVersion(
        failure.asked,
        failure.current,
        failure.retryAfterSeconds ?? 0,
      );
    case 'unavailable':
      return newServiceUnavailable(failure.message);
    case 'tooManyRequests':
      return newTooManyRequests(failure.message, failure.retryAfterSeconds);
    case 'expired':
      return newResourceExpired(failure.message, failure.continue);
    default:
      return newUnknownError(failure.message);
  }
}

function interpretCode(code: number, message: string, subject: StorageSubject): Status {
  const { verb, of, name } = subject;
  if (code === STORAGE_CODE.unreachable) {
    return newServerTimeout(of, verb, UNREACHABLE_RETRY_SECONDS);
  }
  if (code === STORAGE_CODE.keyNotFound && verb !== 'create') return newNotFound(of, name);
  if (code === STORAGE_CODE.keyExists && verb === 'create') return newAlreadyExists(of, name);
  const conflicts = verb === 'update' || verb === 'delete';
  return conflicts ? newConflict(of, name, message) : newUnknownError(message);
}

export const isNotFound = (failure: StorageFailure): boolean =>
  failure.kind === 'storage' && failure.code === STORAGE_CODE.keyNotFound;
