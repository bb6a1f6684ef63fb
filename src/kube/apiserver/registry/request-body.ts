/**
 * Bodies of requests: decoding, and checks that need no storage.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers (create.go,
 *             update.go, delete.go, rest.go: checkName), registry/rest/meta.go
 *             (EnsureObjectNamespaceMatchesRequestNamespace)
 */
import type { IncomingCall } from '#kernel';
import type { FieldType } from '../../api/decode-fields';
import { decodeError } from '../../api/decode-fields';
import { nameOf, namespaceOf, typedObject, withMeta } from '../../api/meta';
import type { ApiResource, KubeObject, Status } from '../../api/objects';
import { parseQuery, queryNumberError } from '../../api/query-string';
import { apiVersionOf } from '../../api/resources';
import { newBadRequest, newRequestEntityTooLarge, newUnknownError } from '../../api/status';
import { writtenMetadata } from '../storage/plain-data';
import { type DeleteRequestOptions, validateDeleteOptions } from './before-delete';
import { decodedObject, kindError, ownFieldTypes } from './decode-object';
import { DELETE_OPTIONS, OBJECT_META } from './decode-types';
import { pruned, strictError, wholeType } from './field-validation';
import { refused } from './outcome';
import type { RegistryStore } from './registry-store';

export const NAMESPACE_MISMATCH =
  'the namespace of the provided object does not match the namespace sent on the request';

type Fields = Readonly<Record<string, FieldType>>;

type Decoded =
  | { readonly ok: true; readonly object: KubeObject }
  | { readonly ok: false; readonly status: Status };

export interface BodyRules {
  /** The server itself has sent it, so that its types need no look. */
  readonly ownWords?: boolean;
  /** Unknown fields are refused, and not only dropped. */
  readonly strict?: boolean;
  /** Hears of unknown fields that are dropped. */
  readonly warn?: ((text: string) => void) | undefined;
  /** The answer where the types are wrong, which Go's decoder says so. */
  readonly undecodable?: (text: string) => Status;
}

interface KindTypes {
  /** Those of the kind's whole type, where it is known. */
  readonly whole: Fields | undefined;
  /** The same with what its own strategy knows better. */
  readonly types: Fields | undefined;
  /** The same for an object whose metadata a server has checked before. */
  readonly checked?: KindTypes;
}
const NO_TYPES: KindTypes = { whole: undefined, types: undefined };
const UNSTRUCTURED: KindTypes = { whole: undefined, types: { metadata: OBJECT_META } };
const NOT_LOOKED_AT: FieldType = { kind: 'any' };
const typesOfKinds = new WeakMap<ApiResource, KindTypes>();

function typesOf(store: RegistryStore, { metadata }: KubeObject): KindTypes {
  if (store.strategy.unstructured) return UNSTRUCTURED;
  const known = typesOfKinds.get(store.of) ?? foundTypes(store.of);
  return (writtenMetadata(metadata ?? {}) && known.checked) || known;
}

function foundTypes(of: ApiResource): KindTypes {
  const apiVersion = apiVersionOf(of);
  const whole = wholeType(apiVersion, of.kind);
  const own = ownFieldTypes({ apiVersion, kind: of.kind });
  const types = whole && { ...whole, metadata: OBJECT_META, ...own };
  const unread = { metadata: NOT_LOOKED_AT };
  const checked = {
    whole: whole && { ...whole, ...unread },
    types: types && { ...types, ...unread },
  };
  const found = { whole, types, checked };
  typesOfKinds.set(of, found);
  return found;
}

/** Why an object that says its kind or version cannot be of that kind. */
function otherKind({ kind, apiVersion }: KubeObject, of: ApiResource): string | undefined {
  const expected = apiVersionOf(of);
  if (kind !== undefined && kind !== of.kind) {
    const version = versionOf(apiVersion ?? expected);
    return `${kind} in version "${version}" cannot be handled as a ${of.kind}`;
  }
  if (apiVersion === undefined || apiVersion === expected) return undefined;
  return (
    `the API version in the data (${apiVersion}) does not match the expected API ` +
    `version (${expected})`
  );
}

/**
 * The body as an object of the request's namespace, defaulted, in the words of storage.
 */
