/** Draws what lights up: selection, hover, arrows, the time under the pointer. */
import type { Curve, Point } from './arrows';
import { AXIS_SIZE, axisTicks, sharp, TICK_MIDDLE } from './draw-base';
import type { FrameView } from './frame-view';
import { AXIS_HEIGHT, BAR_HEIGHT, LANE_HEIGHT } from './lanes';
import { css, type Palette } from './palette';
import { type LabelledTimer, timerLabels, type Written } from './place-labels';

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
  readonly selected: Ring | undefined;
  readonly hovered: Ring | undefined;
  /** Curves of the chain, nearest first, then of effects. */
  readonly causes: readonly Curve[];
  readonly effects: readonly Curve[];
  /** The marked area of time, px. */
  readonly area: { readonly left: number; readonly right: number } | undefined;
  /** Where running timers of the selection will fire, nearest first. */
  readonly timers: readonly LabelledTimer[];
  /** Labels that stand in the lanes already. */
  readonly written: readonly Written[];
  /** Feet of the signs under what was searched for, px below the axis. */
  readonly found: readonly Point[];
  /** Time under the pointer, with its label; drawn on the axis. */
  readonly pointer: { readonly x: number; readonly label: string } | undefined;
}

const HEAD = 7;

/** Whether there is nothing to draw, so that a blank canvas can stay as it is. */
export function isBlank(frame: OverlayFrame): boolean {
  const { selected, hovered, causes, effects, pointer, found, area, timers } = frame;
  const many = causes.length + effects.length + found.length + timers.length;
  return !selected && !hovered && !pointer && !area && many === 0;
}

export function drawOverlay(frame: OverlayFrame): void {
  const { context, view } = frame;
  const { pixelRatio, width, height } = view;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, width, height + AXIS_HEIGHT + LANE_HEIGHT);
  context.save();
  context.beginPath();
  context.rect(0, AXIS_HEIGHT, width, height);
  context.clip();
  context.translate(0, AXIS_HEIGHT);
  drawArea(frame);
  drawFound(frame);
  drawTimers(frame);
  drawArrows(frame);
  if (frame.hovered) drawRing(frame, frame.hovered, 0.7);
  if (frame.selected) drawRing(frame, frame.selected, 1);
  context.restore();
  drawPointer(frame);
}

function drawArea({ context, view, palette, area }: OverlayFrame): void {
  if (!area) return;
  const { left, right } = area;
  context.fillStyle = css(palette.accent, 0.12);
  context.fillRect(left, 0, right - left, view.height);
  context.fillStyle = css(palette.accent, 0.8);
  for (const x of [left, right]) context.fillRect(sharp(view, x), 0, 1, view.height);
}

/** Hollow: it has not happened yet. A label that would touch another thing is short, or none. */
function drawTimers({ context, palette, timers, view, written }: OverlayFrame): void {
  context.font = `9px ${palette.fontMono}`;
  context.textBaseline = 'middle';
  for (const { x, top } of timers) drawTimer({ context, palette }, x, top + LANE_HEIGHT / 2);
  const widthOf = (text: string): number => context.measureText(text).width;
  for (const label of timerLabels(timers, written, { width: view.width, widthOf })) {
    const { left, right, top, text } = label;
    const y = top + LANE_HEIGHT / 2;
    context.fillStyle = css(palette.panel, 0.92);
    context.fillRect(left - 2, y - 6, right - left + 4, 12);
    context.fillStyle = css(palette.text);
    context.fillText(text, left, y);
  }
}

function drawTimer(
  { context, palette }: Pick<OverlayFrame, 'context' | 'palette'>,
  x: number,
  y: number,
): void {
  context.beginPath();
  context.moveTo(x, y - 5);
  context.lineTo(x + 4, y);
  context.lineTo(x, y + 5);
  context.lineTo(x - 4, y);
  context.closePath();
  context.lineWidth = 1.4;
  context.strokeStyle = css(palette.accent);
  context.stroke();
}

/** A small roof under each record that was found: a form, not only a colour. */
function drawFound({ context, palette, found }: OverlayFrame): void {
  if (found.length === 0) return;
  context.beginPath();
  for (const { x, y } of found) {
    context.moveTo(x - 3, y);
    context.lineTo(x + 1, y - 5);
    context.lineTo(x + 5, y);
    context.closePath();
  }
  context.fillStyle = css(palette.accent);
  context.fill();
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
  if (ring.right < 0 || ring.left > view.width) return;
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
    context.fillRect(tick.x + 2, 0, right - tick.x, 2 * TICK_MIDDLE);
  }
  context.fillStyle = css(palette.raised);
  context.beginPath();
  context.roundRect(left, 0.5, width, 2 * TICK_MIDDLE - 1, 4);
  context.fill();
  context.fillStyle = css(palette.text);
  context.fillText(label, left + 5, TICK_MIDDLE);
}
