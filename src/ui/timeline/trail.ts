/**
 * The windows that one zoomed in from, as a trail back out. Whatever moves the window (wheel, keys,
 * minimap, a search) leaves it: only where the window comes to rest counts. Panning leaves none.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Orrery } from '../stores';
import { glideTo } from './glide';
import { lengthOf, type TimeWindow } from './window';

/** How long the window must stand still, ms. */
const REST_MS = 300;
/** A window that is shorter than the last by this factor was zoomed into. */
const ZOOMED = 0.75;
/** Most that are kept: as many as have room. */
const TRAIL_MAX = 4;

type Trail = readonly TimeWindow[];

const trails = new WeakMap<Orrery, StoreApi<Trail>>();

export function trailOf(orrery: Orrery): StoreApi<Trail> {
  let trail = trails.get(orrery);
  if (!trail) {
    trail = createStore<Trail>(() => []);
    trails.set(orrery, trail);
  }
  return trail;
}

/** The trail after the window came from one rest to the next. */
export function afterRest(trail: Trail, before: TimeWindow, now: TimeWindow): Trail {
  const kept = trail.filter((earlier) => lengthOf(now) < lengthOf(earlier) * ZOOMED);
  const zoomedIn = lengthOf(now) < lengthOf(before) * ZOOMED;
  return zoomedIn ? [...kept, before].slice(-TRAIL_MAX) : kept;
}

/** Follows the window from now on. @returns what ends it */
export function watchTrail(orrery: Orrery): () => void {
  const trail = trailOf(orrery);
  const current = (): TimeWindow => {
    const { from, to } = orrery.viewport.getState();
    return { from, to };
  };
  let rest = current();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = (): void => {
    // The window may be of a run that is still to come.
    if (orrery.session.getState().replacing) return;
    const now = current();
    trail.setState(afterRest(trail.getState(), rest, now), true);
    rest = now;
  };
  const stopViewport = orrery.viewport.subscribe((state, before) => {
    if (state.from === before.from && state.to === before.to) return;
    clearTimeout(timer);
    timer = setTimeout(settle, REST_MS);
  });
  // Another run has another length; the way into the old one leads nowhere there. Its first rows
  // may come long after its window.
  const stopSession = orrery.session.subscribe(({ traceVersion }, before) => {
    if (traceVersion === before.traceVersion) return;
    clearTimeout(timer);
    trail.setState([], true);
    rest = current();
  });
  return () => {
    stopViewport();
    stopSession();
    clearTimeout(timer);
  };
}

/** Goes back to an earlier window: the last one, or the one at this place of the trail. */
export function goBack(orrery: Orrery, place = trailOf(orrery).getState().length - 1): void {
  const trail = trailOf(orrery);
  const earlier = trail.getState().at(place);
  if (place < 0 || !earlier) return;
  trail.setState(trail.getState().slice(0, place), true);
  glideTo(orrery, earlier);
}
