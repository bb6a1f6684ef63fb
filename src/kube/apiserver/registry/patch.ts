/**
 * PATCH: what a patch makes of the stored object. It is applied inside the update's function, so a
 * lost write applies it again to what is there then.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go
 * Simplified  JSON, merge and strategic merge patches; server-side apply of the conditions of a
 *             status, always forced, with no managed fields; others are refused
 */

import { isBuiltIn } from '../../api/api-groups';
import { required } from '../../api/field-error';
import { typeOfKind } from '../../api/go-types/go-types';
import { JsonPatchFault, jsonPatch } from '../../api/json-patch';
import type { KubeObject, Status } from '../../api/objects';
import {
  APPLY_PATCH,
  applyPatch,
  hasUnkeyedList,
  isPatchBody,
  JSON_PATCH,
  MERGE_PATCH,
  mergePatch,
  type PatchBody,
  STRATEGIC_MERGE_PATCH,
} from '../../api/patch-body';
import { parseQuery } from '../../api/query-string';
import { apiVersionOf } from '../../api/resources';
import {
  newBadRequest,
  newFailure,
  newInvalid,
  newRequestEntityTooLarge,
  newUnknownError,
} from '../../api/status';
import { StrategicPatchFault } from '../kinds/patch-fault';
import { strategicMerge } from '../kinds/strategic-merge';
import { withoutEqualOwners } from './equal-owners';
import type { Refused } from './outcome';
import { refused } from './outcome';
import { shapeRefusal, undecodablePatch } from './patch-shape';
import type { RegistryStore } from './registry-store';
import { type BodyRules, checkName, decodeBody } from './request-body';

/** The object that comes of what is stored, or why there is none. */
export type Patcher = (existing: KubeObject) => KubeObject | Status;

/** Codes of what is not taken. Source: RFC 9110. */
const UNSUPPORTED_MEDIA_TYPE = 415;
const NOT_IMPLEMENTED = 501;
const UNPROCESSABLE = 422;
/** Most operations of a JSON patch. Source: patch.go maxJSONPatchOperations. */
const OPERATIONS_MAX = 10_000;

export interface PatchTarget {
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
  /** Of the request. */
  readonly query: string;
  readonly rules?: BodyRules;
  readonly warn?: (text: string) => void;
}

/** @param body of the request. */
export function patcherOf(
  store: RegistryStore,
  body: unknown,
  target: PatchTarget,
): { readonly ok: true; readonly patcher: Patcher } | Refused {
  if (!isPatchBody(body)) return refused(newBadRequest('the body of a patch is an object'));
  const { contentType, patch } = body;
  const { group, version, kind } = store.of;
  // What a definition brings has no type to look at.
  const typed = isBuiltIn(group);
  const wrong = patchRefusal(body, target, typed);
  if (wrong) return refused(wrong);
  const { namespace, name, rules, warn } = target;
  const merge =
    contentType === STRATEGIC_MERGE_PATCH
      ? strategicFor(apiVersionOf({ group, version }), kind)
      : (MERGERS[contentType] ?? mergePatch);
  const { fromStorage = (object: KubeObject) => object } = store.strategy;
  const patcher: Patcher = (existing) => {
    const patched = tried(() => merge(fromStorage(existing), patch));
    if (!patched.ok) return patched.status;
    const undecodable = (text: string) => undecodablePatch(body, patched.value, text);
    const decoded = decodeBody(store, patched.value, namespace, { ...rules, undecodable });
    if (!decoded.ok) return decoded.status;
    const wrongName = checkName(decoded.object, name);
    return wrongName ?? withoutEqualOwners(decoded.object, 'patched', warn);
  };
  return { ok: true, patcher };
}

/** How a patch is put into an object, where it is no plain merge. */
const MERGERS: Readonly<Record<string, (target: unknown, patch: unknown) => unknown>> = {
  [APPLY_PATCH]: applyPatch,
  [JSON_PATCH]: (target, patch) => jsonPatch(target, patch as readonly unknown[]),
};

