/**
 * Groups, their versions and what is in each, in the order of discovery.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-aggregator/pkg/apiserver/handler_apis.go,
 *             apiextensions-apiserver pkg/apiserver/customresource_discovery_controller.go
 */
import { compareText } from '#base';
import {
  type ApiGroup,
  apiGroups,
  enabledVersions,
  isBuiltIn,
  type ServingOptions,
} from '../../api/api-groups';
import { crdSpec } from '../../api/crd-spec';
import type { KubeObject } from '../../api/objects';
import type { Extensions } from './extensions';
import { builtInRows, customRows, type ResourceRow } from './resource-rows';

export interface VersionRows {
  readonly version: string;
  /** It is an extension server's, which does not say what is in it. */
  readonly extension?: true;
  readonly resources: readonly ResourceRow[];
}

/** A group and what is in each of its versions, the preferred one first. */
export interface GroupRows {
  readonly name: string;
  /** groupPriorityMinimum: the higher comes first. */
  readonly rank: number;
  readonly versions: readonly VersionRows[];
}

/** The aggregator's own group stands before all others. */
const rankOf = ({ server, priority }: ApiGroup): number =>
  server === 'aggregator' ? Number.POSITIVE_INFINITY : priority;

export const builtInGroups = (options: ServingOptions): readonly GroupRows[] =>
  apiGroups(options.profile)
    .filter(({ name }) => name !== '' && enabledVersions(options, name).length > 0)
    .map((group) => ({ ...builtInGroup(options, group.name), rank: rankOf(group) }))
    .sort(byRank);

const byRank = (a: GroupRows, b: GroupRows): number =>
  a.rank === b.rank ? compareText(a.name, b.name) : b.rank - a.rank;

/** With the groups and versions of extension servers. */
export function withExtensions(
  groups: readonly GroupRows[],
  { list }: Extensions,
): readonly GroupRows[] {
  const added = list();
  if (added.length === 0) return groups;
  const all = new Map(groups.map((group) => [group.name, group]));
  for (const each of added) {
    const { group: name, version, priority } = each;
    const { versions = [], rank = 0 } = all.get(name) ?? {};
    const own = versions.filter((known) => known.version !== version);
    const row: VersionRows = { version, extension: true, resources: [] };
    all.set(name, { name, versions: [...own, row], rank: Math.max(rank, priority) });
  }
  return [...all.values()].sort(byRank);
}

export const builtInGroup = (options: ServingOptions, name: string): GroupRows => ({
  name,
  rank: 0,
  versions: enabledVersions(options, name).map(({ version }) => ({
    version,
    resources: builtInRows(options, name, version),
  })),
});

const VERSION = /^v(\d+)(?:(alpha|beta)(\d+))?$/;
const STAGES = [undefined, 'beta', 'alpha'];

/** `v2`, `v1`, `v1beta1`, then what is no version. Upstream: CompareKubeAwareVersionStrings. */
function compareVersions(a: string, b: string): number {
  const [x, y] = [VERSION.exec(a), VERSION.exec(b)];
  if (!x || !y) return Number(!x) - Number(!y) || compareText(a, b);
  return (
    STAGES.indexOf(x[2]) - STAGES.indexOf(y[2]) ||
    Number(y[1]) - Number(x[1]) ||
    Number(y[3] ?? 0) - Number(x[3] ?? 0)
  );
}

/** Of the APIServices of definitions. Source: crdregistration_controller.go. */
const CRD_PRIORITY = 1_000;

/** Groups of definitions; they all have one priority, so their names decide. */
export function customGroups(definitions: readonly KubeObject[]): readonly GroupRows[] {
  const groups = new Map<string, Map<string, ResourceRow[]>>();
  for (const crd of definitions) {
    const { group = '', versions = [] } = crdSpec(crd);
    if (isBuiltIn(group)) continue;
    for (const { name = '' } of versions) {
      const rows = customRows(crd, name);
      if (rows.length === 0) continue;
      const of = groups.get(group) ?? new Map<string, ResourceRow[]>();
      of.set(name, [...(of.get(name) ?? []), ...rows]);
      groups.set(group, of);
    }
  }
  return [...groups]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, versions]) => ({
      name,
      rank: CRD_PRIORITY,
      versions: [...versions]
        .sort(([a], [b]) => compareVersions(a, b))
        .map(([version, resources]) => ({ version, resources })),
    }));
}
