/** Acting on the run: steps at the playhead, and the run from the start again. */
import type { SimTime } from '#base';
import type { Scenario } from '#protocol';
import type { Orrery } from '../stores';
import { cutAfter, insertSteps } from './edit-scenario';
import { keepEndInView } from './longer-run';
import type { RunOptions } from './run-options';

/** A step without its time: a verb, and where it matters `server`, `user` or `for`. */
export type StepFields = Readonly<Record<string, unknown>>;

/** Who runs scenarios, and asks before later acts are cut. */
export interface ActingClient {
  confirmCut(laterActs: number): Promise<boolean>;
  run(scenario: Scenario, options: RunOptions): void;
}

/**
 * Puts steps at the playhead and runs again, the playhead and its motion unchanged. Steps that only
 * read leave later ones; all others cut them, after asking.
 * @returns the time of the steps; undefined when nothing was done
 */
export async function putSteps(
  orrery: Orrery,
  client: ActingClient,
  steps: readonly StepFields[],
  reads: boolean,
): Promise<SimTime | undefined> {
  const { scenario, undo } = orrery.session.getState();
  if (!scenario) return undefined;
  const { time } = orrery.playback.getState();
  const { scenario: cut, cutActs } = cutAfter(scenario, time);
  if (!reads && cutActs > 0 && !(await client.confirmCut(cutActs))) return undefined;
  const edited = insertSteps(reads ? scenario : cut, time, steps);
  keepEndInView(orrery, scenario, edited);
  client.run(edited, { playhead: time, undo: [...undo, scenario] });
  return time;
}
