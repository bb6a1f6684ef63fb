import { findStop } from '../breakpoints/breakpoints';
import type { Orrery } from '../stores';
import { advance } from './advance';
import { goToRecord } from './seek';

/** Between two moves of the playhead while motion is reduced, ms: it jumps instead of gliding. */
const REDUCED_MOTION_STEP_MS = 500;

/** The browser's frame clock; tests pass their own. */
export interface FrameClock {
  request(callback: (nowMs: number) => void): number;
  cancel(handle: number): void;
}

/**
 * Moves the playhead while it plays. It reads how far the run has come and never drives the run.
 * @returns a function that stops it for good.
 */
export function startPlayer(orrery: Orrery, clock: FrameClock = browserFrames()): () => void {
  let handle: number | undefined;
  let lastMs: number | undefined;

  const frame = (nowMs: number): void => {
    handle = undefined;
    const { playing } = orrery.playback.getState();
    if (!playing) {
      lastMs = undefined;
      return;
    }
    const elapsedMs = nowMs - (lastMs ?? nowMs);
    const reduced = orrery.settings.getState().reducedMotion;
    if (!reduced || lastMs === undefined || elapsedMs >= REDUCED_MOTION_STEP_MS) {
      lastMs = nowMs;
      move(orrery, elapsedMs);
    }
    schedule();
  };
  const schedule = (): void => {
    if (handle === undefined && orrery.playback.getState().playing) handle = clock.request(frame);
  };

  const unsubscribe = orrery.playback.subscribe(schedule);
  schedule();
  return () => {
    unsubscribe();
    if (handle !== undefined) clock.cancel(handle);
  };
}

function move(orrery: Orrery, elapsedMs: number): void {
  const { time, speed } = orrery.playback.getState();
  const { reached, status, replacing } = orrery.session.getState();
  const finished = !replacing && ['done', 'crashed', 'stopped'].includes(status);
  const next = advance(time, speed, elapsedMs, { reached, finished });
  const { table } = orrery.trace;
  const stop =
    next.time > time
      ? findStop(orrery, table.lastAt(time) + 1, table.lastAt(next.time))
      : undefined;
  if (stop) {
    orrery.breakpoints.setState({ open: true, hit: stop });
    goToRecord(orrery, stop.seq);
    return;
  }
  if (next.time !== time || !next.playing) orrery.playback.setState(next);
}

function browserFrames(): FrameClock {
  return {
    request: (callback) => requestAnimationFrame(callback),
    cancel: (handle) => cancelAnimationFrame(handle),
  };
}
