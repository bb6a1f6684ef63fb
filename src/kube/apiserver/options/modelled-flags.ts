/**
 * Flags of kube-apiserver that something here reads, with their defaults.
 *
 * Upstream    kubernetes v1.25-v1.33 cmd/kube-apiserver/app/options, pkg/kubeapiserver/options,
 *             apiserver pkg/server/options
 */
import { type FlagSpec, read } from '../../component/flag-spec';

export const MODELLED_FLAGS: readonly FlagSpec[] = [
  // Addresses and service ranges.
  read('advertise-address', 'ip', ''),
  read('bind-address', 'ip', '0.0.0.0'),
  read('secure-port', 'int', '6443'),
  read('external-hostname', 'string', ''),
  read('service-cluster-ip-range', 'string', ''),
  read('service-node-port-range', 'portRange', '30000-32767'),
  read('kubernetes-service-node-port', 'int', '0'),
  read('endpoint-reconciler-type', 'string', 'lease'),
  read('apiserver-count', 'int', '1'),
  read('event-ttl', 'duration', '1h0m0s'),
  // Storage.
  read('etcd-servers', 'strings', ''),
  read('etcd-servers-overrides', 'strings', ''),
  read('etcd-prefix', 'string', '/registry'),
  read('storage-backend', 'string', ''),
  read('storage-media-type', 'string', 'application/vnd.kubernetes.protobuf'),
  read('etcd-compaction-interval', 'duration', '5m0s'),
  read('etcd-count-metric-poll-period', 'duration', '1m0s'),
  read('etcd-db-metric-poll-interval', 'duration', '30s'),
  read('etcd-healthcheck-timeout', 'duration', '2s'),
  read('etcd-readycheck-timeout', 'duration', '2s'),
  read('lease-reuse-duration-seconds', 'int', '60'),
  read('watch-cache', 'bool', 'true'),
  read('delete-collection-workers', 'int', '1'),
  read('enable-garbage-collector', 'bool', 'true'),
  read('encryption-provider-config', 'string', ''),
  read('encryption-provider-config-automatic-reload', 'bool', 'false', { since: '1.26' }),
  // Requests.
  read('max-requests-inflight', 'int', '400'),
  read('max-mutating-requests-inflight', 'int', '200'),
  read('enable-priority-and-fairness', 'bool', 'true'),
  read('request-timeout', 'duration', '1m0s'),
  read('min-request-timeout', 'int', '1800'),
  read('goaway-chance', 'float', '0'),
  read('http2-max-streams-per-connection', 'int', '0'),
  // Life.
  read('livez-grace-period', 'duration', '0s'),
  read('shutdown-delay-duration', 'duration', '0s'),
  read('shutdown-send-retry-after', 'bool', 'false'),
  read('shutdown-watch-termination-grace-period', 'duration', '0s', { since: '1.27' }),
  read('identity-lease-duration-seconds', 'int', '3600', { until: '1.25' }),
  read('identity-lease-renew-interval-seconds', 'int', '10', { until: '1.25' }),
  // Who may.
  read('authorization-mode', 'strings', 'AlwaysAllow'),
  read('authorization-policy-file', 'string', ''),
  read('authorization-webhook-config-file', 'string', ''),
  read('anonymous-auth', 'bool', 'true'),
  read('profiling', 'bool', 'true'),
  read('client-ca-file', 'string', ''),
  read('requestheader-client-ca-file', 'string', ''),
  read('requestheader-username-headers', 'strings', ''),
  read('requestheader-uid-headers', 'strings', '', { since: '1.32' }),
  read('requestheader-group-headers', 'strings', ''),
  read('requestheader-extra-headers-prefix', 'strings', ''),
  read('requestheader-allowed-names', 'strings', ''),
  read('service-account-issuer', 'stringArray', ''),
  read('service-account-key-file', 'stringArray', ''),
  read('service-account-signing-key-file', 'string', ''),
  read('service-account-max-token-expiration', 'duration', '0s'),
  read('api-audiences', 'strings', ''),
  read('proxy-client-cert-file', 'string', ''),
  read('proxy-client-key-file', 'string', ''),
  read('tls-cert-file', 'string', ''),
  read('tls-private-key-file', 'string', ''),
  // Audit.
  read('audit-policy-file', 'string', ''),
  read('audit-log-path', 'string', ''),
  read('audit-webhook-config-file', 'string', ''),
  // What is on.
  read('enable-admission-plugins', 'strings', ''),
  read('disable-admission-plugins', 'strings', ''),
  read('admission-control', 'strings', '', {
    deprecated:
      'Use --enable-admission-plugins or --disable-admission-plugins instead. ' +
      'Will be removed in a future version.',
  }),
  read('runtime-config', 'configurationMap', ''),
  read('feature-gates', 'mapStringBool', '', { until: '1.30' }),
  read('feature-gates', 'componentGates', '', { since: '1.31' }),
  read('version', 'bool', 'false'),
];
