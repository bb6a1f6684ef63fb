/**
 * The timeline's own state: what it derived from the trace, where its lanes stand, how far they are
 * scrolled, what is under the pointer. It has no DOM. What a person chose is in the page's stores.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { actorOfSelection } from '../selected';
import type { Orrery, Selection } from '../stores';
import { endOfRun } from './acts';
import { axisOf, type TimeAxis } from './axis';
import { TraceFeed } from './feed';
import { type FrameView, frameView } from './frame-view';
import { goalOf } from './glide';
import type { Hit } from './hit';
import { HitMarks } from './hit-marks';
import {
  AXIS_HEIGHT,
  LANE_HEIGHT,
  type Lane,
  type LaneLayout,
  laneShowing,
  layoutLanes,
  listLanes,
  scrollRange,
  topOf,
} from './lanes';
import { clampWindow, followWindow, type TimeWindow } from './window';

export interface LanesState {
  readonly layout: LaneLayout;
  readonly scrollTop: number;
  /** Height of the lane area without the axis, px. */
  readonly height: number;
  readonly filtered: boolean;
}

export interface PointerState {
  readonly x: number;
  readonly y: number;
  readonly hit: Hit | undefined;
}

const NO_LANES: LaneLayout = { sticky: [], scrolled: [], placeOf: new Map() };

export class TimelineModel {
  readonly orrery: Orrery;
  readonly lanes: StoreApi<LanesState>;
  readonly pointer: StoreApi<PointerState | undefined>;
  /** Whether the window keeps the playhead in view while it plays. */
  readonly follow: StoreApi<boolean>;
  readonly hitMarks = new HitMarks();
  feed: TraceFeed;
  size = { width: 0, height: 0, pixelRatio: 1 };
  /** What is being selected is in view, see `choose`. */
  choosing = false;
  #traceVersion: number;
  /** The window is being moved by the playhead. */
  #following = false;
  /** What the lanes were last made from. */
  #made: readonly unknown[] = [];

  constructor(orrery: Orrery) {
    this.orrery = orrery;
    this.lanes = createStore<LanesState>(() => ({
      layout: NO_LANES,
      scrollTop: 0,
      height: 0,
      filtered: false,
    }));
    this.pointer = createStore<PointerState | undefined>(() => undefined);
    this.follow = createStore<boolean>(() => true);
    this.feed = this.#newFeed();
    this.#traceVersion = orrery.session.getState().traceVersion;
  }

  /** Length of the whole axis, µs. */
  get end(): number {
    return endOfRun(this.orrery);
  }

  /** The visible window, always within the run. */
  get window(): TimeWindow {
    return clampWindow(this.orrery.viewport.getState(), this.end);
  }

  /** Where times stand on the axis. */
  get axis(): TimeAxis {
    return axisOf(this.orrery, this.end);
  }

  /** Moves a window as it stands on the axis. @returns it in time */
  moved(window: TimeWindow, move: (shown: TimeWindow, end: number) => TimeWindow): TimeWindow {
    const { axis, end } = this;
    return axis.times(move(axis.window(window), axis.of(end)));
  }

  setWindow({ from, to }: TimeWindow): void {
    this.orrery.viewport.setState({ from, to });
  }

  view(size = this.size): FrameView {
    const { table } = this.orrery.trace;
    const last = table.length > 0 ? table.t[table.length - 1] : 0;
    const reached = Math.max(last, this.orrery.session.getState().reached);
    return frameView(table, this.window, size, {
      reached,
      taken: this.feed.taken,
      axis: this.axis,
    });
  }

  resize(width: number, height: number, pixelRatio: number): void {
    // Whole lanes only: one that is cut in half can be read by nobody.
    const lanes = Math.max(0, Math.floor((height - AXIS_HEIGHT) / LANE_HEIGHT));
    this.size = { width: Math.max(1, width), height: lanes * LANE_HEIGHT, pixelRatio };
    this.layoutAgain();
  }

  /** Takes in what changed in the trace, within a budget. @returns whether more is left to do. */
  advance(clock: () => number, budgetMs: number): boolean {
    const { traceVersion } = this.orrery.session.getState();
    if (traceVersion !== this.#traceVersion || this.feed.index !== this.orrery.index) {
      this.#traceVersion = traceVersion;
      this.feed = this.#newFeed();
    }
    const more = this.feed.advance(clock, clock() + budgetMs);
    this.layoutAgain();
    return more;
  }

