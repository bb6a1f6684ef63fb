/** Which rows of the grid are drawn: all of a small range, of a large one those in use. Pure. */
import { COLUMNS, type Geometry } from './geometry';

export type GridRow =
  | { readonly kind: 'cells'; readonly first: number; readonly length: number }
  /** Rows left out, all of them free. */
  | { readonly kind: 'fold'; readonly first: number; readonly rows: number }
  /** Rows in use beyond the limit. */
  | { readonly kind: 'more'; readonly first: number; readonly rows: number };

/** A range of at most so many rows is drawn whole. */
const WHOLE = 16;
/** Rows in use drawn at first, and by how many more each time. */
export const ROWS_AT_FIRST = 40;

/**
 * @param used cells that must be seen, any order
 * @param limit rows in use that are drawn at most
 */
export function gridRows(
  { cells }: Geometry,
  used: Iterable<number>,
  limit: number,
): readonly GridRow[] {
  const count = Math.ceil(cells / COLUMNS);
  if (count <= WHOLE) return Array.from({ length: count }, (_, row) => cellRow(row, cells));
  const wanted = new Set<number>([0]);
  for (const cell of used) wanted.add(Math.floor(cell / COLUMNS));
  const inUse = [...wanted].sort((a, b) => a - b);
  const rows: GridRow[] = [];
  let next = 0;
  for (const row of inUse.slice(0, limit)) {
    rows.push(...foldBetween(next, row, cells), cellRow(row, cells));
    next = row + 1;
  }
  const left = inUse.length - limit;
  if (left > 0) return [...rows, { kind: 'more', first: next, rows: left }];
  return [...rows, ...foldBetween(next, count, cells)];
}

function cellRow(row: number, cells: number): GridRow {
  const first = row * COLUMNS;
  return { kind: 'cells', first, length: Math.min(COLUMNS, cells - first) };
}

/** One free row is drawn: a fold would take as much room. */
function foldBetween(from: number, to: number, cells: number): readonly GridRow[] {
  const rows = to - from;
  if (rows <= 0) return [];
  return rows === 1 ? [cellRow(from, cells)] : [{ kind: 'fold', first: from * COLUMNS, rows }];
}

/** Where the arrow keys lead on the drawn cells; the same cell at an edge. */
export function neighbourCell(rows: readonly GridRow[], cell: number, key: string): number {
  const drawn = rows.filter((row) => row.kind === 'cells');
  const at = drawn.findIndex(({ first, length }) => cell >= first && cell < first + length);
  const row = drawn[at];
  if (!row) return drawn[0]?.first ?? cell;
  const column = cell - row.first;
  const within = (to: number): number => Math.max(0, Math.min(to, row.length - 1));
  const onRow = (to: (typeof drawn)[number] | undefined): number =>
    to ? to.first + Math.min(column, to.length - 1) : cell;
  switch (key) {
    case 'ArrowLeft':
      return row.first + within(column - 1);
    case 'ArrowRight':
      return row.first + within(column + 1);
    case 'ArrowUp':
      return onRow(drawn[at - 1]);
    case 'ArrowDown':
      return onRow(drawn[at + 1]);
    case 'Home':
      return row.first;
    case 'End':
      return row.first + row.length - 1;
    default:
      return cell;
  }
}
