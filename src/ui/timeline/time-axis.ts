/** Ticks of the time axis: round times a person would choose, labelled mm:ss. */
import { scaleLinear } from 'd3-scale';
import { type IdleFold, PLAIN_AXIS } from './axis';

const SECOND = 1_000_000;
/** Steps between labels from a second up, s; below, 1, 2 and 5 of each power of ten. */
const STEPS_SECONDS = [1, 2, 4, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400];
const DAY_SECONDS = 86_400;

export interface Tick {
  readonly time: number;
  readonly x: number;
  readonly label: string;
}

/** Where a time is on the screen, px; and back. */
export function timeScale(window: { readonly from: number; readonly to: number }, width: number) {
  return scaleLinear([window.from, window.to], [0, width]);
}

/** The shortest step that leaves `spacing` px for each label, µs. */
export function tickStep(length: number, width: number, spacing: number): number {
  const least = (length / width) * spacing;
  if (least >= SECOND / 2) {
    const seconds = STEPS_SECONDS.find((step) => step * SECOND >= least);
    return seconds
      ? seconds * SECOND
      : Math.ceil(least / SECOND / DAY_SECONDS) * DAY_SECONDS * SECOND;
  }
  let power = 1;
  while (power * 10 <= least) power *= 10;
  const factor = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10;
  return Math.max(1, factor * power);
}

/** Ticks within the window, oldest first. */
export function ticksOf(
  window: { readonly from: number; readonly to: number },
  width: number,
  spacing: number,
  axis = PLAIN_AXIS,
): readonly Tick[] {
  const shown = axis.window(window);
  const step = tickStep(shown.to - shown.from, width, spacing);
  const scale = timeScale(shown, width);
  const ticks: Tick[] = [];
  for (let time = Math.ceil(window.from / step) * step; time <= window.to; time += step) {
    const x = scale(axis.of(time));
    // A label must not stand in a fold, nor reach into one.
    const near = ({ from }: IdleFold): boolean =>
      from >= time && scale(axis.of(from)) - x < spacing * 0.45;
    if (axis.folds.some((fold) => near(fold) || (time > fold.from && time < fold.to))) continue;
    // Past a fold the next round time may be nearer than its label is wide.
    if (axis.folds.length > 0 && x - (ticks.at(-1)?.x ?? -spacing) < spacing * 0.6) continue;
    ticks.push({ time, x, label: formatTick(time, step) });
  }
  return ticks;
}

/** `mm:ss`, with as many decimals as the step needs. */
export function formatTick(us: number, step: number): string {
  const whole = Math.floor(us / SECOND);
  const clock = `${pad(Math.floor(whole / 60), 2)}:${pad(whole % 60, 2)}`;
  if (step >= SECOND) return clock;
  const fraction = pad(us - whole * SECOND, 6);
  return `${clock}.${step >= 1_000 ? fraction.slice(0, 3) : fraction}`;
}

function pad(n: number, digits: number): string {
  return String(n).padStart(digits, '0');
}
