/** Measures what the main thread does for a frame while the timeline is panned and zoomed. */
import { asTime } from '#base';
import type { Orrery } from '../stores';
import { lengthOf, panWindow, type TimeWindow, zoomWindow } from './window';

/** How far in, as parts of the whole run: everything in view, and two closer looks. */
const ZOOMS = [
  ['all', 1],
  ['50x', 50],
  ['2000x', 2_000],
] as const;
const ROUNDS = 3;
const FRAMES = 60;
const WARM_UP = 12;
/** Part of the window's length that a panned frame moves by: a brisk drag. */
const PAN_PART = 0.012;
/** Factor of a zoomed frame; after so many frames it turns round. */
const ZOOM_FACTOR = 0.97;
const TURN_AFTER = 15;

/** Figures for the trace that is shown; names end in the unit. */
export async function measureFrames(orrery: Orrery, size: string) {
  const figures: Record<string, number> = {};
  const worst: number[] = [];
  for (const [name, zoom] of ZOOMS) {
    for (const motion of ['pan', 'zoom'] as const) {
      const times = await leastDisturbed(() => measureMotion(orrery, zoom, motion));
      worst.push(...times);
      figures[`${size} ${name} ${motion} p50Ms`] = percentile(times, 0.5);
      figures[`${size} ${name} ${motion} p95Ms`] = percentile(times, 0.95);
    }
  }
  figures[`${size} p50Ms`] = percentile(worst, 0.5);
  figures[`${size} p95Ms`] = percentile(worst, 0.95);
  return figures;
}

/** Of some rounds the one with the lowest 95th percentile: the rest is other programs' work. */
async function leastDisturbed(round: () => Promise<readonly number[]>) {
  let best = await round();
  for (let again = 1; again < ROUNDS; again += 1) {
    const times = await round();
    if (percentile(times, 0.95) < percentile(best, 0.95)) best = times;
  }
  return best;
}

async function measureMotion(orrery: Orrery, zoom: number, motion: 'pan' | 'zoom') {
  const end = orrery.session.getState().reached;
  const length = end / zoom;
  let window: TimeWindow = { from: (end - length) / 2, to: (end + length) / 2 };
  const times: number[] = [];
  for (let frame = 0; frame < FRAMES + WARM_UP; frame += 1) {
    const back = Math.floor(frame / TURN_AFTER) % 2 === 1;
    window =
      motion === 'pan'
        ? panWindow(window, back ? -PAN_PART : PAN_PART, end)
        : zoomWindow(window, back ? 1 / ZOOM_FACTOR : ZOOM_FACTOR, end / 2, end);
    // The whole run cannot be panned; it is redrawn all the same.
    const shown = zoom === 1 && motion === 'pan' ? shrunk(window, frame) : window;
    const ms = await workOfFrame(() => {
      const time = asTime(Math.round(shown.from + lengthOf(shown) / 2));
      orrery.viewport.setState(shown);
      orrery.playback.setState({ time });
    });
    if (frame >= WARM_UP) times.push(ms);
  }
  return times;
}

/** Nearly the whole, and a little different in every frame. */
function shrunk({ from, to }: TimeWindow, frame: number): TimeWindow {
  const margin = ((to - from) / 500) * (1 + (frame % 7));
  return { from: from + margin, to: to - margin / 2 };
}

/**
 * Work of a frame, ms: the change itself, and from the frame's first callback until its picture is
 * painted. A message that is sent in the frame is delivered after the frame's own work.
 */
function workOfFrame(change: () => void): Promise<number> {
  return new Promise((resolve) => {
    let started = 0;
    let changing = 0;
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(changing + performance.now() - started);
    // Asked for before the change, so that it comes before the drawing that the change asks for.
    requestAnimationFrame(() => {
      started = performance.now();
      channel.port2.postMessage(0);
    });
    const before = performance.now();
    change();
    changing = performance.now() - before;
  });
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  return Math.round(value * 100) / 100;
}
