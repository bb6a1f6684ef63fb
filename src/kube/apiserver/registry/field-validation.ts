/**
 * Bodies against the whole types of their kinds: what no field of a type is, is dropped, and with
 * `fieldValidation=Strict` refused.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers (create.go,
 *             rest.go), apimachinery pkg/runtime (strict decoding)
 * Simplified  a field that is given twice cannot be seen, as bodies are values and no text
 */

import type { FieldType } from '../../api/decode-fields';
import { type FieldError, invalid, notSupported, tooLong } from '../../api/field-error';
import { decodedStruct } from '../../api/go-types/decoded-types';
import { typeOfKind } from '../../api/go-types/go-types';
import type { KubeObject, Status } from '../../api/objects';
import { parseQuery } from '../../api/query-string';
import { newInvalid } from '../../api/status';

const MODES = ['', 'Ignore', 'Strict', 'Warn'];
const KIND_OF_VERB: Readonly<Record<string, string>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  patch: 'PatchOptions',
};

/** What is done about unknown fields. */
export type FieldValidation = 'Ignore' | 'Strict' | 'Warn';
/** Source: defaultFieldValidation... of ServerSideFieldValidation, on since 1.25. */
const DEFAULT_MODE = 'Warn';

/** What the request asks to be done about unknown fields, or why it is refused. */
export function fieldValidationOf(verb: string, query: string): FieldValidation | Status {
  if (!query.includes('fieldValidation=') && !query.includes('fieldManager=')) return DEFAULT_MODE;
  const values = parseQuery(query);
  const mode = values.get('fieldValidation') || DEFAULT_MODE;
  const known = MODES.includes(mode);
  const errors = [
    ...managerErrors(values.get('fieldManager') ?? ''),
    ...(known ? [] : [notSupported('fieldValidation', mode, MODES)]),
  ];
  if (errors.length === 0) return mode as FieldValidation;
  const kind = KIND_OF_VERB[verb] ?? 'CreateOptions';
  return newInvalid({ group: 'meta.k8s.io', kind }, '', errors);
}

/** Longest name of a manager, bytes. Source: FieldManagerMaxLength. */
const MANAGER_MAX = 128;

/** Upstream: ValidateFieldManager. */
function managerErrors(manager: string): FieldError[] {
  const long = new TextEncoder().encode(manager).length > MANAGER_MAX;
  const found = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.exec(manager);
  const point = found?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  const at = found && new TextEncoder().encode(manager.slice(0, found.index)).length;
  const text = `invalid character U+${point} (at position ${at})`;
  return [
    ...(long ? [tooLong('fieldManager', MANAGER_MAX)] : []),
    ...(found ? [invalid('fieldManager', manager, text)] : []),
  ];
}

type Fields = Readonly<Record<string, FieldType>>;

/** The fields of a kind, where its whole type is known. */
export function wholeType(apiVersion: string, kind: string): Fields | undefined {
  const name = typeOfKind(apiVersion, kind);
  const type = name === undefined ? undefined : decodedStruct(name);
  return type?.kind === 'struct' ? type.fields : undefined;
}

/** The object without unknown fields, and their paths in upstream's words. */
export function pruned(object: KubeObject, fields: Fields) {
  const unknown: string[] = [];
  if (allKnownOf(object, fields)) return { object, unknown };
  const { apiVersion, kind, ...rest } = object;
  const kept = prunedFields(rest, fields, { path: '', unknown }) as KubeObject;
  const types = { ...(kind === undefined ? {} : { kind }) };
  const whole = { ...types, ...(apiVersion === undefined ? {} : { apiVersion }), ...kept };
  return { object: unknown.length === 0 ? object : (whole as KubeObject), unknown };
}

/** Whether no field is unknown, as in nearly every body. */
function allKnownOf(object: KubeObject, fields: Fields): boolean {
  for (const name in object) {
    if (name === 'apiVersion' || name === 'kind') continue;
    if (!Object.hasOwn(fields, name) || !knownWithin(object[name], fields[name])) return false;
  }
  return true;
}

function allKnown(value: object, fields: Fields): boolean {
  for (const name in value) {
    if (!Object.hasOwn(fields, name)) return false;
    if (!knownWithin((value as Record<string, unknown>)[name], fields[name])) return false;
  }
  return true;
}

function knownWithin(value: unknown, type: FieldType): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    return type.kind !== 'list' || value.every((item) => knownWithin(item, type.of));
  }
  if (type.kind === 'struct') return allKnown(value, type.fields);
  if (type.kind !== 'map') return true;
  for (const key in value) {
    if (!knownWithin((value as Record<string, unknown>)[key], type.of)) return false;
  }
  return true;
}

interface Walk {
  readonly path: string;
  readonly unknown: string[];
}

function prunedFields(value: object, fields: Fields, { path, unknown }: Walk): object {
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (type) return [[name, prunedValue(inner, type, { path: place, unknown })] as const];
    unknown.push(place);
    return [];
  });
  return Object.fromEntries(entries);
}

function prunedValue(value: unknown, type: FieldType, walk: Walk): unknown {
  const { path, unknown } = walk;
  if (Array.isArray(value)) {
    if (type.kind !== 'list') return value;
    return value.map((item, index) =>
      prunedValue(item, type.of, { path: `${path}[${index}]`, unknown }),
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  if (type.kind === 'struct') return prunedFields(value, type.fields, walk);
  if (type.kind !== 'map') return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    prunedValue(inner, type.of, { path: `${path}.${key}`, unknown }),
  ]);
  return Object.fromEntries(entries);
}

/** Source: runtime.NewStrictDecodingError. */
export const strictError = (unknown: readonly string[]): string =>
  `strict decoding error: ${unknown.map((path) => `unknown field "${path}"`).join(', ')}`;
