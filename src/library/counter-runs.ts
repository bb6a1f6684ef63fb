/** The counter-run of each scenario, for the tests that run it. The page does not load them. */
import crashVsGraceful from './crash-vs-graceful/counter.yaml?raw';
import haStartup from './ha-startup/counter.yaml?raw';
import handEditedEndpoints from './hand-edited-endpoints/counter.yaml?raw';
import masterCountVsLease from './master-count-vs-lease/counter.yaml?raw';
import nodeLeaseNamespaceDeleted from './node-lease-namespace-deleted/counter.yaml?raw';
import staleEntryAtStart from './stale-entry-at-start/counter.yaml?raw';
import stopWithoutCleanUp from './stop-without-clean-up/counter.yaml?raw';

/** Text of the counter-run (YAML) by the name of its scenario; as many as there are scenarios. */
export const COUNTER_RUNS: Readonly<Record<string, string>> = {
  'ha-startup': haStartup,
  'crash-vs-graceful': crashVsGraceful,
  'stop-without-clean-up': stopWithoutCleanUp,
  'master-count-vs-lease': masterCountVsLease,
  'stale-entry-at-start': staleEntryAtStart,
  'hand-edited-endpoints': handEditedEndpoints,
  'node-lease-namespace-deleted': nodeLeaseNamespaceDeleted,
};
