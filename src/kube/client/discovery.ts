/**
 * What an API server serves, as a client finds it out: all groups, versions and resources.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/discovery/discovery_client.go
 *             (ServerGroupsAndResources, ServerPreferredNamespacedResources)
 * Simplified  the versions of groups are asked at once, but a part that fails is not tried again
 */
import { compareText } from '#base';
import { type Effect, type Procedure, performAll, runProcedure } from '#kernel';
import type { ApiResource } from '../api/objects';
import { apiVersionOf } from '../api/resources';
import { type Profile, profileWithin } from '../profile';
import { errorText, type RestClient, type RestResult } from './rest-client';

/** Longest wait for each answer. Source: defaultTimeout. */
const TIMEOUT = 'timeout=32s';

export interface DiscoveredResource extends ApiResource {
  readonly verbs: readonly string[];
  /** Its version is the one that its group prefers. */
  readonly preferred: boolean;
}

export interface DiscoveryResult {
  readonly resources: readonly DiscoveredResource[];
  /** Paths that could not be read, and why. */
  readonly failures: readonly string[];
}

const inOneDocument = (version: string): string =>
  `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;

/** Since 1.26 a client asks for all in one document, since 1.30 in its last form first. */
function acceptOf(profile: Profile): string | undefined {
  if (!profileWithin(profile, '1.26')) return undefined;
  const versions = profileWithin(profile, '1.30') ? ['v2', 'v2beta1'] : ['v2beta1'];
  return [...versions.map(inOneDocument), 'application/json'].join(',');
}

interface GroupDocument {
  readonly versions?: readonly string[];
  readonly groups?: readonly {
    readonly name: string;
    readonly versions: readonly { readonly version: string }[];
    readonly preferredVersion?: { readonly version: string };
  }[];
  readonly items?: readonly {
    readonly metadata: { readonly name?: string };
    readonly versions: readonly {
      readonly version: string;
      readonly resources: readonly {
        readonly resource: string;
        readonly scope: string;
        readonly verbs: readonly string[];
        readonly responseKind: { readonly kind: string };
      }[];
    }[];
  }[];
}

interface ResourceDocument {
  readonly resources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs: readonly string[];
  }[];
}

interface VersionPath {
  readonly group: string;
  readonly version: string;
  readonly preferred: boolean;
  readonly path: string;
}

const ask =
  (client: RestClient, path: string, accept?: string): Effect<RestResult<string>> =>
  (resume) =>
    runProcedure(client.raw(`${path}?${TIMEOUT}`, accept), resume);

/** The versions whose resources stand in documents of their own. */
function versionPaths({ versions = [], groups = [] }: GroupDocument, root: string) {
  const core = versions.map((version, index): VersionPath => {
    return { group: '', version, preferred: index === 0, path: `${root}/${version}` };
  });
  const others = groups.flatMap(({ name: group, versions: of, preferredVersion }) =>
    of.map(({ version }, index): VersionPath => {
      const best = preferredVersion?.version ?? of[0].version;
      const preferred = preferredVersion ? version === best : index === 0;
      return { group, version, preferred, path: `${root}/${group}/${version}` };
    }),
  );
  return [...core, ...others];
}

/** Resources of the document that holds them all; its first version of a group is preferred. */
const resourcesInOne = ({ items = [] }: GroupDocument): readonly DiscoveredResource[] =>
  items.flatMap(({ metadata: { name: group = '' }, versions }) =>
    versions.flatMap(({ version, resources }, index) =>
      resources.map(({ resource, scope, verbs, responseKind: { kind } }) => ({
        ...{ group, version, resource, kind, verbs },
        namespaced: scope === 'Namespaced',
        preferred: index === 0,
      })),
    ),
  );

export function* discover(client: RestClient, profile: Profile): Procedure<DiscoveryResult> {
  const resources: DiscoveredResource[] = [];
  const failures: string[] = [];
  const paths: VersionPath[] = [];
  const accept = acceptOf(profile);
  for (const root of ['/api', '/apis']) {
    const [result] = yield* performAll([ask(client, root, accept)]);
    if (!result.ok) {
      failures.push(errorText(result));
      continue;
    }
    const document = JSON.parse(result.object) as GroupDocument;
    paths.push(...versionPaths(document, root));
    resources.push(...resourcesInOne(document));
  }
  const lists = yield* performAll(paths.map(({ path }) => ask(client, path)));
  lists.forEach((result, index) => {
    const { group, version, preferred } = paths[index];
    if (!result.ok) failures.push(`${apiVersionOf({ group, version })}: ${errorText(result)}`);
    else {
      for (const each of (JSON.parse(result.object) as ResourceDocument).resources) {
        const { name: resource, kind, namespaced, verbs } = each;
        if (resource.includes('/')) continue;
        resources.push({ group, version, resource, kind, namespaced, verbs, preferred });
      }
    }
  });
  return { resources, failures };
}

/** Each resource once: in the version that its group prefers, else in the first that has it. */
export function preferredNamespaced(
  resources: readonly DiscoveredResource[],
): readonly DiscoveredResource[] {
  const found = new Map<string, DiscoveredResource>();
  for (const each of resources) {
    const key = `${each.group}/${each.resource}`;
    if (each.namespaced && (each.preferred || !found.has(key))) found.set(key, each);
  }
  return [...found.values()];
}

/** Upstream: ErrGroupDiscoveryFailed. */
export function discoveryError(failures: readonly string[]): string {
  const all = failures.toSorted(compareText).join(', ');
  return `unable to retrieve the complete list of server APIs: ${all}`;
}
