/** What of one lane is in view: bars and marks to draw one by one, the rest as a raster row. */
import { countUpTo, KIND_NUMBER, rowOfEntry, type Seq, type Track } from '#trace';
import type { StepWords } from '../why/step-words';
import type { ComponentKind } from './component-kind';
import type { TraceFeed } from './feed';
import type { FrameView } from './frame-view';
import type { MarkStream } from './lane-tree';
import type { Lane } from './lanes';
import type { Bar, BarStyle } from './process-bars';
import type { RowRaster } from './raster';
import { RANK_OF, STATE_LOOK } from './record-kinds';
import { TAGS } from './state-tags';

export interface PictureBar extends Bar {
  readonly to: number;
  /** Whose colour it has. */
  readonly component: ComponentKind;
}

/** One or more records so close that they share a mark. */
export interface PictureMark {
  readonly time: number;
  /** Number of the mark that matters most among them, see `markOf`. */
  kind: number;
  /** The record it belongs to. */
  seq: Seq;
  count: number;
  /** The step of the scenario that matters most among them. */
  step?: Seq;
  /** Steps of the scenario beside that one. */
  others?: number;
  /** What the step did; written behind the mark when there is room, else its short form. */
  readonly words?: StepWords;
}

export interface LanePicture {
  readonly bars: readonly PictureBar[];
  readonly marks: readonly PictureMark[];
}

/** Up to this many records in view each gets its own mark. */
const MOST_MARKS = 160;
/** Rows looked at, at most, to find out whether there are few marks. */
const MOST_ROWS_WALKED = 600;
/** Up to this many states in view, all are drawn as bars, however narrow. */
const MOST_NARROW_BARS = 300;
/** Above this many states in view none is drawn one by one. */
const MOST_STATES_WALKED = 4_000;
const WIDE_BAR_PX = 6;
/** Records that share a cell of at least this width, css px, share a mark. */
const LEAST_CELL_PX = 4;

/** Bars and marks of a lane; what is too dense for them goes into `raster`, which must be clear. */
export function pictureOf(
  feed: TraceFeed,
  view: FrameView,
  lane: Lane,
  raster: RowRaster,
): LanePicture {
  const bars: PictureBar[] = [];
  const marks: PictureMark[] = [];
  const { node } = lane;
  if (!node) return { bars, marks };
  for (const track of feed.index.tracksOf(node.path)) {
    if (track.machine !== 'process') addTrack(feed, view, { track, lane, bars }, raster);
  }
  addStream(feed, view, { stream: node.own, marks }, raster);
  if (lane.folded) {
    addStream(feed, view, { stream: node.below, marks }, raster);
    marks.sort((a, b) => a.time - b.time);
  }
  return { bars, marks };
}

interface TrackPart {
  readonly track: Track;
  readonly lane: Lane;
  readonly bars: PictureBar[];
}

function addTrack(feed: TraceFeed, view: FrameView, part: TrackPart, raster: RowRaster): void {
  const { track } = part;
  const first = Math.max(0, track.placeUpTo(view.seqFrom));
  const last = track.placeUpTo(view.seqTo);
  const count = last - first + 1;
  if (count <= MOST_STATES_WALKED) {
    const leastPx = count <= MOST_NARROW_BARS ? 0 : WIDE_BAR_PX;
    walkStates(feed, view, { ...part, first, last, leastPx }, raster);
    return;
  }
  const summary = feed.summaryOf(track);
  const useful = summary !== undefined && summary.bins.width <= view.grid.width;
  if (useful) raster.addSpanBins(summary.bins);
  const start = useful ? Math.max(first, summary.taken) : first;
  const { t } = feed.index.table;
  const range = { rows: track.entries(), first: start, last: last + 1, t, looks: feed.looks };
  raster.addStates(range, view.reached);
}

interface Walk extends TrackPart {
  readonly first: number;
  readonly last: number;
  readonly leastPx: number;
}

function walkStates(feed: TraceFeed, view: FrameView, walk: Walk, raster: RowRaster): void {
  const { track, lane, bars, first, last, leastPx } = walk;
  const { table } = feed.index;
  const entries = track.entries();
  const least = leastPx * view.usPerPx;
  for (let place = first; place <= last; place += 1) {
    const entry = entries[place];
    if (entry < 0) continue;
    const from = table.t[entry];
    const next = place + 1 < entries.length ? rowOfEntry(entries[place + 1]) : -1;
    const to = next < 0 ? Math.max(from, view.reached) : table.t[next];
    const tag = feed.looks[entry] - STATE_LOOK;
    const style: BarStyle = TAGS[tag];
    if (to === from && next >= 0) continue;
    if (to - from >= least) {
      const label = track.stateOf(table, entry).split('.').join(' · ');
      bars.push({ from, to, style, label, seq: entry, component: lane.component });
    } else if (style === 'waiting' || style === 'done') raster.addSpan(from, to, tag);
    else raster.addMark(from, KIND_NUMBER.state);
  }
}

interface StreamPart {
  readonly stream: MarkStream;
  readonly marks: PictureMark[];
}

function addStream(feed: TraceFeed, view: FrameView, part: StreamPart, raster: RowRaster): void {
  const { stream } = part;
  const rows = stream.rows();
  const first = countUpTo(rows, view.seqFrom - 1);
  const last = countUpTo(rows, view.seqTo);
  if (last - first <= MOST_ROWS_WALKED) {
    const marks = marksOf(feed, view, rows.subarray(first, last));
    if (marks.length <= MOST_MARKS) {
      part.marks.push(...marks);
      return;
    }
  }
  const { bins } = stream;
  const useful = bins !== undefined && bins.width <= view.grid.width;
  if (useful) raster.addMarkBins(bins);
  const start = useful ? Math.max(first, stream.binned) : first;
  raster.addRows({ rows, first: start, last, t: feed.index.table.t, looks: feed.looks });
}

/** Puts rows into marks. Cells are anchored in time, so marks do not regroup while panning. */
function marksOf(feed: TraceFeed, view: FrameView, rows: Int32Array): PictureMark[] {
  const { looks } = feed;
  const { table } = feed.index;
  const { t } = table;
  const cell = 2 ** Math.ceil(Math.log2(view.usPerPx * LEAST_CELL_PX));
  const marks: PictureMark[] = [];
  let lastCell = -1;
  for (const seq of rows) {
    const mark = looks[seq];
    if (mark >= STATE_LOOK) continue;
    const here = Math.floor(t[seq] / cell);
    const step = table.kind[seq] === KIND_NUMBER.fault;
    const last = marks.at(-1);
    if (!last || here !== lastCell) {
      marks.push({
        time: t[seq],
        kind: mark,
        seq,
        count: 1,
        ...(step && { step: seq, others: 0 }),
      });
      lastCell = here;
      continue;
    }
    last.count += 1;
    if (step) last.others = last.step === undefined ? 0 : (last.others ?? 0) + 1;
    if (step) last.step ??= seq;
    if (RANK_OF[mark] > RANK_OF[last.kind]) {
      last.kind = mark;
      last.seq = seq;
      if (step) last.step = seq;
    }
  }
  return marks;
}
