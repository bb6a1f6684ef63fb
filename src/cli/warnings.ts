/** What a person should know of a scenario that is run: lines on standard error. */
import { type LateExpectation, lateExpectations, type Scenario, versionSkew } from '#protocol';
import type { Output } from './command';

/** It passes or fails by what is there at the end, which may not be what was meant. */
const lateText = ({ path, time, end }: LateExpectation): string => {
  const so = path.endsWith('.until') ? 'it is looked at only up to there' : 'its end is looked at';
  return `warning: ${path}: ${time} is after the end of the run (${end}), so ${so}\n`;
};

/** Before the run. */
export function warn(scenario: Scenario, io: Output): void {
  for (const late of lateExpectations(scenario)) io.err(lateText(late));
  for (const { path, text } of versionSkew(scenario.spec)) io.err(`warning: ${path}: ${text.en}\n`);
}

/** After it. @param failed names of the expectations that did not hold */
export function warnOfFailed(scenario: Scenario, failed: readonly string[], io: Output): void {
  const told = lateExpectations(scenario).map(({ path }) => path);
  for (const late of lateExpectations(scenario, failed)) {
    if (!told.includes(late.path)) io.err(lateText(late));
  }
}
