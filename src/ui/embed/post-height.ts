/**
 * Tells the page around how high the frame would like to be, so that no lane is hidden: `{type:
 * 'kube-orrery:height', height}` in css px. It says nothing else, so any page may hear it.
 */
import type { Orrery } from '../stores';
import { listedLanes } from '../timeline';
import type { EmbedChoices } from './embed-choices';

const STAGE_HEIGHT = 340;
const BAR_HEIGHT = 52;

/** @returns what ends it */
export function postHeight(orrery: Orrery, view: EmbedChoices['view']): () => void {
  let said = 0;
  const tell = (): void => {
    const lanes = listedLanes(orrery);
    if (lanes === 0) return;
    const height = laneHeight(lanes) + BAR_HEIGHT + (view === 'both' ? STAGE_HEIGHT : 0);
    if (height === said) return;
    said = height;
    window.parent.postMessage({ type: 'kube-orrery:height', height }, '*');
  };
  // The timeline takes rows in with the frames that follow.
  const timer = setInterval(tell, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

const LOOK_EVERY_MS = 500;
/** Minimap, axis, and the room around, px. */
const AROUND_LANES = 30 + 24 + 20;
const LANE = 24;

const laneHeight = (lanes: number): number => AROUND_LANES + lanes * LANE;
