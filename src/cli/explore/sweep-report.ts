/** What a sweep says at its end: a row for each value, as text and as JSON. */
import {
  type Scenario,
  type Sweep,
  type SweepRow,
  type SweepRun,
  type SweepSpread,
  seedHolds,
  sweepRows,
} from '#protocol';
import { BEHAVIOUR_VERSION, MEASURES } from '#session';
import { linkOf, paceText, seconds, seedsText } from './report';

/** One value, the scenario that it makes, and what its seeds gave. */
export interface SweptValue extends SweepRun {
  readonly scenario: Scenario;
}

export interface Swept {
  readonly scenario: Scenario;
  readonly sweep: Sweep;
  readonly runs: readonly SweptValue[];
  /** Names of measures, in the order in which they are told. */
  readonly measures: readonly string[];
  readonly workers: number;
  readonly wallSeconds: number;
}

/** One object; lengths are whole µs of virtual time, quantiles may have fractions. */
export function sweepJson({ scenario, sweep, runs, measures, ...rest }: Swept): string {
  const object = {
    scenario: scenario.metadata.name,
    behaviourVersion: BEHAVIOUR_VERSION,
    sweep: { parameter: sweep.name, values: sweep.values },
    seeds: runs[0].results.map(({ seed }) => seed),
    ...rest,
    measures: measures.map((measure) => ({
      measure,
      unit: 'us',
      values: sweepRows(runs, measure).map((row, index) => rowObject(row, runs[index])),
    })),
    values: runs.map(valueObject),
  };
  return `${JSON.stringify(object)}\n`;
}

function rowObject({ value, count, open, spread }: SweepRow, run: SweptValue) {
  if (!spread) return { value, count, open };
  const { p5, median, p95, ...extremes } = spread;
  const linked = (which: keyof typeof extremes) => {
    const sample = extremes[which];
    return { ...sample, link: linkOf(run.scenario, sample.seed) ?? null };
  };
  const [shortest, longest] = [linked('shortest'), linked('longest')];
  return {
    value,
    count,
    open,
    min: shortest.us,
    p5,
    median,
    p95,
    max: longest.us,
    shortest,
    longest,
  };
}

function valueObject({ value, results }: SweptValue) {
  const failures = results
    .filter((result) => !seedHolds(result))
    .map(({ seed, failed, broken }) => ({ seed, expectations: failed, invariants: broken }));
  const [{ selfEnded }] = sweepRows([{ value, results }], '');
  const truncated = results.filter((result) => result.truncated).map(({ seed }) => seed);
  return { value, truncated, selfEnded, failures };
}

export function sweepText({
  scenario,
  sweep,
  runs,
  measures,
  workers,
  wallSeconds,
}: Swept): string {
  const [{ results }] = runs;
  const seeds = `${seedsText(results)} for each of ${runs.length} values`;
  const lines = [
    `${scenario.metadata.name}  ${seeds}  behaviour version ${BEHAVIOUR_VERSION}`,
    paceText(runs.length * results.length, wallSeconds, workers),
    `swept: ${sweep.name}`,
  ];
  for (const measure of measures) lines.push('', ...measureLines(runs, measure));
  lines.push('', ...noteLines(runs));
  return `${lines.join('\n')}\n`;
}

const HEAD = ['value', 'samples', 'open', 'min', 'p5', 'median', 'p95', 'max'];
const EXTREMES = ['shortest', 'longest'] as const;

function measureLines(runs: readonly SweptValue[], measure: string): string[] {
  const summary = MEASURES.find(({ name }) => name === measure)?.summary ?? '';
  const rows = sweepRows(runs, measure);
  const cells = rows.map(({ value, count, open, spread }) => {
    return [value, `${count}`, `${open}`, ...spreadCells(spread)];
  });
  const head = [...HEAD, ...EXTREMES.map((word) => `${word} in`)];
  return [`${measure}: ${summary}`, ...aligned([head, ...cells])];
}

function spreadCells(spread: SweepSpread | undefined): readonly string[] {
  if (!spread) return [...HEAD.slice(3), ...EXTREMES].map(() => '-');
  const { shortest, p5, median, p95, longest } = spread;
  const lengths = [shortest.us, p5, median, p95, longest.us].map(seconds);
  return [...lengths, `seed ${shortest.seed}`, `seed ${longest.seed}`];
}

/** Columns of equal width; the first one begins at the left, numbers end at the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const padded = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
  return rows.map((row) => `  ${row.map(padded).join('  ')}`);
}

/** What is to be known of a value beside its lengths. */
function noteLines(runs: readonly SweptValue[]): string[] {
  const notes = sweepRows(runs, '').flatMap(({ value, seeds, broken, selfEnded }, index) => [
    ...selfEnded.map(({ process, message, seeds: own }) => {
      return `${value}: ${process} ended itself in ${own} of ${seeds} seeds: ${message}`;
    }),
    ...(broken > 0 ? [`${value}: ${broken} of ${seeds} seeds break something`] : []),
    ...cutNote(runs[index]),
  ]);
  if (notes.length > 0) return notes;
  return ['all expectations and invariants hold with every value in every seed'];
}

function cutNote({ value, results }: SweptValue): string[] {
  const cut = results.filter(({ truncated }) => truncated).length;
  return cut > 0 ? [`${value}: ${cut} runs TRUNCATED at the limit of records`] : [];
}
