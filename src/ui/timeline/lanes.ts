/** Which lanes there are, in which order, and where. Pure: tree and choices in, lanes out. */
import type { LeaseTrack } from '#trace';
import type { ViewportState } from '../stores';
import { type ComponentKind, compareNatural } from './component-kind';
import type { LaneNode } from './lane-tree';
import { isContested } from './lease-names';

/** Height of the strip with the time labels, above the lanes, px. */
export const AXIS_HEIGHT = 24;
export const LANE_HEIGHT = 24;
export const BAR_HEIGHT = 14;
export const BAR_TOP = (LANE_HEIGHT - BAR_HEIGHT) / 2;
/** Sticky lanes never take more than this part of the height. */
const MOST_PINNED_PART = 0.5;

export interface Lane {
  /** An actor path, or `lease:` and the lease's name. */
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly component: ComponentKind;
  /** undefined where there is nothing to fold. */
  readonly folded: boolean | undefined;
  readonly pinned: boolean;
  readonly node: LaneNode | undefined;
  readonly lease: LeaseTrack | undefined;
}

export interface LaneLayout {
  /** Lanes that stay at the top, then all others. */
  readonly sticky: readonly Lane[];
  readonly scrolled: readonly Lane[];
  /** Place in sticky and scrolled taken together, by id. */
  readonly placeOf: ReadonlyMap<string, number>;
}

export type LaneChoices = Pick<ViewportState, 'folded' | 'pinned' | 'filter'>;

export const leaseLaneId = ({ name, lock = 'leases' }: LeaseTrack): string =>
  lock === 'leases' ? `lease:${name}` : `lease:${lock}/${name}`;

/**
 * Everything is folded at first: one lane a process tells the story, and there is room for all of
 * them. The viewport keeps what a person changed: a path in `folded` is the other way round.
 */
export function isFolded(node: LaneNode, choices: LaneChoices): boolean {
  return node.children.length > 0 && !choices.folded.has(node.path);
}

function matches(words: readonly string[], text: string): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** All lanes that pass the filter, in order, with the lanes above each match. */
export function listLanes(
  roots: readonly LaneNode[],
  leases: readonly LeaseTrack[],
  choices: LaneChoices,
): Lane[] {
  const words = choices.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const lanes: Lane[] = [];
  const wanted = (node: LaneNode): boolean =>
    matches(words, node.path) || node.children.some(wanted);
  const add = (node: LaneNode, depth: number): void => {
    if (words.length > 0 && !wanted(node)) return;
    const below = words.length > 0 && node.children.some(wanted);
    const folded = isFolded(node, choices) && !below;
    lanes.push({
      id: node.path,
      title: node.title,
      depth,
      component: node.component,
      folded: node.children.length > 0 ? folded : undefined,
      pinned: choices.pinned.has(node.path),
      node,
      lease: undefined,
    });
    if (!folded) for (const child of node.children) add(child, depth + 1);
  };
  const afterLeases = roots.findIndex(
    (root) => !['scenario', 'apiserver'].includes(root.component),
  );
  const cut = afterLeases < 0 ? roots.length : afterLeases;
  for (const root of roots.slice(0, cut)) add(root, 0);
  const byName = leases.filter(isContested).sort((a, b) => compareNatural(a.name, b.name));
  for (const lease of byName) {
    const lane = leaseLane(lease, choices);
    if (matches(words, `lease ${lease.lock ?? ''} ${lease.name}`)) lanes.push(lane);
  }
  for (const root of roots.slice(cut)) add(root, 0);
  return lanes;
}

function leaseLane(lease: LeaseTrack, choices: LaneChoices): Lane {
  const id = leaseLaneId(lease);
  const title = lease.name.slice(lease.name.lastIndexOf('/') + 1);
  const pinned = choices.pinned.has(id);
  return {
    id,
    title,
    depth: 0,
    component: 'lease',
    folded: undefined,
    pinned,
    node: undefined,
    lease,
  };
}

/** Puts pinned lanes at the top, as long as they leave room for the others. */
export function layoutLanes(lanes: readonly Lane[], height: number): LaneLayout {
  const most = Math.max(1, Math.floor((height * MOST_PINNED_PART) / LANE_HEIGHT));
  const sticky = lanes.filter((lane) => lane.pinned).slice(0, most);
  const scrolled = lanes.filter((lane) => !sticky.includes(lane));
  const all = [...sticky, ...scrolled];
  return { sticky, scrolled, placeOf: new Map(all.map((lane, place) => [lane.id, place])) };
}

/** Lanes at least partly on the screen, with their top, px. */
export function placedLanes(layout: LaneLayout, scrollTop: number, height: number) {
  const placed: { lane: Lane; top: number }[] = [];
  const stickyHeight = layout.sticky.length * LANE_HEIGHT;
  const first = Math.max(0, Math.floor(scrollTop / LANE_HEIGHT));
  for (let place = first; place < layout.scrolled.length; place += 1) {
    const top = stickyHeight + place * LANE_HEIGHT - scrollTop;
    if (top >= height) break;
    placed.push({ lane: layout.scrolled[place], top });
  }
  for (const [place, lane] of layout.sticky.entries())
    placed.push({ lane, top: place * LANE_HEIGHT });
  return placed;
}

/** Top of a lane, px, which may be outside of the screen; undefined when it has no place. */
export function topOf(layout: LaneLayout, scrollTop: number, id: string): number | undefined {
  const place = layout.placeOf.get(id);
  if (place === undefined) return undefined;
  const scrolled = place >= layout.sticky.length;
  return place * LANE_HEIGHT - (scrolled ? scrollTop : 0);
}

/** The lane that shows an actor: its own, or the nearest one around it that has a place. */
export function laneShowing(layout: LaneLayout, node: LaneNode | undefined): string | undefined {
  for (let each = node; each; each = each.parent) {
    if (layout.placeOf.has(each.path)) return each.path;
  }
  return undefined;
}

/** How far down the lanes can be scrolled, px. */
export function scrollRange(layout: LaneLayout, height: number): number {
  const total = (layout.sticky.length + layout.scrolled.length) * LANE_HEIGHT;
  return Math.max(0, total - height);
}
