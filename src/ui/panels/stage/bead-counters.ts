/** How many messages beads stand for, where beads are so near that their figures would touch. */
import { type Point, type Rect, rectsOverlap } from './geometry';

export interface Counter extends Point {
  readonly count: number;
}

/** From this many on, beads say how many messages they stand for. */
export const COUNT_FROM = 4;
/** Size of a figure of the counters' font, px. */
const FIGURE_WIDTH = 5.5;
const FIGURE_HEIGHT = 9;
/** Space between two counters, px. */
const GAP = 2;

export const counterText = ({ count }: Counter): string => `×${count}`;

/** Where a counter is seen; it is drawn around its point. */
export function counterBox(counter: Counter): Rect {
  const width = counterText(counter).length * FIGURE_WIDTH;
  const [x, y] = [counter.x - width / 2, counter.y - FIGURE_HEIGHT / 2];
  return { x, y, width, height: FIGURE_HEIGHT };
}

/** Counters that would touch are one, which says their sum at the place of the larger. */
export function mergeCounters(counters: readonly Counter[]): Counter[] {
  const merged: Counter[] = [];
  for (const counter of counters) {
    let whole = counter;
    for (let near = touching(merged, whole); near >= 0; near = touching(merged, whole)) {
      const [other] = merged.splice(near, 1);
      const { x, y } = other.count > whole.count ? other : whole;
      whole = { x, y, count: other.count + whole.count };
    }
    merged.push(whole);
  }
  return merged;
}

function touching(counters: readonly Counter[], counter: Counter): number {
  const box = counterBox(counter);
  return counters.findIndex((other) => rectsOverlap(counterBox(other), box, GAP));
}
