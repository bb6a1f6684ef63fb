/** Orders by UTF-16 code unit: the same in every engine and locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders by a text key; the key must be unique, or ties keep their given order. */
export function byText<T>(key: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => compareText(key(a), key(b));
}

/** Takes an item, if it is there, out of a list from whose end most are taken. */
export function takeOut<T>(list: T[], item: T): void {
  const place = list.lastIndexOf(item);
  if (place < 0) return;
  // Not `splice`, which makes a list of what it takes out.
  for (let index = place + 1; index < list.length; index += 1) list[index - 1] = list[index];
  list.pop();
}
