import { countUpTo } from '#trace';

/** Place of a record among sorted hits; undefined when it is none of them. */
export function placeOfRecord(hits: Int32Array, seq: number): number | undefined {
  const place = countUpTo(hits, seq) - 1;
  return hits[place] === seq ? place : undefined;
}
