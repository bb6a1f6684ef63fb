/** What a cell of a grid can show. */
import type { CellHolding } from './stored-range';
import type { Mark } from './walk';

/** How a cell is drawn: what a pass makes of it, or how it stands in the store. */
export type CellMark = Mark | CellHolding;

/** A sign in the cell, so that colour is never alone. */
export const SIGNS: Readonly<Partial<Record<CellMark, string>>> = {
  nobody: '?',
  missing: '!',
  clash: '!',
  repaired: '+',
  current: '●',
  leaked: '?',
  kept: '?',
  freed: '×',
};
