/** Where one stands among the hits, and the way from one to the next. */
import { countUpTo } from '#trace';
import { currentRecord, goToRecord } from '../playback';
import type { Orrery } from '../stores';

/** Place of the hit after or before a record; round at either end. */
export function nextHit(hits: Int32Array, from: number, direction: 1 | -1): number | undefined {
  if (hits.length === 0) return undefined;
  const place = direction > 0 ? countUpTo(hits, from) : countUpTo(hits, from - 1) - 1;
  return (place + hits.length) % hits.length;
}

/** Goes to the next hit after what is selected, or after the playhead. @returns its place. */
export function walkHits(orrery: Orrery, direction: 1 | -1): number | undefined {
  const { hits } = orrery.search.getState();
  const { selected } = orrery.selection.getState();
  const { time } = orrery.playback.getState();
  const from = currentRecord(orrery.trace.table, time, selected);
  // With nothing selected, the record at the playhead is one to stop at.
  const here = selected?.kind === 'record' || direction < 0 ? from : from - 1;
  const place = nextHit(hits, here, direction);
  if (place !== undefined) goToRecord(orrery, hits[place]);
  return place;
}

/** Opens the search, or puts the cursor back into it. */
export function openSearch({ search }: Orrery): void {
  search.setState(({ asked }) => ({ open: true, asked: asked + 1 }));
}

export function closeSearch({ search }: Orrery): void {
  search.setState({ open: false, query: '', hits: new Int32Array(0), searching: false });
}
