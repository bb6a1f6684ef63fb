/**
 * Draws the timeline on three canvases: what stays (base), what moves (overlay), and the minimap.
 * It draws at most once a frame and only what changed, and gives the feed a slice of every frame.
 */
import { drawSoon } from '../widgets';
import { contextOf, sizeCanvas } from './canvases';
import { drawBase, sharp } from './draw-base';
import { flagPlaces } from './draw-flags';
import { drawGround, drawMinimap, MINIMAP_HEIGHT, minimapColumns } from './draw-minimap';
import { drawOverlay, isBlank, type OverlayFrame } from './draw-overlay';
import { type FrameView, xOf } from './frame-view';
import { hatchPatterns } from './hatches';
import { hitColumns } from './hit-marks';
import { type ContentWords, LaneContents } from './lane-contents';
import { LaneInk } from './lane-ink';
import type { LanePen } from './lane-pen';
import { LANE_HEIGHT } from './lanes';
import { overlayParts } from './overlay-parts';
import { readPalette, rgbReader } from './palette';
import { TextWidths, type Written } from './place-labels';
import type { TimelineModel } from './timeline-model';

/** What a frame may spend on new rows, ms. */
const FEED_BUDGET_MS = 5;
/** Half the width of the playhead's head, px. */
const HEAD_PX = 7;

export interface SceneParts {
  readonly base: HTMLCanvasElement;
  readonly overlay: HTMLCanvasElement;
  readonly minimap: HTMLCanvasElement;
  /** Covers what is later than the playhead. */
  readonly veil: HTMLElement;
  readonly playhead: HTMLElement;
}

type Layer = 'base' | 'overlay' | 'minimap' | 'playhead';
const ALL_LAYERS: readonly Layer[] = ['base', 'overlay', 'minimap', 'playhead'];
/** What shows how far the rows are taken in. */
const OF_ROWS: readonly Layer[] = ['base', 'minimap'];

export class TimelineScene {
  readonly contents: LaneContents;
  readonly #model: TimelineModel;
  readonly #canvases: SceneParts;
  readonly #widths: TextWidths;
  readonly #dirty = new Set<Layer>();
  /** What shows the rows and is behind them: while they come, one of these is drawn a frame. */
  readonly #behind = new Set<Layer>();
  readonly #stops: (() => void)[] = [];
  #ink: LaneInk;
  #hatches: LanePen['hatches'];
  readonly #ground: HTMLCanvasElement;
  /** What the ground of the minimap was made from. */
  #groundFor: readonly unknown[] = [];
  #foundFor: readonly unknown[] = [];
  #found: readonly number[] = [];
  #overlayBlank = false;
  /** Labels of the lanes as they were drawn last. */
  #written: readonly Written[] = [];
  #size = '';
  #drawn = false;
  readonly #drawTurn = () => this.draw();
  #stopDraw = () => {};
  #trace: unknown;
  #stopTrace = () => {};

