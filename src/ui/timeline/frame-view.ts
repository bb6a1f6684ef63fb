/** What one frame shows: window, size, and the rows that can be in it. */
import type { TraceTable } from '#trace';
import { PLAIN_AXIS, type TimeAxis } from './axis';
import { gridFor, type RasterGrid } from './raster';
import type { TimeWindow } from './window';

export interface FrameView {
  readonly window: TimeWindow;
  /** Where times stand; idle stretches may be folded. */
  readonly axis: TimeAxis;
  /** Size of the lane area, css px. */
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  /** Virtual time a css pixel where nothing is folded, µs. */
  readonly usPerPx: number;
  readonly grid: RasterGrid;
  /** First and last row that can touch the window, with room for marks at its edges. */
  readonly seqFrom: number;
  readonly seqTo: number;
  /** How far the run has come, µs: a running state ends there for now. */
  readonly reached: number;
}

/** Room at both edges, css px, so that a mark does not vanish before it has left. */
const EDGE_PX = 12;
/** Pixels of folded stretches cost as much as others; from here on all become coarser. */
const MOST_GRID = 4;

export interface FrameSize {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

export interface RunProgress {
  /** How far the run has come, µs. */
  readonly reached: number;
  /** Rows that the feed has taken in; later ones are drawn in a later frame. */
  readonly taken: number;
  readonly axis?: TimeAxis;
}

export function frameView(
  table: TraceTable,
  window: TimeWindow,
  size: FrameSize,
  { reached, taken, axis = PLAIN_AXIS }: RunProgress,
): FrameView {
  const usPerPx = (axis.of(window.to) - axis.of(window.from)) / size.width;
  const from = Math.max(0, window.from - EDGE_PX * usPerPx);
  const to = window.to + EDGE_PX * usPerPx;
  return {
    ...size,
    window,
    axis,
    usPerPx,
    grid: gridFor({
      from,
      to,
      usPerPx: Math.max(usPerPx, (to - from) / size.width / MOST_GRID),
      pixelRatio: size.pixelRatio,
    }),
    seqFrom: table.firstAt(from),
    seqTo: Math.min(table.lastAt(to), taken - 1),
    reached,
  };
}

/** Where a time is, css px from the left edge of the lane area. */
export const xOf = (view: FrameView, time: number): number =>
  (view.axis.of(time) - view.axis.of(view.window.from)) / view.usPerPx;

/** The time at a place, µs, not rounded. */
export const timeAt = ({ axis, window, usPerPx }: FrameView, x: number): number =>
  axis.at(axis.of(window.from) + x * usPerPx);
