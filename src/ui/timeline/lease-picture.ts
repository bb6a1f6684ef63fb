/** A lease's lane: who held it, when it was renewed, how its time runs down, how it was lost. */
import { countUpTo, KIND_NUMBER, type LeaseHold, type LeaseTrack, type TraceIndex } from '#trace';
import type { ComponentKind } from './component-kind';
import type { FrameView } from './frame-view';
import type { PictureBar, PictureMark } from './lane-picture';
import { holderProcess } from './lease-names';
import type { RowRaster } from './raster';
import { LATE_INTERVALS, renewalsOf } from './renewals';

export interface LeaseWords {
  readonly heldBy: (holder: string) => string;
  readonly heldAndRenewed: (holder: string, every: string) => string;
  readonly notRenewed: (holder: string) => string;
  /** For a while; then it was renewed again. */
  readonly renewedLate: (holder: string) => string;
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
    .flatMap((hold) => holdBars(context, lease, hold));
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

/** A hold as bars: held while it is renewed, not renewed from when that was due; and its end. */
function holdBars(context: LeaseContext, lease: LeaseTrack, hold: LeaseHold): PictureBar[] {
  const { index, view, words, kindOf } = context;
  const end = endOf(hold, view);
  const { stretches, every } = renewalsOf(index, lease, hold);
  const holder = holderProcess(hold.holder);
  const component = kindOf(holder);
  const bars = stretches.flatMap((stretch): PictureBar[] => {
    const { from, seq, lastSeq } = stretch;
    const last = stretch.due === undefined;
    const to = last ? end : stretch.to;
    const due = stretch.due ?? dueAfter(stretch.to, every, { hold, end });
    const label = heldLabel(holder, stretch.every, words);
    const short = holder === '' ? [] : [holder];
    const held = { from, to: due ?? to, style: 'held', label, short, seq, component } as const;
    if (due === undefined || due >= to) return [{ ...held, to }];
    const rest = {
      label: last ? restLabel(holder, words) : words.renewedLate(holder),
      short: [words.notRenewedShort, words.overdue],
    };
    return [held, { from: due, to, style: 'unrenewed', ...rest, seq: lastSeq, component: 'lease' }];
  });
  if ((hold.end === 'expired' || hold.end === 'removed') && hold.endSeq !== undefined) {
    const bar = { from: end, to: end, label: words[hold.end], seq: hold.endSeq } as const;
    bars.push({ ...bar, style: hold.end, component });
  }
  return bars.filter(({ style, from: start, to }) => to > start || style !== 'held');
}

interface HoldEnding {
  readonly hold: LeaseHold;
  readonly end: number;
}

/** When the renewal after the last was due, of a hold that was lost for want of it, or is late. */
function dueAfter(
  lastWrite: number,
  every: number | undefined,
  { hold, end }: HoldEnding,
): number | undefined {
  if (every === undefined) return undefined;
  const late = end - lastWrite > every * LATE_INTERVALS;
  const lost = hold.end === 'expired' || (hold.end !== 'removed' && late);
  return lost ? lastWrite + every : undefined;
}

const restLabel = (holder: string, words: LeaseWords): string =>
  holder === '' ? words.renewedByNobody : words.notRenewed(holder);

function heldLabel(holder: string, every: number | undefined, words: LeaseWords): string {
  if (holder === '') return words.renewedByNobody;
  return every === undefined
    ? words.heldBy(holder)
    : words.heldAndRenewed(holder, words.span(every));
}
