/** The counter-run of each scenario, for the tests that run it and for comparisons. */
import allWatchesCut from './all-watches-cut/counter.yaml?raw';
import allocatorMemoryVsStore from './allocator-memory-vs-store/counter.yaml?raw';
import clientThrottled from './client-throttled/counter.yaml?raw';
import clockRatesAndTwoLeaders from './clock-rates-and-two-leaders/counter.yaml?raw';
import clusterIpClashAndOutOfRange from './cluster-ip-clash-and-out-of-range/counter.yaml?raw';
import clusterIpLeak from './cluster-ip-leak/counter.yaml?raw';
import coldStartWaits from './cold-start-waits/counter.yaml?raw';
import crashVsGraceful from './crash-vs-graceful/counter.yaml?raw';
import dualStackUpgrade from './dual-stack-upgrade/counter.yaml?raw';
import etcdOutage from './etcd-outage/counter.yaml?raw';
import firstBoot from './first-boot/counter.yaml?raw';
import haStartup from './ha-startup/counter.yaml?raw';
import haUpgrade from './ha-upgrade/counter.yaml?raw';
import halfOpenConnection from './half-open-connection/counter.yaml?raw';
import handEditedEndpoints from './hand-edited-endpoints/counter.yaml?raw';
import handOverWithAndWithoutRelease from './hand-over-with-and-without-release/counter.yaml?raw';
import informerJourney from './informer-journey/counter.yaml?raw';
import kcmStartup from './kcm-startup/counter.yaml?raw';
import kubernetesServiceDeleted from './kubernetes-service-deleted/counter.yaml?raw';
import leaderHandoffCrash from './leader-handoff-crash/counter.yaml?raw';
import masterCountVsLease from './master-count-vs-lease/counter.yaml?raw';
import mirroredSlices from './mirrored-slices/counter.yaml?raw';
import nodeLeaseNamespaceDeleted from './node-lease-namespace-deleted/counter.yaml?raw';
import nodePortClash from './node-port-clash/counter.yaml?raw';
import olderKcmStartup from './older-kcm-startup/counter.yaml?raw';
import oneNamespaceStuck from './one-namespace-stuck/counter.yaml?raw';
import queueUnderFailure from './queue-under-failure/counter.yaml?raw';
import quietWatch from './quiet-watch/counter.yaml?raw';
import quotaExceededEtcd from './quota-exceeded-etcd/counter.yaml?raw';
import rangeNarrowed from './range-narrowed/counter.yaml?raw';
import repairVsAllocation from './repair-vs-allocation/counter.yaml?raw';
import slowEtcdLeaderExits from './slow-etcd-leader-exits/counter.yaml?raw';
import slowHook from './slow-hook/counter.yaml?raw';
import staleEntryAtStart from './stale-entry-at-start/counter.yaml?raw';
import staleListFromCache from './stale-list-from-cache/counter.yaml?raw';
import stopWithoutCleanUp from './stop-without-clean-up/counter.yaml?raw';
import tooOldAndRelist from './too-old-and-relist/counter.yaml?raw';
import twoWritersConflict from './two-writers-conflict/counter.yaml?raw';
import versionTooOld from './version-too-old/counter.yaml?raw';

/** Text of the counter-run (YAML) by the name of its scenario; as many as there are scenarios. */
export const COUNTER_RUNS: Readonly<Record<string, string>> = {
  'ha-startup': haStartup,
  'crash-vs-graceful': crashVsGraceful,
  'stop-without-clean-up': stopWithoutCleanUp,
  'all-watches-cut': allWatchesCut,
  'master-count-vs-lease': masterCountVsLease,
  'stale-entry-at-start': staleEntryAtStart,
  'hand-edited-endpoints': handEditedEndpoints,
  'node-lease-namespace-deleted': nodeLeaseNamespaceDeleted,
  'first-boot': firstBoot,
  'slow-hook': slowHook,
  'kubernetes-service-deleted': kubernetesServiceDeleted,
  'cluster-ip-clash-and-out-of-range': clusterIpClashAndOutOfRange,
  'range-narrowed': rangeNarrowed,
  'cluster-ip-leak': clusterIpLeak,
  'repair-vs-allocation': repairVsAllocation,
  'allocator-memory-vs-store': allocatorMemoryVsStore,
  'node-port-clash': nodePortClash,
  'dual-stack-upgrade': dualStackUpgrade,
  'etcd-outage': etcdOutage,
  'quota-exceeded-etcd': quotaExceededEtcd,
  'two-writers-conflict': twoWritersConflict,
  'stale-list-from-cache': staleListFromCache,
  'version-too-old': versionTooOld,
  'quiet-watch': quietWatch,
  'half-open-connection': halfOpenConnection,
  'ha-upgrade': haUpgrade,
  'clock-rates-and-two-leaders': clockRatesAndTwoLeaders,
  'kcm-startup': kcmStartup,
  'older-kcm-startup': olderKcmStartup,
  'cold-start-waits': coldStartWaits,
  'slow-etcd-leader-exits': slowEtcdLeaderExits,
  'one-namespace-stuck': oneNamespaceStuck,
  'mirrored-slices': mirroredSlices,
  'informer-journey': informerJourney,
  'too-old-and-relist': tooOldAndRelist,
  'queue-under-failure': queueUnderFailure,
  'client-throttled': clientThrottled,
  'leader-handoff-crash': leaderHandoffCrash,
  'hand-over-with-and-without-release': handOverWithAndWithoutRelease,
};
