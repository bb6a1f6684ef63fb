/**
 * The scenarios that come with the program. A folder's name is the scenario's name and its link,
 * `/#/library/<name>`.
 */
import allWatchesCut from './all-watches-cut/scenario.yaml?raw';
import allocatorMemoryVsStore from './allocator-memory-vs-store/scenario.yaml?raw';
import clientThrottled from './client-throttled/scenario.yaml?raw';
import clockRatesAndTwoLeaders from './clock-rates-and-two-leaders/scenario.yaml?raw';
import clusterIpClashAndOutOfRange from './cluster-ip-clash-and-out-of-range/scenario.yaml?raw';
import clusterIpLeak from './cluster-ip-leak/scenario.yaml?raw';
import coldStartWaits from './cold-start-waits/scenario.yaml?raw';
import crashVsGraceful from './crash-vs-graceful/scenario.yaml?raw';
import dualStackUpgrade from './dual-stack-upgrade/scenario.yaml?raw';
import etcdOutage from './etcd-outage/scenario.yaml?raw';
import firstBoot from './first-boot/scenario.yaml?raw';
import haStartup from './ha-startup/scenario.yaml?raw';
import haUpgrade from './ha-upgrade/scenario.yaml?raw';
import halfOpenConnection from './half-open-connection/scenario.yaml?raw';
import handEditedEndpoints from './hand-edited-endpoints/scenario.yaml?raw';
import handOverWithAndWithoutRelease from './hand-over-with-and-without-release/scenario.yaml?raw';
import informerJourney from './informer-journey/scenario.yaml?raw';
import kcmStartup from './kcm-startup/scenario.yaml?raw';
import kubernetesServiceDeleted from './kubernetes-service-deleted/scenario.yaml?raw';
import leaderHandoffCrash from './leader-handoff-crash/scenario.yaml?raw';
import masterCountVsLease from './master-count-vs-lease/scenario.yaml?raw';
import mirroredSlices from './mirrored-slices/scenario.yaml?raw';
import nodeLeaseNamespaceDeleted from './node-lease-namespace-deleted/scenario.yaml?raw';
import nodePortClash from './node-port-clash/scenario.yaml?raw';
import olderKcmStartup from './older-kcm-startup/scenario.yaml?raw';
import oneNamespaceStuck from './one-namespace-stuck/scenario.yaml?raw';
import queueUnderFailure from './queue-under-failure/scenario.yaml?raw';
import quietWatch from './quiet-watch/scenario.yaml?raw';
import quotaExceededEtcd from './quota-exceeded-etcd/scenario.yaml?raw';
import rangeNarrowed from './range-narrowed/scenario.yaml?raw';
import repairVsAllocation from './repair-vs-allocation/scenario.yaml?raw';
import slowEtcdLeaderExits from './slow-etcd-leader-exits/scenario.yaml?raw';
import slowHook from './slow-hook/scenario.yaml?raw';
import staleEntryAtStart from './stale-entry-at-start/scenario.yaml?raw';
import staleListFromCache from './stale-list-from-cache/scenario.yaml?raw';
import stopWithoutCleanUp from './stop-without-clean-up/scenario.yaml?raw';
import tooOldAndRelist from './too-old-and-relist/scenario.yaml?raw';
import twoWritersConflict from './two-writers-conflict/scenario.yaml?raw';
import versionTooOld from './version-too-old/scenario.yaml?raw';

export * from './counter-runs';
export * from './gallery';
export type * from './library-question';
export * from './questions';

export interface LibraryScenario {
  readonly name: string;
  /** The document, YAML. */
  readonly text: string;
}

/** What the page opens when its address names nothing. */
export const DEFAULT_SCENARIO = 'ha-startup';

/**
 * In the order in which one would read them: first the whole story, then the two ways to stop, then
 * what is left behind and who cleans up, then the namespaces; then how it all begins, and what the
 * repair loops of addresses and ports see; last what a single request meets. The one to copy is
 * `ha-startup`'s neighbour `crash-vs-graceful`: flags instead of manifests.
 */
export const LIBRARY: readonly LibraryScenario[] = [
  { name: 'ha-startup', text: haStartup },
  { name: 'crash-vs-graceful', text: crashVsGraceful },
  { name: 'stop-without-clean-up', text: stopWithoutCleanUp },
  { name: 'all-watches-cut', text: allWatchesCut },
  { name: 'master-count-vs-lease', text: masterCountVsLease },
  { name: 'stale-entry-at-start', text: staleEntryAtStart },
  { name: 'hand-edited-endpoints', text: handEditedEndpoints },
  { name: 'node-lease-namespace-deleted', text: nodeLeaseNamespaceDeleted },
  { name: 'first-boot', text: firstBoot },
  { name: 'slow-hook', text: slowHook },
  { name: 'kubernetes-service-deleted', text: kubernetesServiceDeleted },
  { name: 'cluster-ip-clash-and-out-of-range', text: clusterIpClashAndOutOfRange },
  { name: 'range-narrowed', text: rangeNarrowed },
  { name: 'cluster-ip-leak', text: clusterIpLeak },
  { name: 'repair-vs-allocation', text: repairVsAllocation },
  { name: 'allocator-memory-vs-store', text: allocatorMemoryVsStore },
  { name: 'node-port-clash', text: nodePortClash },
  { name: 'dual-stack-upgrade', text: dualStackUpgrade },
  { name: 'etcd-outage', text: etcdOutage },
  { name: 'quota-exceeded-etcd', text: quotaExceededEtcd },
  { name: 'two-writers-conflict', text: twoWritersConflict },
  { name: 'stale-list-from-cache', text: staleListFromCache },
  { name: 'version-too-old', text: versionTooOld },
  { name: 'quiet-watch', text: quietWatch },
  { name: 'half-open-connection', text: halfOpenConnection },
  { name: 'leader-handoff-crash', text: leaderHandoffCrash },
  { name: 'hand-over-with-and-without-release', text: handOverWithAndWithoutRelease },
  { name: 'ha-upgrade', text: haUpgrade },
  { name: 'clock-rates-and-two-leaders', text: clockRatesAndTwoLeaders },
  { name: 'kcm-startup', text: kcmStartup },
  { name: 'older-kcm-startup', text: olderKcmStartup },
  { name: 'cold-start-waits', text: coldStartWaits },
  { name: 'slow-etcd-leader-exits', text: slowEtcdLeaderExits },
  { name: 'one-namespace-stuck', text: oneNamespaceStuck },
  { name: 'mirrored-slices', text: mirroredSlices },
  { name: 'informer-journey', text: informerJourney },
  { name: 'too-old-and-relist', text: tooOldAndRelist },
  { name: 'queue-under-failure', text: queueUnderFailure },
  { name: 'client-throttled', text: clientThrottled },
];

/** Present names by the names that scenarios had before; links with those still open. */
export const FORMER_NAMES: ReadonlyMap<string, string> = new Map([
  ['write-conflict', 'two-writers-conflict'],
  ['leader-handoff-graceful', 'hand-over-with-and-without-release'],
]);

/** The scenario of that name, or of that former name; else undefined. */
export function libraryScenario(name: string): LibraryScenario | undefined {
  const now = FORMER_NAMES.get(name) ?? name;
  return LIBRARY.find((scenario) => scenario.name === now);
}
