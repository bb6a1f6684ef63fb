/**
 * Whose flags a file of arguments holds. Such a file names no program: MicroK8s keeps one for each
 * component, and some are called only `args`. So the flags themselves are asked.
 */
import type { FoundFlag } from './flags';

/** What the default profile of kube-apiserver makes of a flag's name. */
export type IsKnown = (name: string) => boolean;

/** Flags that the component has and kube-apiserver has not. Upstream: each component's options. */
const FLAGS_OF: Readonly<Record<string, readonly string[]>> = {
  kubelet: words(
    'kubeconfig bootstrap-kubeconfig config root-dir cluster-dns cluster-domain fail-swap-on',
    'eviction-hard eviction-minimum-reclaim container-runtime container-runtime-endpoint',
    'containerd node-ip node-labels register-node register-with-taints hostname-override max-pods',
    'pod-manifest-path pod-infra-container-image network-plugin cni-bin-dir cni-conf-dir',
    'read-only-port rotate-certificates rotate-server-certificates cgroup-driver cgroups-per-qos',
    'serialize-image-pulls image-gc-high-threshold image-gc-low-threshold kube-reserved',
    'system-reserved resolv-conf streaming-connection-idle-timeout authentication-token-webhook',
    'protect-kernel-defaults make-iptables-util-chains volume-plugin-dir runtime-cgroups',
  ),
  'kube-controller-manager': words(
    'kubeconfig controllers root-ca-file service-account-private-key-file allocate-node-cidrs',
    'use-service-account-credentials cluster-signing-cert-file cluster-signing-key-file',
    'cluster-cidr cluster-name node-cidr-mask-size node-monitor-grace-period leader-elect',
    'node-monitor-period leader-elect-lease-duration leader-elect-renew-deadline',
    'leader-elect-retry-period leader-elect-resource-lock terminated-pod-gc-threshold',
    'concurrent-deployment-syncs authentication-kubeconfig authorization-kubeconfig',
    'pod-eviction-timeout configure-cloud-routes',
  ),
  'kube-scheduler': words(
    'kubeconfig config leader-elect leader-elect-lease-duration leader-elect-renew-deadline',
    'leader-elect-retry-period leader-elect-resource-lock policy-config-file scheduler-name',
    'authentication-kubeconfig authorization-kubeconfig algorithm-provider kube-api-qps',
    'kube-api-burst kube-api-content-type pod-max-in-unschedulable-pods-duration',
  ),
  'kube-proxy': words(
    'kubeconfig config proxy-mode cluster-cidr healthz-bind-address metrics-bind-address',
    'hostname-override conntrack-max-per-core conntrack-min iptables-sync-period',
    'ipvs-scheduler ipvs-sync-period masquerade-all nodeport-addresses',
  ),
  etcd: words(
    'data-dir listen-client-urls listen-peer-urls advertise-client-urls initial-cluster',
    'initial-advertise-peer-urls initial-cluster-state initial-cluster-token trusted-ca-file',
    'peer-cert-file peer-key-file peer-trusted-ca-file client-cert-auth peer-client-cert-auth',
    'snapshot-count quota-backend-bytes heartbeat-interval election-timeout name wal-dir',
    'listen-metrics-urls auto-compaction-retention',
  ),
};

/** Flags that only kube-apiserver has: one of them tells it, whatever else is there. */
const OWN: ReadonlySet<string> = new Set(
  words(
    'advertise-address etcd-servers etcd-cafile etcd-certfile etcd-keyfile etcd-prefix',
    'service-account-issuer service-account-signing-key-file enable-admission-plugins',
    'disable-admission-plugins admission-control apiserver-count endpoint-reconciler-type',
    'runtime-config allow-privileged kubelet-client-certificate kubelet-client-key',
    'enable-bootstrap-token-auth proxy-client-cert-file proxy-client-key-file',
    'service-node-port-range enable-aggregator-routing storage-backend token-auth-file',
  ),
);

function words(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '));
}

export interface OtherComponent {
  /** The component that has most of the flags; undefined when none is known to have any. */
  readonly component: string | undefined;
  /** Flags that kube-apiserver does not have, as they tell it. */
  readonly telling: readonly string[];
}

/** How many flags are named at most. */
const TOLD_MAX = 4;

/**
 * The other component that a file of flags belongs to; undefined when it is kube-apiserver's.
 * It is another's when no flag is kube-apiserver's alone and either most are unknown to it, or some
 * are known to be another's.
 */
export function otherComponent(
  flags: readonly FoundFlag[],
  isKnown: IsKnown,
): OtherComponent | undefined {
  const names = [...new Set(flags.map(({ name }) => name))];
  if (names.some((name) => OWN.has(name))) return undefined;
  const foreign = names.filter((name) => !isKnown(name));
  const scores = Object.entries(FLAGS_OF).map(([component, theirs]) => ({
    component,
    telling: foreign.filter((name) => theirs.includes(name)),
  }));
  const best = scores.reduce((a, b) => (b.telling.length > a.telling.length ? b : a));
  if (best.telling.length > 0) {
    return { component: best.component, telling: best.telling.slice(0, TOLD_MAX) };
  }
  if (foreign.length * 2 <= names.length) return undefined;
  return { component: undefined, telling: foreign.slice(0, TOLD_MAX) };
}
