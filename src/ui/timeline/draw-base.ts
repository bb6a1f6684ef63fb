/** Draws what stays while the playhead moves: axis, grid, lanes. */
import { drawFlags } from './draw-flags';
import { drawFolds } from './draw-folds';
import { type DrawnLane, drawLane } from './draw-lanes';
import type { FrameView } from './frame-view';
import type { LanePen } from './lane-pen';
import { AXIS_HEIGHT, LANE_HEIGHT } from './lanes';
import { css, mix } from './palette';
import { type Tick, ticksOf } from './time-axis';

/** Room for a label of the axis, px. */
const TICK_SPACING = 104;
export const AXIS_SIZE = 10.5;
/** Where the labels of ticks stand, px from the top; the playhead's head is below them. */
export const TICK_MIDDLE = 8;

export interface BaseFrame {
  readonly pen: LanePen;
  readonly lanes: readonly DrawnLane[];
  /** Height of the lanes that stay at the top, px. */
  readonly stickyHeight: number;
  readonly selectedLane: string | undefined;
  /** Where notes stand, px. */
  readonly flags: readonly number[];
}

export function drawBase({ pen, lanes, stickyHeight, selectedLane, flags }: BaseFrame): void {
  const { context, view, ink } = pen;
  const { pixelRatio, width, height } = view;
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.fillStyle = css(ink.palette.panel);
  context.fillRect(0, 0, width, height + AXIS_HEIGHT + LANE_HEIGHT);
  const ticks = axisTicks(view);
  context.textBaseline = 'middle';
  drawAxis(pen, ticks);
  const scrolled = lanes.filter(
    ({ lane, top }) => !(lane.pinned && top + LANE_HEIGHT <= stickyHeight),
  );
  const sticky = lanes.filter((drawn) => !scrolled.includes(drawn));
  drawBand(pen, { lanes: scrolled, top: stickyHeight, bottom: height, ticks, selectedLane });
  drawBand(pen, { lanes: sticky, top: 0, bottom: stickyHeight, ticks, selectedLane });
  drawFolds(pen, axisFont(pen), TICK_MIDDLE);
  drawFlags(pen, flags);
  if (stickyHeight > 0)
    line(pen, stickyHeight + AXIS_HEIGHT, css(mix(ink.palette.line, ink.palette.dim, 0.5)));
}

/** Ticks of the axis; the overlay asks for the same. */
export const axisTicks = (view: FrameView): readonly Tick[] =>
  ticksOf(view.window, view.width, TICK_SPACING, view.axis);

interface Band {
  readonly lanes: readonly DrawnLane[];
  readonly top: number;
  readonly bottom: number;
  readonly ticks: readonly Tick[];
  readonly selectedLane: string | undefined;
}

function drawBand(pen: LanePen, { lanes, top, bottom, ticks, selectedLane }: Band): void {
  if (bottom <= top) return;
  const { context, view, ink } = pen;
  const { palette } = ink;
  context.save();
  context.beginPath();
  context.rect(0, AXIS_HEIGHT + top, view.width, bottom - top);
  context.clip();
  context.translate(0, AXIS_HEIGHT);
  for (const drawn of lanes) {
    if (drawn.lane.id !== selectedLane) continue;
    context.fillStyle = css(mix(palette.panel, palette.accent, 0.1));
    context.fillRect(0, drawn.top, view.width, LANE_HEIGHT);
  }
  const faint = css(mix(palette.panel, palette.line, 0.6));
  context.fillStyle = faint;
  for (const { top: laneTop } of lanes)
    context.fillRect(0, laneTop + LANE_HEIGHT - 1, view.width, 1);
  for (const { x } of ticks) context.fillRect(sharp(view, x), top, 1, bottom - top);
  for (const drawn of lanes) drawLane(pen, drawn);
  context.restore();
}

const axisFont = ({ ink }: LanePen): string => `${AXIS_SIZE}px ${ink.palette.fontMono}`;

function drawAxis(pen: LanePen, ticks: readonly Tick[]): void {
  const { context, view, ink, widths } = pen;
  const { palette } = ink;
  const font = axisFont(pen);
  context.font = font;
  for (const { x, label } of ticks) {
    context.fillStyle = css(mix(palette.panel, palette.line, 0.9));
    context.fillRect(sharp(view, x), 3, 1, AXIS_HEIGHT - 3);
    if (x + 6 + widths.widthOf(font, label) > view.width) continue;
    context.fillStyle = css(palette.dim);
    context.fillText(label, x + 5, TICK_MIDDLE);
  }
  line(pen, AXIS_HEIGHT, css(palette.line));
}

function line({ context, view }: LanePen, y: number, colour: string): void {
  context.fillStyle = colour;
  context.fillRect(0, y - 1, view.width, 1);
}

/** The nearest place where a line one css pixel wide covers whole device pixels. */
export function sharp(view: FrameView, x: number): number {
  return Math.round(x * view.pixelRatio) / view.pixelRatio;
}
