/** How the library is hung: in groups, each in the order in which one would see them. */
import type { LocalText } from '#protocol';

export interface GalleryGroup {
  readonly id:
    | 'lessons'
    | 'client-lessons'
    | 'endpoints'
    | 'allocators'
    | 'requests'
    | 'leaders'
    | 'controllers';
  readonly title: LocalText;
  /** Lessons, one after the other. */
  readonly course?: true;
  /** Names of scenarios. */
  readonly scenarios: readonly string[];
}

/**
 * The lessons follow the life of the bootstrap controller: creation and start-up, hooks and
 * readyz, system namespaces, the Service and its endpoints by lease, crash and graceful stop,
 * repair of cluster IPs, of node ports, shutdown. Those after them follow the controller manager
 * and client-go: election, start-up, informers and queues. A scenario in no group is shown after
 * all.
 */
export const GALLERY: readonly GalleryGroup[] = [
  {
    id: 'lessons',
    title: { en: 'Lessons, in order', zh: '课程，按顺序' },
    course: true,
    scenarios: [
      'first-boot',
      'slow-hook',
      'node-lease-namespace-deleted',
      'ha-startup',
      'crash-vs-graceful',
      'cluster-ip-clash-and-out-of-range',
      'node-port-clash',
      'stop-without-clean-up',
    ],
  },
  {
    id: 'client-lessons',
    title: {
      en: 'Lessons on the controller manager and client-go, in order',
      zh: 'controller manager 与 client-go 的课程，按顺序',
    },
    course: true,
    scenarios: [
      'leader-handoff-crash',
      'kcm-startup',
      'older-kcm-startup',
      'cold-start-waits',
      'informer-journey',
      'too-old-and-relist',
      'queue-under-failure',
      'client-throttled',
    ],
  },
  {
    id: 'endpoints',
    title: { en: 'Incidents: the Service kubernetes', zh: '事故：名为 kubernetes 的 Service' },
    scenarios: [
      'kubernetes-service-deleted',
      'stale-entry-at-start',
      'hand-edited-endpoints',
      'master-count-vs-lease',
    ],
  },
  {
    id: 'allocators',
    title: { en: 'Incidents: addresses and ports', zh: '事故：地址与端口' },
    scenarios: [
      'cluster-ip-leak',
      'range-narrowed',
      'repair-vs-allocation',
      'allocator-memory-vs-store',
      'dual-stack-upgrade',
    ],
  },
  {
    id: 'requests',
    title: { en: 'Incidents: requests and the store', zh: '事故：请求与存储' },
    scenarios: [
      'etcd-outage',
      'quota-exceeded-etcd',
      'two-writers-conflict',
      'stale-list-from-cache',
      'version-too-old',
      'quiet-watch',
      'half-open-connection',
      'all-watches-cut',
    ],
  },
  {
    id: 'leaders',
    title: { en: 'Incidents: leaders', zh: '事故：领导者' },
    scenarios: [
      'hand-over-with-and-without-release',
      'ha-upgrade',
      'clock-rates-and-two-leaders',
      'slow-etcd-leader-exits',
    ],
  },
  {
    id: 'controllers',
    title: { en: 'Incidents: controllers', zh: '事故：控制器' },
    scenarios: ['one-namespace-stuck', 'mirrored-slices'],
  },
];

/** What to know before: names of scenarios whose ideas one needs. */
export const KNOW_BEFORE: Readonly<Record<string, readonly string[]>> = {
  'hand-over-with-and-without-release': ['leader-handoff-crash'],
  'ha-upgrade': ['crash-vs-graceful', 'hand-over-with-and-without-release'],
  'clock-rates-and-two-leaders': ['leader-handoff-crash'],
  'kcm-startup': ['leader-handoff-crash'],
  'older-kcm-startup': ['kcm-startup'],
  'cold-start-waits': ['kcm-startup', 'slow-hook'],
  'mirrored-slices': ['kcm-startup'],
  'informer-journey': ['kcm-startup'],
  'too-old-and-relist': ['informer-journey'],
  'queue-under-failure': ['informer-journey'],
  'client-throttled': ['kcm-startup', 'informer-journey'],
  'one-namespace-stuck': ['informer-journey'],
  'slow-etcd-leader-exits': ['leader-handoff-crash', 'etcd-outage'],
  'slow-hook': ['first-boot'],
  'node-lease-namespace-deleted': ['first-boot'],
  'ha-startup': ['slow-hook'],
  'crash-vs-graceful': ['ha-startup'],
  'cluster-ip-clash-and-out-of-range': ['first-boot'],
  'node-port-clash': ['cluster-ip-clash-and-out-of-range'],
  'stop-without-clean-up': ['crash-vs-graceful'],
  'kubernetes-service-deleted': ['ha-startup', 'cluster-ip-clash-and-out-of-range'],
  'stale-entry-at-start': ['ha-startup'],
  'hand-edited-endpoints': ['ha-startup'],
  'master-count-vs-lease': ['crash-vs-graceful'],
  'cluster-ip-leak': ['cluster-ip-clash-and-out-of-range'],
  'range-narrowed': ['cluster-ip-clash-and-out-of-range'],
  'repair-vs-allocation': ['cluster-ip-leak'],
  'allocator-memory-vs-store': ['repair-vs-allocation'],
  'etcd-outage': ['ha-startup'],
  'dual-stack-upgrade': ['cluster-ip-clash-and-out-of-range'],
  'quota-exceeded-etcd': ['etcd-outage'],
  'two-writers-conflict': ['first-boot'],
  'stale-list-from-cache': ['two-writers-conflict'],
  'version-too-old': ['stale-list-from-cache'],
  'quiet-watch': ['etcd-outage'],
  'half-open-connection': ['quiet-watch'],
  'all-watches-cut': ['crash-vs-graceful', 'informer-journey'],
};
