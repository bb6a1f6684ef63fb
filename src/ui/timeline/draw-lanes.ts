/** Draws the lanes: bars, raster rows, marks, labels. Gets everything, decides nothing. */
import { drawLabels } from './draw-bar-labels';
import { type FrameView, xOf } from './frame-view';
import type { BarInk, Hatch } from './lane-ink';
import { fontOf, type LanePen, write } from './lane-pen';
import type { LanePicture, PictureBar, PictureMark } from './lane-picture';
import { BAR_HEIGHT, BAR_TOP, type Lane } from './lanes';
import type { Fuse } from './lease-picture';
import { css } from './palette';
import type { Gap } from './place-labels';
import { END_STYLES } from './process-bars';
import { NOTABLE, QUIET, RANK_OF } from './record-kinds';

export interface DrawnLane {
  readonly lane: Lane;
  readonly top: number;
  readonly picture: LanePicture;
  readonly fuses: readonly Fuse[];
  /** Row of the raster atlas; -1 when the lane has none. */
  readonly rasterRow: number;
  /** Labels can be read over the raster. */
  readonly quietRaster: boolean;
}

const RADIUS = 3;
/** How far a bar that goes on outside may reach beyond the edge, px; hides its rounded end. */
const OUTSIDE = 8;
/** Width of a bar that would be narrower, px: it must be seen. */
const NARROWEST_BAR = 1.5;
/** Width of the block that stands for the end of a process, px. */
const END_WIDTH = 8;
/** Width of the line that stands for a renewal, px. */
const RENEWAL_WIDTH = 1.5;
/** How much darker the part of a lease is whose time is gone. */
const DRAINED = 0.26;

export function drawLane(pen: LanePen, drawn: DrawnLane): void {
  const { picture, top, rasterRow } = drawn;
  const bars = picture.bars.map((bar) => ({ bar, ...edgesOf(pen.view, bar) }));
  for (const { bar, left, right } of bars) {
    drawBar(pen, pen.ink.bar(bar.style, bar.component), { left, right, top: top + BAR_TOP });
  }
  for (const fuse of drawn.fuses) drawFuse(pen, fuse, top + BAR_TOP);
  if (rasterRow >= 0) drawRaster(pen, rasterRow, top + BAR_TOP);
  const marks = drawn.lane.lease ? [] : drawMarks(pen, drawn, bars.length > 0);
  const ends = bars.filter(({ bar }) => END_STYLES.has(bar.style));
  const before = pen.written.length;
  // A raster may have something anywhere, so a label over it would hide what matters.
  if (rasterRow < 0 || drawn.quietRaster) drawLabels(pen, bars, [...marks, ...ends], top);
  if (drawn.lane.lease) drawRenewals(pen, drawn, pen.written.slice(before));
}

interface Box extends Gap {
  readonly top: number;
}

function edgesOf(view: FrameView, bar: PictureBar): Gap {
  const left = Math.max(-OUTSIDE, xOf(view, bar.from));
  if (END_STYLES.has(bar.style)) return { left, right: left + END_WIDTH };
  const right = Math.min(view.width + OUTSIDE, xOf(view, bar.to));
  return { left, right: Math.max(left + NARROWEST_BAR, right - (right - left > 4 ? 1 : 0)) };
}

function drawBar({ context, hatches }: LanePen, ink: BarInk, { left, right, top }: Box): void {
  const width = right - left;
  const pattern = patternOf(ink.hatch, hatches);
  context.fillStyle = ink.fill;
  if (width < 4) {
    context.fillRect(left, top, width, BAR_HEIGHT);
    return;
  }
  context.beginPath();
  context.roundRect(left, top, width, BAR_HEIGHT, RADIUS);
  context.fill();
  if (ink.outline) {
    context.strokeStyle = ink.outline;
    context.lineWidth = 1;
    context.stroke();
  }
  if (!pattern) return;
  context.fillStyle = pattern;
  context.fill();
}

function patternOf(hatch: Hatch, hatches: LanePen['hatches']): CanvasPattern | null {
  return hatch === undefined ? null : hatches[hatch];
}

/** Time gone since the last renewal, as a slope that drains the bar; and the renewal itself. */
function drawFuse({ context, view, ink }: LanePen, fuse: Fuse, top: number): void {
  const left = xOf(view, fuse.from);
  const right = xOf(view, fuse.to);
  context.beginPath();
  context.moveTo(left, top + BAR_HEIGHT * (1 - fuse.fromPart));
  context.lineTo(right, top + BAR_HEIGHT * (1 - fuse.toPart));
  context.lineTo(right, top);
  context.lineTo(left, top);
  context.closePath();
  context.fillStyle = css(ink.palette.panel, DRAINED);
  context.fill();
}

