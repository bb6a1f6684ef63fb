/** What the stage knows of a process from its name: its kind, its orbit, its letter. */
import type { Scenario } from '#protocol';

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
}

/** Names of the API servers that a scenario has, whether they ever start or not. */
export function serverNames(scenario: Scenario | undefined): readonly string[] {
  return (scenario?.spec.apiServers ?? []).map((server) => server.name);
}

/** Kind by the scenario's own words first, then by the usual prefix of the component. */
export function kindOf(name: string, servers: readonly string[]): ProcessKind {
  if (servers.includes(name)) return 'apiserver';
  return PREFIXES.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'client';
}

/** Everyone on the stage, in order of kind, then of first appearance. */
export function castOf(names: Iterable<string>, servers: readonly string[]): CastMember[] {
  const all = new Set<string>(['etcd', ...servers, ...names]);
  const members = [...all].map((name) => ({ name, kind: kindOf(name, servers) }));
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
