/** Draws folded idle stretches: a hatched band with torn edges, and on the axis how long it is. */
import { formatSpan } from '../i18n';
import { type FrameView, xOf } from './frame-view';
import type { LanePen } from './lane-pen';
import { AXIS_HEIGHT } from './lanes';
import { css, mix } from './palette';

/** Height of one tooth of a torn edge, and how far it reaches, px. */
const TOOTH = 6;
const BITE = 2;
const ROOM = 4;

export interface FoldBand {
  readonly left: number;
  readonly right: number;
  /** How long it is, as on the axis. */
  readonly label: string;
}

/** Folded stretches in view. */
export function foldBands(view: FrameView): readonly FoldBand[] {
  return view.axis.folds
    .filter(({ from, to }) => to > view.window.from && from < view.window.to)
    .map(({ from, to }) => ({
      left: xOf(view, from),
      right: xOf(view, to),
      label: formatSpan(to - from),
    }));
}

export function drawFolds(pen: LanePen, font: string, middle: number): void {
  const { context, view, ink, widths } = pen;
  const { palette } = ink;
  const bottom = AXIS_HEIGHT + view.height;
  for (const { left, right, label } of foldBands(view)) {
    context.fillStyle = css(mix(palette.panel, palette.sunken, 0.6), 0.55);
    context.fillRect(left, AXIS_HEIGHT, right - left, bottom - AXIS_HEIGHT);
    context.strokeStyle = css(palette.dim, 0.55);
    context.lineWidth = 1;
    for (const edge of [left, right]) tear(context, edge, bottom);
    const width = widths.widthOf(font, label);
    const text = width + ROOM <= right - left ? label : '⋯';
    context.font = font;
    context.fillStyle = css(palette.panel);
    context.fillRect(left, 0, right - left, AXIS_HEIGHT - 1);
    context.fillStyle = css(palette.accent);
    context.fillText(text, (left + right - widths.widthOf(font, text)) / 2, middle);
  }
}

function tear(context: CanvasRenderingContext2D, x: number, bottom: number): void {
  context.beginPath();
  context.moveTo(x, AXIS_HEIGHT);
  let side = 1;
  for (let y = AXIS_HEIGHT + TOOTH; y <= bottom; y += TOOTH) {
    context.lineTo(x + side * BITE, y);
    side = -side;
  }
  context.stroke();
}
