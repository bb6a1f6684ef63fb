/** What the page compares its run with, if anything; what runs the other is loaded only then. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { goToRecord, seek } from '../playback';
import type { Orrery } from '../stores';
import type { ComparedRun } from './compared-run';
import type { Difference } from './first-difference';

/** a is the page's own run, b the one it is compared with. */
export type Side = 'a' | 'b';

export interface Comparing {
  readonly run: ComparedRun;
  /** What the other run is, in the person's words. */
  readonly label: string;
  /** The one on the stage and in the inspector. */
  readonly shown: Side;
  /** The first difference that was found so far. */
  readonly difference: Difference | undefined;
}

export type Comparison = StoreApi<{ readonly current: Comparing | undefined }>;

export const createComparison = (): Comparison =>
  createStore<{ readonly current: Comparing | undefined }>(() => ({ current: undefined }));

export function change(comparison: Comparison, part: Partial<Comparing>): void {
  comparison.setState(({ current }) => ({ current: current && { ...current, ...part } }));
}

/** Ends the comparison, its worker too. */
export function leave(comparison: Comparison): void {
  comparison.getState().current?.run.stop();
  comparison.setState({ current: undefined });
}

/** Puts the playhead on the first difference, and selects its record in both runs. */
export function goToDifference(orrery: Orrery, { run, difference }: Comparing): void {
  if (!difference) return;
  const { a, b, time } = difference;
  if (b !== undefined) goToRecord(run.orrery, b);
  if (a !== undefined) goToRecord(orrery, a);
  seek(orrery, time);
}
