/** Writes on the bars of a lane, and behind those that end something. */
import { fontOf, type LanePen, write } from './lane-pen';
import type { PictureBar } from './lane-picture';
import { BAR_HEIGHT, BAR_TOP } from './lanes';
import { css } from './palette';
import { type Gap, LABEL_ROOM, labelForms, placeLabel } from './place-labels';
import { END_STYLES } from './process-bars';

/** Narrower bars have no label, px. */
const LEAST_LABELLED = 3 * LABEL_ROOM;
/** Room between a label and the edge of the ground it stands on, px. */
const GROUND_ROOM = 3;

export interface PlacedBar extends Gap {
  readonly bar: PictureBar;
}

/** @param taken stretches that labels keep clear of, in any order */
export function drawLabels(
  pen: LanePen,
  bars: readonly PlacedBar[],
  taken: readonly Gap[],
  top: number,
): void {
  const blocked = [...taken].sort((a, b) => a.left - b.left);
  for (const { bar, left, right } of bars) {
    if (right - left < LEAST_LABELLED && !END_STYLES.has(bar.style)) continue;
    if (END_STYLES.has(bar.style))
      drawEndLabel(pen, bar, { left, right, top }, [...blocked, ...bars]);
    else drawBarLabel(pen, bar, { left, right, top }, blocked);
  }
}

interface Box extends Gap {
  readonly top: number;
}

function drawBarLabel(pen: LanePen, bar: PictureBar, box: Box, taken: readonly Gap[]): void {
  const { context, view, ink, widths } = pen;
  const left = Math.max(0, box.left);
  const right = Math.min(view.width, box.right);
  if (right - left < LEAST_LABELLED || bar.label === '') return;
  const { writing, bold, fill } = ink.bar(bar.style, bar.component);
  const font = fontOf(ink, bold);
  for (const form of labelForms(bar.label, bar.short)) {
    const x = placeLabel({ left, right }, widths.widthOf(font, form), taken);
    if (x === undefined) continue;
    context.font = font;
    const width = widths.widthOf(font, form);
    // Faint marks, a raster and the slope of a lease are everywhere: none shows through the words.
    context.fillStyle = fill;
    const ground = { left: x - GROUND_ROOM, top: box.top + BAR_TOP };
    context.fillRect(ground.left, ground.top, width + 2 * GROUND_ROOM, BAR_HEIGHT);
    context.fillStyle = writing;
    write(pen, { text: form, left: x, top: box.top }, width);
    return;
  }
}

/** The end of a process is too short to write in; its label stands behind it when there is room. */
function drawEndLabel(pen: LanePen, bar: PictureBar, box: Box, taken: readonly Gap[]): void {
  const { context, view, ink, widths } = pen;
  const font = fontOf(ink, true);
  const later = taken.filter((each) => each.left > box.left + 1).map((each) => each.left);
  const right = Math.min(view.width, ...later);
  const width = widths.widthOf(font, bar.label);
  if (box.right + width + 2 * LABEL_ROOM > right) return;
  context.font = font;
  context.fillStyle = css(bar.style === 'killed' ? ink.palette.faultText : ink.palette.dim);
  write(pen, { text: bar.label, left: box.right + LABEL_ROOM, top: box.top }, width);
}
