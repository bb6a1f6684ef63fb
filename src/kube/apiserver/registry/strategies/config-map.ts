/**
 * ConfigMaps.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/configmap/strategy.go,
 *             pkg/apis/core/validation/validation.go (ValidateConfigMap, ValidateConfigMapUpdate)
 */
import { semanticDeepEqual } from '../../../api/equality';
import { type FieldError, forbidden, invalid, tooLong } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { CONFIG_MAPS } from '../../../api/resources';
import { validateKubeFinalizers, validateObjectMeta } from '../../../api/validate-meta';
import { maxLengthError, nameIsDNSSubdomain } from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';

export interface ConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

/** Keys and values of all data together, bytes. Source: core.MaxSecretSize. */
const MAX_SIZE = 1_024 * 1_024;
/** Longest key. Source: validation.IsConfigMapKey, DNS1123SubdomainMaxLength. */
const KEY_MAX = 253;
const KEY = '[-._a-zA-Z0-9]+';
const KEY_TEXT =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. " +
  `'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '${KEY}')`;
const WHOLE_KEY = new RegExp(`^${KEY}$`);

/** Upstream: IsConfigMapKey. */
function wrongInKey(key: string): readonly string[] {
  const wrong: string[] = [];
  if (key.length > KEY_MAX) wrong.push(maxLengthError(KEY_MAX));
  if (!WHOLE_KEY.test(key)) wrong.push(KEY_TEXT);
  if (key === '.') wrong.push("must not be '.'");
  else if (key === '..') wrong.push("must not be '..'");
  else if (key.startsWith('..')) wrong.push("must not start with '..'");
  return wrong;
}

function validate(object: KubeObject): FieldError[] {
  const { data = {}, binaryData = {} } = object as ConfigMap;
  const errors = [
    ...validateObjectMeta(object.metadata, true, nameIsDNSSubdomain),
    ...validateKubeFinalizers(object.metadata),
  ];
  let size = 0;
  for (const [field, values] of Object.entries({ data, binaryData })) {
    for (const [key, value] of Object.entries(values)) {
      errors.push(...wrongInKey(key).map((text) => invalid(`${field}[${key}]`, key, text)));
      size += value.length;
      if (field === 'data' || !(key in data)) continue;
      errors.push(invalid(`data[${key}]`, key, 'duplicate of key present in binaryData'));
    }
  }
  if (size > MAX_SIZE) errors.push(tooLong('', MAX_SIZE));
  return errors;
}

function validateUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  if ((old as ConfigMap).immutable === true) {
    const fixed = (field: string) =>
      errors.push(forbidden(field, 'field is immutable when `immutable` is set'));
    if ((object as ConfigMap).immutable !== true) fixed('immutable');
    if (!semanticDeepEqual(object.data, old.data)) fixed('data');
    if (!semanticDeepEqual(object.binaryData, old.binaryData)) fixed('binaryData');
  }
  return [...errors, ...validate(object)];
}

export const configMapStrategy: Strategy = {
  ...DEFAULT_STRATEGY,
  of: CONFIG_MAPS,
  validate,
  validateUpdate,
};
