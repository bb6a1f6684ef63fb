/** How a stage of a given size is divided: the sky with the orbits, the cards, the tools. */
import type { Rect } from './geometry';

export interface StageSize {
  readonly width: number;
  readonly height: number;
}

export interface Frame {
  readonly size: StageSize;
  /** Where bodies and labels may be. */
  readonly sky: Rect;
  /** Narration, at the top left. It may use less. */
  readonly note: Rect;
  /** Addresses of the kubernetes Service, at the bottom left. It may use less. */
  readonly endpoints: Rect & { readonly dense?: boolean };
}

/** Height of the row of tools with its margins: targets of 44 px. */
export const TOOLS_HEIGHT = 56;
/** Cards keep this distance from the edge and from each other, px. */
export const MARGIN = 10;
const ROW_HEIGHT = 22;
const CARD_HEAD = 40;
/** The same where room is short. */
const DENSE_ROW = 18;
const DENSE_HEAD = 34;
/** Fewer addresses are not shown without scrolling. */
const LEAST_ROWS = 2;
/** Least height of the note where the addresses can make room for it: four lines, px. */
const NOTE_LEAST = 34 + 4 * 17;
/** Narrowest and widest column of cards, px. */
const COLUMN_MIN = 128;
const COLUMN_MAX = 236;
/** Between cards above and the sky, px. */
const TOUCH_ROOM = 6;
/** Height of the cards where they stand above the sky, px. */
const STRIP_HEIGHT = 104;

/**
 * Cards stand in a column on the left where the stage is wide, else in a strip on top.
 * @param addresses how many addresses the card of the endpoints must have room for
 * @param noted whether a note may stand above them; a lesson tells it elsewhere
 * @param tools whether there is a row of tools below; an embedded stage is only looked at
 */
export function frameOf(size: StageSize, addresses: number, noted = true, tools = true): Frame {
  const inner = size.height - (tools ? TOOLS_HEIGHT : MARGIN);
  return size.width >= 400 && size.width > inner * 1.15
    ? columnFrame(size, inner, { addresses, noted })
    : stripFrame(size, inner);
}

interface Wanted {
  readonly addresses: number;
  readonly noted: boolean;
}

function columnFrame(size: StageSize, inner: number, { addresses, noted }: Wanted): Frame {
  const width = Math.max(
    COLUMN_MIN,
    Math.min(COLUMN_MAX, size.width - inner * 1.08, size.width / 3),
  );
  const rows = Math.max(1, addresses);
  const room = noted ? inner - 2 * MARGIN - NOTE_LEAST : inner - MARGIN;
  const most = noted ? inner * 0.55 : inner;
  const wanted = Math.min(CARD_HEAD + rows * ROW_HEIGHT, most);
  const dense = wanted > room;
  const least = DENSE_HEAD + Math.min(LEAST_ROWS, rows) * DENSE_ROW;
  const full = DENSE_HEAD + rows * DENSE_ROW;
  const endpointsHeight = dense ? Math.min(full, Math.max(least, room)) : wanted;
  const endpointsY = inner - endpointsHeight;
  return {
    size,
    sky: { x: MARGIN + width, y: 0, width: size.width - width - MARGIN, height: inner },
    note: { x: MARGIN, y: MARGIN, width, height: Math.max(0, endpointsY - 2 * MARGIN) },
    endpoints: { x: MARGIN, y: endpointsY, width, height: endpointsHeight, dense },
  };
}

function stripFrame(size: StageSize, inner: number): Frame {
  const half = (size.width - 3 * MARGIN) / 2;
  const card = { y: MARGIN, width: half, height: STRIP_HEIGHT };
  // A body may be smaller than what is touched of it.
  const top = STRIP_HEIGHT + MARGIN + TOUCH_ROOM;
  return {
    size,
    sky: { x: 0, y: top, width: size.width, height: Math.max(120, inner - top) },
    note: { ...card, x: MARGIN },
    endpoints: { ...card, x: 2 * MARGIN + half },
  };
}
