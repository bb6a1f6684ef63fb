/** Orders by UTF-16 code unit: the same in every engine and locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders by a text key; the key must be unique, or ties keep their given order. */
export function byText<T>(key: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => compareText(key(a), key(b));
}
