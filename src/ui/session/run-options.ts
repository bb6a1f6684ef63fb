/** How a run is begun. */
import type { SimTime } from '#base';
import type { Scenario } from '#protocol';
import type { ExpectedRun, Orrery } from '../stores';

export interface RunOptions {
  /** Name in the library while the scenario is exactly the library's. */
  readonly libraryName?: string;
  /** What the sender of the link saw. */
  readonly expected?: ExpectedRun;
  /** The selection was made for this run, as by a link; else a record is forgotten. */
  readonly keepSelection?: boolean;
  /** Where the playhead stands when the picture changes; default: the start. */
  readonly playhead?: SimTime;
  /** Scenarios to which undo goes back; default: none. */
  readonly undo?: readonly Scenario[];
  /** Scenarios to which redo goes; default: none. */
  readonly redo?: readonly Scenario[];
}

/** A run whose rows have not reached the playhead yet. */
export interface PendingRun extends Pick<Orrery, 'trace' | 'index'> {
  readonly runId: number;
  readonly playhead: SimTime;
  readonly keepSelection: boolean;
}
