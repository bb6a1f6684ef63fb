/** Searching lists that are in order of seq. */
import type { Seq } from '#trace';

/** The last item with a seq of at most `seq`. */
export function lastItem<T extends { readonly seq: Seq }>(
  list: readonly T[],
  seq: Seq,
): T | undefined {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].seq <= seq) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : list[low - 1];
}

/** How many of the rows were written at or before `time`. */
export function countUntil(rows: ArrayLike<Seq>, t: Float64Array, time: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[rows[middle]] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
