/** Looks paths up in plain data. The library weighs much, so the worker loads this when needed. */
import { JSONPath } from 'jsonpath-plus';

/** What `jsonPathResults` is, for those that are handed it. */
export type JsonPathResults = (path: string, value: unknown) => readonly unknown[];

/** Fields of fields, of which each leads to one thing or to none. */
const PLAIN = /^\$(?:\.[A-Za-z]\w*)+$/;

/** What the library finds by such a path, without reading the path anew for each object. */
function plainResult(path: string, value: unknown): readonly unknown[] {
  let found = value;
  for (const field of path.slice(2).split('.')) {
    if (!found || !Object.hasOwn(found, field)) return [];
    found = (found as Readonly<Record<string, unknown>>)[field];
  }
  return [found];
}

/**
 * All results of a path that `readJsonPath` gave, in document order; none where a field is missing.
 */
export function jsonPathResults(path: string, value: unknown): readonly unknown[] {
  if (path === '$') return [value];
  if (PLAIN.test(path)) return plainResult(path, value);
  const found: unknown = JSONPath({
    path,
    json: value as object,
    eval: 'safe',
    wrap: true,
  });
  return Array.isArray(found) ? found : [];
}
