/** Draws notes of the scenario as flags that stand on the axis. */
import { KIND_NUMBER, type TraceIndex } from '#trace';
import { type FrameView, xOf } from './frame-view';
import type { LanePen } from './lane-pen';
import { AXIS_HEIGHT } from './lanes';
import { css } from './palette';

/** The actor that writes the steps of the scenario. */
const STEPS = 'scenario';
const POLE = 8;
const CLOTH = 6;

/** Left edges of the flags in view, px. */
export function flagPlaces(index: FlagSource, view: FrameView): readonly number[] {
  const places: number[] = [];
  const { kind, slots, strings, t } = index.table;
  for (const seq of index.rowsOf(STEPS)) {
    if (seq > view.seqTo) break;
    if (seq < view.seqFrom || kind[seq] !== KIND_NUMBER.fault) continue;
    if (strings[slots[0][seq]] === 'note') places.push(xOf(view, t[seq]));
  }
  return places;
}

type FlagSource = Pick<TraceIndex, 'table' | 'rowsOf'>;

export function drawFlags({ context, ink }: LanePen, places: readonly number[]): void {
  context.fillStyle = css(ink.palette.accent);
  for (const x of places) {
    const top = AXIS_HEIGHT - 1 - POLE;
    context.fillRect(x, top, 1, POLE);
    context.beginPath();
    context.moveTo(x + 1, top);
    context.lineTo(x + 1 + CLOTH, top + 2.5);
    context.lineTo(x + 1, top + 5);
    context.closePath();
    context.fill();
  }
}
