/**
 * One lane as a row of pixels: for lanes with more in view than can be drawn one by one. Pixels are
 * bins anchored in time, stretched to the screen, so that panning moves a picture and changes none.
 */
import { addCover, type MarkBins, type SpanBins, TAG_COUNT } from './bins';
import { pack, type Rgb } from './palette';
import { QUIET, RANK_OF, STATE_LOOK } from './record-kinds';
import { TAGS } from './state-tags';

/** Bins that all lanes of a frame share. */
export interface RasterGrid {
  /** Width of a bin, µs: a power of two, between half a device pixel and a whole one. */
  readonly width: number;
  /** Number of the first bin, counted from t = 0, and how many there are. */
  readonly first: number;
  readonly count: number;
  /** How many bins a single mark covers, so that it can be seen. */
  readonly reach: number;
}

/** Some of the rows, or of the entries of a track, with what is known of every row. */
export interface RowRange {
  readonly rows: Int32Array;
  readonly first: number;
  readonly last: number;
  readonly t: Float64Array;
  readonly looks: Uint8Array;
}

export interface LaneColours {
  /** Colour of states, by number of the tag. */
  readonly tags: readonly Rgb[];
  /** Colour of marks, by number of the mark. */
  readonly kinds: readonly Rgb[];
}

/** Width of a lone mark, css px. */
const MARK_PX = 1.6;
const WORKING = TAGS.indexOf('working');
const FAILING = TAGS.indexOf('failing');
const WAITING = TAGS.indexOf('waiting');
const DONE = TAGS.indexOf('done');
/** However short, work in a bin shows at least this much. */
const LEAST_WORK = 0.5;

export interface GridRequest {
  readonly from: number;
  readonly to: number;
  /** Virtual time a css pixel, µs. */
  readonly usPerPx: number;
  readonly pixelRatio: number;
}

export function gridFor({ from, to, usPerPx, pixelRatio }: GridRequest): RasterGrid {
  const usPerDevicePx = usPerPx / pixelRatio;
  const width = 2 ** Math.max(0, Math.floor(Math.log2(usPerDevicePx)));
  const first = Math.floor(from / width);
  const count = Math.floor(to / width) - first + 1;
  const reach = Math.max(1, Math.round((MARK_PX * usPerPx) / width));
  return { width, first, count, reach };
}

export class RowRaster {
  grid: RasterGrid = { width: 1, first: 0, count: 0, reach: 1 };
  /** Nothing was added since `clear`. */
  empty = true;
  /** Nothing but quiet marks was added, over which a label can still be read. */
  quiet = true;
  #covered = new Float32Array(0);
  #counts = new Uint32Array(0);
  #top = new Uint8Array(0);

  begin(grid: RasterGrid): void {
    this.grid = grid;
    if (this.#counts.length < grid.count) {
      this.#covered = new Float32Array(grid.count * TAG_COUNT);
      this.#counts = new Uint32Array(grid.count);
      this.#top = new Uint8Array(grid.count);
    }
    this.empty = false;
    this.clear();
  }

  clear(): void {
    if (this.empty) return;
    this.#covered.fill(0);
    this.#counts.fill(0);
    this.#top.fill(0);
    this.empty = true;
    this.quiet = true;
  }

