/** Running the document on screen once more, and going back to it. */
import type { Scenario } from '#protocol';
import type { Orrery } from '../stores';
import type { RunOptions } from './run-options';

export interface Runner {
  run(scenario: Scenario, options?: RunOptions): void;
}

/** Runs the same document again, with its branches and the playhead where it is. */
export function runAgain(orrery: Orrery, client: Runner): void {
  const { scenario, undo, redo, expected } = orrery.session.getState();
  const { time: playhead } = orrery.playback.getState();
  if (scenario) client.run(scenario, { undo, redo, expected, playhead });
}

/** After a refusal: goes on with the run that is still on screen. */
export function keepOldRun(orrery: Orrery, client: Runner): void {
  const { summary, scenario } = orrery.session.getState();
  if (summary) orrery.session.setState({ status: 'done', faults: [], report: undefined });
  else if (scenario) runAgain(orrery, client);
  else orrery.session.setState({ status: 'empty', faults: [] });
}
