/**
 * Whether a value has the types of a Go struct, and what Go's decoder says when it has not.
 *
 * Upstream    Go encoding/json (UnmarshalTypeError), which sigs.k8s.io/json follows
 * Simplified  a whole number beyond 2^53, which an int64 still holds, is refused as one that does
 *             not fit: bodies are values of JavaScript, which would lose its last digits
 */
import { base64Error, STD_ENCODING } from './go-base64';
import { isWrittenTime, type TimeForm, timeError } from './go-time';

/**
 * What a field is: a Go type with its kind of JSON value, or a struct, or lists and maps of them.
 */
export type FieldType =
  | { readonly kind: 'string' | 'integer' | 'boolean'; readonly go: string }
  /** A number or a text. */
  | { readonly kind: 'intOrString' }
  /** An instant as text, RFC 3339: to the second, or with exactly six digits of a fraction. */
  | { readonly kind: TimeForm }
  /** A quantity: a number or a text such as `100m`. */
  | { readonly kind: 'quantity' }
  /** Bytes, as text in base64. */
  | { readonly kind: 'bytes' }
  /** Not looked at. */
  | { readonly kind: 'any' }
  | { readonly kind: 'map'; readonly of: FieldType }
  | { readonly kind: 'list'; readonly of: FieldType }
  | { readonly kind: 'texts' }
  | StructType;

export interface StructType {
  readonly kind: 'struct';
  readonly go: string;
  readonly fields: Readonly<Record<string, FieldType>>;
  /** What Go writes of a field that is not given, where it writes it all the same. */
  readonly always?: Readonly<Record<string, unknown>>;
}

/** A field within a struct: the struct's name, and the names from the top. */
interface Place {
  readonly struct: string;
  readonly path: readonly string[];
}

const NOWHERE: Place = { struct: '', path: [] };

/** Source: apimachinery pkg/api/resource (ParseQuantity, ErrFormatWrong). */
const QUANTITY = /^[+-]?(\d+(\.\d*)?|\.\d+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/;
const NOT_A_QUANTITY =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** What reads its JSON itself, and as what: the error says that type. Source: UnmarshalJSON. */
const OWN_READERS: Readonly<Record<string, FieldType>> = {
  time: { kind: 'string', go: 'string' },
  microTime: { kind: 'string', go: 'string' },
  intOrString: { kind: 'integer', go: 'int32' },
};

function fitsInteger(value: unknown, go: string): boolean {
  if (go === 'int32') return (value as number) === ((value as number) | 0);
  return Number.isSafeInteger(value);
}

/** The name of the Go type of a field, without its package's path. */
function goName(type: FieldType): string {
  switch (type.kind) {
    case 'list':
      return `[]${goName(type.of)}`;
    case 'texts':
      return 'map[string]string';
    case 'map':
      return `map[string]${goName(type.of)}`;
    case 'quantity':
      return 'resource.Quantity';
    case 'bytes':
      return '[]uint8';
    case 'any':
      return 'interface {}';
    case 'time':
      return 'v1.Time';
    case 'microTime':
      return 'v1.MicroTime';
    case 'intOrString':
      return 'intstr.IntOrString';
    case 'struct':
      return `v1.${type.go}`;
    default:
      return type.go;
  }
}

/** Go's name of a kind of JSON value. */
function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return typeof value;
}

function mismatch(value: unknown, given: FieldType, place: Place | undefined): string {
  const { struct, path } = place ?? NOWHERE;
  const type = OWN_READERS[given.kind] ?? given;
  const broken = typeof value === 'number' && type.kind === 'integer';
  const what = broken ? `number ${value}` : jsonKind(value);
  const where = `Go struct field ${struct}.${path.join('.')}`;
  return `json: cannot unmarshal ${what} into ${where} of type ${goName(type)}`;
}

/**
 * @param place where the value stands; undefined for those who only ask whether all fit, as nearly
 *   always they do.
 * @returns Go's text of the first field that is of another type; undefined when all fit.
 */
export function decodeError(
  value: unknown,
  type: FieldType,
  place: Place | undefined,
): string | undefined {
  if (value === undefined || value === null) return undefined;
  switch (type.kind) {
    case 'string':
      return typeof value === 'string' ? undefined : mismatch(value, type, place);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : mismatch(value, type, place);
    case 'integer':
      return fitsInteger(value, type.go) ? undefined : mismatch(value, type, place);
    case 'intOrString': {
      const fits = typeof value === 'string' || fitsInteger(value, 'int32');
      return fits ? undefined : mismatch(value, type, place);
    }
    case 'time':
    case 'microTime':
      if (typeof value !== 'string') return mismatch(value, type, place);
      return isWrittenTime(value, type.kind) ? undefined : timeError(value, type.kind);
    case 'bytes':
      return typeof value === 'string'
        ? base64Error(value, STD_ENCODING)
        : mismatch(value, type, place);
    case 'list':
      if (!Array.isArray(value)) return mismatch(value, type, place);
      return firstOf(value, (item) => decodeError(item, type.of, place));
    case 'any':
      return undefined;
    case 'quantity':
      if (typeof value === 'number') return undefined;
      if (typeof value !== 'string') return NOT_A_QUANTITY;
      return QUANTITY.test(value) ? undefined : NOT_A_QUANTITY;
    case 'map':
      if (!isFields(value)) return mismatch(value, type, place);
      return firstOf(Object.values(value), (item) => decodeError(item, type.of, place));
    case 'texts':
      return decodeTexts(value, type, place);
    default:
      return decodeStruct(value, type, place);
  }
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TEXT: FieldType = { kind: 'string', go: 'string' };

function decodeTexts(
  value: unknown,
  type: FieldType,
  place: Place | undefined,
): string | undefined {
  if (!isFields(value)) return mismatch(value, type, place);
  return firstOf(Object.values(value), (item) => decodeError(item, TEXT, place));
}

function decodeStruct(
  value: unknown,
  type: StructType,
  place: Place | undefined,
): string | undefined {
  if (!isFields(value)) return mismatch(value, type, place);
  for (const name in type.fields) {
    const item = value[name];
    if (item === undefined || item === null) continue;
    // Most fields are texts that are texts; this is asked of every field of every body.
    if (typeof item === 'string' && type.fields[name].kind === 'string') continue;
    const within = place && { struct: type.go, path: [...place.path, name] };
    const found = decodeError(item, type.fields[name], within);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstOf<T>(
  items: readonly T[],
  find: (item: T) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
