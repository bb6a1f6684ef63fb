/** Scenarios as texts that a person edits. */
import { stringify } from 'yaml';
import { good, type Result } from '#base';
import type { Scenario } from '../scenario';
import { readYaml } from '../yaml-text';
import { editYaml } from './edit-yaml';
import { writeAnew } from './library-edit';
import { editsBetween } from './value-edit';

/** Edits beyond this are more than a person would follow; the document is then written anew. */
const EDITS_MAX = 60;

/** A scenario as YAML. */
export function scenarioText(scenario: Scenario): string {
  return stringify(scenario, { indent: 2, lineWidth: 96, minContentWidth: 0 });
}

/** The text changed until it says exactly `scenario`; comments and order stay where they can. */
export function textSaying(text: string, scenario: Scenario): string {
  const read = readYaml(text, { documents: 'one' });
  if (!read.ok) return scenarioText(scenario);
  const edits = editsBetween(read.value[0].value, scenario);
  if (edits.length > EDITS_MAX) return scenarioText(scenario);
  const edited = editYaml(text, edits);
  return edited.ok ? edited.value : scenarioText(scenario);
}

/** The text in the form that the library's documents have; it says the same. */
export function formatYaml(text: string): Result<string> {
  const read = readYaml(text, { documents: 'one' });
  return read.ok ? good(writeAnew(text)) : read;
}
