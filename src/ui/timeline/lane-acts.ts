/** Folding and pinning the lane of what is selected, from anywhere on the page. */
import type { Orrery } from '../stores';
import type { Lane } from './lanes';
import { shownTimeline } from './shown';

function selectedLane(orrery: Orrery): Lane | undefined {
  const model = shownTimeline(orrery);
  const id = model?.selectedLane();
  if (!model || id === undefined) return undefined;
  const { sticky, scrolled } = model.lanes.getState().layout;
  return [...sticky, ...scrolled].find((lane) => lane.id === id);
}

export const canPinLane = (orrery: Orrery): boolean => selectedLane(orrery) !== undefined;

export const canFoldLane = (orrery: Orrery): boolean => selectedLane(orrery)?.folded !== undefined;

export function pinSelectedLane(orrery: Orrery): void {
  const lane = selectedLane(orrery);
  if (lane) shownTimeline(orrery)?.togglePin(lane.id);
}

export function foldSelectedLane(orrery: Orrery): void {
  const lane = selectedLane(orrery);
  if (lane?.folded !== undefined) shownTimeline(orrery)?.toggleFold(lane.id);
}
