/** What each value of a sweep gave, beside each other. */
import { rollup } from 'd3-array';
import { distributionOf, type SeedSample } from './distribution';
import { type SeedResult, seedHolds } from './seed-result';
import type { Spread } from './split';

/** All seeds of one value. */
export interface SweepRun {
  readonly value: string;
  readonly results: readonly SeedResult[];
}

export interface SweepSpread extends Spread {
  readonly shortest: SeedSample;
  readonly longest: SeedSample;
}

/** A process that ended itself with a fault, such as for a value that it refuses. */
export interface SelfEnded {
  readonly process: string;
  readonly message: string;
  /** In how many seeds. */
  readonly seeds: number;
}

export interface SweepRow {
  readonly value: string;
  readonly seeds: number;
  /** Samples that are over. */
  readonly count: number;
  readonly open: number;
  /** µs; undefined when no sample is over. */
  readonly spread: SweepSpread | undefined;
  /** In how many seeds an expectation or an invariant does not hold. */
  readonly broken: number;
  readonly selfEnded: readonly SelfEnded[];
}

/** One row for each value, in the order of the values. */
export function sweepRows(runs: readonly SweepRun[], measure: string): readonly SweepRow[] {
  return runs.map(({ value, results }) => {
    const distribution = distributionOf(results, measure);
    const begun = results.flatMap(({ samples }) => samples[measure] ?? []).length;
    const count = distribution?.count ?? 0;
    return {
      value,
      seeds: results.length,
      count,
      open: begun - count,
      spread: distribution && spreadWithin(distribution),
      broken: results.filter((result) => !seedHolds(result)).length,
      selfEnded: selfEndedOf(results),
    };
  });
}

function spreadWithin({
  quantiles,
  shortest,
  longest,
}: NonNullable<ReturnType<typeof distributionOf>>): SweepSpread {
  const at = (wanted: number) => quantiles.find(({ q }) => q === wanted)?.us ?? 0;
  return { p5: at(0.05), median: at(0.5), p95: at(0.95), shortest, longest };
}

function selfEndedOf(results: readonly SeedResult[]): readonly SelfEnded[] {
  const all = results.flatMap(({ seed, fatal = [] }) => fatal.map((one) => ({ ...one, seed })));
  const seeds = rollup(
    all,
    (those) => ({ ...those[0], seeds: new Set(those.map(({ seed }) => seed)).size }),
    ({ process, message }) => `${process}: ${message}`,
  );
  return [...seeds.values()].map(({ process, message, seeds: count }) => {
    return { process, message, seeds: count };
  });
}
