/**
 * Which kubeconfig files are read, and how they become one.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/clientcmd/loader.go
 *             (ClientConfigLoadingRules)
 * Simplified  no file of ~/.kube/.kubeconfig is moved to ~/.kube/config
 */
import { compareText } from '#base';
import {
  type AuthInfo,
  type ClusterInfo,
  decodeConfig,
  EMPTY_CONFIG,
  type Fields,
  type KubeConfig,
} from './config-file';
import { type Disk, folderOf, joinPath, readFile, statError } from './disk';
import { aggregate, type ConfigResult, configured, misconfigured } from './errors';

type Environment = Readonly<Record<string, string>>;

export interface LoadingRules {
  /** The only file; "" for those of `precedence`. */
  readonly explicitPath: string;
  /** The first has the last word. */
  readonly precedence: readonly string[];
  readonly warnIfAllMissing: boolean;
}

export interface Loaded {
  readonly config: ConfigResult<KubeConfig>;
  readonly warnings: readonly string[];
}

const RECOMMENDED_HOME_FILE = '/.kube/config';

/** Upstream: deduplicate. */
export const deduplicate = (files: readonly string[]): readonly string[] => [...new Set(files)];

/** Of a command that is given no file. Upstream: NewDefaultClientConfigLoadingRules. */
export function defaultLoadingRules(env: Environment): LoadingRules {
  const named = env.KUBECONFIG ?? '';
  const precedence =
    named === '' ? [`${env.HOME ?? ''}${RECOMMENDED_HOME_FILE}`] : deduplicate(named.split(':'));
  return { explicitPath: '', precedence, warnIfAllMissing: named !== '' };
}

/** Of a component: the file of its flag, or none. */
export const explicitFile = (explicitPath: string): LoadingRules => ({
  ...{ explicitPath, precedence: [], warnIfAllMissing: false },
});

/** Upstream: GetLoadingPrecedence. */
export const loadingPrecedence = ({ explicitPath, precedence }: LoadingRules): readonly string[] =>
  explicitPath === '' ? precedence : [explicitPath];

export function load(rules: LoadingRules, disk: Disk): Loaded {
  const { explicitPath, warnIfAllMissing } = rules;
  const absent = explicitPath === '' ? undefined : statError(disk, explicitPath);
  if (absent !== undefined) return { config: misconfigured(absent), warnings: [] };
  const errors: string[] = [];
  const missing: string[] = [];
  const found: KubeConfig[] = [];
  for (const file of loadingPrecedence(rules)) {
    // An empty part of a list of paths names none.
    if (file === '') continue;
    const text = readFile(disk, file);
    if (!text.ok) {
      missing.push(file);
      continue;
    }
    const read = readConfig(text.value, disk);
    if (read.ok) found.push(withWholePaths(read.value, folderOf(file)));
    else errors.push(`error loading config file "${file}": ${read.error.message}`);
  }
  const warns = warnIfAllMissing && missing.length > 0 && found.length === 0;
  const warnings = warns ? [`Config not found: ${missing.join(', ')}`] : [];
  if (errors.length > 0) return { config: misconfigured(aggregate(errors)), warnings };
  return { config: configured(found.reduce(merged, EMPTY_CONFIG)), warnings };
}

/** Upstream: Load. */
function readConfig(text: string, disk: Disk): ConfigResult<KubeConfig> {
  const document = disk.readDocument(text);
  const decoded = document.ok ? decodeConfig(document.value) : document;
  return decoded.ok ? configured(decoded.value) : misconfigured(decoded.faults[0].reason);
}

/** What the first says stands, whole entries of lists too. */
function merged(first: KubeConfig, later: KubeConfig): KubeConfig {
  return {
    clusters: union(first.clusters, later.clusters),
    users: union(first.users, later.users),
    contexts: union(first.contexts, later.contexts),
    currentContext: first.currentContext || later.currentContext,
  };
}

function union<T>(first: ReadonlyMap<string, T>, later: ReadonlyMap<string, T>) {
  const all = [...later, ...first].sort(([a], [b]) => compareText(a, b));
  return new Map(all);
}

const FILES_OF_CLUSTER: readonly (keyof ClusterInfo)[] = ['certificate-authority'];
const FILES_OF_USER: readonly (keyof AuthInfo)[] = [
  ...(['client-certificate', 'client-key', 'tokenFile'] as const),
];

/** Paths in a file are those from its folder. Upstream: ResolveLocalPaths. */
function withWholePaths(config: KubeConfig, folder: string): KubeConfig {
  const { clusters, users } = config;
  const whole = <T extends object>(entries: ReadonlyMap<string, T>, fields: readonly (keyof T)[]) =>
    new Map([...entries].map(([name, info]) => [name, resolved(info, fields, folder)]));
  return {
    ...config,
    clusters: whole(clusters, FILES_OF_CLUSTER),
    users: whole(users, FILES_OF_USER),
  };
}

function resolved<T extends object>(info: T, fields: readonly (keyof T)[], folder: string): T {
  const relative = fields.filter((field) => /^[^/]/.test(String(info[field] ?? '')));
  const paths = relative.map((field) => [field, joinPath(folder, String(info[field]))]);
  return { ...info, ...(Object.fromEntries(paths) as Fields) };
}
