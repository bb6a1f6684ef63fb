/** Runs one seed of a scenario and keeps only what was measured. */
import { RefusedInput } from '#base';
import type { Scenario, SeedResult } from '#protocol';
import { type CompiledScenario, compileScenario } from '../compile-scenario';
import { Run } from '../run';
import { fatalEnds } from './fatal-ends';
import { MEASURES, type Measure } from './measures';

/** The same document with another seed. */
export const withSeed = (scenario: Scenario, seed: number): Scenario => ({
  ...scenario,
  spec: { ...scenario.spec, seed },
});

/** @throws RefusedInput when the document does not compile; it was checked before. */
export function exploreSeed(
  scenario: Scenario,
  seed: number,
  measures: readonly Measure[] = MEASURES,
): SeedResult {
  const compiled = compileScenario(withSeed(scenario, seed));
  if (!compiled.ok) throw new RefusedInput(compiled.faults);
  return exploreRun(compiled.value, measures);
}

/** The same for a scenario that the caller has compiled, with its seed. */
export function exploreRun(
  compiled: CompiledScenario,
  measures: readonly Measure[] = MEASURES,
): SeedResult {
  const run = new Run(compiled);
  run.advance();
  const { expectations, invariants } = run.verdicts();
  const namesOf = (results: readonly { readonly name: string; readonly ok: boolean }[]) =>
    results.filter(({ ok }) => !ok).map(({ name }) => name);
  const fatal = fatalEnds(run.table);
  return {
    seed: compiled.seed,
    truncated: run.cluster.sim.truncated,
    samples: Object.fromEntries(measures.map((measure) => [measure.name, measure.of(run)])),
    failed: namesOf(expectations),
    broken: namesOf(invariants.filter(({ expected }) => !expected)),
    ...(fatal.length > 0 ? { fatal } : {}),
  };
}
