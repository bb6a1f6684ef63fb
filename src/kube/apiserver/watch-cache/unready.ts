/**
 * What a client hears from a cache that is not filled, or not any more.
 *
 * Upstream    kubernetes v1.31 staging/src/k8s.io/apiserver/pkg/storage/cacher (ready.go,
 *             cacher.go Watch)
 */
import type { StorageFailure } from '../storage/storage';

/** What a client is told to wait, s. Source: Cacher.Watch. */
const RETRY_SECONDS = 1;

/** From 1.31 on. */
export const UNREADY: StorageFailure = {
  kind: 'tooManyRequests',
  message: 'storage is (re)initializing',
  retryAfterSeconds: RETRY_SECONDS,
};

export const STOPPED: StorageFailure = {
  kind: 'unavailable',
  message: 'apiserver cacher is stopped',
};

/** For a log line. */
export function failureText(failure: StorageFailure): string {
  return 'message' in failure ? failure.message : failure.kind;
}
