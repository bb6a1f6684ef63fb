/** What the stage knows of a process from its name: its kind, its orbit, its letter. */
import { type Scenario, versionByName } from '#protocol';

export type ProcessKind = 'etcd' | 'apiserver' | 'kcm' | 'scheduler' | 'node' | 'client';

/** Kinds from the centre outwards; also the order in which the keyboard walks them. */
export const KIND_ORDER: readonly ProcessKind[] = [
  'etcd',
  'apiserver',
  'kcm',
  'scheduler',
  'node',
  'client',
];

const PREFIXES: readonly (readonly [string, ProcessKind])[] = [
  ['etcd', 'etcd'],
  ['kube-apiserver', 'apiserver'],
  ['kube-controller-manager', 'kcm'],
  ['kube-scheduler', 'scheduler'],
  ['kubelet', 'node'],
  ['node', 'node'],
];

export interface CastMember {
  readonly name: string;
  readonly kind: ProcessKind;
  /** Of Kubernetes, such as `1.28`; only where not all have the same. */
  readonly version?: string | undefined;
}

/** Names of the API servers that a scenario has, whether they ever start or not. */
export function serverNames(scenario: Scenario | undefined): readonly string[] {
  return (scenario?.spec.apiServers ?? []).map((server) => server.name);
}

/** The version of each process of a scenario; none where all have the same. */
export function differingVersions(scenario: Scenario | undefined): ReadonlyMap<string, string> {
  const versions = scenario ? versionByName(scenario.spec) : new Map<string, string>();
  return new Set(versions.values()).size > 1 ? versions : new Map();
}

/** Kind by the scenario's own words first, then by the usual prefix of the component. */
export function kindOf(name: string, servers: readonly string[]): ProcessKind {
  if (servers.includes(name)) return 'apiserver';
  return PREFIXES.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'client';
}

/** Everyone on the stage, in order of kind, then of first appearance. */
export function castOf(
  names: Iterable<string>,
  servers: readonly string[],
  versions: ReadonlyMap<string, string> = new Map(),
): CastMember[] {
  const all = new Set<string>(['etcd', ...servers, ...names]);
  const members = [...all].map((name): CastMember => {
    const version = versions.get(name);
    return { name, kind: kindOf(name, servers), ...(version !== undefined && { version }) };
  });
  const etcds = members.filter(({ kind }) => kind === 'etcd');
  return KIND_ORDER.flatMap((kind) => {
    if (kind !== 'etcd') return members.filter((member) => member.kind === kind);
    // The plain name stands for the store as a whole; members replace it.
    return etcds.length > 1 ? etcds.filter(({ name }) => name !== 'etcd') : etcds;
  });
}

/** One or two letters that stand inside the body: what tells it from its replicas. */
export function letterOf({ name, kind }: CastMember): string {
  if (kind === 'etcd') return name;
  const last = name.slice(name.lastIndexOf('-') + 1);
  if (last.length <= 2) return last;
  return kind === 'client' ? '>_' : last.slice(0, 1);
}

/**
 * The address that a server is told to advertise, out of its flags or its manifest.
 * @returns undefined when it is left to the server
 */
export function advertisedAddress(
  scenario: Scenario | undefined,
  server: string,
): string | undefined {
  const spec = scenario?.spec.apiServers?.find(({ name }) => name === server);
  const text = [...(spec?.flags ?? []), spec?.manifest ?? ''].join('\n');
  return /--advertise-address[= ]"?([0-9a-fA-F.:]+)/.exec(text)?.[1];
}
