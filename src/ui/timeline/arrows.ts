/** Causal arrows of the selected record: the chain behind it, and what it made happen. */
import type { Seq, TraceIndex } from '#trace';
import { alsoNeeded, effectsOf } from '../why/needs';

export interface Arrow {
  readonly from: Seq;
  readonly to: Seq;
  /** How far from the selected record; causes count up from 1, effects are 0. */
  readonly depth: number;
}

/** How far back the chain is drawn. */
export const CHAIN_LENGTH = 10;
/** More arrows than this are not drawn: they would neither be read nor be fast. */
export const MOST_ARROWS = 500;

/**
 * Causes first, nearest first, and what they needed; then effects, the oldest ones when there are
 * too many.
 */
export function selectArrows(index: TraceIndex, seq: Seq): readonly Arrow[] {
  const chain = index.causeChain(seq, CHAIN_LENGTH);
  const causes = chain.map((cause, place) => ({
    from: cause,
    to: place === 0 ? seq : chain[place - 1],
    depth: place + 1,
  }));
  const needs = [seq, ...chain].flatMap((to, depth) =>
    alsoNeeded(index, to).map((from) => ({ from, to, depth: depth + 1 })),
  );
  const behind = [...causes, ...needs].slice(0, MOST_ARROWS);
  const effects = effectsOf(index, seq).slice(0, MOST_ARROWS - behind.length);
  return [...behind, ...effects.map((effect) => ({ from: seq, to: effect, depth: 0 }))];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A cubic curve: start, two control points, end. */
export type Curve = readonly [Point, Point, Point, Point];

/** Nearer than this, px, start and end are one place and there is nothing to draw. */
const LEAST_LENGTH = 4;
const LEAST_BEND = 12;
const MOST_BEND = 160;
/** How far a curve between two places of one lane bows upwards, px. */
const BOW = 16;

/** A curve that leaves and arrives level, so that arrows of one lane stay apart from its bars. */
export function curveBetween(start: Point, end: Point): Curve | undefined {
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  if (Math.hypot(dx, dy) < LEAST_LENGTH) return undefined;
  const bend = Math.max(LEAST_BEND, Math.min(MOST_BEND, Math.abs(dx) * 0.45));
  const bow = Math.abs(dy) < 1 ? BOW : 0;
  return [start, { x: start.x + bend, y: start.y - bow }, { x: end.x - bend, y: end.y - bow }, end];
}
