/** How large a chart is shown, and which part of it. Pure. */
import type { Size } from '../../widgets';
import type { ChartLayout } from './chart-layout';
import type { Rect } from './chart-routes';
import type { ChartLayouts, Directions } from './layout-worker';

/** What decides the size: the words, the room, or the hand. */
export type ChartZoom = 'readable' | 'whole' | number;

/** Names are then 10.8 px high, labels 9; without labels names are 9. */
const LEAST_READABLE = 0.86;
export const LEAST_BARE = 0.72;
const LARGEST_UNASKED = 1.25;
const SMALLEST = 0.15;
const LARGEST = 3;

/** Round the drawing no room is asked for: the layout has a margin. */
export function fitScale({ width, height }: Size, room: Size): number {
  return Math.min(room.width / width, room.height / height);
}

/** The direction in which the chart comes out larger. */
function largerOf({ down, right }: Directions, room: Size): ChartLayout {
  const scale = (layout: ChartLayout) => Math.min(LARGEST_UNASKED, fitScale(layout, room));
  return scale(right) > scale(down) ? right : down;
}

/**
 * With labels where all of it can then be read in the room, else without, so that more of its
 * states are in sight.
 * @param words whether labels were asked for; undefined leaves it to the room
 */
export function suitedLayout(
  { labelled, bare }: ChartLayouts,
  room: Size,
  words: boolean | undefined,
): ChartLayout {
  const full = largerOf(labelled, room);
  return (words ?? fitScale(full, room) >= LEAST_READABLE) ? full : largerOf(bare, room);
}

/** Names stay readable unless one asks for the whole. */
export function scaleFor(zoom: ChartZoom, layout: ChartLayout, room: Size): number {
  if (typeof zoom === 'number') return zoom;
  const fit = Math.min(LARGEST_UNASKED, fitScale(layout, room));
  const least = layout.labelled ? LEAST_READABLE : LEAST_BARE;
  return zoom === 'whole' ? fit : Math.max(least, fit);
}

export function zoomed(scale: number, factor: number): number {
  return Math.max(SMALLEST, Math.min(LARGEST, scale * factor));
}

/** The part to have in sight: all of `wanted` if it fits into the room, else the first. */
export function partInSight(wanted: readonly Rect[], scale: number, room: Size): Rect | undefined {
  if (wanted.length === 0) return undefined;
  const all = wanted.reduce(around);
  const fits = all.width * scale <= room.width && all.height * scale <= room.height;
  return fits ? all : wanted[0];
}

function around(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}
