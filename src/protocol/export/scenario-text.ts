import { writeYaml } from './list-text';
import type { Exporter } from './run-to-export';

/** The document that gives this run, with every step that was done live. */
export const scenarioExport: Exporter = {
  id: 'scenario',
  extension: 'yaml',
  mediaType: 'application/yaml',
  summary: 'the scenario document, with all that was done live',
  write: ({ scenario }) => [writeYaml(scenario)],
};
