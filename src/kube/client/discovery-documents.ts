/**
 * The documents of discovery as a client reads them: plain ones, and the one that holds all.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/discovery (discovery_client.go,
 *             aggregated_discovery.go: SplitGroupsAndResources)
 * Simplified  subresources are left out; no client of the model looks at them
 */
import type { ApiResource } from '../api/objects';
import { type Profile, profileWithin } from '../profile';

export interface DiscoveredResource extends ApiResource {
  readonly verbs: readonly string[];
  /** Its version is the one that its group prefers. */
  readonly preferred: boolean;
  readonly singular: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

export interface DiscoveredGroup {
  /** "" for the core group. */
  readonly name: string;
  readonly versions: readonly string[];
  readonly preferred: string;
}

interface AggregatedItem {
  readonly metadata: { readonly name?: string };
  readonly versions: readonly {
    readonly version: string;
    readonly freshness?: string;
    readonly resources?: readonly {
      readonly resource: string;
      readonly scope: string;
      readonly singularResource?: string;
      readonly verbs: readonly string[];
      readonly responseKind: { readonly kind: string };
      readonly shortNames?: readonly string[];
      readonly categories?: readonly string[];
    }[];
  }[];
}

export interface GroupDocument {
  readonly versions?: readonly string[];
  readonly groups?: readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string }[];
    readonly preferredVersion?: { readonly version: string };
  }[];
  readonly items?: readonly AggregatedItem[];
}

export interface ResourceDocument {
  readonly resources?: readonly {
    readonly name: string;
    readonly singularName?: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs: readonly string[];
    readonly shortNames?: readonly string[];
    readonly categories?: readonly string[];
  }[];
}

/** What one document says. */
export interface Aggregated {
  readonly groups: readonly DiscoveredGroup[];
  /** Undefined where it names no resources. */
  readonly versions:
    | readonly {
        readonly group: string;
        readonly version: string;
        readonly resources: readonly DiscoveredResource[];
      }[]
    | undefined;
  /** Versions of which the server knows only that they are there. */
  readonly stale: readonly { readonly group: string; readonly version: string }[];
}

const inOneDocument = (version: string): string =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;

/** Since 1.26 a client asks for all in one document, since 1.30 in its last form first. */
export function acceptOf(profile: Profile): string | undefined {
  if (!profileWithin(profile, '1.26')) return undefined;
  const versions = profileWithin(profile, '1.30') ? ['v2', 'v2beta1'] : ['v2beta1'];
  return [...versions.map(inOneDocument), 'application/json'].join(',');
}

export const pathOfVersion = (group: string, version: string): string =>
  group === '' ? `/api/${version}` : `/apis/${group}/${version}`;

/** The groups that a plain document names. */
export function groupsOf({ versions = [], groups = [] }: GroupDocument): DiscoveredGroup[] {
  const core = { name: '', versions, preferred: versions[0] };
  const others = groups.map(({ name, versions: of, preferredVersion }): DiscoveredGroup => {
    const names = of.map(({ version }) => version);
    return { name, versions: names, preferred: preferredVersion?.version ?? names[0] };
  });
  return versions.length > 0 ? [core, ...others] : others;
}

export const resourcesOfOne = (
  group: string,
  version: string,
  { resources = [] }: ResourceDocument,
): readonly DiscoveredResource[] =>
  resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name: resource, singularName: singular = '', ...rest }) => ({
      ...{ group, version, resource, kind: rest.kind, namespaced: rest.namespaced },
      ...{ verbs: rest.verbs, preferred: true, singular },
      ...namesOf(rest),
    }));

interface Names {
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

const namesOf = ({ shortNames, categories }: Names): Names => ({
  ...(shortNames ? { shortNames } : {}),
  ...(categories ? { categories } : {}),
});

/** The first version of a group is preferred. */
export function splitAggregated(items: readonly AggregatedItem[]): Aggregated {
  const all = items.flatMap(({ metadata: { name: group = '' }, versions }) =>
    versions.map((each, index) => ({ ...each, group, preferred: index === 0 })),
  );
  const [stale, fresh] = [true, false].map((wanted) =>
    all.filter(({ freshness }) => (freshness === 'Stale') === wanted),
  );
  return {
    groups: items.map(({ metadata: { name = '' }, versions }) => ({
      name,
      versions: versions.map(({ version }) => version),
      preferred: versions[0]?.version ?? '',
    })),
    versions: fresh.map(({ group, version, preferred, resources = [] }) => ({
      group,
      version,
      resources: resources.map(({ resource, scope, verbs, responseKind, ...rest }) => ({
        ...{ group, version, resource, kind: responseKind.kind, verbs, preferred },
        namespaced: scope === 'Namespaced',
        singular: rest.singularResource ?? '',
        ...namesOf(rest),
      })),
    })),
    stale: stale.map(({ group, version }) => ({ group, version })),
  };
}
