/**
 * Equality of JSON values.
 *
 * Upstream    `deepEqual` stands for comparing encoded bytes; `semanticDeepEqual` for
 *             k8s.io/apimachinery/pkg/api/equality (Semantic.DeepEqual): empty equals missing.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Same structure and values; the order of fields does not count, that of lists does. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index += 1) {
      if (!deepEqual(a[index], b[index])) return false;
    }
    return true;
  }
  return equalFields(a as Fields, b as Fields, deepEqual);
}

function equalFields(a: Fields, b: Fields, same: (a: unknown, b: unknown) => boolean): boolean {
  for (const key in a) if (!same(a[key], b[key])) return false;
  for (const key in b) {
    if (a[key] === undefined && b[key] !== undefined && !same(undefined, b[key])) return false;
  }
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

/** As `deepEqual`, but missing, null, `[]` and `{}` are equal. */
export function semanticDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const nothing = isNothing(a);
  if (nothing || isNothing(b)) return nothing && isNothing(b);
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index += 1) {
      if (!semanticDeepEqual(a[index], b[index])) return false;
    }
    return true;
  }
  return equalFields(a as Fields, b as Fields, semanticDeepEqual);
}

/** Freezes a value and all it holds; for tests and development, where objects must not change. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
