/** The visible window and how it moves. Pure; all times in µs. */

export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Closest zoom, µs across the whole width: single records stay apart, labels still make sense. */
export const SHORTEST_WINDOW = 200;
/** Where in the window the playhead rides while it is followed, 0 to 1. */
const FOLLOW_PLACE = 0.72;
/** Part of the window kept free on each side of what was brought into view. */
const MARGIN = 0.12;

export const lengthOf = (window: TimeWindow): number => window.to - window.from;

/** The nearest window that lies within [0, end] and is not shorter than the shortest. */
export function clampWindow({ from, to }: TimeWindow, end: number): TimeWindow {
  const length = Math.min(end, Math.max(SHORTEST_WINDOW, to - from));
  const start = Math.max(0, Math.min(from, end - length));
  return { from: start, to: start + length };
}

/** Zooms so that `at` stays where it is; a factor below 1 zooms in. */
export function zoomWindow(
  window: TimeWindow,
  factor: number,
  at: number,
  end: number,
): TimeWindow {
  const length = Math.min(end, Math.max(SHORTEST_WINDOW, lengthOf(window) * factor));
  const place = (at - window.from) / lengthOf(window);
  const from = at - place * length;
  return clampWindow({ from, to: from + length }, end);
}

/** Moves by a part of the window's length; positive is later. */
export function panWindow(window: TimeWindow, part: number, end: number): TimeWindow {
  const by = lengthOf(window) * part;
  return clampWindow({ from: window.from + by, to: window.to + by }, end);
}

/** The same length with `at` in the middle. */
export function centreWindow(window: TimeWindow, at: number, end: number): TimeWindow {
  const half = lengthOf(window) / 2;
  return clampWindow({ from: at - half, to: at + half }, end);
}

/** A window that shows a whole stretch with some room on both sides. */
export function fitWindow(from: number, to: number, end: number): TimeWindow {
  const room = Math.max(SHORTEST_WINDOW / 2, (to - from) * MARGIN);
  return clampWindow({ from: from - room, to: to + room }, end);
}

/** The window moved no more than needed so that `at` is well inside it. */
export function revealInWindow(window: TimeWindow, at: number, end: number): TimeWindow {
  const room = lengthOf(window) * MARGIN;
  if (at >= window.from && at <= window.to) return window;
  const from = at < window.from ? at - room : at + room - lengthOf(window);
  return clampWindow({ from, to: from + lengthOf(window) }, end);
}

/**
 * The window while the playhead moves on: it stands still until the playhead reaches its place,
 * then glides with it. With reduced motion it turns pages instead.
 */
export function followWindow(
  window: TimeWindow,
  playhead: number,
  end: number,
  pages: boolean,
): TimeWindow {
  const length = lengthOf(window);
  const place = (playhead - window.from) / length;
  if (place >= 0 && place <= (pages ? 1 : FOLLOW_PLACE)) return window;
  const wanted = pages ? MARGIN : place < 0 ? MARGIN : FOLLOW_PLACE;
  const from = playhead - wanted * length;
  return clampWindow({ from, to: from + length }, end);
}

/**
 * A window on the way from one to another, `part` 0 to 1: its length changes by equal ratios, so a
 * zoom feels even, and one point stays fixed meanwhile.
 */
export function betweenWindows(a: TimeWindow, b: TimeWindow, part: number): TimeWindow {
  const first = lengthOf(a);
  const last = lengthOf(b);
  const length = first * Math.exp(Math.log(last / first) * part);
  const moved = Math.abs(last - first) < first * 1e-6 ? part : (length - first) / (last - first);
  const from = a.from + (b.from - a.from) * moved;
  return { from, to: from + length };
}