  constructor(model: TimelineModel, canvases: SceneParts, words: ContentWords) {
    this.#model = model;
    this.#canvases = canvases;
    const page = canvases.base.ownerDocument;
    this.#ground = page.createElement('canvas');
    const atlas = page.createElement('canvas');
    this.contents = new LaneContents(model, words, atlas);
    this.#widths = new TextWidths((font, text) => {
      const context = contextOf(canvases.base);
      context.font = font;
      return context.measureText(text).width;
    });
    for (const canvas of [canvases.base, canvases.minimap]) contextOf(canvas, true);
    this.#ink = this.#readInk();
    this.#hatches = hatchPatterns(contextOf(canvases.base), this.#ink.palette);
  }

  /** Begins to follow the stores. */
  start(): void {
    const { viewport, playback, selection, session, search, marks } = this.#model.orrery;
    this.#stops.push(
      viewport.subscribe(() => {
        this.#model.windowMoved();
        this.request(...ALL_LAYERS);
      }),
      playback.subscribe(() => {
        this.#model.followPlayhead();
        this.request('playhead', 'minimap');
        const { area } = marks.getState();
        const { selected } = selection.getState();
        if (selected || (area && area.end === undefined)) this.request('overlay');
      }),
      selection.subscribe(() => this.request('base', 'overlay')),
      session.subscribe(() => this.#rowsCame()),
      marks.subscribe(() => this.request('overlay')),
      search.subscribe(({ hits }, before) => {
        if (hits !== before.hits) this.request('overlay', 'minimap');
      }),
      this.#model.lanes.subscribe(() => this.request('base', 'overlay')),
      this.#model.pointer.subscribe(() => this.request('overlay')),
    );
    this.#rowsCame();
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#stopTrace();
    this.#trace = undefined;
    this.#stopDraw();
  }

  setWords(words: ContentWords): void {
    this.contents.setWords(words);
    this.request('base');
  }

  /** Reads the theme's colours again. */
  themeChanged(): void {
    this.#ink = this.#readInk();
    this.#hatches = hatchPatterns(contextOf(this.#canvases.base), this.#ink.palette);
    this.request(...ALL_LAYERS);
  }

  resize(width: number, height: number, pixelRatio: number): void {
    const size = [width, height, pixelRatio].join();
    if (size === this.#size) return;
    this.#size = size;
    this.#model.resize(width, height, pixelRatio);
    const { base, overlay, minimap } = this.#canvases;
    this.#overlayBlank = false;
    for (const canvas of [base, overlay]) sizeCanvas(canvas, { width, height }, pixelRatio);
    sizeCanvas(minimap, { width, height: MINIMAP_HEIGHT }, pixelRatio);
    // A canvas that was resized is blank until it is drawn again, which must not be seen. The first
    // time there was nothing, and whoever mounts the timeline has enough to do.
    if (this.#drawn) {
      this.request(...ALL_LAYERS);
      this.draw();
    } else {
      this.#takeRows();
      this.#rowsCame();
    }
  }

  request(...layers: readonly Layer[]): void {
    for (const layer of layers) this.#dirty.add(layer);
    this.#stopDraw = drawSoon(this.#drawTurn);
  }

  /** Draws what is due, now. */
  draw(): void {
    const left = this.#takeRows();
    const seen = this.#model.size.height > 0;
    const due = seen ? this.#takeDue() : undefined;
    // Asked for once what is due now is known: the frame that takes the last rows has to draw them.
    if (left) this.#rowsCame();
    else if (due && this.#behind.size > 0) this.request();
    if (!due) return;
    this.#drawn = true;
    const view = this.#model.view();
    if (due.has('base')) this.#drawBase(view);
    if (due.has('overlay') || due.has('base')) this.#drawOverlay(view);
    if (due.has('playhead') || due.has('base')) this.#placePlayhead(view);
    if (due.has('minimap')) this.#drawMinimap(view);
  }

  /** What was asked for, and one layer of those that are behind the rows. */
  #takeDue(): ReadonlySet<Layer> {
    const due = new Set(this.#dirty);
    this.#dirty.clear();
    for (const layer of due) this.#behind.delete(layer);
    const [next] = this.#behind;
    if (next) {
      this.#behind.delete(next);
      due.add(next);
    }
    return due;
  }

  /** Layers that show rows are drawn in turn: all, and new rows, are too much for one frame. */
  #rowsCame(): void {
    for (const layer of OF_ROWS) this.#behind.add(layer);
    this.request('overlay', 'playhead');
  }

  /** Some of the rows that are new; lanes are known from them. @returns whether more are left */
  #takeRows(): boolean {
    this.#followTrace();
    return this.#model.advance(() => performance.now(), FEED_BUDGET_MS);
  }

  /** The trace is replaced as a whole by another run's. */
  #followTrace(): void {
    const { trace } = this.#model.orrery;
    if (this.#trace === trace) return;
    this.#stopTrace();
    this.#trace = trace;
    this.#stopTrace = trace.subscribe(() => this.#rowsCame());
    for (const layer of OF_ROWS) this.#behind.add(layer);
    for (const layer of ['overlay', 'playhead'] as const) this.#dirty.add(layer);
  }

  #readInk(): LaneInk {
    const { base } = this.#canvases;
    const style = getComputedStyle(base);
    const scratch = contextOf(base.ownerDocument.createElement('canvas'));
    const read = (name: string) => style.getPropertyValue(name).trim();
    return new LaneInk(readPalette(read, rgbReader(scratch)));
  }

  #drawBase(view: FrameView): void {
    const { layout } = this.#model.lanes.getState();
    const written: Written[] = [];
    const pen: LanePen = {
      context: contextOf(this.#canvases.base),
      view,
      ink: this.#ink,
      widths: this.#widths,
      hatches: this.#hatches,
      atlas: this.contents.atlas,
      written,
    };
    this.#written = written;
    drawBase({
      pen,
      lanes: this.contents.lanes(view, this.#ink),
      stickyHeight: layout.sticky.length * LANE_HEIGHT,
      selectedLane: this.#model.selectedLane(),
      flags: flagPlaces(this.#model.feed.index, view),
    });
  }

  #drawOverlay(view: FrameView): void {
    const frame: OverlayFrame = {
      context: contextOf(this.#canvases.overlay),
      view,
      palette: this.#ink.palette,
      ...overlayParts(this.#model, view),
      written: this.#written,
    };
    const blank = isBlank(frame);
    if (!blank || !this.#overlayBlank) drawOverlay(frame);
    this.#overlayBlank = blank;
  }

  /** Moved by the compositor: while time plays, nothing else changes. */
  #placePlayhead(view: FrameView): void {
    const { veil, playhead } = this.#canvases;
    const x = sharp(view, xOf(view, this.#model.orrery.playback.getState().time));
    const shown = x >= -HEAD_PX && x <= view.width + HEAD_PX;
    playhead.style.visibility = shown ? 'visible' : 'hidden';
    playhead.style.transform = `translateX(${x}px)`;
    veil.style.transform = `translateX(${Math.max(0, Math.min(view.width, x))}px)`;
  }

  #drawMinimap({ width, pixelRatio }: FrameView): void {
    const { orrery, feed, end, window } = this.#model;
    const { palette } = this.#ink;
    const { traceVersion } = orrery.session.getState();
    const made = [traceVersion, feed.taken, end, width, pixelRatio, palette];
    if (made.some((value, place) => value !== this.#groundFor[place])) {
      this.#groundFor = made;
      sizeCanvas(this.#ground, { width, height: MINIMAP_HEIGHT }, pixelRatio);
      const columns = minimapColumns(feed.histogram, end, width);
      drawGround({ context: contextOf(this.#ground), palette, width, pixelRatio }, columns);
    }
    const context = contextOf(this.#canvases.minimap);
    const playhead = orrery.playback.getState().time;
    const ground = this.#ground;
    const found = this.#foundColumns(end, width);
    drawMinimap({ context, palette, width, pixelRatio, ground, window, end, playhead, found });
  }

  #foundColumns(end: number, width: number): readonly number[] {
    const { hits } = this.#model.orrery.search.getState();
    const made = [hits, end, width];
    if (made.some((value, place) => value !== this.#foundFor[place])) {
      this.#foundFor = made;
      this.#found = hitColumns({ t: this.#model.feed.index.table.t, hits }, end, width);
    }
    return this.#found;
  }
}
