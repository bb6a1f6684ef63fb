/**
 * Flags that controller manager and scheduler have in common: serving, authentication, the client
 * of API servers, logs. Most of them are taken and have no effect here.
 *
 * Upstream    the reference pages of kube-controller-manager and kube-scheduler of each minor
 *             version
 */
import { type FlagSpec, read, taken } from './flag-spec';
import { LOGS_AND_METRICS } from './log-flags';

const SERVING: readonly FlagSpec[] = [
  ...taken('ip', 'bind-address=0.0.0.0'),
  ...taken('string', 'cert-dir tls-min-version'),
  read('tls-cert-file', 'string', ''),
  read('tls-private-key-file', 'string', ''),
  ...taken('strings', 'tls-cipher-suites'),
  ...taken('stringArray', 'tls-sni-cert-key'),
  ...taken('int', 'http2-max-streams-per-connection'),
  ...taken('bool', 'permit-port-sharing permit-address-sharing contention-profiling'),
  read('profiling', 'bool', 'true'),
  ...taken('bool', 'disable-http2-serving', { since: '1.29' }),
];

const ACCESS: readonly FlagSpec[] = [
  read('authentication-kubeconfig', 'string', ''),
  read('authorization-kubeconfig', 'string', ''),
  read('client-ca-file', 'string', ''),
  read('authentication-skip-lookup', 'bool', 'false'),
  ...taken('duration', 'authentication-token-webhook-cache-ttl=10s'),
  read('authorization-always-allow-paths', 'strings', '/healthz,/readyz,/livez'),
  read('authorization-webhook-cache-authorized-ttl', 'duration', '10s'),
  read('authorization-webhook-cache-unauthorized-ttl', 'duration', '10s'),
  ...taken('strings', 'requestheader-allowed-names'),
  read('requestheader-client-ca-file', 'string', ''),
  ...taken('strings', 'requestheader-extra-headers-prefix=x-remote-extra-'),
  ...taken('strings', 'requestheader-group-headers=x-remote-group'),
  ...taken('strings', 'requestheader-uid-headers', { since: '1.32' }),
  ...taken('strings', 'requestheader-username-headers=x-remote-user'),
];

const CLIENT: readonly FlagSpec[] = [
  read('kubeconfig', 'string', ''),
  read('master', 'string', ''),
  ...taken('string', 'kube-api-content-type=application/vnd.kubernetes.protobuf'),
  read('feature-gates', 'mapStringBool', '', { until: '1.30' }),
  read('feature-gates', 'componentGates', '', { since: '1.31' }),
];

const VERSIONS: readonly FlagSpec[] = [
  ...taken('bool', 'version'),
  ...taken('strings', 'emulated-version', { since: '1.31' }),
];

export const COMMON_FLAGS: readonly FlagSpec[] = [
  ...SERVING,
  ...ACCESS,
  ...CLIENT,
  ...LOGS_AND_METRICS,
  ...VERSIONS,
];
