/** Marking an area of time: it begins at the playhead, ends where it is when asked again. */
import type { Area, Orrery } from '../stores';

/** An area in order; one that is still open reaches to the playhead. */
export function orderedArea({ start, end }: Area, playhead: number): { from: number; to: number } {
  const other = end ?? playhead;
  return { from: Math.min(start, other), to: Math.max(start, other) };
}

export function markArea({ marks, playback }: Orrery): void {
  const { area } = marks.getState();
  const { time } = playback.getState();
  if (area === undefined) marks.setState({ area: { start: time, end: undefined } });
  else if (area.end === undefined && area.start !== time)
    marks.setState({ area: { ...area, end: time } });
  else marks.setState({ area: undefined });
}