export function decodeBody(
  store: RegistryStore,
  body: unknown,
  namespace: string,
  { ownWords = false, strict = false, warn, undecodable: answer }: BodyRules = {},
): Decoded {
  const { of, strategy } = store;
  if (typeof body !== 'object' || body === null || !('metadata' in body)) {
    return refused(
      newBadRequest(`the object provided is unrecognized (must be of type ${of.kind})`),
    );
  }
  let given = body as KubeObject;
  const expected = apiVersionOf(of);
  const other = otherKind(given, of);
  if (other !== undefined) return refused(newBadRequest(other));
  const kind = { apiVersion: expected, kind: of.kind };
  const { whole, types } = ownWords ? NO_TYPES : typesOf(store, given);
  const undecodable = ownWords ? strategy.decodeError?.(given) : kindError(given, kind, types);
  if (undecodable !== undefined) {
    if (answer) return refused(answer(undecodable));
    const text = `${of.kind} in version "${of.version}" cannot be handled as a ${of.kind}`;
    return refused(newBadRequest(`${text}: ${undecodable}`));
  }
  if (whole || strategy.prune) {
    const { object, unknown } = strategy.prune?.(given) ?? pruned(given, whole ?? {});
    if (strict && unknown.length > 0) {
      const text = `${of.kind} in version "${of.version}" cannot be handled as a ${of.kind}`;
      return refused(newBadRequest(`${text}: ${strictError(unknown)}`));
    }
    if (warn) for (const path of unknown) warn(`unknown field "${path}"`);
    given = object;
  }
  if (strategy.unstructured) {
    // Its nulls are values; those of its metadata are none.
    given = { ...given, metadata: decodedObject({ metadata: given.metadata }, kind).metadata };
  } else if (!ownWords) given = decodedObject(given, kind, types);
  const typed = typedObject(of, given);
  const stored = strategy.toStorage ? strategy.toStorage(typed) : typed;
  const object = inNamespace(strategy.setDefaults(stored), of, namespace);
  return object ? { ok: true, object } : refused(newBadRequest(NAMESPACE_MISMATCH));
}

/** `v1` of `apps/v1`. */
export const versionOf = (apiVersion: string): string =>
  apiVersion.slice(apiVersion.indexOf('/') + 1);

/** The object in the request's namespace; undefined when it names another. */
function inNamespace(
  object: KubeObject,
  { namespaced }: ApiResource,
  namespace: string,
): KubeObject | undefined {
  const own = namespaceOf(object);
  const wanted = namespaced ? namespace : '';
  if (own === wanted) return object;
  if (own !== '' && wanted !== '') return undefined;
  return withMeta(object, { namespace: wanted });
}

/** Most bytes of a body. Source: config.go (MaxRequestBodyBytes). */
const BODY_MAX = 3_145_728;

/** What a letter takes at most in JSON, as an escape. */
const LONGEST_LETTER = 6;
/** More than a number takes, or the marks around a value. */
const MARKS = 32;

/** More letters than the JSON of a value has: nearly every body is far from being too long. */
function mostLetters(value: unknown): number {
  if (typeof value === 'string') return value.length * LONGEST_LETTER + MARKS;
  if (typeof value !== 'object' || value === null) return MARKS;
  let letters = MARKS;
  if (Array.isArray(value)) {
    for (const item of value) letters += mostLetters(item);
    return letters;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    letters += name.length * LONGEST_LETTER + MARKS + mostLetters(fields[name]);
  }
  return letters;
}

/** The refusal of a body that is too long; what the server sends itself is not measured. */
export function bodyRefusal({ body, loopback }: IncomingCall): Status | undefined {
  if (loopback || typeof body !== 'object' || body === null) return undefined;
  if (mostLetters(body) <= BODY_MAX || JSON.stringify(body).length <= BODY_MAX) return undefined;
  return newRequestEntityTooLarge(`limit is ${BODY_MAX}`);
}

/** Upstream: checkName. */
export function checkName(object: KubeObject, name: string): Status | undefined {
  const own = nameOf(object);
  if (own === name) return undefined;
  if (own === '') {
    const text =
      `the name of the object (${name} based on URL) was undeterminable: ` +
      'name must be provided';
    return newBadRequest(text);
  }
  const text = `the name of the object (${own}) does not match the name on the URL (${name})`;
  return newBadRequest(text);
}

/** The options of a delete, or why they are refused. */
export function deleteOptionsOf(call: IncomingCall): DeleteRequestOptions | Status {
  const inQuery = typeof call.body !== 'object' || call.body === null;
  const place = { struct: 'DeleteOptions', path: [] };
  const mistyped = inQuery ? undefined : decodeError(call.body, DELETE_OPTIONS, place);
  // Upstream hands on what its decoder says, so that it is an error of no known type.
  if (mistyped !== undefined) return newUnknownError(mistyped);
  const values = inQuery ? parseQuery(call.fields.query) : undefined;
  const wrong = values && queryNumberError(values, 'gracePeriodSeconds');
  if (wrong !== undefined) return newBadRequest(wrong);
  const options = deleteOptions(call);
  return validateDeleteOptions(options) ?? options;
}

/** The body of a delete; absent fields are undefined. */
function deleteOptions({ body, fields }: IncomingCall): DeleteRequestOptions {
  if (typeof body === 'object' && body !== null) {
    const given = Object.entries(body).filter(
      ([field, value]) => field !== 'kind' && value !== null,
    );
    return Object.fromEntries(given);
  }
  if (fields.query === '') return {};
  const values = parseQuery(fields.query);
  const given = (key: string) => values.get(key) || undefined;
  const seconds = given('gracePeriodSeconds');
  const orphan = given('orphanDependents');
  return {
    propagationPolicy: given('propagationPolicy'),
    gracePeriodSeconds: seconds === undefined ? undefined : Number.parseInt(seconds, 10),
    orphanDependents: orphan === undefined ? undefined : orphan === 'true' || orphan === '1',
  };
}
