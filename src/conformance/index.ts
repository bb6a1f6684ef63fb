import { ADAPTERS } from './adapters';
import { readCase } from './case';
import { type ConformanceOutcome, runCase } from './run-case';

export type { ConformanceOutcome } from './run-case';

/** Runs one case. @returns its outcome, or why the value is no case. */
export const runConformance = (value: unknown): ConformanceOutcome | string =>
  runCase(value, ADAPTERS);

/** Why the value is no case; undefined where it is one. */
export function caseFault(value: unknown): string | undefined {
  const read = readCase(value);
  return typeof read === 'string' ? read : undefined;
}
