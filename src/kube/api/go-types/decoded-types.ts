/**
 * The Go types of the built-in kinds as the decoder of bodies looks at them.
 *
 * Upstream    kubernetes v1.33 staging/src/k8s.io/api, apimachinery pkg/runtime/serializer/json
 */

import type { FieldType } from '../decode-fields';
import { fieldsOfType, type GoType } from './go-types';

const asFieldType = new Map<string, FieldType>();

/** The type as the decoder looks at it. */
export function decodedType(type: GoType): FieldType {
  switch (type.kind) {
    case 'string':
      return { kind: 'string', go: 'string' };
    case 'int32':
    case 'int64':
      return { kind: 'integer', go: type.kind };
    case 'boolean':
      return { kind: 'boolean', go: 'bool' };
    case 'list':
      return { kind: 'list', of: decodedType(type.of) };
    case 'map':
      return type.of.kind === 'string'
        ? { kind: 'texts' }
        : { kind: 'map', of: decodedType(type.of) };
    case 'struct':
      return decodedStruct(type.name);
    case 'double':
      return { kind: 'any' };
    default:
      return { kind: type.kind };
  }
}

export function decodedStruct(name: string): FieldType {
  const known = asFieldType.get(name);
  if (known) return known;
  const types: Record<string, FieldType> = {};
  const made: FieldType = { kind: 'struct', go: name, fields: types };
  // Known before its fields are, as a schema holds schemas.
  asFieldType.set(name, made);
  for (const field of fieldsOfType(name)?.values() ?? [])
    types[field.name] = decodedType(field.type);
  return made;
}
