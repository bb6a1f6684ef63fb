/** What draws in lanes: the context, the view and the colours, and how words are written. */
import type { FrameView } from './frame-view';
import type { LaneInk } from './lane-ink';
import { LANE_HEIGHT } from './lanes';
import type { TextWidths, Written } from './place-labels';

export interface LanePen {
  readonly context: CanvasRenderingContext2D;
  readonly view: FrameView;
  readonly ink: LaneInk;
  readonly widths: TextWidths;
  readonly hatches: Readonly<Record<'fault' | 'change', CanvasPattern | null>>;
  readonly atlas: CanvasImageSource;
  /** Takes in each label as it is written. */
  readonly written: Written[];
}

const LABEL_SIZE = 10.5;
/** Where text stands in a lane, px from its top. */
const MIDDLE = LANE_HEIGHT / 2 + 0.5;

export function fontOf(ink: LaneInk, bold: boolean): string {
  return `${bold ? 650 : 450} ${LABEL_SIZE}px ${ink.palette.fontText}`;
}

export interface Text {
  readonly text: string;
  readonly left: number;
  /** Upper edge of the lane, px. */
  readonly top: number;
}

/** In the font and colour that are set. @param width px */
export function write(
  { context, written }: LanePen,
  { text, left, top }: Text,
  width: number,
): void {
  context.fillText(text, left, top + MIDDLE);
  written.push({ left, right: left + width, top });
}
