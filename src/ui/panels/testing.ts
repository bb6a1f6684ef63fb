/** What tests of the panels have in common. */
import { screen, within } from '@testing-library/react';
import { libraryScenario } from '#library';
import { readScenario } from '#protocol';
import { compileScenario, Run, STEP_SCHEMAS } from '#session';
import { TraceIndex, type TraceTable } from '#trace';

/**
 * A whole run of a scenario of the library.
 * @throws Error for a scenario that is not there, or not right
 */
export function libraryTable(name: string): TraceTable {
  const read = readScenario(libraryScenario(name)?.text ?? '', { steps: STEP_SCHEMAS });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const compiled = compileScenario(read.value);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const run = new Run(compiled.value);
  run.advance();
  return run.table;
}

export function libraryIndex(name: string): TraceIndex {
  const index = new TraceIndex(libraryTable(name));
  index.update();
  return index;
}

/**
 * The texts of a table on the page: the cells of each row but the head.
 * @param place among the tables; a negative one counts from the last
 */
export const shownRows = (place: number) =>
  within(screen.getAllByRole('table').at(place) as HTMLElement)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));