  addSpan(from: number, to: number, tag: number): void {
    this.empty = false;
    this.quiet = false;
    addCover(this.#covered, { from, to, tag, ...this.grid });
  }

  addMark(time: number, mark: number): void {
    const bin = Math.floor(time / this.grid.width) - this.grid.first;
    if (bin < 0 || bin >= this.grid.count) return;
    this.empty = false;
    this.#counts[bin] += 1;
    this.#raise(bin, mark + 1);
  }

  /** Adds the marks of many rows; those that show as bars are passed over. */
  addRows({ rows, first, last, t, looks }: RowRange): void {
    const { first: start, count, width } = this.grid;
    const perUs = 1 / width;
    const counts = this.#counts;
    const top = this.#top;
    let highest = 0;
    for (let place = first; place < last; place += 1) {
      const seq = rows[place];
      const look = looks[seq];
      if (look >= STATE_LOOK) continue;
      const bin = Math.floor(t[seq] * perUs) - start;
      if (bin < 0 || bin >= count) continue;
      counts[bin] += 1;
      const before = top[bin];
      const rank = RANK_OF[look];
      if (before === 0 || rank > RANK_OF[before - 1]) top[bin] = look + 1;
      if (rank > highest) highest = rank;
    }
    if (last > first) this.empty = false;
    if (highest >= QUIET) this.quiet = false;
  }

  /** Adds the states of many entries of a track; see `Track`. */
  addStates({ rows, first, last, t, looks }: RowRange, reached: number): void {
    const { first: start, count, width } = this.grid;
    const perUs = 1 / width;
    const covered = this.#covered;
    for (let place = first; place < last; place += 1) {
      const entry = rows[place];
      if (entry < 0) continue;
      const from = t[entry];
      const next = place + 1 < rows.length ? rows[place + 1] : undefined;
      const to = next === undefined ? reached : t[next < 0 ? ~next : next];
      const tag = looks[entry] - STATE_LOOK;
      const bin = Math.floor(from * perUs) - start;
      if (bin >= 0 && bin < count && to < (start + bin + 1) * width) {
        covered[bin * TAG_COUNT + tag] += to - from;
      } else addCover(covered, { from, to, tag, first: start, width, count });
    }
    this.empty = false;
    this.quiet = false;
  }

  /** Adds a summary whose bins are not wider than the grid's. */
  addMarkBins({ width, counts, top, used }: MarkBins): void {
    const ratio = this.grid.width / width;
    const last = Math.min(this.grid.count, Math.ceil(used / ratio) - this.grid.first);
    for (let bin = Math.max(0, -this.grid.first); bin < last; bin += 1) {
      const start = (this.grid.first + bin) * ratio;
      const end = Math.min(used, start + ratio);
      for (let source = start; source < end; source += 1) {
        if (counts[source] === 0) continue;
        this.#counts[bin] += counts[source];
        this.#raise(bin, top[source]);
      }
    }
    this.empty = false;
  }

  /** Adds a summary whose bins are not wider than the grid's. */
  addSpanBins({ width, covered }: SpanBins): void {
    const ratio = this.grid.width / width;
    for (let bin = Math.max(0, -this.grid.first); bin < this.grid.count; bin += 1) {
      const start = (this.grid.first + bin) * ratio;
      const end = Math.min(covered.length / TAG_COUNT, start + ratio);
      for (let source = start; source < end; source += 1) {
        for (let tag = 0; tag < TAG_COUNT; tag += 1) {
          this.#covered[bin * TAG_COUNT + tag] += covered[source * TAG_COUNT + tag];
        }
      }
    }
    this.empty = false;
    this.quiet = false;
  }

  /** Writes the row's pixels, `grid.count` of them, into `target` from `offset` on. */
  paint(target: Uint32Array, offset: number, colours: LaneColours): void {
    const { count, reach } = this.grid;
    let left = 0;
    let kind = 0;
    let amount = 0;
    for (let bin = 0; bin < count; bin += 1) {
      const here = this.#top[bin];
      if (here > 0 && (left === 0 || RANK_OF[here - 1] >= RANK_OF[kind - 1])) {
        kind = here;
        amount = this.#counts[bin];
        left = reach;
      }
      const ground = this.#ground(bin, colours.tags);
      target[offset + bin] =
        left === 0 ? ground : over(ground, colours.kinds[kind - 1], strength(kind - 1, amount));
      if (left > 0) left -= 1;
    }
  }

  #raise(bin: number, kindPlusOne: number): void {
    const before = this.#top[bin];
    if (before > 0 && RANK_OF[kindPlusOne - 1] <= RANK_OF[before - 1]) return;
    this.#top[bin] = kindPlusOne;
    if (RANK_OF[kindPlusOne - 1] >= QUIET) this.quiet = false;
  }

  /** The pixel of the states in a bin, before marks. */
  #ground(bin: number, tags: readonly Rgb[]): number {
    const at = bin * TAG_COUNT;
    const covered = this.#covered;
    const rest = covered[at + WAITING] + covered[at + DONE];
    const strong = covered[at + FAILING] > 0 ? FAILING : WORKING;
    const work = covered[at + WORKING] + covered[at + FAILING];
    if (rest === 0 && work === 0) return 0;
    const quiet = covered[at + DONE] > covered[at + WAITING] ? DONE : WAITING;
    const restAlpha = Math.min(1, rest / this.grid.width);
    const ground = rest > 0 ? pack(tags[quiet], Math.round(255 * restAlpha)) : 0;
    if (work === 0) return ground;
    return over(ground, tags[strong], Math.min(1, Math.max(LEAST_WORK, work / this.grid.width)));
  }
}

/** How solid a mark is: quiet kinds faint, others clear, more of them more so. */
function strength(kind: number, amount: number): number {
  const quiet = RANK_OF[kind] < QUIET;
  const more = 31 - Math.clz32(amount);
  return quiet ? Math.min(0.4, 0.16 + 0.03 * more) : Math.min(1, 0.7 + 0.06 * more);
}

/** Lays a colour over a pixel (not premultiplied, as image data is). */
function over(pixel: number, [r, g, b]: Rgb, alpha: number): number {
  const below = (pixel >>> 24) / 255;
  const total = alpha + below * (1 - alpha);
  const share = alpha / total;
  const red = (pixel & 255) + (r - (pixel & 255)) * share;
  const green = ((pixel >> 8) & 255) + (g - ((pixel >> 8) & 255)) * share;
  const blue = ((pixel >> 16) & 255) + (b - ((pixel >> 16) & 255)) * share;
  return ((Math.round(total * 255) << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
