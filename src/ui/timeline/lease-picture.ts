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
  readonly nobody: string;
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

/** A hold as one bar, or as two when its last part went by without renewal. */
function holdBars({ index, view, words, kindOf }: LeaseContext, hold: LeaseHold): PictureBar[] {
  const { t } = index.table;
  const end = endOf(hold, view);
  const lastWrite = t[hold.lastSeq];
  const every = hold.writes > 1 ? (lastWrite - hold.from) / (hold.writes - 1) : undefined;
  const late = every !== undefined && end - lastWrite > every * LATE_INTERVALS;
  const lost = hold.end === 'expired' || (hold.end === 'held' && late);
  const holder = hold.holder === '' ? words.nobody : hold.holder;
  const component = kindOf(hold.holder);
  const heldTo = lost ? lastWrite : end;
  const label =
    every === undefined ? words.heldBy(holder) : words.heldAndRenewed(holder, words.span(every));
  const held: PictureBar = {
    from: hold.from,
    to: heldTo,
    style: 'held',
    label,
    seq: hold.seq,
    component,
  };
  if (!lost) return [held];
  const rest: PictureBar = {
    from: heldTo,
    to: end,
    style: 'unrenewed',
    label: words.notRenewed(holder),
    seq: hold.lastSeq,
    component: 'lease',
  };
  return heldTo > hold.from ? [held, rest] : [rest];
}
