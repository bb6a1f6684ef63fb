/**
 * Equality of JSON values as Go's types see them.
 *
 * Upstream    k8s.io/apimachinery/pkg/api/equality (Semantic.DeepEqual)
 */

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function equalFields(a: Fields, b: Fields): boolean {
  for (const key in a) if (!semanticDeepEqual(a[key], b[key])) return false;
  for (const key in b) if (a[key] === undefined && !isNothing(b[key])) return false;
  return true;
}

/** Null, an empty list and an empty object are what Go's nil is. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}

/** Same structure and values, in any order of fields; missing, null, `[]` and `{}` are equal. */
export function semanticDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isFields(a) && isFields(b)) return equalFields(a, b);
  if (!Array.isArray(a) || !Array.isArray(b)) return isNothing(a) && isNothing(b);
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) {
    if (!semanticDeepEqual(a[index], b[index])) return false;
  }
  return true;
}

/** Freezes a value and all it holds; for tests and development, where objects must not change. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
