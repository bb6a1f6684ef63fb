/**
 * PATCH: what a patch makes of the stored object. It is applied inside the update's function, so a
 * lost write applies it again to what is there then.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go
 * Simplified  merge patches, and strategic merge patches without lists, where both are the same;
 *             others are refused
 */
import type { KubeObject, Status } from '../../api/objects';
import {
  hasList,
  isPatchBody,
  MERGE_PATCH,
  mergePatch,
  STRATEGIC_MERGE_PATCH,
} from '../../api/patch-body';
import { newBadRequest } from '../../api/status';
import type { Refused } from './outcome';
import { refused } from './outcome';
import type { RegistryStore } from './registry-store';
import { checkName, decodeBody } from './request-body';

/** The object that comes of what is stored, or why there is none. */
export type Patcher = (existing: KubeObject) => KubeObject | Status;

/** Codes of what is not taken. Source: RFC 9110. */
const UNSUPPORTED_MEDIA_TYPE = 415;
const NOT_IMPLEMENTED = 501;

export interface PatchTarget {
  readonly namespace: string;
  readonly name: string;
}

/** @param body of the request. */
export function patcherOf(
  store: RegistryStore,
  body: unknown,
  { namespace, name }: PatchTarget,
): { readonly ok: true; readonly patcher: Patcher } | Refused {
  if (!isPatchBody(body)) return refused(newBadRequest('the body of a patch is an object'));
  const { contentType, patch } = body;
  if (contentType !== MERGE_PATCH && contentType !== STRATEGIC_MERGE_PATCH) {
    return refused(unsupportedMediaType());
  }
  if (contentType === STRATEGIC_MERGE_PATCH && hasList(patch)) return refused(listsNotModelled());
  const { fromStorage = (object: KubeObject) => object } = store.strategy;
  const patcher: Patcher = (existing) => {
    const decoded = decodeBody(store, mergePatch(fromStorage(existing), patch), namespace);
    if (!decoded.ok) return decoded.status;
    return checkName(decoded.object, name) ?? decoded.object;
  };
  return { ok: true, patcher };
}

const failure = (code: number, reason: string, message: string): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  code,
});

/** Upstream: NewUnsupportedMediaTypeError. */
const unsupportedMediaType = (): Status =>
  failure(
    UNSUPPORTED_MEDIA_TYPE,
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: ' +
      `${MERGE_PATCH}, ${STRATEGIC_MERGE_PATCH}`,
  );

const listsNotModelled = (): Status =>
  failure(
    NOT_IMPLEMENTED,
    'NotImplemented',
    'not modelled yet: lists in a strategic merge patch; send a merge patch',
  );
