/** Moves the window smoothly to where an act wants it; at once where motion is reduced. */
import type { Orrery } from '../stores';
import { betweenWindows, type TimeWindow } from './window';

/** How long a move takes, ms: long enough to see where one went, short enough not to wait. */
const GLIDE_MS = 180;

interface Glide {
  readonly from: TimeWindow;
  readonly to: TimeWindow;
  readonly startedMs: number;
  handle: number;
}

const gliding = new WeakMap<Orrery, Glide>();

/** Where the window is going, or where it is: acts that follow each other add up. */
export function goalOf(orrery: Orrery): TimeWindow {
  const { from, to } = orrery.viewport.getState();
  return gliding.get(orrery)?.to ?? { from, to };
}

/** Stops a move where it is. */
export function stopGlide(orrery: Orrery): void {
  const glide = gliding.get(orrery);
  if (!glide) return;
  cancelAnimationFrame(glide.handle);
  gliding.delete(orrery);
}

export function glideTo(orrery: Orrery, to: TimeWindow): void {
  stopGlide(orrery);
  const { from: start, to: end } = orrery.viewport.getState();
  const still =
    orrery.settings.getState().reducedMotion || typeof requestAnimationFrame === 'undefined';
  if (still) {
    orrery.viewport.setState({ from: to.from, to: to.to });
    return;
  }
  const frame = (nowMs: number): void => {
    const part = Math.min(1, Math.max(0, (nowMs - glide.startedMs) / GLIDE_MS));
    const eased = 1 - (1 - part) * (1 - part) * (1 - part);
    const window = part < 1 ? betweenWindows(glide.from, to, eased) : to;
    if (part < 1) glide.handle = requestAnimationFrame(frame);
    else gliding.delete(orrery);
    orrery.viewport.setState({ from: window.from, to: window.to });
  };
  const glide: Glide = {
    from: { from: start, to: end },
    to,
    startedMs: performance.now(),
    handle: requestAnimationFrame(frame),
  };
  gliding.set(orrery, glide);
}
