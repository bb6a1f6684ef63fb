/** Where the overlay's rings and arrows stand: what is selected, what is hovered, and why. */
import type { Seq } from '#trace';
import { formatClock } from '../i18n';
import { orderedArea } from '../marks/area';
import { actorOfSelection } from '../selected';
import { type Curve, curveBetween, selectArrows } from './arrows';
import type { OverlayFrame, Ring } from './draw-overlay';
import { type FrameView, timeAt, xOf } from './frame-view';
import { LANE_HEIGHT, laneShowing, topOf } from './lanes';
import { isBarRow } from './record-kinds';
import type { TimelineModel } from './timeline-model';
import { timerMarks } from './timer-marks';

/** Width of a lone mark, px; a ring goes around it. */
const MARK_WIDTH = 4;

export type OverlayParts = Pick<
  OverlayFrame,
  'selected' | 'hovered' | 'causes' | 'effects' | 'pointer' | 'found' | 'area' | 'timers'
>;

export function overlayParts(model: TimelineModel, view: FrameView): OverlayParts {
  const { selection, index } = model.orrery;
  const { selected, hovered } = selection.getState();
  const known = selected?.kind === 'record' && selected.seq < index.table.length;
  const seq = known ? selected.seq : undefined;
  const arrows = seq === undefined ? [] : selectArrows(index, seq);
  const causes: Curve[] = [];
  const effects: Curve[] = [];
  for (const { from, to, depth } of arrows) {
    const curve = curveOf(model, view, from, to);
    if (curve) (depth > 0 ? causes : effects).push(curve);
  }
  const pointer = model.pointer.getState();
  return {
    selected: seq === undefined ? undefined : ringOf(model, view, seq),
    hovered: hovered === undefined || hovered === seq ? undefined : ringOf(model, view, hovered),
    causes,
    effects,
    area: areaOf(model, view),
    timers: timersOf(model, view),
    found: model.hitMarks.at(model, view),
    pointer: pointer && { x: pointer.x, label: formatClock(timeAt(view, pointer.x)) },
  };
}

function areaOf({ orrery }: TimelineModel, view: FrameView): OverlayParts['area'] {
  const { area } = orrery.marks.getState();
  if (!area) return undefined;
  const { from, to } = orderedArea(area, orrery.playback.getState().time);
  return { left: xOf(view, from), right: xOf(view, to) };
}

function timersOf(model: TimelineModel, view: FrameView): OverlayParts['timers'] {
  const { orrery, feed } = model;
  const actor = actorOfSelection(orrery, orrery.selection.getState().selected);
  if (actor === undefined) return [];
  const { layout, scrollTop } = model.lanes.getState();
  const { time } = orrery.playback.getState();
  const wording = orrery.settings.getState();
  return timerMarks(feed.index, actor, time, wording).flatMap(({ actor: path, firesAt, forms }) => {
    const lane = laneShowing(layout, feed.tree.nodeOf(path));
    const top = lane === undefined ? undefined : topOf(layout, scrollTop, lane);
    const x = xOf(view, firesAt);
    return top === undefined || x > view.width ? [] : [{ x, top, forms }];
  });
}

/** Middle of the lane that shows a record, px below the axis. */
function middleOf(model: TimelineModel, seq: Seq): number | undefined {
  const { index, tree } = model.feed;
  if (seq >= index.table.length) return undefined;
  const { layout, scrollTop } = model.lanes.getState();
  const lane = laneShowing(layout, tree.nodeOf(index.table.actorOf(seq)));
  const top = lane === undefined ? undefined : topOf(layout, scrollTop, lane);
  return top === undefined ? undefined : top + LANE_HEIGHT / 2;
}

function curveOf(model: TimelineModel, view: FrameView, from: Seq, to: Seq): Curve | undefined {
  const { t } = model.feed.index.table;
  const [startY, endY] = [middleOf(model, from), middleOf(model, to)];
  if (startY === undefined || endY === undefined) return undefined;
  const start = { x: xOf(view, t[from]), y: startY };
  return curveBetween(start, { x: xOf(view, t[to]), y: endY });
}

function ringOf(model: TimelineModel, view: FrameView, seq: Seq): Ring | undefined {
  const middle = middleOf(model, seq);
  if (middle === undefined) return undefined;
  const { index } = model.feed;
  const { table } = index;
  const left = xOf(view, table.t[seq]);
  const mark = { left, right: left + MARK_WIDTH, middle };
  if (!isBarRow(table.kind[seq])) return mark;
  const span = index.spansOf(table.actorOf(seq), table.t[seq], table.t[seq]);
  const own = span.find((each) => each.seq === seq);
  if (!own || own.state === 'exited') return mark;
  return { left, right: xOf(view, own.to ?? view.reached), middle };
}
