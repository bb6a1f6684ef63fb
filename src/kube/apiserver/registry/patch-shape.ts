/**
 * Patches that are of no use as they are: of another JSON type than their kind of patch, and those
 * whose result is not of the object's Go type.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go
 *             (jsonPatcher, applyPatchToObject), apimachinery pkg/runtime/converter.go
 * Simplified  a text in place of a named type of text is told as Go's decoder tells it
 */
import { invalid } from '../../api/field-error';
import type { Status } from '../../api/objects';
import {
  JSON_PATCH,
  MERGE_PATCH,
  type PatchBody,
  STRATEGIC_MERGE_PATCH,
} from '../../api/patch-body';
import { newBadRequest, newInvalid } from '../../api/status';
import { goPlain, isFields } from '../kinds/patch-fault';

/** Go's name of a kind of JSON value. */
function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

const unmarshal = (value: unknown, into: string): string =>
  `json: cannot unmarshal ${jsonKind(value)} into Go value of type ${into}`;

/** Why a patch cannot be read as one of its kind. */
export function shapeRefusal({ contentType, patch }: PatchBody): Status | undefined {
  const decoding = (text: string) => newBadRequest(`error decoding patch: ${text}`);
  if (contentType === JSON_PATCH) {
    if (!Array.isArray(patch)) return decoding(unmarshal(patch, '[]handlers.jsonPatchOp'));
    const index = patch.findIndex((operation) => operation !== null && !isFields(operation));
    return index < 0 ? undefined : decoding(unmarshal(patch[index], 'handlers.jsonPatchOp'));
  }
  if (isFields(patch)) return undefined;
  const text = unmarshal(patch, 'map[string]interface {}');
  if (contentType === MERGE_PATCH) return decoding(text);
  return contentType === STRATEGIC_MERGE_PATCH ? newBadRequest(text) : undefined;
}

/** Go's kinds of what JSON values become. */
const KINDS: Readonly<Record<string, string>> = {
  array: 'slice',
  object: 'map',
  number: 'int64',
};

/** What the converter says where the decoder says this. Upstream: fromUnstructured. */
function converterText(decoder: string): string {
  const [, what, type] =
    /^json: cannot unmarshal (\w+).* into Go struct field \S+ of type (.+)$/.exec(decoder) ?? [];
  if (what === undefined) return decoder;
  const kind = KINDS[what] ?? what;
  if (type.startsWith('[]')) return `cannot restore slice from ${kind}`;
  if (type.startsWith('map[')) return `cannot restore map from ${kind}`;
  if (type === 'string' && what === 'number') return 'cannot convert int64 to string';
  return /^(int32|int64|bool|string)$/.test(type) ? `unrecognized type: ${type}` : decoder;
}

/** @param decoder what Go's decoder says of the patched object */
export function undecodablePatch(
  { contentType, patch }: PatchBody,
  patched: unknown,
  decoder: string,
): Status {
  const strategic = contentType === STRATEGIC_MERGE_PATCH;
  const value = strategic ? goPlain(patch) : JSON.stringify(patched);
  const text = strategic ? converterText(decoder) : decoder;
  return newInvalid({ group: '', kind: '' }, '', [invalid('patch', value, text)]);
}
