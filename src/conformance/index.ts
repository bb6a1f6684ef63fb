import { ADAPTERS } from './adapters';
import { type ConformanceOutcome, runCase } from './run-case';

export type { ConformanceOutcome } from './run-case';

/** Runs one case. @returns its outcome, or why the value is no case. */
export const runConformance = (value: unknown): ConformanceOutcome | string =>
  runCase(value, ADAPTERS);
