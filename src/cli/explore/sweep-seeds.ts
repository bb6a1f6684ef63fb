/** Runs the same seeds with each value of a parameter. */
import type { Result } from '#base';
import {
  readSweep,
  type Scenario,
  type SeedResult,
  type Sweep,
  withSweepValue,
  withValue,
} from '#protocol';
import { compileScenario, STEP_SCHEMAS } from '#session';
import { Refusal } from '../command';
import { type Exploration, runSeeds } from './seed-pool';
import type { SweptValue } from './sweep-report';

export interface SweepPlan {
  readonly sweep: Sweep;
  /** One for each value. */
  readonly scenarios: readonly Scenario[];
}

/** Reads a sweep and tries each of its values, so that nothing runs when one is refused. */
export function planSweep(scenario: Scenario, text: string): SweepPlan {
  const sweep = orRefuse(readSweep(text));
  const scenarios = sweep.values.map((value) => {
    const changed = orRefuse(withSweepValue(scenario, sweep, value, { steps: STEP_SCHEMAS }));
    const compiled = compileScenario(changed);
    if (!compiled.ok) orRefuse(withValue(compiled, value));
    return changed;
  });
  return { sweep, scenarios };
}

/** What is wrong with the option itself has its name. */
function orRefuse<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const faults = result.faults.map((fault) =>
    fault.path === 'sweep' ? { ...fault, path: '--sweep' } : fault,
  );
  throw new Refusal(faults);
}

type Seeds = Omit<Exploration, 'scenario' | 'onResult'>;

/** @param onResult hears how many runs are over */
export async function runSweep(
  { sweep, scenarios }: SweepPlan,
  seeds: Seeds,
  onResult: (done: number) => void,
): Promise<readonly SweptValue[]> {
  const runs: SweptValue[] = [];
  let done = 0;
  for (const [index, scenario] of scenarios.entries()) {
    const results: SeedResult[] = [];
    const take = (result: SeedResult) => {
      results.push(result);
      done += 1;
      onResult(done);
    };
    await runSeeds({ ...seeds, scenario, onResult: take });
    results.sort((a, b) => a.seed - b.seed);
    runs.push({ value: sweep.values[index], scenario, results });
  }
  return runs;
}
