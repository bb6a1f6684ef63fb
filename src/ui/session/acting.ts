/** What a person does to the run: each act changes the scenario, which is then run again. */
import type { ActVerb, Orrery } from '../stores';
import { healSteps, turnBack } from './edit-scenario';
import { keepEndInView } from './longer-run';
import { type ActingClient, putSteps, type StepFields } from './put-steps';

export class Acting {
  readonly #orrery: Orrery;
  readonly #client: ActingClient;

  constructor(orrery: Orrery, client: ActingClient) {
    this.#orrery = orrery;
    this.#client = client;
  }

  act(verb: ActVerb, process: string): Promise<void> {
    return this.add({ [verb]: process });
  }

  /** Appends a step at the playhead and runs again, the playhead and its motion unchanged. */
  async add(step: StepFields): Promise<void> {
    await putSteps(this.#orrery, this.#client, [step], false);
  }

  /** Ends at the playhead what the steps at these places began; cuts as an act does. */
  async heal(places: readonly number[]): Promise<void> {
    const { scenario, undo } = this.#orrery.session.getState();
    if (!scenario) return;
    const { time } = this.#orrery.playback.getState();
    const edit = healSteps(scenario, time, places);
    if (edit.cutActs > 0 && !(await this.#client.confirmCut(edit.cutActs))) return;
    keepEndInView(this.#orrery, scenario, edit.scenario);
    this.#client.run(edit.scenario, { playhead: time, undo: [...undo, scenario] });
  }

  /** To the branch before the last act, or to the one that undoing left. */
  turn(way: 'undo' | 'redo'): void {
    const { undo, redo, scenario: current } = this.#orrery.session.getState();
    const branch = turnBack({ undo, redo }, current, way);
    if (!branch) return;
    const playhead = this.#orrery.playback.getState().time;
    if (current) keepEndInView(this.#orrery, current, branch.scenario);
    this.#client.run(branch.scenario, { playhead, undo: branch.undo, redo: branch.redo });
  }
}
