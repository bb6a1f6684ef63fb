/**
 * Secrets and their types.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/secret/strategy.go,
 *             pkg/apis/core/validation/validation.go (ValidateSecret, ValidateSecretUpdate)
 */
import { compareText, isConfigMapKey } from '#base';
import { semanticDeepEqual } from '../../../api/equality';
import { type FieldError, forbidden, invalid, required, tooLong } from '../../../api/field-error';
import { base64Bytes, decodeBase64, encodeBase64, STD_ENCODING } from '../../../api/go-base64';
import { readJson } from '../../../api/go-json';
import type { KubeObject } from '../../../api/objects';
import { IMMUTABLE_FIELD } from '../../../api/validate-meta';
import type { KindRules } from '../../registry/strategies/plain';
import { type Fields, fieldsOf, withValues } from './pod-defaults';

/** All values together, bytes. Source: core.MaxSecretSize. */
const MAX_SIZE = 1_024 * 1_024;
const ACCOUNT = 'kubernetes.io/service-account.name';

/** Texts become data, and are never stored. Upstream: Convert_v1_Secret_To_core_Secret. */
function withoutTexts({ stringData, ...secret }: KubeObject): KubeObject {
  const texts = Object.entries(fieldsOf(stringData));
  if (texts.length === 0) return secret as KubeObject;
  const coded = texts.map(([key, text]) => [key, encodeBase64(String(text), STD_ENCODING)]);
  const data = { ...fieldsOf(secret.data), ...Object.fromEntries(coded) };
  const sorted = Object.entries(data).sort(([a], [b]) => compareText(a, b));
  return { ...secret, data: Object.fromEntries(sorted) } as KubeObject;
}

const needed = (data: Fields, key: string): FieldError[] =>
  key in data ? [] : [required(`data[${key}]`, '')];

/** Credentials of registries, which are JSON. */
function jsonData(data: Fields, key: string): FieldError[] {
  if (!(key in data)) return needed(data, key);
  const read = readJson(decodeBase64(String(data[key]), STD_ENCODING));
  const wrong = typeof read === 'string' ? read : typeError(read.value);
  return wrong === undefined ? [] : [invalid(`data[${key}]`, '<secret contents redacted>', wrong)];
}

function typeError(value: unknown): string | undefined {
  if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined;
  const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return `json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`;
}

/** With the percent sign that upstream prints. */
const odd = (key: string): FieldError => required(`data[%s][${key}]`, '');

/** What each type asks for. */
const OF_TYPE: Readonly<Record<string, (data: Fields, object: KubeObject) => FieldError[]>> = {
  'kubernetes.io/service-account-token': (_, { metadata }) =>
    metadata.annotations?.[ACCOUNT] ? [] : [required(`metadata.annotations[${ACCOUNT}]`, '')],
  'kubernetes.io/dockercfg': (data) => jsonData(data, '.dockercfg'),
  'kubernetes.io/dockerconfigjson': (data) => jsonData(data, '.dockerconfigjson'),
  'kubernetes.io/basic-auth': (data) =>
    'username' in data || 'password' in data ? [] : [odd('username'), odd('password')],
  'kubernetes.io/ssh-auth': (data) => (data['ssh-privatekey'] ? [] : [odd('ssh-privatekey')]),
  'kubernetes.io/tls': (data) => ['tls.crt', 'tls.key'].flatMap((key) => needed(data, key)),
};

function validate(object: KubeObject): FieldError[] {
  const data = fieldsOf(object.data);
  const keys = Object.keys(data);
  const errors = keys.flatMap((key) =>
    isConfigMapKey(key).map((text) => invalid(`data[${key}]`, key, text)),
  );
  const size = keys.reduce((sum, key) => sum + base64Bytes(String(data[key])), 0);
  if (size > MAX_SIZE) errors.push(tooLong('data', MAX_SIZE));
  return [...errors, ...(OF_TYPE[String(object.type)]?.(data, object) ?? [])];
}

function validateUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  const fixed = 'field is immutable when `immutable` is set';
  if (object.type !== old.type) errors.push(invalid('type', String(object.type), IMMUTABLE_FIELD));
  if (old.immutable !== true) return errors;
  if (object.immutable !== true) errors.push(forbidden('immutable', fixed));
  if (!semanticDeepEqual(object.data, old.data)) errors.push(forbidden('data', fixed));
  return errors;
}

export const secretRules: KindRules = {
  setDefaults: (object) => withValues(withoutTexts(object), { type: 'Opaque' }) as KubeObject,
  // Nobody gives a type that is there already.
  validate,
  validateUpdate,
  selectableFields: ({ type }) => ({ type: String(type ?? '') }),
};
