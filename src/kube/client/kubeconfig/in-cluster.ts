/**
 * The configuration of a client in a Pod: the Service of the API servers, and the token that the
 * kubelet brings.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest/config.go (InClusterConfig),
 *             tools/clientcmd/client_config.go (inClusterClientConfig)
 * Simplified  what is in the file of the authorities is not read; it counts when it is there
 */
import type { ConfigOverrides, RestConfig } from './client-config';
import { type Disk, openError, readFile, statError } from './disk';
import { type ConfigResult, configured, misconfigured } from './errors';

type Environment = Readonly<Record<string, string>>;

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const TOKEN_FILE = `${ACCOUNT}/token`;
const ROOT_CA_FILE = `${ACCOUNT}/ca.crt`;

/** Upstream: ErrNotInCluster. */
const NOT_IN_CLUSTER =
  'unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and ' +
  'KUBERNETES_SERVICE_PORT must be defined';

export interface InCluster {
  readonly config: ConfigResult<RestConfig>;
  /** What is logged as an error on the way. */
  readonly errors: readonly string[];
}

const serviceOf = (env: Environment): readonly [string, string] => [
  ...([env.KUBERNETES_SERVICE_HOST ?? '', env.KUBERNETES_SERVICE_PORT ?? ''] as const),
];

export function inClusterConfig(env: Environment, disk: Disk): InCluster {
  const [host, port] = serviceOf(env);
  if (host === '' || port === '') return { config: misconfigured(NOT_IN_CLUSTER), errors: [] };
  const token = readFile(disk, TOKEN_FILE);
  if (!token.ok) return { config: misconfigured(token.faults[0].reason), errors: [] };
  const noCa = openError(disk, ROOT_CA_FILE);
  const complaint = `Expected to load root CA config from ${ROOT_CA_FILE}, but got err: ${noCa}`;
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const config: RestConfig = {
    host: `https://${address}`,
    bearerToken: token.value,
    bearerTokenFile: TOKEN_FILE,
    caFile: noCa === undefined ? ROOT_CA_FILE : '',
    ...{ certFile: '', insecure: false, impersonate: '' },
  };
  return { config: configured(config), errors: noCa === undefined ? [] : [complaint] };
}

/** Whether it is worth a try. */
export function inClusterPossible(env: Environment, disk: Disk): boolean {
  const [host, port] = serviceOf(env);
  return host !== '' && port !== '' && statError(disk, TOKEN_FILE) === undefined;
}

/** What flags say of the server, the token and the authorities. */
export function inClusterOverrides(
  config: ConfigResult<RestConfig>,
  { clusterInfo = {}, authInfo = {} }: ConfigOverrides,
): ConfigResult<RestConfig> {
  if (!config.ok) return config;
  const { server = '', 'certificate-authority': caFile = '' } = clusterInfo;
  const { token = '', tokenFile = '' } = authInfo;
  const tokens = { bearerToken: token, bearerTokenFile: tokenFile };
  return configured({
    ...config.value,
    ...(server !== '' && { host: server }),
    ...((token !== '' || tokenFile !== '') && tokens),
    ...(caFile !== '' && { caFile }),
  });
}
