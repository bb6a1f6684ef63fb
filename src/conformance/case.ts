/** A conformance case: what it must look like, and which of its words are explanation. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export interface ConformanceCase {
  readonly id: string;
  readonly area: string;
  /** Absent: it holds in the default profile. */
  readonly profile: string | undefined;
  readonly given: JsonObject;
  readonly when: Json;
  /** `then` without the words that explain. */
  readonly want: JsonObject;
  /** `then.compared`: how much of an object counts. */
  readonly compared: string;
  /** The first field that no case has. */
  readonly unknown: string | undefined;
}

/** Words inside `then` that explain and are never compared. Source: the contract of these files. */
const EXPLAINING: ReadonlySet<string> = new Set([
  ...['note', 'why', 'rule', 'compared', 'versions', 'derived'],
]);

/** Fields of a case; the last ones explain. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'area', 'profile', 'given', 'when', 'then'],
  ...['source', 'note', 'why', 'versions', 'derived'],
]);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns why it is no case, where it is none. */
export function readCase(value: unknown): ConformanceCase | string {
  if (!isObject(value)) return 'expected an object';
  const { id, area, profile, given = {}, when, then } = value;
  if (typeof id !== 'string' || id === '') return 'id: expected a text';
  if (typeof area !== 'string' || area === '') return 'area: expected a text';
  if (profile !== undefined && typeof profile !== 'string') return 'profile: expected a text';
  if (!isObject(given)) return 'given: expected an object';
  if (!isObject(when) && !Array.isArray(when) && typeof when !== 'string') {
    return 'when: expected an object, a list or a sentence';
  }
  if (!isObject(then)) return 'then: expected an object';
  const told = Object.entries(then).filter(([key]) => !EXPLAINING.has(key));
  const compared = typeof then.compared === 'string' ? then.compared : '';
  const unknown = Object.keys(value).find((key) => !FIELDS.has(key));
  const want = Object.fromEntries(told);
  return { id, area, profile, given, when, want, compared, unknown };
}
