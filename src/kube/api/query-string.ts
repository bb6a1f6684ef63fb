/** Query strings of REST paths, written as Go's url.Values.Encode writes them. */
import { compareText } from '#base';

export type QueryValue = string | number | boolean | undefined;

/** Text in which nothing is escaped. */
const PLAIN = /^[A-Za-z0-9_.~-]*$/;

/** Characters that Go leaves as they are; a space becomes a plus. */
const escaped = (text: string): string => (PLAIN.test(text) ? text : escapedEach(text));
const escapedEach = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%20/g, '+');

/** `a=1&b=2`, keys in order; undefined, "" and false are left out. */
export function encodeQuery(values: Readonly<Record<string, QueryValue>>): string {
  const parts: string[] = [];
  for (const key of Object.keys(values).sort(compareText)) {
    const value = values[key];
    if (value === undefined || value === '' || value === false) continue;
    parts.push(`${escaped(key)}=${escaped(String(value))}`);
  }
  return parts.join('&');
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();
const ESCAPES = /(?:%[0-9a-fA-F]{2})+/g;
const BAD_ESCAPE = /%(?![0-9a-fA-F]{2})/;

/** Escapes become the bytes they stand for; bytes that are no UTF-8 are printed as JSON does. */
export const pathUnescape = (text: string): string =>
  text.replace(ESCAPES, (run) => {
    const bytes = run.slice(1).split('%');
    return new TextDecoder().decode(Uint8Array.from(bytes, (hex) => Number.parseInt(hex, 16)));
  });

/** Nothing in it is escaped or dropped. */
const PLAIN_QUERY = /^[^%+;]*$/;
const hasText = (part: string): boolean => part !== '';

function plainPair(part: string): readonly [key: string, value: string] {
  const end = part.indexOf('=');
  return end < 0 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)];
}

/**
 * Keys and values in order, without the parts that cannot be read. Upstream: Go net/url
 * (URL.Query, parseQuery), which drops parts with a semicolon or half an escape.
 */
export function queryPairs(query: string): readonly (readonly [key: string, value: string])[] {
  if (PLAIN_QUERY.test(query)) return query.split('&').filter(hasText).map(plainPair);
  const parts = query.split('&').filter((part) => part !== '' && !/;/.test(part));
  return parts
    .filter((part) => !BAD_ESCAPE.test(part))
    .map((part) => {
      const [key, ...value] = part.replaceAll('+', ' ').split('=');
      return [pathUnescape(key), pathUnescape(value.join('='))];
    });
}

/** Queries read lately: clients ask the same few for ever. */
const KNOWN_QUERIES = new Map<string, ReadonlyMap<string, string>>();
const KNOWN_QUERIES_MAX = 256;

/** Values by key; the first counts. */
export function parseQuery(query: string): ReadonlyMap<string, string> {
  if (query === '') return NO_VALUES;
  const known = KNOWN_QUERIES.get(query);
  if (known) return known;
  const values = new Map<string, string>();
  for (const [key, value] of queryPairs(query)) if (!values.has(key)) values.set(key, value);
  if (KNOWN_QUERIES.size >= KNOWN_QUERIES_MAX) KNOWN_QUERIES.clear();
  KNOWN_QUERIES.set(query, values);
  return values;
}

/**
 * What is given is true unless it says that it is not. Source: Convert_Slice_string_To_bool.
 */
export function queryFlag(values: ReadonlyMap<string, string>, key: string): boolean {
  const value = values.get(key);
  return value !== undefined && value !== '0' && value.toLowerCase() !== 'false';
}

/** A number that needs no closer look. */
const SHORT_NUMBER = /^[0-9]{1,18}$/;
const INT64_MAX = 9_223_372_036_854_775_807n;

/** Why a value is no int64, as Go's strconv.ParseInt says it; undefined when it is one. */
export function queryNumberError(
  values: ReadonlyMap<string, string>,
  key: string,
): string | undefined {
  const value = values.get(key);
  if (value === undefined || SHORT_NUMBER.test(value)) return undefined;
  const failed = `strconv.ParseInt: parsing ${JSON.stringify(value)}:`;
  if (!/^[+-]?[0-9]+$/.test(value)) return `${failed} invalid syntax`;
  const number = BigInt(value.replace('+', ''));
  const fits = number <= INT64_MAX && number >= -INT64_MAX - 1n;
  return fits ? undefined : `${failed} value out of range`;
}
