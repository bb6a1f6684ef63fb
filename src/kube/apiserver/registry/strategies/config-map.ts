/**
 * ConfigMaps.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/configmap/strategy.go,
 *             pkg/apis/core/validation/validation.go (ValidateConfigMap, ValidateConfigMapUpdate)
 */
import { isConfigMapKey } from '#base';
import { semanticDeepEqual } from '../../../api/equality';
import { type FieldError, forbidden, invalid, tooLong } from '../../../api/field-error';
import { base64Bytes } from '../../../api/go-base64';
import type { KubeObject } from '../../../api/objects';
import { CONFIG_MAPS } from '../../../api/resources';
import { validateKubeFinalizers, validateObjectMeta } from '../../../api/validate-meta';
import { nameIsDNSSubdomain } from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';

export interface ConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

/** Values of all data together, bytes. Source: core.MaxSecretSize. */
const MAX_SIZE = 1_024 * 1_024;
/** UTF-8, bytes. */
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

function validate(object: KubeObject): FieldError[] {
  const { data = {}, binaryData = {} } = object as ConfigMap;
  const errors = [
    ...validateObjectMeta(object.metadata, true, nameIsDNSSubdomain),
    ...validateKubeFinalizers(object.metadata),
  ];
  const wrong = (field: string, key: string) =>
    errors.push(...isConfigMapKey(key).map((text) => invalid(`${field}[${key}]`, key, text)));
  let size = 0;
  for (const [key, value] of Object.entries(data)) {
    wrong('data', key);
    size += bytesOf(value);
    if (!(key in binaryData)) continue;
    errors.push(invalid(`data[${key}]`, key, 'duplicate of key present in binaryData'));
  }
  for (const [key, value] of Object.entries(binaryData)) {
    wrong('binaryData', key);
    size += base64Bytes(value);
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
