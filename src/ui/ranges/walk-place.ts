/** Which pass, and which moment of it, the page is at. Pure. */
import type { Seq, TraceTable } from '#trace';
import { type Allocator, type PassHead, passHeads } from './passes';
import { type Moment, STEPS, type Step } from './walk';

export interface PassChoice {
  readonly heads: readonly PassHead[];
  /** Place in `heads`: the newest that had begun; -1 where none had. */
  readonly at: number;
}

/** @param process where it has passes of its own, only those count */
export function choosePass(
  table: TraceTable,
  allocator: Allocator | undefined,
  upTo: Seq,
  process: string | undefined,
): PassChoice {
  if (allocator === undefined) return { heads: [], at: -1 };
  const own = process === undefined ? [] : passHeads(table, allocator, process);
  const heads = own.length > 0 ? own : passHeads(table, allocator);
  return { heads, at: heads.findLastIndex(({ first }) => first <= upTo) };
}

/**
 * The moment that the selected record stands for.
 * @param remembered which of several moments with one record was looked at last
 * @returns -1 where the record is none of the walk's
 */
export function momentAt(
  moments: readonly Moment[],
  selected: Seq | undefined,
  remembered: number,
): number {
  if (selected === undefined) return -1;
  if (moments[remembered]?.seq === selected) return remembered;
  return moments.findIndex(({ seq }) => seq === selected);
}

/** The first moment of a step; -1 where the pass did not come so far. */
export const firstOf = (moments: readonly Moment[], step: Step): number =>
  moments.findIndex((moment) => moment.step === step);

export type StepState = 'done' | 'now' | 'ahead' | 'missing';

/** How far the walk is, step by step. A pass without Services has no moment of rebuilding. */
export function stepStates(
  moments: readonly Moment[],
  at: number,
): readonly (readonly [Step, StepState])[] {
  const now = moments[at]?.step;
  const place = now === undefined ? -1 : STEPS.indexOf(now);
  return STEPS.map((step, index): readonly [Step, StepState] => {
    if (step === now) return [step, 'now'];
    if (firstOf(moments, step) < 0) return [step, 'missing'];
    return [step, index < place ? 'done' : 'ahead'];
  });
}
