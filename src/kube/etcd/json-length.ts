/**
 * How long the JSON of a value would be, without making it: every write is measured, and nobody
 * reads the text.
 */

/**
 * Texts of which no letter is escaped. A lone surrogate would be, so texts with any are left out.
 */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
/** What the two brackets or braces and the marks between cost: one for each item, and one more. */
const EMPTY = 2;
const TRUE_OR_NULL = 4;
const FALSE = 5;

/** Same as `JSON.stringify(value).length`, for plain data: no `toJSON`, no functions. */
export function jsonLength(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return textLength(value);
    case 'boolean':
      return value ? TRUE_OR_NULL : FALSE;
    case 'object':
      if (value === null) return TRUE_OR_NULL;
      return Array.isArray(value) ? listLength(value) : fieldsLength(value);
    default:
      return JSON.stringify(value).length;
  }
}

function textLength(text: string): number {
  return PLAIN.test(text) ? text.length + 2 : JSON.stringify(text).length;
}

function listLength(items: readonly unknown[]): number {
  if (items.length === 0) return EMPTY;
  let length = 1;
  for (const item of items) length += 1 + (item === undefined ? TRUE_OR_NULL : jsonLength(item));
  return length;
}

function fieldsLength(fields: object): number {
  let length = 1;
  for (const name in fields) {
    const value = (fields as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined) length += 1 + textLength(name) + 1 + jsonLength(value);
  }
  return Math.max(length, EMPTY);
}
