/** The samples of many seeds by whom they are about: who leaves, who wins, and after how long. */
import { group, quantileSorted } from 'd3-array';
import { type SeedSample, samplesOf } from './distribution';
import type { SeedResult } from './seed-result';

/** What most samples lie between, and what half of them are at most; µs. */
export interface Spread {
  readonly p5: number;
  readonly median: number;
  readonly p95: number;
}

export interface Share extends Spread {
  /** A server; or a lease and who had it next. */
  readonly whom: string;
  readonly count: number;
  /** Of all samples of the measure, 0 to 1. */
  readonly part: number;
}

const whomOf = ({ subject, by }: SeedSample): string =>
  by === undefined ? subject : `${subject} → ${by}`;

/** @param values in ascending order, not none */
export function spreadOf(values: number[]): Spread {
  const at = (q: number): number => quantileSorted(values, q) ?? 0;
  return { p5: at(0.05), median: at(0.5), p95: at(0.95) };
}

/** The results of one subject, such as a lease. */
export interface OfSubject {
  readonly subject: string;
  /** As they were, but of the measure with this subject's samples only. */
  readonly results: readonly SeedResult[];
}

/**
 * What is about different things has different arithmetic: the leases of a manager and a scheduler
 * are two distributions, not one. In the order of the subjects' names.
 */
export function bySubject(results: readonly SeedResult[], measure: string): readonly OfSubject[] {
  const samplesOfMeasure = ({ samples }: SeedResult) => samples[measure] ?? [];
  const all = results.flatMap(samplesOfMeasure).map(({ subject }) => subject);
  return [...new Set(all)].sort().map((subject) => ({
    subject,
    results: results.map((result) => {
      const own = samplesOfMeasure(result).filter((sample) => sample.subject === subject);
      return { ...result, samples: { ...result.samples, [measure]: own } };
    }),
  }));
}

/** By name, so that nothing moves while seeds still come in. */
export function sharesOf(results: readonly SeedResult[], measure: string): readonly Share[] {
  const samples = samplesOf(results, measure);
  return [...group(samples, whomOf)]
    .map(([whom, theirs]) => {
      const values = theirs.map(({ us }) => us).sort((a, b) => a - b);
      const part = theirs.length / samples.length;
      return { whom, count: theirs.length, part, ...spreadOf(values) };
    })
    .sort((a, b) => (a.whom < b.whom ? -1 : 1));
}
