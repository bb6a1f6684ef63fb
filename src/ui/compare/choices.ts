/** What a run can be compared with, as scenarios. */
import { bad, type Result } from '#base';
import { COUNTER_RUNS, FORMER_NAMES, LIBRARY } from '#library';
import {
  counterScenario,
  decodeShareLink,
  type LocalText,
  readCounterRun,
  readScenario,
  type Scenario,
} from '#protocol';

export interface Counter {
  readonly scenario: Scenario;
  readonly because: LocalText | string;
}

/** The counter-run of a scenario of the library; undefined for any other. */
export function counterOf(
  scenario: Scenario,
  libraryName: string | undefined,
): Counter | undefined {
  const text = libraryName === undefined ? undefined : COUNTER_RUNS[libraryName];
  if (text === undefined) return undefined;
  const counter = readCounterRun(text);
  if (!counter.ok) return undefined;
  const other = counterScenario(scenario, counter.value);
  return other.ok ? { scenario: other.value, because: counter.value.because } : undefined;
}

/** The scenario that a pasted link names or carries. */
export function scenarioOfLink(link: string): Result<Scenario> {
  const libraryNames = LIBRARY.map(({ name }) => name);
  const shared = decodeShareLink(link, { libraryNames, formerNames: FORMER_NAMES });
  if (!shared.ok) return shared;
  if (shared.value.kind === 'scenario') return { ok: true, value: shared.value.scenario };
  const { name } = shared.value;
  const entry = LIBRARY.find((one) => one.name === name);
  return entry ? readScenario(entry.text) : bad([{ path: 'link', reason: `no scenario ${name}` }]);
}