function drawRaster({ context, view, atlas }: LanePen, row: number, top: number): void {
  const { grid } = view;
  const first = grid.first * grid.width;
  for (const { from, to } of view.axis.pieces({
    from: first,
    to: first + grid.count * grid.width,
  })) {
    const left = xOf(view, from);
    const source = (from - first) / grid.width;
    const bins = (to - from) / grid.width;
    // A source of almost no height, in the middle of its row: rows above and below do not bleed in.
    const width = xOf(view, to) - left;
    context.drawImage(atlas, source, row + 0.49, bins, 0.02, left, top, width, BAR_HEIGHT);
  }
}

/** Renewals are thin lines, so many that a label must stand among them: there they are left out. */
function drawRenewals(
  { context, view, ink }: LanePen,
  { picture, top }: DrawnLane,
  labels: readonly Gap[],
): void {
  context.fillStyle = css(ink.palette.lease);
  for (const { time } of picture.marks) {
    const left = xOf(view, time);
    const right = left + RENEWAL_WIDTH;
    if (labels.some((label) => left < label.right + 2 && right > label.left - 2)) continue;
    context.fillRect(left, top + BAR_TOP - 1, RENEWAL_WIDTH, BAR_HEIGHT + 2);
  }
}

/** @returns the stretches that labels must keep clear of. */
function drawMarks(pen: LanePen, { lane, picture, top }: DrawnLane, onBars: boolean): Gap[] {
  const { view, ink } = pen;
  const marks = ink.lane(lane.component);
  const separator = css(ink.palette.panel, 0.55);
  const taken: Gap[] = [];
  // Where marks touch, the one that matters more lies on top.
  const byRank = [...picture.marks].sort((a, b) => RANK_OF[a.kind] - RANK_OF[b.kind]);
  for (const mark of byRank) {
    const { left, right } = edgesOfMark(view, mark);
    if (left > view.width || right < 0) continue;
    const quiet = RANK_OF[mark.kind] < QUIET;
    drawMark(
      pen,
      { left, right, top: top + BAR_TOP },
      {
        colour: (quiet ? marks.faint : marks.solid)[mark.kind],
        separator: onBars && !quiet ? separator : undefined,
        outlined: marks.outlined[mark.kind],
      },
    );
    if (!quiet) taken.push({ left, right });
  }
  if (onBars) return taken;
  for (const [place, mark] of picture.marks.entries()) {
    const next = picture.marks[place + 1];
    const end = next ? xOf(view, next.time) : view.width;
    writeBehind(pen, mark, { left: edgesOfMark(view, mark).right, right: end, top });
  }
  return taken;
}

function edgesOfMark(view: FrameView, { kind, time }: PictureMark): Gap {
  const rank = RANK_OF[kind];
  const left = xOf(view, time);
  return { left, right: left + (rank >= NOTABLE ? 5 : rank < QUIET ? 2 : 3) };
}

interface MarkLook {
  readonly colour: string;
  /** Sets the mark off from a bar below it. */
  readonly separator: string | undefined;
  readonly outlined: boolean;
}

function drawMark({ context, ink }: LanePen, { left, right, top }: Box, look: MarkLook): void {
  const width = right - left;
  if (look.separator) {
    context.fillStyle = look.separator;
    context.fillRect(left - 1, top, width + 2, BAR_HEIGHT);
  }
  context.fillStyle = look.colour;
  if (width < 4) {
    context.fillRect(left, top, width, BAR_HEIGHT);
    return;
  }
  context.beginPath();
  context.roundRect(left, top, width, BAR_HEIGHT, 1.5);
  context.fill();
  if (!look.outlined) return;
  context.strokeStyle = css(ink.palette.leaseOutline);
  context.lineWidth = 0.75;
  context.stroke();
}

/**
 * What a step did and how many others share its mark, or how many records do, when there is room
 * behind it.
 */
function writeBehind(pen: LanePen, mark: PictureMark, box: Box): void {
  const { context, ink, widths } = pen;
  const { palette } = ink;
  const step = mark.words !== undefined;
  const font = step ? fontOf(ink, false) : `9px ${palette.fontMono}`;
  for (const form of formsOf(mark)) {
    if (box.left + widths.widthOf(font, form) + 10 > box.right) continue;
    context.font = font;
    context.fillStyle = css(step && RANK_OF[mark.kind] > NOTABLE ? palette.faultText : palette.dim);
    write(pen, { text: form, left: box.left + 4, top: box.top }, widths.widthOf(font, form));
    return;
  }
}

/** Longest first. */
export function formsOf({ words, count, others = 0 }: PictureMark): readonly string[] {
  if (!words) return count > 1 ? [`×${count}`] : [];
  const more = others > 0 ? ` +${others}` : '';
  return [`${words.label}${more}`, `${words.short}${more}`, words.short];
}