const strategicFor = (apiVersion: string, kind: string) => (target: unknown, patch: unknown) =>
  strategicMerge(target, patch, typeOfKind(apiVersion, kind));

/** What merges a patch into an object without a type of its own, or why it is not taken. */
export function mergerOf(body: unknown): ((target: unknown) => Patched) | Status {
  if (!isPatchBody(body)) return newBadRequest('the body of a patch is an object');
  const { contentType, patch } = body;
  const wrong = patchRefusal(body, { namespace: '', name: '', subresource: '', query: '' }, true);
  if (wrong) return wrong;
  const merge = MERGERS[contentType] ?? mergePatch;
  return (target) => tried(() => merge(target, patch));
}

/** Upstream: interpretStrategicMergePatchError. */
function strategicRefusal({ malformed, plain, message }: StrategicPatchFault): Refused {
  if (malformed) return refused(newBadRequest(message));
  if (plain) return refused(newUnknownError(message));
  const text = 'the server rejected our request due to an error in our request';
  return refused({ ...newFailure(UNPROCESSABLE, 'Invalid', text), details: causedBy(message) });
}

const causedBy = (message: string) => ({
  causes: [{ reason: 'UnexpectedServerResponse', message }],
});

type Patched = { readonly ok: true; readonly value: unknown } | Refused;

/** A JSON patch may not fit the object. Upstream: applyJSPatch, NewGenericServerResponse. */
function tried(patch: () => unknown): Patched {
  try {
    return { ok: true, value: patch() };
  } catch (error) {
    if (error instanceof StrategicPatchFault) return strategicRefusal(error);
    if (!(error instanceof JsonPatchFault)) throw error;
    const message = 'the server rejected our request due to an error in our request';
    return refused({ ...newFailure(UNPROCESSABLE, 'Invalid', message), details: {} });
  }
}

/** Why such a patch is not taken. */
function patchRefusal(
  { contentType, patch }: PatchBody,
  { subresource, query }: PatchTarget,
  typed: boolean,
): Status | undefined {
  const shape = shapeRefusal({ contentType, patch });
  switch (contentType) {
    case JSON_PATCH:
      return shape ?? jsonPatchRefusal(patch as readonly unknown[]);
    case MERGE_PATCH:
      return shape;
    case STRATEGIC_MERGE_PATCH:
      return typed ? shape : unsupportedMediaType(CUSTOM_TYPES);
    case APPLY_PATCH: {
      // Upstream: ValidatePatchOptions.
      if (!parseQuery(query).get('fieldManager')) {
        const options = { group: 'meta.k8s.io', kind: 'PatchOptions' };
        return newInvalid(options, '', [required('fieldManager', 'is required for apply patch')]);
      }
      const status = subresource === 'status' && !hasUnkeyedList(patch);
      return status ? undefined : notModelled('server-side apply of more than conditions');
    }
    default:
      return unsupportedMediaType(ALL_TYPES);
  }
}

function jsonPatchRefusal(patch: readonly unknown[]): Status | undefined {
  if (patch.length <= OPERATIONS_MAX) return undefined;
  const many = `The allowed maximum operations in a JSON patch is ${OPERATIONS_MAX}, got`;
  return newRequestEntityTooLarge(`${many} ${patch.length}`);
}

/** Upstream: NewUnsupportedMediaTypeError. */
const unsupportedMediaType = (accepted: readonly string[]): Status =>
  newFailure(
    UNSUPPORTED_MEDIA_TYPE,
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: ' +
      accepted.join(', '),
  );

const CUSTOM_TYPES = [JSON_PATCH, MERGE_PATCH, APPLY_PATCH];
const ALL_TYPES = [JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH, APPLY_PATCH];

const notModelled = (what: string): Status =>
  newFailure(NOT_IMPLEMENTED, 'NotImplemented', `not modelled yet: ${what}; send a merge patch`);
