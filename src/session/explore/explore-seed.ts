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

/**
 * What runs one seed after another. The document is compiled once: its seed is no part of that.
 * @throws RefusedInput when the document does not compile; it was checked before.
 */
export function seedExplorer(
  scenario: Scenario,
  measures: readonly Measure[] = MEASURES,
): (seed: number) => SeedResult {
  const compiled = compileScenario(scenario);
  if (!compiled.ok) throw new RefusedInput(compiled.faults);
  const { value } = compiled;
  return (seed) => {
    return exploreRun({ ...value, seed, document: withSeed(scenario, seed) }, measures);
  };
}

/** One seed of a scenario that the caller has compiled with it. */
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
