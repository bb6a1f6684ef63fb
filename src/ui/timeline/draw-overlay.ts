/** Draws what moves or lights up: the playhead, the future's veil, selection, hover, arrows. */
import type { Curve } from './arrows';
import { AXIS_SIZE, axisTicks, sharp } from './draw-base';
import { type FrameView, xOf } from './frame-view';
import { AXIS_HEIGHT, BAR_HEIGHT } from './lanes';
import { css, type Palette } from './palette';

export interface Ring {
  readonly left: number;
  readonly right: number;
  /** Middle of the lane, px below the axis. */
  readonly middle: number;
}

export interface OverlayFrame {
  readonly context: CanvasRenderingContext2D;
  readonly view: FrameView;
  readonly palette: Palette;
  readonly playhead: number;
  readonly selected: Ring | undefined;
  readonly hovered: Ring | undefined;
  /** Curves of the chain, nearest first, then of effects. */
  readonly causes: readonly Curve[];
  readonly effects: readonly Curve[];
  /** Time under the pointer, with its label; drawn on the axis. */
  readonly pointer: { readonly x: number; readonly label: string } | undefined;
}

/** How much the future is veiled, 0 to 1. */
const VEIL = 0.46;
const HEAD = 7;

export function drawOverlay(frame: OverlayFrame): void {
  const { context, view, palette, playhead } = frame;
  const { pixelRatio, width, height } = view;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, width, height + AXIS_HEIGHT);
  const x = sharp(view, xOf(view, playhead));
  if (x < width) {
    context.fillStyle = css(palette.panel, VEIL);
    const left = Math.max(0, x);
    context.fillRect(left, AXIS_HEIGHT, width - left, height);
  }
  context.save();
  context.beginPath();
  context.rect(0, AXIS_HEIGHT, width, height);
  context.clip();
  context.translate(0, AXIS_HEIGHT);
  drawArrows(frame);
  if (frame.hovered) drawRing(frame, frame.hovered, 0.7);
  if (frame.selected) drawRing(frame, frame.selected, 1);
  context.restore();
  drawPlayhead(frame, x);
  drawPointer(frame);
}

function drawArrows({ context, palette, causes, effects }: OverlayFrame): void {
  context.lineWidth = 1.25;
  strokeCurves(context, effects, css(palette.accent, 0.45));
  context.lineWidth = 1.6;
  for (const [place, curve] of causes.entries()) {
    strokeCurves(context, [curve], css(palette.accent, Math.max(0.3, 0.95 - 0.08 * place)));
  }
}

/** All in one path: the cost is one stroke, however many there are. */
function strokeCurves(
  context: CanvasRenderingContext2D,
  curves: readonly Curve[],
  colour: string,
): void {
  if (curves.length === 0) return;
  context.beginPath();
  for (const [start, a, b, end] of curves) {
    context.moveTo(start.x, start.y);
    context.bezierCurveTo(a.x, a.y, b.x, b.y, end.x - HEAD + 1, end.y);
  }
  context.strokeStyle = colour;
  context.stroke();
  context.beginPath();
  for (const [, , , { x, y }] of curves) {
    context.moveTo(x, y);
    context.lineTo(x - HEAD, y - HEAD / 2);
    context.lineTo(x - HEAD, y + HEAD / 2);
    context.closePath();
  }
  context.fillStyle = colour;
  context.fill();
}

function drawRing({ context, view, palette }: OverlayFrame, ring: Ring, strength: number): void {
  const left = Math.max(-4, ring.left - 2.5);
  const right = Math.min(view.width + 4, ring.right + 2.5);
  const height = BAR_HEIGHT + 5;
  context.beginPath();
  context.roundRect(left, ring.middle - height / 2, Math.max(5, right - left), height, 4);
  context.lineWidth = 1.5;
  context.strokeStyle = css(palette.accent, strength);
  context.stroke();
}

function drawPointer({ context, view, palette, pointer }: OverlayFrame): void {
  if (!pointer) return;
  const { x, label } = pointer;
  context.fillStyle = css(palette.dim, 0.35);
  context.fillRect(sharp(view, x), AXIS_HEIGHT, 1, view.height);
  context.font = `${AXIS_SIZE}px ${palette.fontMono}`;
  context.textBaseline = 'middle';
  const width = context.measureText(label).width + 10;
  const left = Math.max(0, Math.min(view.width - width, x - width / 2));
  context.fillStyle = css(palette.panel);
  for (const tick of axisTicks(view)) {
    // The label of a tick that would stick out from under this one goes.
    const right = tick.x + 6 + context.measureText(tick.label).width;
    if (right < left - 4 || tick.x > left + width) continue;
    context.fillRect(tick.x + 2, 2, right - tick.x, AXIS_HEIGHT - 4);
  }
  context.fillStyle = css(palette.raised);
  context.beginPath();
  context.roundRect(left, 3, width, AXIS_HEIGHT - 6, 4);
  context.fill();
  context.fillStyle = css(palette.text);
  context.fillText(label, left + 5, AXIS_HEIGHT / 2 + 0.5);
}

function drawPlayhead({ context, view, palette }: OverlayFrame, x: number): void {
  if (x < -HEAD || x > view.width + HEAD) return;
  context.fillStyle = css(palette.accent);
  context.fillRect(x - 0.75, 8, 1.5, view.height + AXIS_HEIGHT - 8);
  context.beginPath();
  context.moveTo(x - 7, 1);
  context.lineTo(x + 7, 1);
  context.lineTo(x, 11);
  context.closePath();
  context.fill();
  drawCrossedLabel({ context, view, palette }, x);
}

/** Writes the label of a tick again where the playhead runs through it. */
function drawCrossedLabel(
  { context, view, palette }: Pick<OverlayFrame, 'context' | 'view' | 'palette'>,
  x: number,
): void {
  context.font = `${AXIS_SIZE}px ${palette.fontMono}`;
  context.textBaseline = 'middle';
  for (const tick of axisTicks(view)) {
    const right = tick.x + 5 + context.measureText(tick.label).width;
    if (x < tick.x + 3 || x > right + 2 || right + 1 > view.width) continue;
    context.lineWidth = 4;
    context.strokeStyle = css(palette.panel);
    context.strokeText(tick.label, tick.x + 5, AXIS_HEIGHT / 2 + 1);
    context.fillStyle = css(palette.dim);
    context.fillText(tick.label, tick.x + 5, AXIS_HEIGHT / 2 + 1);
  }
}
