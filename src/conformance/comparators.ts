/** Deep equality of plain values, and the comparators that cases name in words. */
import { isObject, type Json } from './case';

/** A number may be compared in words. */
const COMPARATORS: readonly (readonly [RegExp, (got: number, bound: number) => boolean])[] = [
  [/^greater than (-?\d+(?:\.\d+)?)$/, (got, bound) => got > bound],
  [/^at least (-?\d+(?:\.\d+)?)$/, (got, bound) => got >= bound],
  [/^less than (-?\d+(?:\.\d+)?)$/, (got, bound) => got < bound],
  [/^at most (-?\d+(?:\.\d+)?)$/, (got, bound) => got <= bound],
];

/** Equal, or as a comparator says. Null, a missing field and an empty list are three things. */
export function same(got: Json, want: Json): boolean {
  if (got === want) return true;
  if (typeof got === 'number' && typeof want === 'string') return compares(got, want);
  if (Array.isArray(got)) {
    if (!Array.isArray(want) || got.length !== want.length) return false;
    return got.every((item, index) => same(item, want[index]));
  }
  if (!isObject(got) || !isObject(want)) return false;
  const keys = Object.keys(got);
  return (
    keys.length === Object.keys(want).length &&
    keys.every((key) => Object.hasOwn(want, key) && same(got[key], want[key]))
  );
}

function compares(got: number, words: string): boolean {
  return COMPARATORS.some(([form, compare]) => {
    const bound = form.exec(words)?.[1];
    return bound !== undefined && compare(got, Number(bound));
  });
}
