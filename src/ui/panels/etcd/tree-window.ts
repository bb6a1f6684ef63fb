/** Which rows of a long list can be seen, and where the arrow keys lead. Pure. */
import type { TreeRow } from './key-tree';

/** Rows kept ready above and below what can be seen. */
const SPARE = 8;
/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

export interface ListWindow {
  readonly from: number;
  readonly to: number;
}

export interface ListPlace {
  /** How far it is scrolled, px. */
  readonly top: number;
  readonly height: number;
  readonly rowPx: number;
  readonly count: number;
}

export function windowOf({ top, height, rowPx, count }: ListPlace): ListWindow {
  const last = Math.max(0, count - Math.ceil(height / rowPx));
  const first = Math.min(Math.floor(top / rowPx), last);
  return {
    from: Math.max(0, first - SPARE),
    to: Math.min(count, first + Math.ceil(height / rowPx) + SPARE),
  };
}

export type TreeMove =
  | 'down'
  | 'up'
  | 'right'
  | 'left'
  | 'first'
  | 'last'
  | 'page-down'
  | 'page-up';

/** The row that a move leads to from row `at`. Left leads to the branch above it. */
export function nextActive(rows: readonly TreeRow[], at: number, move: TreeMove): number {
  const last = rows.length - 1;
  switch (move) {
    case 'down':
    case 'right':
      return Math.min(last, at + 1);
    case 'up':
      return Math.max(0, at - 1);
    case 'left':
      return parentOf(rows, at);
    case 'first':
      return 0;
    case 'last':
      return last;
    case 'page-down':
      return Math.min(last, at + PAGE);
    case 'page-up':
      return Math.max(0, at - PAGE);
  }
}

function parentOf(rows: readonly TreeRow[], at: number): number {
  for (let place = at - 1; place >= 0; place -= 1) {
    if (rows[place].depth < rows[at].depth) return place;
  }
  return at;
}
