import type { RunSummary } from '#protocol';
import type { ExpectedRun } from '../stores';

/** Whether a run is what the sender of its link saw; with both sides' words when it is not. */
export type ReplayVerdict =
  | { readonly kind: 'exact' }
  | { readonly kind: 'changed'; readonly theirs: string; readonly ours: string };

/** @returns undefined when the link did not say what its sender saw. */
export function replayVerdict(
  { behaviourVersion, traceHash }: Pick<RunSummary, 'behaviourVersion' | 'traceHash'>,
  expected: ExpectedRun | undefined,
): ReplayVerdict | undefined {
  if (!expected) return undefined;
  const hash = traceHash.slice(0, expected.hash.length);
  if (hash === expected.hash) return { kind: 'exact' };
  const version = (n: number | undefined): string => (n === undefined ? '?' : `v${n}`);
  return {
    kind: 'changed',
    theirs: `${version(expected.behaviourVersion)} ${expected.hash}`,
    ours: `${version(behaviourVersion)} ${hash}`,
  };
}
