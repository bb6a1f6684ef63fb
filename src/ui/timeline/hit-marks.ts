/** Where what was searched for stands in a frame: one place for each pixel of each lane. */
import { countUpTo } from '#trace';
import type { Point } from './arrows';
import { type FrameView, xOf } from './frame-view';
import { LANE_HEIGHT, laneShowing, topOf } from './lanes';
import type { TimelineModel } from './timeline-model';

/** Finest distance of two signs in a lane, px; nearer ones are drawn as one. */
const APART_PX = 3;

export class HitMarks {
  #made: readonly unknown[] = [];
  #points: readonly Point[] = [];

  /** Feet of the signs, px below the axis; remembered while nothing they depend on changes. */
  at(model: TimelineModel, view: FrameView): readonly Point[] {
    const { hits } = model.orrery.search.getState();
    if (hits.length === 0) return [];
    const { layout, scrollTop } = model.lanes.getState();
    const { from, to } = view.window;
    const made = [hits, from, to, view.width, view.seqTo, layout, scrollTop];
    if (made.some((value, place) => value !== this.#made[place])) {
      this.#made = made;
      this.#points = pointsOf(model, view, hits);
    }
    return this.#points;
  }
}

function pointsOf(model: TimelineModel, view: FrameView, hits: Int32Array): readonly Point[] {
  const { table } = model.feed.index;
  const { layout, scrollTop } = model.lanes.getState();
  const feet = new Map<number, number | undefined>();
  const footOf = (actor: number): number | undefined => {
    const node = model.feed.tree.nodeOf(table.strings[actor]);
    const lane = laneShowing(layout, node);
    const top = lane === undefined ? undefined : topOf(layout, scrollTop, lane);
    const below = lane !== undefined && (layout.placeOf.get(lane) ?? 0) < layout.sticky.length;
    const first = below ? 0 : layout.sticky.length * LANE_HEIGHT;
    return top === undefined || top < first || top >= view.height ? undefined : top + LANE_HEIGHT;
  };
  const points: Point[] = [];
  const lastX = new Map<number, number>();
  const end = countUpTo(hits, view.seqTo);
  for (let place = countUpTo(hits, view.seqFrom - 1); place < end; place += 1) {
    const seq = hits[place];
    const actor = table.actor[seq];
    if (!feet.has(actor)) feet.set(actor, footOf(actor));
    const y = feet.get(actor);
    if (y === undefined) continue;
    const x = xOf(view, table.t[seq]);
    if (x - (lastX.get(y) ?? Number.NEGATIVE_INFINITY) < APART_PX) continue;
    lastX.set(y, x);
    points.push({ x, y });
  }
  return points;
}

/** Columns of the minimap, from its left edge in px, in which something was found. */
export function hitColumns(
  { t, hits }: { readonly t: Float64Array; readonly hits: Int32Array },
  end: number,
  width: number,
): readonly number[] {
  const columns = new Set<number>();
  for (const seq of hits) columns.add(Math.min(width - 1, Math.floor((t[seq] / end) * width)));
  return [...columns];
}
