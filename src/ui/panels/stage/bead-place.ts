/** Where the hook beads of a server sit: evenly round it, the first at the top. */
import { onEllipse, type Point } from './geometry';
import type { Vertex } from './layout';
import { HOOKS_OFFSET } from './orbits';

/** Distance from the ring within which the pointer means a bead, px. */
const RING_SLACK = 7;

export function hookRing({ radius }: Pick<Vertex, 'radius'>, unit: number): number {
  return radius + HOOKS_OFFSET * unit;
}

/** Radius of a bead, so that neighbours keep apart; 0 when there are none. */
export function hookBeadRadius(ring: number, count: number, unit: number): number {
  return count === 0 ? 0 : Math.min(3.1 * unit, (2 * Math.PI * ring) / count / 2.7);
}

/** Place of a bead relative to its server's centre. */
export function hookBeadAt(ring: number, index: number, count: number): Point {
  return onEllipse({ x: 0, y: 0 }, ring, ring, (index / count) * 2 * Math.PI - Math.PI / 2);
}

/** The bead under a point that is given relative to the centre; undefined off the ring. */
export function hookBeadUnder(ring: number, count: number, { x, y }: Point): number | undefined {
  if (count === 0 || Math.abs(Math.hypot(x, y) - ring) > RING_SLACK) return undefined;
  const turn = (Math.atan2(y, x) + Math.PI / 2) / (2 * Math.PI);
  return Math.round((turn < 0 ? turn + 1 : turn) * count) % count;
}
