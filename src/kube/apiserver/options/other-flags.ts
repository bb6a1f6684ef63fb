/**
 * Flags of kube-apiserver that are taken and have no effect here, so that real manifests are read.
 * The bounds say in which of the modelled versions they exist.
 *
 * Upstream    the reference page of kube-apiserver of each minor version; deprecated ones, which
 *             that page hides, from cmd/kube-apiserver/app/options and k8s.io/component-base/logs
 */
import { type FlagSpec, taken } from '../../component/flag-spec';
import { LOGS_AND_METRICS } from '../../component/log-flags';

/** Source: component-base logs/api/v1 and klog; what they say since v1.23. */
const KLOG_DEPRECATED =
  'will be removed in a future release, see https://github.com/kubernetes/enhancements/' +
  'tree/master/keps/sig-instrumentation/2845-deprecate-klog-specific-flags-in-k8s-components';

const AUDIT: readonly FlagSpec[] = [
  ...['audit-log', 'audit-webhook'].flatMap((backend) => [
    ...taken('int', `${backend}-batch-buffer-size=10000 ${backend}-batch-throttle-burst`),
    ...taken('int', `${backend}-batch-max-size=${backend === 'audit-log' ? 1 : 400}`),
    ...taken('duration', `${backend}-batch-max-wait=${backend === 'audit-log' ? '0s' : '30s'}`),
    ...taken('bool', `${backend}-batch-throttle-enable ${backend}-truncate-enabled`),
    ...taken('float32', `${backend}-batch-throttle-qps`),
    ...taken('string', `${backend}-mode ${backend}-version=audit.k8s.io/v1`),
    ...taken('int', `${backend}-truncate-max-batch-size=10485760`),
    ...taken('int', `${backend}-truncate-max-event-size=102400`),
  ]),
  ...taken('bool', 'audit-log-compress'),
  ...taken('string', 'audit-log-format=json'),
  ...taken('int', 'audit-log-maxage audit-log-maxbackup audit-log-maxsize'),
  ...taken('duration', 'audit-webhook-initial-backoff=10s'),
  ...taken('duration', 'audit-webhook-batch-initial-backoff=10s', {
    deprecated: 'Deprecated, use --audit-webhook-initial-backoff instead.',
  }),
];

const AUTHENTICATION: readonly FlagSpec[] = [
  ...taken('string', 'authentication-config', { since: '1.29' }),
  ...taken('string', 'authorization-config', { since: '1.29' }),
  ...taken('duration', 'authentication-token-webhook-cache-ttl=2m0s'),
  ...taken('string', 'authentication-token-webhook-config-file'),
  ...taken('string', 'authentication-token-webhook-version=v1beta1'),
  ...taken('duration', 'authorization-webhook-cache-authorized-ttl=5m0s'),
  ...taken('duration', 'authorization-webhook-cache-unauthorized-ttl=30s'),
  ...taken('string', 'authorization-webhook-version=v1beta1'),
  ...taken('bool', 'enable-bootstrap-token-auth'),
  ...taken('string', 'oidc-ca-file oidc-client-id oidc-groups-claim oidc-groups-prefix'),
  ...taken('string', 'oidc-issuer-url oidc-username-claim=sub oidc-username-prefix'),
  ...taken('mapStringString', 'oidc-required-claim'),
  ...taken('strings', 'oidc-signing-algs=RS256'),
  ...taken('bool', 'service-account-extend-token-expiration=true service-account-lookup=true'),
  ...taken('string', 'service-account-jwks-uri token-auth-file'),
  ...taken('string', 'service-account-signing-endpoint', { since: '1.32' }),
  ...taken('strings', 'service-account-api-audiences', {
    until: '1.25',
    deprecated: 'Use --api-audiences',
  }),
];

