/** What the page and the worker say to each other. The page never asks a question: it commands. */
import type { InputFault, SimTime } from '#base';
import type { TraceBlock } from '#trace';
import type { Catalogue } from './catalogue';
import type { SeedResult } from './explore';
import type { ImportFile, ImportNote } from './import';
import type { Scenario } from './scenario';

/** Version of this protocol; both sides are built together, so a difference is a stale cache. */
export const MESSAGE_VERSION = 2;

export type ToWorker =
  /** Runs a scenario from the start; a run in progress is dropped. */
  | { readonly kind: 'run'; readonly runId: number; readonly scenario: Scenario }
  | { readonly kind: 'cancel'; readonly runId: number }
  /** Says what would be refused, and runs nothing; a run in progress goes on. */
  | { readonly kind: 'check'; readonly checkId: number; readonly document: unknown }
  /** Makes of files what can be run or shown; a run in progress goes on. */
  | {
      readonly kind: 'open';
      readonly openId: number;
      readonly files: readonly ImportFile[];
      /** What is on screen; objects alone join it. */
      readonly current: Scenario | undefined;
    }
  /** Runs one seed of many, and sends what was measured; for a worker that does nothing else. */
  | { readonly kind: 'explore'; readonly scenario: Scenario }
  /** Shows a trace that was exported: its rows come as those of a run do. */
  | { readonly kind: 'show'; readonly runId: number; readonly file: ImportFile };

/** What became of files that a person opened. */
export type Opened =
  | {
      readonly kind: 'scenario';
      readonly scenario: Scenario;
      /** Names of the servers that the files start. */
      readonly servers: readonly string[];
      /** Names of the servers' clients that the files start. */
      readonly components: readonly string[];
      /** How many objects the files bring. */
      readonly objects: number;
      readonly notes: readonly ImportNote[];
      /** Why some of the files were left out as a whole. */
      readonly faults: readonly InputFault[];
    }
  | { readonly kind: 'trace' }
  | { readonly kind: 'refused'; readonly faults: readonly InputFault[] };

export interface ExpectationResult {
  readonly name: string;
  readonly ok: boolean;
  readonly got: unknown;
  readonly want: unknown;
  /** When it was decided: a Go duration since the start. */
  readonly at: string;
}

export interface InvariantResult {
  readonly name: string;
  readonly ok: boolean;
  /** Time of the first breach, a Go duration; absent when there is none. */
  readonly firstBreach?: string;
  /** The document expects the breach. */
  readonly expected?: true;
}

/** What `run --format json` prints, field for field. */
export interface RunSummary {
  readonly scenario: string;
  readonly seed: number;
  readonly until: string;
  readonly behaviourVersion: number;
  readonly traceHash: string;
  readonly records: number;
  readonly truncated: boolean;
  readonly virtualSeconds: number;
  readonly wallSeconds: number;
  readonly expectations: readonly ExpectationResult[];
  readonly invariants: readonly InvariantResult[];
}

export type FromWorker =
  /** Sent once, first. */
  | { readonly kind: 'catalogue'; readonly version: number; readonly catalogue: Catalogue }
  | { readonly kind: 'opened'; readonly openId: number; readonly opened: Opened }
  | { readonly kind: 'explored'; readonly result: SeedResult }
  /** The seed could not be run; so could no other. */
  | { readonly kind: 'unexplored'; readonly reason: string }
  /** A sign of life while there is nothing else to say. */
  | { readonly kind: 'alive'; readonly runId: number }
  /** New rows; `reached` is how far the run has come. */
  | {
      readonly kind: 'block';
      readonly runId: number;
      readonly block: TraceBlock;
      readonly reached: SimTime;
    }
  | { readonly kind: 'done'; readonly runId: number; readonly summary: RunSummary }
  /** Every fault of a document that was checked; none when it can be run. */
  | { readonly kind: 'checked'; readonly checkId: number; readonly faults: readonly InputFault[] }
  /** The scenario was refused before anything ran. */
  | { readonly kind: 'refused'; readonly runId: number; readonly faults: readonly InputFault[] }
  /** A rule of the engine broke. What was recorded so far has been sent. */
  | { readonly kind: 'crashed'; readonly runId: number; readonly message: string };
