/**
 * How long the JSON of a value would be, without making it: every write is measured, and nobody
 * reads the text.
 */

/** Before it are signs that are escaped, and behind the last one surrogates begin. */
const FIRST_PLAIN = 0x20;
const LAST_PLAIN = 0xd7ff;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What the two brackets or braces and the marks between cost: one for each item, and one more. */
const EMPTY = 2;
const TRUE_OR_NULL = 4;
const FALSE = 5;

/** An object that was measured. */
export interface Measured {
  readonly object: object;
  readonly length: number;
}

/**
 * Length of an object, of which a field may be what was measured before, as the metadata is when a
 * lease is renewed.
 */
export function jsonLengthWith(fields: object, known: Measured | undefined): number {
  let length = 1;
  for (const name in fields) {
    const value = (fields as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) continue;
    const own = known !== undefined && known.object === value ? known.length : jsonLength(value);
    length += 1 + textLength(name) + 1 + own;
  }
  return Math.max(length, EMPTY);
}

/** Same as `JSON.stringify(value).length`, for plain data: no `toJSON`, no functions. */
export function jsonLength(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return textLength(value);
    case 'boolean':
      return value ? TRUE_OR_NULL : FALSE;
    case 'object':
      if (value === null) return TRUE_OR_NULL;
      return Array.isArray(value) ? listLength(value) : jsonLengthWith(value, undefined);
    default:
      return JSON.stringify(value).length;
  }
}

/** Nearly all texts are of letters that are not escaped. A lone surrogate is. */
function textLength(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index);
    const plain = letter >= FIRST_PLAIN && letter <= LAST_PLAIN;
    if (!plain || letter === QUOTE || letter === BACKSLASH) return JSON.stringify(text).length;
  }
  return text.length + 2;
}

function listLength(items: readonly unknown[]): number {
  if (items.length === 0) return EMPTY;
  let length = 1;
  for (const item of items) length += 1 + (item === undefined ? TRUE_OR_NULL : jsonLength(item));
  return length;
}
