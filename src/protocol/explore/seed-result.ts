/** What one seed of an exploration gave. Plain data: it goes from workers to whoever collects. */

/** One thing that was measured in a run. */
export interface Sample {
  /** Whom it is about: a server, a lease. */
  readonly subject: string;
  /** Who brought it to its end, where several could have: the next leader. */
  readonly by?: string;
  /** Virtual time, µs; null when it had begun and was not over at the end of the run. */
  readonly us: number | null;
}

/** A process that ended itself, such as for a setting that it refuses. */
export interface FatalEnd {
  readonly process: string;
  readonly message: string;
}

export interface SeedResult {
  readonly seed: number;
  /** The run ended at its limit of records, so nothing after that was seen. */
  readonly truncated: boolean;
  /** By name of the measure. */
  readonly samples: Readonly<Record<string, readonly Sample[]>>;
  /** Names of expectations that did not hold. */
  readonly failed: readonly string[];
  /** Names of invariants that were broken. */
  readonly broken: readonly string[];
  /** Processes that ended themselves, and their last words; absent when none did. */
  readonly fatal?: readonly FatalEnd[];
}

/** A seed to which somebody should look. */
export const seedHolds = ({ failed, broken }: SeedResult): boolean =>
  failed.length === 0 && broken.length === 0;