  /** Lists the lanes anew, when something they depend on is different. */
  layoutAgain(): void {
    const { viewport, index } = this.orrery;
    const choices = viewport.getState();
    const { height } = this.size;
    const { tree } = this.feed;
    const { folded, pinned, filter } = choices;
    const made = [tree, tree.size, index.leases().length, height, folded, pinned, filter];
    if (made.every((value, place) => value === this.#made[place])) return;
    this.#made = made;
    const layout = layoutLanes(listLanes(tree.roots, index.leases(), choices), height);
    const scrollTop = Math.min(this.lanes.getState().scrollTop, scrollRange(layout, height));
    this.lanes.setState({ layout, scrollTop, height, filtered: filter.trim() !== '' });
  }

  /** The lane of the selected actor or record. */
  selectedLane(): string | undefined {
    const { selected } = this.orrery.selection.getState();
    return this.#laneOf(actorOfSelection(this.orrery, selected));
  }

  #laneOf(actor: string | undefined): string | undefined {
    if (actor === undefined) return undefined;
    return laneShowing(this.lanes.getState().layout, this.feed.tree.nodeOf(actor));
  }

  /** Where the window is, or is gliding to. */
  get goal(): TimeWindow {
    return clampWindow(goalOf(this.orrery), this.end);
  }

  /** Selects something that is in view already: nothing has to move. */
  choose(selected: Selection): void {
    this.choosing = true;
    this.orrery.selection.setState({ selected });
    this.choosing = false;
  }

  selectLane({ node }: Lane): void {
    if (node) this.choose({ kind: 'actor', path: node.path });
  }

  toggleFold(id: string): void {
    const { viewport } = this.orrery;
    viewport.setState({ folded: toggled(viewport.getState().folded, id) });
  }

  togglePin(id: string): void {
    const { viewport } = this.orrery;
    viewport.setState({ pinned: toggled(viewport.getState().pinned, id) });
  }

  setFollow(follow: boolean): void {
    this.follow.setState(follow, true);
    if (follow) this.followPlayhead(true);
  }

  /** Scrolls no more than needed to have an actor's lane in view; without one, the selected. */
  revealLane(actor?: string): void {
    const lane = actor === undefined ? this.selectedLane() : this.#laneOf(actor);
    const { layout, scrollTop, height } = this.lanes.getState();
    const top = lane === undefined ? undefined : topOf(layout, scrollTop, lane);
    if (top === undefined) return;
    const first = layout.sticky.length * LANE_HEIGHT;
    if ((layout.placeOf.get(lane ?? '') ?? 0) < layout.sticky.length) return;
    if (top < first) this.scrollTo(scrollTop - (first - top));
    else if (top + LANE_HEIGHT > height) this.scrollTo(scrollTop + top + LANE_HEIGHT - height);
  }

  /** Has an actor's lane in view while lanes still come, until somebody scrolls. */
  keepInView(actor: string): () => void {
    this.revealLane(actor);
    let revealing = false;
    const stop = this.lanes.subscribe(({ layout, scrollTop }, before) => {
      if (revealing) return;
      if (layout === before.layout) {
        if (scrollTop !== before.scrollTop) stop();
        return;
      }
      revealing = true;
      this.revealLane(actor);
      revealing = false;
    });
    return stop;
  }

  /** Scrolls to the whole lane nearest to a place, px. */
  scrollTo(scrollTop: number): void {
    const { layout, height, scrollTop: before } = this.lanes.getState();
    const whole = Math.round(scrollTop / LANE_HEIGHT) * LANE_HEIGHT;
    const wanted = Math.max(0, Math.min(whole, scrollRange(layout, height)));
    if (wanted !== before) this.lanes.setState({ scrollTop: wanted });
  }

  /** Keeps the playhead in view while it plays. */
  followPlayhead(alsoPaused = false): void {
    const { time, playing } = this.orrery.playback.getState();
    if (!(playing || alsoPaused) || !this.follow.getState()) return;
    const { reducedMotion } = this.orrery.settings.getState();
    const before = this.window;
    const { axis } = this;
    const shown = axis.window(before);
    const after = followWindow(shown, axis.of(time), axis.of(this.end), reducedMotion);
    if (after === shown) return;
    this.#following = true;
    this.setWindow(axis.times(after));
    this.#following = false;
  }

  /** Whoever moves the window away from a moving playhead does not want to be taken back. */
  windowMoved(): void {
    const { time, playing } = this.orrery.playback.getState();
    if (this.#following || !playing) return;
    const { from, to } = this.window;
    if (time < from || time > to) this.follow.setState(false, true);
  }

  #newFeed(): TraceFeed {
    const { index, session } = this.orrery;
    const { scenario, catalogue } = session.getState();
    const servers = (scenario?.spec.apiServers ?? []).map((server) => server.name);
    return new TraceFeed(index, servers, catalogue);
  }
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
