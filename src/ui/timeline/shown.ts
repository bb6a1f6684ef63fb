/** Which timeline of a page is on the screen, for those who make a picture of it. */
import type { Orrery } from '../stores';
import type { TimelineModel } from './timeline-model';

const shown = new WeakMap<Orrery, TimelineModel>();

/** @returns what forgets it again */
export function noteShown(model: TimelineModel): () => void {
  shown.set(model.orrery, model);
  return () => {
    if (shown.get(model.orrery) === model) shown.delete(model.orrery);
  };
}

export const shownTimeline = (orrery: Orrery): TimelineModel | undefined => shown.get(orrery);

/** How many lanes the timeline on the screen has, seen or not; 0 while there is none. */
export function listedLanes(orrery: Orrery): number {
  const layout = shown.get(orrery)?.lanes.getState().layout;
  return layout ? layout.sticky.length + layout.scrolled.length : 0;
}
