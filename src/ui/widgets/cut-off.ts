export interface Extent {
  readonly left: number;
  readonly right: number;
}

/** How much of one may be hidden before it counts: a part of its empty edge, px. */
const SPARE_PX = 4;

/** The places of those that do not show as a whole within their row. */
export function cutOff(row: Extent, parts: readonly Extent[]): readonly number[] {
  return parts.flatMap(({ left, right }, place) =>
    left < row.left - SPARE_PX || right > row.right + SPARE_PX ? [place] : [],
  );
}
