/** Draws the minimap: how much happens when in the whole run, and the visible window in it. */
import type { MarkBins } from './bins';
import { css, mix, type Palette } from './palette';
import { RANK_OF } from './record-kinds';
import type { TimeWindow } from './window';

export const MINIMAP_HEIGHT = 30;
/** Width of a column and of the gap beside it, px. */
const COLUMN = 3;
const GAP = 1;
/** From this rank on a column carries a mark of its own: a fault. */
const FAULT_RANK = 16;

export interface Column {
  /** 0 to 1. */
  readonly height: number;
  readonly fault: boolean;
}

/** Columns of the histogram. Heights grow with the square root, so that rare things show. */
export function minimapColumns(histogram: MarkBins, end: number, width: number): readonly Column[] {
  const count = Math.max(1, Math.floor(width / (COLUMN + GAP)));
  const sums = new Float64Array(count);
  const faults = new Uint8Array(count);
  for (let bin = 0; bin < histogram.used; bin += 1) {
    if (histogram.counts[bin] === 0) continue;
    const middle = (bin + 0.5) * histogram.width;
    const column = Math.min(count - 1, Math.floor((middle / end) * count));
    sums[column] += histogram.counts[bin];
    if (RANK_OF[histogram.top[bin] - 1] >= FAULT_RANK) faults[column] = 1;
  }
  const most = Math.max(1, ...sums);
  return Array.from(sums, (sum, column) => ({
    height: Math.sqrt(sum / most),
    fault: faults[column] === 1,
  }));
}

export interface MinimapFrame {
  readonly context: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly width: number;
  readonly pixelRatio: number;
  /** The histogram, drawn by `drawColumns`; it changes seldom. */
  readonly ground: CanvasImageSource;
  readonly window: TimeWindow;
  readonly end: number;
  readonly playhead: number;
  /** Columns, px, in which something was found. */
  readonly found: readonly number[];
}

export function drawMinimap(frame: MinimapFrame): void {
  const { context, palette, width, pixelRatio, ground, window, end } = frame;
  const xOf = (time: number): number => (time / end) * width;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.drawImage(ground, 0, 0, width, MINIMAP_HEIGHT);
  const left = xOf(window.from);
  const right = xOf(window.to);
  context.fillStyle = css(palette.sunken, 0.5);
  context.fillRect(1, 2, Math.max(0, left - 1), MINIMAP_HEIGHT - 4);
  context.fillRect(right, 2, Math.max(0, width - right - 1), MINIMAP_HEIGHT - 4);
  context.fillStyle = css(palette.accent);
  for (const x of frame.found) context.fillRect(x, MINIMAP_HEIGHT - 9, 1, 7);
  const playhead = xOf(frame.playhead);
  context.fillStyle = css(palette.accent, 0.9);
  context.fillRect(Math.round(playhead) - 0.5, 2, 1, MINIMAP_HEIGHT - 4);
  drawWindow(frame, left, right);
}

export type GroundFrame = Pick<MinimapFrame, 'context' | 'palette' | 'width' | 'pixelRatio'>;

/** Draws the frame of the minimap and the histogram in it. */
export function drawGround(frame: GroundFrame, columns: readonly Column[]): void {
  const { context, palette, width, pixelRatio } = frame;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.fillStyle = css(palette.panel);
  context.fillRect(0, 0, width, MINIMAP_HEIGHT);
  context.beginPath();
  context.roundRect(0.5, 1.5, width - 1, MINIMAP_HEIGHT - 3, 4);
  context.fillStyle = css(palette.sunken);
  context.fill();
  context.strokeStyle = css(palette.line);
  context.lineWidth = 1;
  context.stroke();
  const step = width / columns.length;
  const most = MINIMAP_HEIGHT - 8;
  const part = palette.dark ? 0.5 : 0.55;
  context.fillStyle = css(mix(palette.sunken, palette.component.apiserver, part));
  for (const [place, { height }] of columns.entries()) {
    if (height === 0) continue;
    const tall = Math.max(1, Math.round(height * most));
    context.fillRect(place * step + GAP / 2, MINIMAP_HEIGHT - 4 - tall, step - GAP, tall);
  }
  context.fillStyle = css(palette.fault);
  for (const [place, { fault }] of columns.entries()) {
    if (fault) drawFault(context, (place + 0.5) * step);
  }
}

function drawFault(context: CanvasRenderingContext2D, middle: number): void {
  context.beginPath();
  context.moveTo(middle - 3.5, 3);
  context.lineTo(middle + 3.5, 3);
  context.lineTo(middle, 9);
  context.closePath();
  context.fill();
}

function drawWindow({ context, palette, width }: MinimapFrame, left: number, right: number): void {
  const from = Math.max(1, Math.min(left, width - 5));
  const to = Math.max(from + 4, Math.min(width - 1, right));
  context.beginPath();
  context.roundRect(from, 1, to - from, MINIMAP_HEIGHT - 2, 4);
  context.strokeStyle = css(palette.accent);
  context.lineWidth = 2;
  context.stroke();
  if (to - from < 14) return;
  context.fillStyle = css(palette.accent);
  for (const x of [from, to]) {
    context.beginPath();
    const left = Math.max(0, Math.min(width - 4, x - 2));
    context.roundRect(left, MINIMAP_HEIGHT / 2 - 6, 4, 12, 2);
    context.fill();
  }
}
