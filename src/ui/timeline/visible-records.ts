/** Records in view as rows of a table, for those who read and do not look. Pure. */
import { countUpTo, type Seq } from '#trace';
import type { FrameView } from './frame-view';
import type { Lane } from './lanes';

/** More rows than this are not listed; the caption says how many there are. */
export const MOST_LISTED = 40;

export interface VisibleRecords {
  readonly seqs: readonly Seq[];
  readonly count: number;
}

export function visibleRecords(view: FrameView, lanes: readonly Lane[]): VisibleRecords {
  let count = 0;
  const seqs: Seq[] = [];
  for (const { node } of lanes) {
    if (!node) continue;
    const rows = node.own.rows();
    const first = countUpTo(rows, view.seqFrom - 1);
    const last = countUpTo(rows, view.seqTo);
    count += last - first;
    seqs.push(...rows.subarray(first, Math.min(last, first + MOST_LISTED)));
  }
  seqs.sort((a, b) => a - b);
  return { seqs: seqs.slice(0, MOST_LISTED), count };
}
