import { compareText } from './order';

/**
 * Plain data with the keys of every mapping in order, so that two texts that say the same differ in
 * nothing that is printed.
 */
export function inKeyOrder<T>(value: T): T {
  if (Array.isArray(value)) return value.map(inKeyOrder) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inKeyOrder(inner)])) as T;
}
