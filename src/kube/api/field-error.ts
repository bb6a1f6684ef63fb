/**
 * One fault that validation found in a field, printed as the API server prints it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go
 */

/** Go text of a value that JSON cannot express, such as `[]string{"a"}` or `0x0`. */
export interface GoLiteral {
  readonly go: string;
}
/** A value that is not printed. Upstream: OmitValueType. */
export const OMITTED: GoLiteral = { go: '' };
export type BadValue = string | number | boolean | null | GoLiteral;

/** Upstream's ErrorType; also the reason of the cause in a Status. */
export type FieldErrorType = keyof typeof TYPE_TEXT;

export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  readonly value: BadValue;
  readonly detail: string;
}

/** Words of each type. Source: ErrorType.String. */
const TYPE_TEXT = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  InternalError: 'Internal error',
  FieldValueTypeInvalid: 'Invalid value',
} as const;

/** Types whose value is not printed. */
const WITHOUT_VALUE: ReadonlySet<FieldErrorType> = new Set([
  'FieldValueRequired',
  'FieldValueForbidden',
  'FieldValueTooLong',
  'InternalError',
]);

const GO_ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
};

/** Quotes as Go's `%q` does, for printable text and control characters. */
export function goQuote(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped here
  const body = text.replace(/[\u0000-\u001f"\\\u007f]/g, (char) => {
    const hex = char.charCodeAt(0).toString(16).padStart(2, '0');
    return GO_ESCAPES[char] ?? `\\x${hex}`;
  });
  return `"${body}"`;
}

/** A list of strings as Go's `%#v` prints it. */
export const goStrings = (list: readonly string[]): GoLiteral => ({
  go: `[]string{${list.map(goQuote).join(', ')}}`,
});

function valueText(value: BadValue): string {
  if (value === null) return '"null"';
  if (typeof value === 'string') return goQuote(value);
  return typeof value === 'object' ? value.go : String(value);
}

/** The text after the field's path. Upstream: Error.ErrorBody. */
export function errorBody({ type, value, detail }: FieldError): string {
  const words = TYPE_TEXT[type];
  const bare = WITHOUT_VALUE.has(type) || value === OMITTED;
  const body = bare ? words : `${words}: ${valueText(value)}`;
  return detail === '' ? body : `${body}: ${detail}`;
}

/** The whole text. Upstream: Error.Error. */
export const fieldErrorText = (error: FieldError): string => `${error.field}: ${errorBody(error)}`;

/** All texts as one: alone, or `[a, b]` without repetitions. Upstream: ErrorList.ToAggregate. */
export function aggregateText(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(fieldErrorText))];
  return texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
}

export const required = (field: string, detail: string): FieldError => ({
  type: 'FieldValueRequired',
  field,
  value: '',
  detail,
});
export const invalid = (field: string, value: BadValue, detail: string): FieldError => ({
  type: 'FieldValueInvalid',
  field,
  value,
  detail,
});
export const forbidden = (field: string, detail: string): FieldError => ({
  type: 'FieldValueForbidden',
  field,
  value: '',
  detail,
});
/** What a field names is not there. Upstream: field.NotFound. */
export const notFoundValue = (field: string, value: BadValue): FieldError => ({
  type: 'FieldValueNotFound',
  field,
  value,
  detail: '',
});
export const duplicate = (field: string, value: BadValue): FieldError => ({
  type: 'FieldValueDuplicate',
  field,
  value,
  detail: '',
});
export const notSupported = (
  field: string,
  value: BadValue,
  supported: readonly string[],
): FieldError => ({
  type: 'FieldValueNotSupported',
  field,
  value,
  detail: supported.length === 0 ? '' : `supported values: ${supported.map(goQuote).join(', ')}`,
});
export const tooLong = (field: string, maxLength: number): FieldError => ({
  type: 'FieldValueTooLong',
  field,
  value: '',
  detail: `must have at most ${maxLength} bytes`,
});
export const tooMany = (field: string, actual: number, max: number): FieldError => ({
  type: 'FieldValueTooMany',
  field,
  value: actual,
  detail: `must have at most ${max} ${max === 1 ? 'item' : 'items'}`,
});
