/** Fills the lanes of a frame: what each shows, and the raster rows of all in one picture. */
import type { RecordOf } from '#trace';
import type { StepWords } from '../why/step-words';
import { componentKindOf } from './component-kind';
import type { DrawnLane } from './draw-lanes';
import type { FrameView } from './frame-view';
import type { LaneInk } from './lane-ink';
import { type LanePicture, type PictureBar, type PictureMark, pictureOf } from './lane-picture';
import { type Lane, placedLanes } from './lanes';
import { type LeasePicture, type LeaseWords, leasePicture } from './lease-picture';
import { type Bar, lifeLength, type PhaseWords, processBars } from './process-bars';
import { RowRaster } from './raster';
import type { TimelineModel } from './timeline-model';

export interface ContentWords extends PhaseWords, LeaseWords {
  readonly step: (record: RecordOf<'fault'>) => StepWords;
}

/** Grows with the widest frame; a row is one lane. */
class Atlas {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  #pixels = new Uint32Array(0);
  #width = 0;
  rows = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.#context = canvas.getContext('2d', { willReadFrequently: true });
  }

  begin(width: number, mostRows: number): void {
    if (this.#pixels.length < width * mostRows) this.#pixels = new Uint32Array(width * mostRows);
    this.#width = width;
    this.rows = 0;
    if (this.canvas.width < width) this.canvas.width = width;
    if (this.canvas.height < mostRows) this.canvas.height = mostRows;
  }

  /** Paints the next row. @returns its number. */
  add(paint: (pixels: Uint32Array, offset: number) => void): number {
    paint(this.#pixels, this.rows * this.#width);
    this.rows += 1;
    return this.rows - 1;
  }

  flush(): void {
    if (this.rows === 0 || this.#width === 0) return;
    const bytes = new Uint8ClampedArray(this.#pixels.buffer, 0, this.rows * this.#width * 4);
    const image = new ImageData(bytes as Uint8ClampedArray<ArrayBuffer>, this.#width, this.rows);
    this.#context?.putImageData(image, 0, 0);
  }
}

interface KnownBars {
  readonly length: number;
  readonly bars: readonly Bar[];
}

export class LaneContents {
  readonly atlas: HTMLCanvasElement;
  readonly #model: TimelineModel;
  readonly #atlas: Atlas;
  readonly #raster = new RowRaster();
  readonly #bars = new Map<string, KnownBars>();
  #words: ContentWords;
  #feed: unknown;

  constructor(model: TimelineModel, words: ContentWords, canvas: HTMLCanvasElement) {
    this.#model = model;
    this.#words = words;
    this.atlas = canvas;
    this.#atlas = new Atlas(canvas);
  }

  setWords(words: ContentWords): void {
    this.#words = words;
    this.#bars.clear();
  }

  /** All lanes in view, ready to be drawn. */
  lanes(view: FrameView, ink: LaneInk): readonly DrawnLane[] {
    const { layout, scrollTop } = this.#model.lanes.getState();
    const placed = placedLanes(layout, scrollTop, view.height);
    this.#atlas.begin(view.grid.count, placed.length);
    this.#raster.begin(view.grid);
    const drawn = placed.map(({ lane, top }): DrawnLane => {
      this.#raster.clear();
      const { picture, fuses } = this.#pictureOf(view, lane);
      const paint = (pixels: Uint32Array, offset: number) =>
        this.#raster.paint(pixels, offset, ink.lane(lane.component));
      const rasterRow = this.#raster.empty ? -1 : this.#atlas.add(paint);
      const quietRaster = this.#raster.quiet;
      return { lane, top, picture, fuses, rasterRow, quietRaster };
    });
    this.#atlas.flush();
    return drawn;
  }

  /** Bars of a lane that are not states of a machine: a process's phases, a lease's holds. */
  barsOf(view: FrameView, lane: Lane): readonly Bar[] {
    if (lane.lease) return this.#leasePicture(view, lane).bars;
    return lane.node && lane.depth === 0 ? this.#lifeOf(lane.node.path) : [];
  }

  #pictureOf(view: FrameView, lane: Lane): { picture: LanePicture; fuses: LeasePicture['fuses'] } {
    if (lane.lease) {
      const picture = this.#leasePicture(view, lane);
      return { picture, fuses: picture.fuses };
    }
    const picture = pictureOf(this.#model.feed, view, lane, this.#raster);
    if (!lane.node || lane.depth > 0) return { picture, fuses: [] };
    const bars: PictureBar[] = [];
    for (const bar of this.#lifeOf(lane.node.path)) {
      const to = bar.to ?? Math.max(bar.from, view.reached);
      if (bar.from > view.window.to || to < view.window.from) continue;
      bars.push({ ...bar, to, component: lane.component });
    }
    const marks = picture.marks.map((mark) => this.#named(mark));
    return { picture: { bars: [...bars, ...picture.bars], marks }, fuses: [] };
  }

  #named(mark: PictureMark): PictureMark {
    const { table } = this.#model.feed.index;
    const step = mark.step === undefined ? undefined : table.recordOf(mark.step, 'fault');
    return step ? { ...mark, words: this.#words.step(step) } : mark;
  }

  #leasePicture(view: FrameView, lane: Lane): LeasePicture {
    if (!lane.lease) return { bars: [], marks: [], fuses: [] };
    const { index } = this.#model.feed;
    const context = { index, view, words: this.#words, kindOf: this.#kindOf };
    return leasePicture(context, lane.lease, this.#raster);
  }

  readonly #kindOf = (name: string) =>
    this.#model.feed.tree.nodeOf(name)?.component ?? componentKindOf(name, []);

  #lifeOf(name: string): readonly Bar[] {
    const { feed } = this.#model;
    if (this.#feed !== feed) this.#bars.clear();
    this.#feed = feed;
    const length = lifeLength(feed.index, name);
    const known = this.#bars.get(name);
    if (known?.length === length) return known.bars;
    const bars = processBars(feed.index, name, this.#words);
    this.#bars.set(name, { length, bars });
    return bars;
  }
}
