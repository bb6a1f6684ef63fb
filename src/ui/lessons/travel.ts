/** The way from one stop to the next: the playhead glides, and never for long. */
import { asTime } from '#base';
import { seek } from '../playback';
import type { Orrery } from '../stores';

/** The longest way, ms of wall time; a second of virtual time takes a tenth of it. */
const LONGEST_MS = 2_400;
const MS_A_SECOND = 240;
/** A way shorter than this is a jump, µs. */
const SHORTEST_US = 50_000;

/** How long the way takes, ms; backwards, and where motion is unwanted, it is a jump. */
export function wayMs(from: number, to: number, reducedMotion: boolean): number {
  const us = to - from;
  if (reducedMotion || us < SHORTEST_US) return 0;
  return Math.min(LONGEST_MS, Math.max(400, (us / 1_000_000) * MS_A_SECOND));
}

/**
 * Takes the playhead to an instant, which the run need not have reached yet.
 * @param arrived called once the playhead is there
 * @returns a function that goes there at once
 */
export function travel(orrery: Orrery, to: number, arrived: () => void): () => void {
  const from = orrery.playback.getState().time;
  const length = wayMs(from, to, orrery.settings.getState().reducedMotion);
  let handle: number | undefined;
  let begun: number | undefined;
  const end = (): void => {
    if (handle !== undefined) cancelAnimationFrame(handle);
    handle = undefined;
    jump(orrery, to);
    arrived();
  };
  if (length === 0) {
    end();
    return () => {};
  }
  const frame = (now: number): void => {
    begun ??= now;
    const part = (now - begun) / length;
    if (part >= 1) {
      end();
      return;
    }
    seek(orrery, from + (to - from) * part);
    handle = requestAnimationFrame(frame);
  };
  handle = requestAnimationFrame(frame);
  return () => {
    if (handle !== undefined) end();
  };
}

/** A run that is being replaced keeps the playhead where it is wanted. */
export function jump(orrery: Orrery, to: number): void {
  const { reached, status } = orrery.session.getState();
  if (status === 'done' || to <= reached) seek(orrery, to);
  else orrery.playback.setState({ time: asTime(Math.round(to)), playing: false });
}
