/**
 * Summaries of long lanes: a fixed number of bins over the whole run, built a few rows at a time.
 * Bins are anchored in time, so a picture made of them does not shimmer when it is panned. When the
 * run outgrows them, neighbours are put together and every bin becomes twice as wide.
 */
import { RANK_OF } from './record-kinds';

export const BIN_COUNT = 16_384;
/** Width of a bin at first, µs; a power of two, like every later one. */
const FIRST_WIDTH = 1_024;
/** Tags of states, see `state-tags.ts`. */
export const TAG_COUNT = 4;

/** How many records fell into each bin, and the mark among them that matters most. */
export class MarkBins {
  width = FIRST_WIDTH;
  readonly counts = new Uint32Array(BIN_COUNT);
  /** Number of the mark plus one; 0 for none. */
  readonly top = new Uint8Array(BIN_COUNT);
  /** One more than the last bin in use. */
  used = 0;

  add(time: number, mark: number): void {
    let bin = Math.floor(time / this.width);
    while (bin >= BIN_COUNT) {
      this.#halve();
      bin = Math.floor(time / this.width);
    }
    this.counts[bin] += 1;
    const before = this.top[bin];
    if (before === 0 || RANK_OF[mark] > RANK_OF[before - 1]) this.top[bin] = mark + 1;
    if (bin >= this.used) this.used = bin + 1;
  }

  #halve(): void {
    const { counts, top } = this;
    for (let bin = 0; bin < BIN_COUNT / 2; bin += 1) {
      const [left, right] = [top[2 * bin], top[2 * bin + 1]];
      counts[bin] = counts[2 * bin] + counts[2 * bin + 1];
      top[bin] = left === 0 || (right > 0 && RANK_OF[right - 1] > RANK_OF[left - 1]) ? right : left;
    }
    counts.fill(0, BIN_COUNT / 2);
    top.fill(0, BIN_COUNT / 2);
    this.width *= 2;
    this.used = Math.ceil(this.used / 2);
  }
}

/** How much of each bin was spent in states of each tag, µs. */
export class SpanBins {
  width = FIRST_WIDTH;
  readonly covered = new Float32Array(BIN_COUNT * TAG_COUNT);

  add(from: number, to: number, tag: number): void {
    while (to >= BIN_COUNT * this.width) this.#halve();
    addCover(this.covered, { from, to, tag, first: 0, width: this.width, count: BIN_COUNT });
  }

  #halve(): void {
    const { covered } = this;
    for (let bin = 0; bin < BIN_COUNT / 2; bin += 1) {
      for (let tag = 0; tag < TAG_COUNT; tag += 1) {
        const left = covered[2 * bin * TAG_COUNT + tag];
        covered[bin * TAG_COUNT + tag] = left + covered[(2 * bin + 1) * TAG_COUNT + tag];
      }
    }
    covered.fill(0, (BIN_COUNT / 2) * TAG_COUNT);
    this.width *= 2;
  }
}

export interface Cover {
  readonly from: number;
  readonly to: number;
  readonly tag: number;
  /** Number of the first bin in the array, bins' width in µs, and how many there are. */
  readonly first: number;
  readonly width: number;
  readonly count: number;
}

/** Adds a stretch to the bins it touches. */
export function addCover(covered: Float32Array, cover: Cover): void {
  const { from, to, tag, first, width, count } = cover;
  const begin = Math.max(0, Math.floor(from / width) - first);
  const end = Math.min(count - 1, Math.floor(to / width) - first);
  for (let bin = begin; bin <= end; bin += 1) {
    const left = Math.max(from, (first + bin) * width);
    const right = Math.min(to, (first + bin + 1) * width);
    covered[bin * TAG_COUNT + tag] += right - left;
  }
}
