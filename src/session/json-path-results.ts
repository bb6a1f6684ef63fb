/** Looks paths up in plain data. The library weighs much, so the worker loads this when needed. */
import { JSONPath } from 'jsonpath-plus';

/** What `jsonPathResults` is, for those that are handed it. */
export type JsonPathResults = (path: string, value: unknown) => readonly unknown[];

/**
 * All results of a path that `readJsonPath` gave, in document order; none where a field is missing.
 */
export function jsonPathResults(path: string, value: unknown): readonly unknown[] {
  if (path === '$') return [value];
  const found: unknown = JSONPath({
    path,
    json: value as object,
    eval: 'safe',
    wrap: true,
  });
  return Array.isArray(found) ? found : [];
}
