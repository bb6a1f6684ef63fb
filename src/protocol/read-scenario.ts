/** Reads a scenario from text. Apart from the check, which needs no YAML and is always loaded. */
import { bad, good, type InputFault, type Result } from '#base';
import { check, type ReadOptions, shortened } from './check-scenario';
import { type FieldFault, toInputFault } from './fault-path';
import type { Scenario } from './scenario';
import { readYaml, type YamlDocument } from './yaml-text';

/** Gives faults their place in the text, and orders them by it. */
function located(faults: readonly FieldFault[], document: YamlDocument): InputFault[] {
  const placed = faults.map((fault) => ({ ...toInputFault(fault), ...document.placeOf(fault.at) }));
  return placed.sort((a, b) => a.line - b.line || a.column - b.column);
}

/**
 * Reads the text of a scenario, YAML or JSON, of at most 1 MB.
 * @returns the scenario, or every fault with its line and column.
 */
export function readScenario(text: string, options: ReadOptions = {}): Result<Scenario> {
  const documents = readYaml(text, { documents: 'one' });
  if (!documents.ok) return documents;
  const [document] = documents.value;
  const checked = check(document.value, options);
  return checked.ok ? good(checked.value) : bad(located(shortened(checked.faults), document));
}
