/** The samples of many seeds as a distribution. */
import { bin, mean, quantileSorted } from 'd3-array';
import type { SeedResult } from './seed-result';

/** One sample and where it comes from. All lengths are µs of virtual time. */
export interface SeedSample {
  readonly seed: number;
  readonly subject: string;
  readonly by?: string;
  readonly us: number;
}

/** How many samples lie from `from` (in it) to `to` (not in it, but for the last bin). */
export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export interface Distribution {
  readonly measure: string;
  readonly count: number;
  /** Samples that had begun and were not over at the end of their run; they are not counted. */
  readonly open: number;
  readonly mean: number;
  /** By quantile, such as 0.5; linear between samples (R's type 7). */
  readonly quantiles: readonly { readonly q: number; readonly us: number }[];
  readonly histogram: readonly HistogramBin[];
  readonly shortest: SeedSample;
  readonly longest: SeedSample;
}

const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95, 0.99];
const BINS = 20;

/** All samples of a measure, seed by seed. */
export function samplesOf(results: readonly SeedResult[], measure: string): SeedSample[] {
  return results.flatMap(({ seed, samples }) =>
    (samples[measure] ?? []).flatMap(({ us, ...whom }) =>
      us === null ? [] : [{ seed, ...whom, us }],
    ),
  );
}

/**
 * The order of the results does not matter: of equal extremes that of the lowest seed is taken.
 * @returns undefined when there is no sample that is over.
 */
export function distributionOf(
  results: readonly SeedResult[],
  measure: string,
): Distribution | undefined {
  const samples = samplesOf(results, measure).sort((a, b) => a.us - b.us || a.seed - b.seed);
  const values = samples.map(({ us }) => us);
  const longest = samples.find(({ us }) => us === values.at(-1));
  if (longest === undefined) return undefined;
  const begun = results.flatMap(({ samples: all }) => all[measure] ?? []);
  return {
    measure,
    count: samples.length,
    open: begun.length - samples.length,
    mean: mean(values) ?? 0,
    quantiles: QUANTILES.map((q) => ({ q, us: quantileSorted(values, q) ?? 0 })),
    histogram: histogramOf(values),
    shortest: samples[0],
    longest,
  };
}

/** Bins with round bounds that cover all values. */
function histogramOf(values: readonly number[]): HistogramBin[] {
  return bin()
    .thresholds(BINS)(values)
    .map(({ x0 = 0, x1 = 0, length }) => ({ from: x0, to: x1, count: length }));
}
