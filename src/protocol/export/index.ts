/** The formats a run can be written in for other tools, in the order of menus and help texts. */
import { auditExport } from './audit';
import { eventsExport } from './events';
import { objectsExport } from './objects';
import { perfettoExport } from './perfetto';
import type { Exporter } from './run-to-export';
import { scenarioExport } from './scenario-text';
import { traceExport } from './trace-lines';

export const EXPORTERS: readonly Exporter[] = [
  perfettoExport,
  auditExport,
  eventsExport,
  objectsExport,
  scenarioExport,
  traceExport,
];

export { recordedEvents } from './events';
export { isKubernetesObject, withVersion } from './list-text';
export { storedObjects } from './objects';
export {
  type Exporter,
  exportName,
  type NamedFile,
  type RunToExport,
} from './run-to-export';
