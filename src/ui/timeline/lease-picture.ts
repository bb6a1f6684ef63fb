/** A lease's lane: who held it, when it was renewed, how its time runs down, how it was lost. */
import { countUpTo, KIND_NUMBER, type LeaseHold, type LeaseTrack, type TraceIndex } from '#trace';
import type { ComponentKind } from './component-kind';
import type { FrameView } from './frame-view';
import type { PictureBar, PictureMark } from './lane-picture';
import type { RowRaster } from './raster';

export interface LeaseWords {
  readonly heldBy: (holder: string) => string;
  readonly heldAndRenewed: (holder: string, every: string) => string;
  readonly notRenewed: (holder: string) => string;
  /** The same where there is no room for it. */
  readonly notRenewedShort: string;
  readonly overdue: string;
  readonly renewedByNobody: string;
  readonly expired: string;
  readonly removed: string;
  readonly span: (us: number) => string;
}

/** Time left on the lease, falling from one part of the bar's height to another. */
export interface Fuse {
  readonly from: number;
  readonly to: number;
  readonly fromPart: number;
  readonly toPart: number;
}

export interface LeasePicture {
  readonly bars: readonly PictureBar[];
  readonly marks: readonly PictureMark[];
  readonly fuses: readonly Fuse[];
}

/** Up to this many writes in view, each is a mark with its own fuse. */
const MOST_WRITES = 160;
/** A holder that is later than this many of its usual intervals has stopped renewing. */
const LATE_INTERVALS = 1.5;

export interface LeaseContext {
  readonly index: TraceIndex;
  readonly view: FrameView;
  readonly words: LeaseWords;
  readonly kindOf: (process: string) => ComponentKind;
}

export function leasePicture(
  context: LeaseContext,
  lease: LeaseTrack,
  raster: RowRaster,
): LeasePicture {
  const { view, index } = context;
  const bars = lease.holds
    .filter((hold) => hold.from <= view.window.to && endOf(hold, view) >= view.window.from)
    .flatMap((hold) => holdBars(context, hold));
  const rows = lease.writes.view();
  const first = Math.max(0, countUpTo(rows, view.seqFrom - 1) - 1);
  const last = countUpTo(rows, view.seqTo);
  const { t } = index.table;
  if (last - first > MOST_WRITES) {
    for (const seq of rows.subarray(first, last)) raster.addMark(t[seq], KIND_NUMBER.lease);
    return { bars, marks: [], fuses: [] };
  }
  const writes = Array.from(rows.subarray(first, last));
  const marks = writes.map((seq) => ({ time: t[seq], kind: KIND_NUMBER.lease, seq, count: 1 }));
  const fuses = writes.flatMap((seq, place) => {
    const hold = lease.holdAt(t[seq]);
    const expires = index.leaseExpiryOf(seq);
    if (!hold || expires === undefined) return [];
    const next = rows[first + place + 1];
    const to = Math.min(next === undefined ? endOf(hold, view) : t[next], endOf(hold, view));
    const toPart = Math.max(0, (expires - to) / (expires - t[seq]));
    return [{ from: t[seq], to, fromPart: 1, toPart }];
  });
  return { bars, marks, fuses };
}

const endOf = (hold: LeaseHold, view: FrameView): number =>
  hold.to ?? Math.max(hold.from, view.reached);

/** A hold as one bar, or as two when its last part went by without renewal; and how it ended. */
function holdBars(context: LeaseContext, hold: LeaseHold): PictureBar[] {
  const { index, view, words, kindOf } = context;
  const { t } = index.table;
  const end = endOf(hold, view);
  const lastWrite = t[hold.lastSeq];
  const every = hold.writes > 1 ? (lastWrite - hold.from) / (hold.writes - 1) : undefined;
  const late = every !== undefined && end - lastWrite > every * LATE_INTERVALS;
  const lost = hold.end === 'expired' || (hold.end === 'held' && late);
  const component = kindOf(hold.holder);
  const heldTo = lost ? lastWrite : end;
  const label = heldLabel(hold.holder, every, words);
  const { seq, lastSeq, from } = hold;
  const short = hold.holder === '' ? [] : [hold.holder];
  const bars: PictureBar[] = [{ from, to: heldTo, style: 'held', label, short, seq, component }];
  if (lost) {
    const rest = hold.holder === '' ? words.renewedByNobody : words.notRenewed(hold.holder);
    const short = [words.notRenewedShort, words.overdue];
    const bar = { from: heldTo, to: end, label: rest, short, seq: lastSeq } as const;
    bars.push({ ...bar, style: 'unrenewed', component: 'lease' });
  }
  if ((hold.end === 'expired' || hold.end === 'removed') && hold.endSeq !== undefined) {
    const bar = { from: end, to: end, label: words[hold.end], seq: hold.endSeq } as const;
    bars.push({ ...bar, style: hold.end, component });
  }
  return bars.filter(({ style, from: start, to }) => to > start || style !== 'held');
}

function heldLabel(holder: string, every: number | undefined, words: LeaseWords): string {
  if (holder === '') return words.renewedByNobody;
  return every === undefined
    ? words.heldBy(holder)
    : words.heldAndRenewed(holder, words.span(every));
}
