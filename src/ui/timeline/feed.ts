/**
 * What the timeline derives from the trace and keeps: the lane tree, the histogram of the minimap,
 * the notable records under each lane, and summaries of long lanes. It follows the trace in slices,
 * so no frame waits for it; what is not summarised yet is read from the rows themselves.
 */
import type { Catalogue } from '#protocol';
import type { TraceIndex, Track } from '#trace';
import { MarkBins, SpanBins } from './bins';
import { type LaneNode, LaneTree } from './lane-tree';
import { markOf, NOTABLE, RANK_OF } from './record-kinds';
import { type StateTag, StateTags, TAGS } from './state-tags';

/** From this many entries on a track is summarised. */
const SUMMARISED_FROM = 8_192;
const ROWS_A_SLICE = 2_048;

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
  readonly #tags: StateTags;
  readonly #tagByState = new Map<string, Uint8Array>();
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
      while (node.own.advance(this.index)) if (clock() >= deadline) return true;
      while (node.below.advance(this.index)) if (clock() >= deadline) return true;
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

  /** Number of the tag of the state that a row of a track began. */
  tagNumber(track: Track, seq: number): number {
    const { slots, strings } = this.index.table;
    const id = slots[track.stateSlot][seq];
    let known = this.#tagByState.get(track.machine);
    if (known === undefined || id >= known.length) {
      const grown = new Uint8Array(Math.max(64, id * 2));
      if (known) grown.set(known);
      known = grown;
      this.#tagByState.set(track.machine, known);
    }
    if (known[id] === 0) known[id] = 1 + TAGS.indexOf(this.#tags.tagOf(track.machine, strings[id]));
    return known[id] - 1;
  }

  #takeSlice(): boolean {
    const { table } = this.index;
    const end = Math.min(table.length, this.#next + ROWS_A_SLICE);
    for (; this.#next < end; this.#next += 1) {
      const seq = this.#next;
      const mark = markOf(table, seq);
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
      summary.bins.add(t[entry], to, this.tagNumber(track, entry));
    }
    return summary.taken < last;
  }
}
