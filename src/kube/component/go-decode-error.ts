/**
 * Go's words for a value of a wrong type in a struct.
 *
 * Upstream    sigs.k8s.io/json internal/golang/encoding/json/decode.go (UnmarshalTypeError)
 */
import { type ConfigFault, goKind, isList } from './config-fields';

const NUMBERS: Readonly<Record<string, string>> = {
  ...{ int: 'int64', int32: 'int32', float: 'float64', float32: 'float32' },
};
const GO_TYPES: Readonly<Record<string, string>> = {
  ...NUMBERS,
  ...{ bool: 'bool', string: 'string', strings: '[]string' },
};

/** Structs of lists are in the package of the version. */
const goType = (type: string): string => {
  if (isList(type)) return `[]${goType(type.slice(2))}`;
  return GO_TYPES[type] ?? `v1.${type}`;
};

/**
 * @param struct that has the field, where the fault names none
 * @param section type of a section
 */
export function goDecodeError(fault: ConfigFault, struct: string, section?: string): string {
  const { path, reason, value, type = 'string' } = fault;
  const isNumber = type in NUMBERS && typeof value === 'number';
  // A text that is no duration has its words already.
  if (!isNumber && !reason.startsWith('expected')) return reason;
  // Go writes out a number that does not fit into a type of numbers.
  const kind = isNumber ? `number ${value}` : goKind(value);
  if (type === 'duration') return `json: cannot unmarshal ${kind} into Go value of type string`;
  const at = `Go struct field ${fault.struct ?? struct}.${path.replaceAll(/\[\d+\]/g, '')}`;
  return `json: cannot unmarshal ${kind} into ${at} of type ${section ?? goType(type)}`;
}
