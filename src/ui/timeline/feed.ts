/**
 * What the timeline derives from the trace and keeps: the lane tree, the histogram of the minimap,
 * the notable records under each lane, and summaries of long lanes. It follows the trace in slices,
 * so no frame waits for it; what is not summarised yet is read from the rows themselves.
 */
import type { Catalogue } from '#protocol';
import { KIND_NUMBER, type TraceIndex, type Track } from '#trace';
import { MarkBins, SpanBins } from './bins';
import { type LaneNode, LaneTree } from './lane-tree';
import { BAR_LOOK, markOf, NOTABLE, RANK_OF, STATE_LOOK } from './record-kinds';
import { type StateTag, StateTags, TAGS } from './state-tags';

/** From this many entries on a track is summarised. */
const SUMMARISED_FROM = 8_192;
const ROWS_A_SLICE = 2_048;
const STRINGS_AT_MOST = 2 ** 26;

/** Summary of a track: everything but its last, running state. */
export interface TrackSummary {
  readonly bins: SpanBins;
  /** Place of the first entry that is not in the bins. */
  taken: number;
}

export class TraceFeed {
  readonly index: TraceIndex;
  readonly tree: LaneTree;
  readonly histogram = new MarkBins();
  /** How each row looks, see `STATE_LOOK`; known for the first `taken` rows. */
  looks = new Uint8Array(1_024);
  readonly #tags: StateTags;
  readonly #stateLooks = new Map<number, number>();
  readonly #summaries = new Map<Track, TrackSummary>();
  readonly #nodeById: (LaneNode | undefined)[] = [];
  #next = 0;

  constructor(index: TraceIndex, servers: readonly string[], catalogue: Catalogue | undefined) {
    this.index = index;
    this.tree = new LaneTree(index, servers);
    this.#tags = new StateTags(catalogue);
  }

  /** Works on new rows until the deadline. @returns whether something is left to do. */
  advance(clock: () => number, deadline: number): boolean {
    this.tree.update();
    while (this.#takeSlice()) if (clock() >= deadline) return true;
    for (const node of this.tree.nodes()) {
      while (node.own.advance(this)) if (clock() >= deadline) return true;
      while (node.below.advance(this)) if (clock() >= deadline) return true;
      for (const track of this.index.tracksOf(node.path)) {
        while (this.#summarise(track)) if (clock() >= deadline) return true;
      }
    }
    return false;
  }

  /** How many records were taken in. */
  get taken(): number {
    return this.#next;
  }

  /** The summary of a long track, as far as it goes. */
  summaryOf(track: Track): TrackSummary | undefined {
    return this.#summaries.get(track);
  }

  tagOf(machine: string, state: string): StateTag {
    return this.#tags.tagOf(machine, state);
  }

  #lookOf(seq: number, mark: number): number {
    const { kind, slots, strings } = this.index.table;
    if (kind[seq] === KIND_NUMBER.process) return BAR_LOOK;
    if (kind[seq] !== KIND_NUMBER.state) return mark;
    const machine = slots[0][seq];
    const state = slots[2][seq];
    // A page never has so many texts that the two numbers do not fit.
    const key = machine * STRINGS_AT_MOST + state;
    let look = this.#stateLooks.get(key);
    if (look === undefined) {
      look = STATE_LOOK + TAGS.indexOf(this.#tags.tagOf(strings[machine], strings[state]));
      this.#stateLooks.set(key, look);
    }
    return look;
  }

  #takeSlice(): boolean {
    const { table } = this.index;
    if (table.length > this.looks.length) {
      const grown = new Uint8Array(table.t.length);
      grown.set(this.looks);
      this.looks = grown;
    }
    const end = Math.min(table.length, this.#next + ROWS_A_SLICE);
    for (; this.#next < end; this.#next += 1) {
      const seq = this.#next;
      const mark = markOf(table, seq);
      this.looks[seq] = this.#lookOf(seq, mark);
      this.histogram.add(table.t[seq], mark);
      if (RANK_OF[mark] < NOTABLE) continue;
      for (let node = this.#nodeOf(seq)?.parent; node; node = node.parent) node.addBelow(seq);
    }
    return end < table.length;
  }

  #nodeOf(seq: number): LaneNode | undefined {
    const id = this.index.table.actor[seq];
    this.#nodeById[id] ??= this.tree.nodeOf(this.index.table.strings[id]);
    return this.#nodeById[id];
  }

  #summarise(track: Track): boolean {
    const entries = track.entries();
    if (entries.length < SUMMARISED_FROM) return false;
    let summary = this.#summaries.get(track);
    if (!summary) {
      summary = { bins: new SpanBins(), taken: 0 };
      this.#summaries.set(track, summary);
    }
    const last = entries.length - 1;
    const end = Math.min(last, summary.taken + ROWS_A_SLICE);
    const { t } = this.index.table;
    for (; summary.taken < end; summary.taken += 1) {
      const entry = entries[summary.taken];
      if (entry < 0) continue;
      const next = entries[summary.taken + 1];
      const to = t[next < 0 ? ~next : next];
      summary.bins.add(t[entry], to, this.looks[entry] - STATE_LOOK);
    }
    return summary.taken < last;
  }
}
