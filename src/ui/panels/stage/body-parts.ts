/** Sizes of what is drawn in a body and on it, so that a small one can still be read. */
import { LEADER_REACH, type Point } from './geometry';

/** A letter smaller than this cannot be read, px. */
const LETTER_MIN = 9.5;
/** How far a letter reaches from the middle of its body, as a share of its size. */
const LETTER_REACH = 0.4;
/** A star smaller than this looks like a speck, px from its middle. */
const STAR_MIN = 4.2;

/** Size of the letter in a body: as large as the body lets it be, within what can be read. */
export function letterSize(radius: number, wanted: number): number {
  return Math.max(LETTER_MIN, Math.min(radius * 0.95, wanted));
}

/** Where a leader's star is drawn, and how large: on the edge at the upper left, off the letter. */
export function leaderMarkAt(radius: number): Point & { readonly scale: number } {
  const reach = Math.max(STAR_MIN, Math.min(LEADER_REACH, radius * 0.5));
  const letter = letterSize(radius, radius) * LETTER_REACH;
  const away = Math.max(radius * 1.02, letter + reach + 1) * Math.SQRT1_2;
  return { x: -away, y: -away, scale: reach / LEADER_REACH };
}

/** The smallest body that has room for a version below its letter, px. */
const VERSION_RADIUS = 14;

/** Whether a body says the version itself; else its label does. */
export const holdsVersion = (radius: number): boolean => radius >= VERSION_RADIUS;
