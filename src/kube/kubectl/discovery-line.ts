/**
 * `api-resources` and `api-versions`: what discovery says.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/apiresources (RunAPIResources,
 *             sortableResource, RunAPIVersions), client-go discovery/discovery_client.go
 *             (downloadAPIs, fetchGroupVersionResources), discovery/aggregated_discovery.go
 * Simplified  versions of one group are asked one after another; a file of what was discovered is
 *             not kept, so both verbs ask
 */
import { compareText } from '#base';
import { type ApiResourcesCommand, alignTabs, TABLE_TABS } from '#console';
import type { Procedure } from '#kernel';
import { profileWithin } from '../profile';
import type { Failed, LineCall } from './line-call';

/** What is read of an APIResource. */
interface Resource {
  readonly name: string;
  readonly namespaced: boolean;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

interface GroupVersion {
  readonly group: string;
  readonly version: string;
  /** Those of the preferred version of a group come first. */
  readonly resources: readonly Resource[];
}

interface Discovered {
  readonly versions: readonly GroupVersion[];
  readonly failure: Failed | undefined;
}

/** Longest wait for each answer. Source: discovery_client.go (defaultTimeout). */
const TIMEOUT = 'timeout=32s';
const AGGREGATED = ['v2', 'v2beta1'].map(
  (version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`,
);

/** Since 1.26 a client asks for all in one document, since 1.30 in its last form first. */
function acceptOf({ profile }: LineCall): string | undefined {
  if (!profileWithin(profile, '1.26')) return undefined;
  const forms = profileWithin(profile, '1.30') ? AGGREGATED : AGGREGATED.slice(1);
  return [...forms, 'application/json'].join(',');
}

interface Aggregated {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly {
    readonly version: string;
    readonly resources: readonly {
      readonly resource: string;
      readonly scope: string;
      readonly responseKind: { readonly kind: string };
      readonly verbs: readonly string[];
      readonly shortNames?: readonly string[];
      readonly categories?: readonly string[];
    }[];
  }[];
}

const fromAggregated = (items: readonly Aggregated[]): readonly GroupVersion[] =>
  items.flatMap(({ metadata, versions }) =>
    versions.map(({ version, resources }) => ({
      group: metadata.name ?? '',
      version,
      resources: resources.map(({ resource, scope, responseKind, ...rest }) => ({
        ...rest,
        name: resource,
        namespaced: scope === 'Namespaced',
        kind: responseKind.kind,
      })),
    })),
  );

interface Plain {
  readonly versions?: readonly string[];
  readonly groups?: readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string }[];
  }[];
  readonly items?: readonly Aggregated[];
}

type Named = readonly [group: string, version: string];

/** The versions that a document without resources names. */
const namedIn = ({ versions = [], groups = [] }: Plain): readonly Named[] => [
  ...versions.map((version): Named => ['', version]),
  ...groups.flatMap(({ name, versions: of }) => of.map(({ version }): Named => [name, version])),
];

function* resourcesOf(call: LineCall, [group, version]: Named): Procedure<Resource[] | Failed> {
  const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const result = yield* call.client.raw(`${path}?${TIMEOUT}`);
  if (!result.ok) return result;
  return (JSON.parse(result.object) as { readonly resources: Resource[] }).resources;
}

/** @param whole whether resources are wanted, and not only versions */
function* discover(call: LineCall, whole: boolean): Procedure<Discovered> {
  const versions: GroupVersion[] = [];
  for (const path of ['/api', '/apis']) {
    const result = yield* call.client.raw(`${path}?${TIMEOUT}`, acceptOf(call));
    if (!result.ok) return { versions, failure: result };
    const document = JSON.parse(result.object) as Plain;
    if (document.items) {
      versions.push(...fromAggregated(document.items));
      continue;
    }
    for (const named of namedIn(document)) {
      const found = whole ? yield* resourcesOf(call, named) : [];
      if ('ok' in found) return { versions, failure: found };
      const [group, version] = named;
      versions.push({ group, version, resources: found });
    }
  }
  return { versions, failure: undefined };
}

const named = (group: string, version: string): string =>
  group === '' ? version : `${group}/${version}`;

export function* runApiVersions(call: LineCall): Procedure<void> {
  const { versions, failure } = yield* discover(call, false);
  const lines = versions.map(({ group, version }) => named(group, version)).sort(compareText);
  if (lines.length > 0 && !failure) call.say(lines.join('\n'));
  if (failure) call.fail([failure]);
}

interface Row extends Resource {
  readonly group: string;
  readonly version: string;
}

/** Each resource in the version that its group prefers. Upstream: ServerPreferredResources. */
function preferred(versions: readonly GroupVersion[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const { group, version, resources } of versions) {
    for (const resource of resources) {
      const key = `${resource.name}.${group}`;
      const plain = !resource.name.includes('/') && resource.verbs.length > 0;
      if (plain && !rows.has(key)) rows.set(key, { ...resource, group, version });
    }
  }
  return [...rows.values()];
}

export function* runApiResources(call: LineCall, command: ApiResourcesCommand): Procedure<void> {
  const { versions, failure } = yield* discover(call, true);
  if (failure) {
    call.fail([failure]);
    return;
  }
  const { namespaced, group, verbs, categories, output } = command;
  const rows = preferred(versions)
    .filter(
      (row) =>
        (namespaced === undefined || row.namespaced === namespaced) &&
        (group === undefined || row.group === group) &&
        verbs.every((verb) => row.verbs.includes(verb)) &&
        categories.every((category) => row.categories?.includes(category)),
    )
    .toSorted(orderOf(command));
  const lines = output === 'name' ? rows.map(nameOf) : tableOf(call, command, rows);
  call.say(lines.join('\n'));
}

/** Upstream: sortableResource. */
const orderOf =
  ({ sortBy }: ApiResourcesCommand) =>
  (a: Row, b: Row): number => {
    if (sortBy === 'name') return compareText(a.name, b.name) || compareText(a.group, b.group);
    if (sortBy === 'kind') return compareText(a.kind, b.kind) || compareText(a.group, b.group);
    return compareText(a.group, b.group) || compareText(a.name, b.name);
  };

const nameOf = ({ name, group }: Row): string => (group === '' ? name : `${name}.${group}`);

function tableOf(
  { profile }: LineCall,
  { output, noHeaders }: ApiResourcesCommand,
  rows: readonly Row[],
): readonly string[] {
  const wide = output === 'wide';
  // Categories are a column since 1.26.
  const withCategories = wide && profileWithin(profile, '1.26');
  const head = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND'];
  if (wide) head.push('VERBS');
  if (withCategories) head.push('CATEGORIES');
  const cells = rows.map((row) => [
    row.name,
    (row.shortNames ?? []).join(','),
    named(row.group, row.version),
    String(row.namespaced),
    row.kind,
    ...(wide ? [withCategories ? row.verbs.join(',') : `[${row.verbs.join(' ')}]`] : []),
    ...(withCategories ? [(row.categories ?? []).join(',')] : []),
  ]);
  const all = noHeaders ? cells : [head, ...cells];
  return all.length === 0
    ? []
    : alignTabs(all.map((row) => row.join('\t')).join('\n'), TABLE_TABS).split('\n');
}
