/**
 * What a client needs of a kubeconfig: the server of the context, and who the client is.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/clientcmd/client_config.go
 *             (DirectClientConfig)
 * Simplified  a proxy is checked and not used; nobody is asked for what is missing, and no plugin
 *             is run for it
 */
import type { AuthInfo, ClusterInfo, ContextInfo, KubeConfig } from './config-file';
import { type Disk, readFile } from './disk';
import {
  type ConfigResult,
  configured,
  EMPTY_CONFIG_ERROR,
  invalidConfiguration,
  misconfigured,
} from './errors';
import { authInfoErrors, clusterErrors, EMPTY_CLUSTER } from './validation';

/** What flags say; it counts more than the files. */
export interface ConfigOverrides {
  /** Name of the context. */
  readonly currentContext?: string;
  readonly context?: ContextInfo;
  readonly clusterInfo?: ClusterInfo;
  readonly authInfo?: AuthInfo;
}

/** As much of rest.Config as a kubeconfig decides. */
export interface RestConfig {
  readonly host: string;
  readonly bearerToken: string;
  readonly bearerTokenFile: string;
  /** Base64; undefined for none. */
  readonly certData?: string | undefined;
  readonly certFile: string;
  readonly caFile: string;
  readonly caData?: string | undefined;
  readonly insecure: boolean;
  /** The user as whom the client acts; "" for itself. */
  readonly impersonate: string;
}

/** Source: v1.NamespaceDefault. */
const DEFAULT_NAMESPACE = 'default';

export class DirectClientConfig {
  readonly #config: KubeConfig;
  readonly #overrides: ConfigOverrides;
  readonly #disk: Disk;

  constructor(config: KubeConfig, overrides: ConfigOverrides, disk: Disk) {
    this.#config = config;
    this.#overrides = overrides;
    this.#disk = disk;
  }

  clientConfig(): ConfigResult<RestConfig> {
    const absent = this.#absent();
    if (absent !== undefined) return misconfigured(absent);
    const usable = this.#confirmUsable();
    if (!usable.ok) return usable;
    const [user, cluster] = [this.#authInfo(), this.#cluster()];
    const host = cluster.server ?? '';
    const plain = { ...NOBODY, host, impersonate: user.as ?? '' };
    // Who the client is matters only where it can be kept secret.
    if (!isTls(host)) return configured(plain);
    const token = this.#tokenOf(user);
    if (!token.ok) return token;
    return configured({
      ...plain,
      bearerToken: token.value,
      bearerTokenFile: user.tokenFile ?? '',
      certFile: user['client-certificate'] ?? '',
      certData: user['client-certificate-data'],
      caFile: cluster['certificate-authority'] ?? '',
      caData: cluster['certificate-authority-data'],
      insecure: cluster['insecure-skip-tls-verify'] ?? false,
    });
  }

  /** @returns the namespace, and whether a flag said so. */
  namespace(): ConfigResult<{ readonly namespace: string; readonly overridden: boolean }> {
    const usable = this.#confirmUsable();
    if (!usable.ok) return usable;
    const { namespace = '' } = this.#context();
    if (namespace === '') return configured({ namespace: DEFAULT_NAMESPACE, overridden: false });
    const overridden = (this.#overrides.context?.namespace ?? '') !== '';
    return configured({ namespace, overridden });
  }

  /** The first thing that a flag names and no file has. */
  #absent(): string | undefined {
    const { users, contexts, clusters } = this.#config;
    const { currentContext = '', context = {} } = this.#overrides;
    const { user = '', cluster = '' } = context;
    if (user !== '' && !users.has(user)) return `auth info "${user}" does not exist`;
    if (currentContext !== '' && !contexts.has(currentContext)) {
      return `context "${currentContext}" does not exist`;
    }
    if (cluster !== '' && !clusters.has(cluster)) return `cluster "${cluster}" does not exist`;
    return undefined;
  }

  #contextName(): string {
    return this.#overrides.currentContext || this.#config.currentContext;
  }

  #context(): ContextInfo {
    const named = this.#config.contexts.get(this.#contextName());
    return { ...named, ...said(this.#overrides.context) };
  }

  #authInfo(): AuthInfo {
    const named = this.#config.users.get(this.#context().user ?? '');
    return { ...named, ...said(this.#overrides.authInfo) };
  }

  #cluster(): ClusterInfo {
    const named = this.#config.clusters.get(this.#context().cluster ?? '');
    const flags = this.#overrides.clusterInfo ?? {};
    const merged: ClusterInfo = { ...named, ...said(flags) };
    // A flag about trust replaces all that the file says of it; so does a server for its name.
    return {
      ...merged,
      ...(TRUST.some((field) => flags[field]) && only(TRUST, flags)),
      ...((flags['tls-server-name'] || flags.server) && only(['tls-server-name'], flags)),
    };
  }

  /** All that is wrong, unless there is nothing at all. */
  #confirmUsable(): ConfigResult<true> {
    const errors: string[] = [];
    const name = this.#contextName();
    if (name !== '' && !this.#config.contexts.has(name)) {
      errors.push(`context was not found for specified context: ${name}`);
    }
    const { user = '', cluster = '' } = this.#context();
    errors.push(...authInfoErrors(user, this.#authInfo(), this.#disk));
    errors.push(...clusterErrors(cluster, this.#cluster(), this.#disk));
    if (errors.length === 0) return configured(true);
    const [first, second] = errors;
    if (first === EMPTY_CLUSTER && second === undefined) {
      return { ok: false, error: EMPTY_CONFIG_ERROR };
    }
    return { ok: false, error: invalidConfiguration(errors) };
  }

  #tokenOf({ token = '', tokenFile = '' }: AuthInfo): ConfigResult<string> {
    if (token !== '' || tokenFile === '') return configured(token);
    const read = readFile(this.#disk, tokenFile);
    return read.ok ? configured(read.value) : misconfigured(read.faults[0].reason);
  }
}

const NOBODY: Omit<RestConfig, 'host' | 'impersonate'> = {
  ...{ bearerToken: '', bearerTokenFile: '', certFile: '', caFile: '', insecure: false },
};

const TRUST = [
  'insecure-skip-tls-verify',
  'certificate-authority',
  'certificate-authority-data',
] as const;

/** Fields that are said: neither empty nor false. */
const said = <T extends object>(info: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(info ?? {}).filter(([, value]) => value)) as Partial<T>;

/** These fields as they are, missing ones too. */
const only = <T extends object>(fields: readonly (keyof T)[], info: T): Partial<T> =>
  Object.fromEntries(fields.map((field) => [field, info[field]])) as Partial<T>;

/** Upstream: IsConfigTransportTLS, of a configuration that has only a host yet. */
const isTls = (host: string): boolean => /^https:/i.test(host);
