import { describe, expect, it } from 'vitest';
import { COUNTER_RUNS, LIBRARY, type LibraryScenario } from '#library';
import {
  counterScenario,
  type RunSummary,
  readCounterRun,
  readScenario,
  type Scenario,
} from '#protocol';
import { BEHAVIOUR_VERSION } from './behaviour-version';
import { STEP_SCHEMAS } from './catalogue';
import { runOf } from './testing';

function documentOf(text: string): Scenario {
  const read = readScenario(text, { steps: STEP_SCHEMAS });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
}

const summaries = new Map<string, RunSummary>();

/** Each scenario is run once for all tests. */
function summaryOf({ name, text }: LibraryScenario): RunSummary {
  const summary = summaries.get(name) ?? runOf(documentOf(text)).summary(0);
  summaries.set(name, summary);
  return summary;
}

describe.each(LIBRARY)('$name', ({ name, text }) => {
  it('holds all that it expects, and every invariant', () => {
    const { expectations, invariants, truncated } = summaryOf({ name, text });
    expect(expectations.filter(({ ok }) => !ok)).toEqual([]);
    expect(invariants.filter(({ ok, expected }) => !ok && !expected)).toEqual([]);
    expect(expectations.length).toBeGreaterThan(1);
    expect(truncated).toBe(false);
  });

  it('fails the expectation that its counter-run names', () => {
    const counter = readCounterRun(COUNTER_RUNS[name]);
    if (!counter.ok) throw new Error(JSON.stringify(counter.faults));
    const changed = counterScenario(documentOf(text), counter.value, { steps: STEP_SCHEMAS });
    if (!changed.ok) throw new Error(JSON.stringify(changed.faults));
    const { expectations } = runOf(changed.value).summary(0);
    const failed = expectations.filter(({ ok }) => !ok).map((result) => result.name);
    expect(failed).toContain(counter.value.fails);
  });
});

it('gives the hashes of this behaviour version', () => {
  const hashes = Object.fromEntries(
    LIBRARY.map((scenario) => [scenario.name, summaryOf(scenario).traceHash]),
  );
  // A changed hash needs a new behaviour version and a line in the changelog.
  expect({ behaviourVersion: BEHAVIOUR_VERSION, hashes }).toMatchSnapshot();
});
