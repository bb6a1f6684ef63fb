/**
 * The failures of storage and their texts.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/errors.go, etcd3/errors.go
 */
import { newFailure } from '../../api/status';
import { ETCD_ERROR } from '../../etcd/api';
import { encodeContinue } from './continue-token';
import { versionFault } from './resource-version';
import { type Preconditions, STORAGE_CODE, type StorageFailure } from './storage';

const CODE_TEXT: Readonly<Record<number, string>> = {
  [STORAGE_CODE.keyNotFound]: 'key not found',
  [STORAGE_CODE.keyExists]: 'key exists',
  [STORAGE_CODE.resourceVersionConflicts]: 'resource version conflicts',
  [STORAGE_CODE.invalidObject]: 'invalid object',
  [STORAGE_CODE.unreachable]: 'server unreachable',
};

/** Text of an old watch version. Source: etcd3/errors.go interpretWatchError. */
const WATCH_EXPIRED = 'The resourceVersion for the provided watch is too old.';
/** Text of an old list version. Source: etcd3/errors.go expired list. */
const LIST_EXPIRED = 'The resourceVersion for the provided list is too old.';
/** Text of an old continue token. Source: etcd3/errors.go continueExpired, inconsistentContinue. */
const CONTINUE_EXPIRED = [
  'The provided continue parameter is too old to display a consistent list result. You can start',
  'a new list without the continue parameter, or use the continue token in this response to',
  'retrieve the remainder of the results. Continuing with the provided token results in an',
  'inconsistent list - objects that were created, modified, or deleted between the time the first',
  'chunk was returned and now may show up in the list.',
].join(' ');

/** A storage error with a code. Upstream: StorageError.Error. */
export function storageError(code: number, key: string, additional = ''): StorageFailure {
  const what = CODE_TEXT[code];
  const rest = `ResourceVersion: 0, AdditionalErrorMsg: ${additional}`;
  return {
    kind: 'storage',
    code,
    key,
    message: `StorageError: ${what}, Code: ${code}, Key: ${key}, ${rest}`,
  };
}

/** An error of etcd or of the way to it, unchanged. */
export const rawFailure = (message: string): StorageFailure => ({ kind: 'raw', message });

export function watchFailure(error: string): StorageFailure {
  if (error !== ETCD_ERROR.compacted) return rawFailure(error);
  return { kind: 'expired', message: WATCH_EXPIRED };
}

/** @param startKey where a paged list was going on; absent for its first page. */
export function listFailure(error: string, prefix: string, startKey?: string): StorageFailure {
  if (error !== ETCD_ERROR.compacted) return rawFailure(error);
  if (startKey === undefined) return { kind: 'expired', message: LIST_EXPIRED };
  const token = encodeContinue(startKey, prefix, -1);
  return { kind: 'expired', message: CONTINUE_EXPIRED, continue: token };
}

/** A bad version, as the Status that upstream's etcd store makes of it. */
export function invalidResourceVersion(text: string): StorageFailure {
  const message = `invalid resource version: ${versionFault(text)}`;
  return { kind: 'refused', refusal: newFailure(400, 'BadRequest', message) };
}

/** Why an object does not meet the preconditions; undefined when it does. Upstream: Check. */
export function checkPreconditions(
  key: string,
  preconditions: Preconditions | undefined,
  metadata: { readonly uid?: string; readonly resourceVersion?: string } | undefined,
): StorageFailure | undefined {
  if (!preconditions) return undefined;
  const { uid, resourceVersion } = preconditions;
  const found = { uid: metadata?.uid ?? '', version: metadata?.resourceVersion ?? '' };
  const failed = (what: string, asked: string, has: string) =>
    storageError(
      STORAGE_CODE.invalidObject,
      key,
      `Precondition failed: ${what} in precondition: ${asked}, ${what} in object meta: ${has}`,
    );
  if (uid !== undefined && uid !== found.uid) return failed('UID', uid, found.uid);
  if (resourceVersion !== undefined && resourceVersion !== found.version) {
    return failed('ResourceVersion', resourceVersion, found.version);
  }
  return undefined;
}
