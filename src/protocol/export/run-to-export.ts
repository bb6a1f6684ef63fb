import { formatMicroTime, parseTime, type SimTime } from '#base';
import type { TraceTable } from '#trace';
import type { Scenario } from '../scenario';
import { DEFAULT_EPOCH } from '../scenario-schema';

/** A run as the exports see it: its document, its trace, and where a person looks. */
export interface RunToExport {
  readonly scenario: Scenario;
  readonly table: TraceTable;
  /** The file that the trace was opened from; its scenario is not known then, only a stand-in. */
  readonly traceFile?: string;
  /** Hash of the whole trace, 64 hex digits. */
  readonly traceHash: string;
  readonly behaviourVersion: number;
  /** The instant of whose objects a list is made. */
  readonly time: SimTime;
}

/** One format. */
export interface Exporter {
  /** What `export --as` takes; also part of the file's name. */
  readonly id: string;
  /** Ending of the file's name, without the first dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** What it is, in a line; the page has its own words in both languages. */
  readonly summary: string;
  /** The file in pieces, so that a large trace never stands in memory as one text. */
  readonly write: (run: RunToExport) => Iterable<string>;
}

const HASH_DIGITS = 8;

/** Scenario, seed and the first digits of the hash, so that a file says which run it is of. */
export function exportName(run: RunToExport, { id, extension }: NamedFile): string {
  const { metadata, spec } = run.scenario;
  const hash = run.traceHash.slice(0, HASH_DIGITS);
  const stem = run.traceFile?.replace(/\.\w+$/, '') ?? `${metadata.name}.seed-${spec.seed ?? 0}`;
  return `${stem}.${hash}.${id}.${extension}`;
}

export type NamedFile = Pick<Exporter, 'id' | 'extension'>;

/** Virtual time as the clocks of the scenario show it: `2023-04-11T00:00:01.000000Z`. */
export function clockOf({ spec }: Scenario): (time: number) => string {
  const epochMs = Math.floor(parseTime(spec.epoch ?? DEFAULT_EPOCH) ?? 0);
  return (time) => formatMicroTime(epochMs + time / 1_000);
}
