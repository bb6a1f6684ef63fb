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