const SERVING: readonly FlagSpec[] = [
  ...taken('string', 'cert-dir=/var/run/kubernetes tls-min-version'),
  ...taken('strings', 'tls-cipher-suites cors-allowed-origins'),
  ...taken('strings', 'strict-transport-security-directives'),
  ...taken('stringArray', 'tls-sni-cert-key'),
  ...taken('bool', 'permit-address-sharing permit-port-sharing'),
  ...taken('bool', 'disable-http2-serving'),
  ...taken('string', 'egress-selector-config-file tracing-config-file'),
  ...taken('string', 'peer-advertise-ip peer-advertise-port peer-ca-file', { since: '1.28' }),
  ...taken('bool', 'aggregator-reject-forwarding-redirect=true enable-aggregator-routing'),
  ...taken('int', 'max-connection-bytes-per-sec'),
  ...taken('bool', 'enable-logs-handler=true', {
    deprecated: 'This flag will be removed in v1.19',
  }),
  ...taken('string', 'debug-socket-path', { since: '1.28' }),
  ...taken('bool', 'contention-profiling'),
];

const KUBELET_AND_CLOUD: readonly FlagSpec[] = [
  ...taken('bool', 'allow-privileged'),
  ...taken('string', 'kubelet-certificate-authority kubelet-client-certificate'),
  ...taken('string', 'kubelet-client-key'),
  ...taken(
    'strings',
    'kubelet-preferred-address-types=Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP',
  ),
  ...taken('duration', 'kubelet-timeout=5s'),
  ...taken('uint', 'kubelet-port=10250', {
    deprecated: 'kubelet-port is deprecated and will be removed.',
  }),
  ...taken('uint', 'kubelet-read-only-port=10255', {
    deprecated: 'kubelet-read-only-port is deprecated and will be removed.',
  }),
  ...taken('string', 'cloud-config cloud-provider', { until: '1.28' }),
  ...taken('string', 'cloud-config cloud-provider', {
    since: '1.29',
    until: '1.32',
    deprecated: 'will be removed in a future version',
  }),
  ...taken('strings', 'cloud-provider-gce-l7lb-src-cidrs=130.211.0.0/22,35.191.0.0/16', {
    until: '1.30',
  }),
  ...taken('string', 'azure-container-registry-config', { until: '1.29' }),
  ...taken('string', 'master-service-namespace=default', {
    until: '1.26',
    deprecated: 'This flag will be removed in v1.27',
  }),
];

const STORAGE_AND_ADMISSION: readonly FlagSpec[] = [
  ...taken('string', 'etcd-cafile etcd-certfile etcd-keyfile admission-control-config-file'),
  ...taken('strings', 'watch-cache-sizes'),
  ...taken('int', 'default-watch-cache-size=100', {
    deprecated:
      'watch caches are sized automatically and this flag will be removed in a future version',
  }),
  ...taken('duration', 'storage-initialization-timeout=1m0s', { since: '1.31' }),
  ...taken('int', 'default-not-ready-toleration-seconds=300'),
  ...taken('int', 'default-unreachable-toleration-seconds=300'),
  ...taken('duration', 'coordinated-leadership-lease-duration=15s', { since: '1.32' }),
  ...taken('duration', 'coordinated-leadership-renew-deadline=10s', { since: '1.32' }),
  ...taken('duration', 'coordinated-leadership-retry-period=2s', { since: '1.32' }),
  ...taken('strings', 'emulated-version', { since: '1.31' }),
  ...taken('strings', 'min-compatibility-version', { since: '1.32' }),
  ...taken('bool', 'emulation-forward-compatible', { since: '1.33' }),
  ...taken('bool', 'runtime-config-emulation-forward-compatible', { since: '1.33' }),
];

const KLOG: readonly FlagSpec[] = [
  ...taken('bool', 'add-dir-header alsologtostderr logtostderr=true one-output', {
    until: '1.25',
    deprecated: KLOG_DEPRECATED,
  }),
  ...taken('bool', 'skip-headers skip-log-headers', {
    until: '1.25',
    deprecated: KLOG_DEPRECATED,
  }),
  ...taken('string', 'log-backtrace-at log-dir log-file stderrthreshold=2', {
    until: '1.25',
    deprecated: KLOG_DEPRECATED,
  }),
  ...taken('uint', 'log-file-max-size=1800', { until: '1.25', deprecated: KLOG_DEPRECATED }),
];

export const OTHER_FLAGS: readonly FlagSpec[] = [
  ...AUDIT,
  ...AUTHENTICATION,
  ...SERVING,
  ...KUBELET_AND_CLOUD,
  ...STORAGE_AND_ADMISSION,
  ...LOGS_AND_METRICS,
  ...KLOG,
];
