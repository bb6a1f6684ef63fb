/**
 * The scenarios that come with the program. A folder's name is the scenario's name and its link,
 * `/#/library/<name>`.
 */
import crashVsGraceful from './crash-vs-graceful/scenario.yaml?raw';
import haStartup from './ha-startup/scenario.yaml?raw';
import handEditedEndpoints from './hand-edited-endpoints/scenario.yaml?raw';
import masterCountVsLease from './master-count-vs-lease/scenario.yaml?raw';
import nodeLeaseNamespaceDeleted from './node-lease-namespace-deleted/scenario.yaml?raw';
import staleEntryAtStart from './stale-entry-at-start/scenario.yaml?raw';
import stopWithoutCleanUp from './stop-without-clean-up/scenario.yaml?raw';

export * from './counter-runs';

export interface LibraryScenario {
  readonly name: string;
  /** The document, YAML. */
  readonly text: string;
}

/** What the page opens when its address names nothing. */
export const DEFAULT_SCENARIO = 'ha-startup';

/**
 * In the order in which one would read them: first the whole story, then the two ways to stop, then
 * what is left behind and who cleans up, last the namespaces. The one to copy is `ha-startup`'s
 * neighbour `crash-vs-graceful`: flags instead of manifests.
 */
export const LIBRARY: readonly LibraryScenario[] = [
  { name: 'ha-startup', text: haStartup },
  { name: 'crash-vs-graceful', text: crashVsGraceful },
  { name: 'stop-without-clean-up', text: stopWithoutCleanUp },
  { name: 'master-count-vs-lease', text: masterCountVsLease },
  { name: 'stale-entry-at-start', text: staleEntryAtStart },
  { name: 'hand-edited-endpoints', text: handEditedEndpoints },
  { name: 'node-lease-namespace-deleted', text: nodeLeaseNamespaceDeleted },
];

/** The scenario of that name, or undefined. */
export function libraryScenario(name: string): LibraryScenario | undefined {
  return LIBRARY.find((scenario) => scenario.name === name);
}
