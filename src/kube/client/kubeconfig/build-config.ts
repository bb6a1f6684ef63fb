/**
 * From the flags --master and --kubeconfig to the configuration of a client.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/clientcmd
 *             (BuildConfigFromFlags, DeferredLoadingClientConfig)
 */
import { type ConfigOverrides, DirectClientConfig, type RestConfig } from './client-config';
import type { Disk } from './disk';
import type { ConfigResult } from './errors';
import { inClusterConfig, inClusterOverrides, inClusterPossible } from './in-cluster';
import { explicitFile, load } from './loading-rules';

export interface ConfigLine {
  readonly level: 'warning' | 'error';
  readonly message: string;
}

export interface BuiltConfig {
  readonly config: ConfigResult<RestConfig>;
  /** What is logged on the way. */
  readonly lines: readonly ConfigLine[];
}

export interface ConfigFlags {
  readonly master: string;
  /** A path. */
  readonly kubeconfig: string;
}

/** Where a process looks for its configuration. */
export interface ConfigPlace {
  readonly env: Readonly<Record<string, string>>;
  readonly disk: Disk;
}

const NEITHER =
  'Neither --kubeconfig nor --master was specified.  Using the inClusterConfig.  ' +
  'This might not work.';

export function buildConfigFromFlags(flags: ConfigFlags, place: ConfigPlace): BuiltConfig {
  const lines: ConfigLine[] = [];
  if (flags.kubeconfig === '' && flags.master === '') {
    lines.push({ level: 'warning', message: NEITHER });
    const config = inCluster(place, lines);
    if (config.ok) return { config, lines };
    const fallback = 'error creating inClusterConfig, falling back to default config: ';
    lines.push({ level: 'warning', message: fallback + config.error.message });
  }
  const overrides: ConfigOverrides = { clusterInfo: { server: flags.master } };
  const { config: loaded } = load(explicitFile(flags.kubeconfig), place.disk);
  if (!loaded.ok) return { config: loaded, lines };
  const config = deferredClientConfig({
    merged: new DirectClientConfig(loaded.value, overrides, place.disk).clientConfig(),
    isDefault: () => false,
    possible: () => inClusterPossible(place.env, place.disk),
    inCluster: () => inClusterOverrides(inCluster(place, lines), overrides),
  });
  return { config, lines };
}

function inCluster({ env, disk }: ConfigPlace, lines: ConfigLine[]): ConfigResult<RestConfig> {
  const { config, errors } = inClusterConfig(env, disk);
  lines.push(...errors.map((message) => ({ level: 'error', message }) as const));
  return config;
}

export interface DeferredParts<T> {
  /** What the files say. */
  readonly merged: ConfigResult<T>;
  /** Whether that is no more than what goes without saying. */
  readonly isDefault: (config: T) => boolean;
  /** Whether the process seems to run in a Pod. */
  readonly possible: () => boolean;
  readonly inCluster: () => ConfigResult<T>;
}

/** The files' configuration; where they say nothing, that of the Pod, if there is one. */
export function deferredClientConfig<T>(parts: DeferredParts<T>): ConfigResult<T> {
  const { merged } = parts;
  if (merged.ok ? !parts.isDefault(merged.value) : !merged.error.empty) return merged;
  return parts.possible() ? parts.inCluster() : merged;
}
